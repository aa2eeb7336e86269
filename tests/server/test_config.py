from __future__ import annotations

import os
from pathlib import Path

import pytest

from stemguard_ls.config import (
    NOT_FOR_PROJECTS,
    Layer,
    Settings,
    editor_layer,
    is_pushed_to_us,
    load,
    project_layer,
    settle,
)


@pytest.fixture
def user_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's config folder, empty."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    folder = tmp_path / "config" / "stemguard"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


def test_the_editor_wins_over_the_project_and_the_project_over_the_user(
    user_folder: Path, project: Path
) -> None:
    (user_folder / "config.toml").write_text("limit = 3\nmaxFileSize = 30\nfollowSymlinks = true\n")
    (project / ".stemguard.toml").write_text("limit = 2\nmaxFileSize = 20\n")
    settings, wrong = load(editor_layer({"limit": 1}), project)
    assert wrong == []
    assert (settings.limit, settings.max_file_size, settings.follow_symlinks) == (1, 20, True)


def test_pyproject_is_read_only_where_there_is_no_file_of_our_own(project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.stemguard]\nlimit = 7\n")
    assert project_layer(project)[0].values == {"limit": 7}
    (project / ".stemguard.toml").write_text("")
    assert project_layer(project)[0].values == {}


@pytest.mark.parametrize("content", ["[tool.other]\nx = 1", "tool = 3", "[tool]\nstemguard = 3"])
def test_a_pyproject_that_says_nothing_of_us_gives_nothing(project: Path, content: str) -> None:
    (project / "pyproject.toml").write_text(content)
    assert project_layer(project) == (Layer("the project", {}), [])


@pytest.mark.parametrize(
    ("name", "value"), [("indexPath", '"/tmp/x"'), ("workers", "3"), ("watch", '"off"')]
)
def test_a_project_may_not_say_where_or_how_the_index_is_made(
    user_folder: Path, project: Path, name: str, value: str
) -> None:
    (project / ".stemguard.toml").write_text(f"{name} = {value}\nlimit = 9\n")
    settings, wrong = load(editor_layer(None), project)
    assert settings == Settings(limit=9)
    assert wrong == [f"`{name}` may not be set by a project and is ignored in .stemguard.toml."]
    assert name in NOT_FOR_PROJECTS


def test_what_is_unknown_or_wrong_is_said_by_name_and_the_rest_applies() -> None:
    settings, wrong = settle(
        [editor_layer({"limt": 5, "exclude": "build", "useIgnoreFiles": False, "watch": "always"})]
    )
    assert settings == Settings(use_ignore_files=False)
    assert wrong == [
        "`limt` in the editor's settings is no setting and is ignored.",
        "`exclude` in the editor's settings must be a list of strings; it is ignored.",
        "`watch` in the editor's settings must be 'auto' or 'poll' or 'client' or 'off';"
        " it is ignored.",
    ]


def test_a_wrong_setting_leaves_the_next_source_its_say() -> None:
    layers = [Layer("first", {"limit": "many"}), Layer("second", {"limit": 4})]
    settings, _ = settle(layers)
    assert settings.limit == 4


@pytest.mark.parametrize("options", [{"limit": 5}, {"stemguard": {"limit": 5}}])
def test_an_editor_may_give_settings_plain_or_under_our_name(options: object) -> None:
    assert settle([editor_layer(options)])[0].limit == 5


@pytest.mark.parametrize(
    ("pushed", "ours"),
    [
        ({"stemguard": {"limit": 5}, "python": {}}, True),
        ({"limit": 5, "maxFileSize": 1}, True),
        ({"python": {"x": 1}, "pylsp": {}}, False),
        ({"limit": 5, "python": {}}, False),
        ({"stemguard": None, "python": {}}, False),
        ({}, False),
        (None, False),
        ([], False),
    ],
)
def test_a_push_is_ours_if_it_has_our_section_or_only_our_settings(
    pushed: object, ours: bool
) -> None:
    assert is_pushed_to_us(pushed) is ours


@pytest.mark.parametrize("options", [None, [], "x", 5, {}, {"stemguard": {}}, {"stemguard": None}])
def test_an_editor_that_gives_nothing_leaves_the_defaults(options: object) -> None:
    assert settle([editor_layer(options)]) == (Settings(), [])


@pytest.mark.parametrize("content", [b"limit = ", b"\xff\xfe", b"limit = 5\nlimit = 6"])
def test_a_file_that_is_no_toml_is_said_once_and_leaves_the_defaults(
    user_folder: Path, project: Path, content: bytes
) -> None:
    (project / ".stemguard.toml").write_bytes(content)
    assert load(editor_layer(None), project) == (
        Settings(),
        [".stemguard.toml is not valid TOML and its settings are ignored."],
    )


@pytest.mark.parametrize("what", ["pipe", "device", "folder", "length"])
def test_what_is_no_file_or_never_ends_is_not_read(
    user_folder: Path, project: Path, what: str
) -> None:
    file = project / ".stemguard.toml"
    if what == "pipe":
        os.mkfifo(file)
    elif what == "device":
        file.symlink_to("/dev/zero")
    elif what == "folder":
        file.mkdir()
    else:
        file.write_bytes(b"limit = 5\n" + b"#" * 1_000_000)
    sentence = ".stemguard.toml is no regular file of at most 1000000 bytes"
    assert load(editor_layer(None), project) == (
        Settings(),
        [f"{sentence} and its settings are ignored."],
    )


def test_a_settings_file_may_be_a_link_to_one(user_folder: Path, project: Path) -> None:
    (project / "shared.toml").write_text("limit = 5\n")
    (project / ".stemguard.toml").symlink_to("shared.toml")
    assert load(editor_layer(None), project) == (Settings(limit=5), [])


def test_languages_are_globs_and_names() -> None:
    settings, _ = settle([editor_layer({"languages": {"*.tpl": "html", "BUILD": "starlark"}})])
    assert settings.selection.languages == (("*.tpl", "html"), ("BUILD", "starlark"))


def test_the_default_exclusions_can_be_emptied() -> None:
    assert "node_modules/" in Settings().selection.exclude
    assert settle([editor_layer({"exclude": []})])[0].selection.exclude == ()
