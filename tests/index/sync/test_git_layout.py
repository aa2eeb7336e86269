from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from stemguard.sync.git_layout import is_repository, repository_above, standard_excludes

NOSYSTEM = {"GIT_CONFIG_NOSYSTEM": "1"}


def _git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "protocol.file.allow=always")
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, **NOSYSTEM}
    subprocess.run(
        ["git", *identity, *arguments], cwd=folder, env=environment, check=True, capture_output=True
    )


def _write(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


@pytest.mark.parametrize(
    "written",
    [
        "[core]\n\texcludesFile = ~/rules\n",
        "[CORE]\n\tEXCLUDESFILE=~/rules",
        "[core] excludesfile = ~/rules ; why",
        '[core]\r\n\texcludesfile = "~/rules" # why\r\n',
        "[core]\n\texcludesfile = ~/ru\\\nles\n",
        "[core]\n\tbare = false\n[user]\n\tname = x\n[core]\n\texcludesfile = ~/rules\n",
        "[core]\n\texcludesfile = ~/elsewhere\n\texcludesfile = ~/rules\n",
        '[core]\n\texcludesfile = ~/rules\n[core "x"]\n\texcludesfile = ~/elsewhere\n',
        "; excludesfile = ~/elsewhere\n[core]\n# [other]\n\texcludesfile = ~/rules\n",
    ],
)
def test_every_way_to_write_the_excludes_file_into_a_configuration_is_read(
    tmp_path: Path, written: str
) -> None:
    _write(tmp_path / "home/rules", "*.log\n")
    _write(tmp_path / "home/elsewhere", "*.txt\n")
    _write(tmp_path / "home/.gitconfig", written)
    top = tmp_path / "top"
    _git(tmp_path, "init", "top")
    (top / "a.log").touch()
    (top / "a.txt").touch()
    environment = {**NOSYSTEM, "HOME": str(tmp_path / "home")}
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"],
        cwd=top,
        env={"PATH": os.environ["PATH"], **environment},
        check=True,
        capture_output=True,
    )
    assert listed.stdout == b"a.txt\n"
    assert b"*.log\n" in standard_excludes(top, environment)
    assert b"*.txt\n" not in standard_excludes(top, environment)


def test_the_configuration_nearest_to_the_repository_names_the_excludes_file(
    tmp_path: Path,
) -> None:
    home, top = tmp_path / "home", tmp_path / "top"
    _git(tmp_path, "init", "top")
    (top / ".git/info/exclude").unlink()
    environment = {"HOME": str(home)}
    farthest_first = [
        (_write(tmp_path / "system", ""), {"GIT_CONFIG_SYSTEM": str(tmp_path / "system")}),
        (home / "xdg/git/config", {"XDG_CONFIG_HOME": str(home / "xdg")}),
        (home / ".gitconfig", {}),
        (top / ".git/config", {}),
    ]
    for number, (configuration, variables) in enumerate(farthest_first):
        environment |= variables
        rules = _write(tmp_path / f"rules{number}", f"{number}\n")
        _write(configuration, f"[core]\n\texcludesfile = {rules}\n")
        assert standard_excludes(top, environment) == [f"{number}\n".encode()]
    _write(top / ".git/config", "[core]\n\texcludesfile =\n")
    assert standard_excludes(top, environment) == []


def test_the_users_ignore_file_holds_where_no_configuration_names_another(tmp_path: Path) -> None:
    _write(tmp_path / "home/.config/git/ignore", "home\n")
    _write(tmp_path / "xdg/git/ignore", "xdg\n")
    environment = {**NOSYSTEM, "HOME": str(tmp_path / "home")}
    assert standard_excludes(tmp_path, environment) == [b"home\n"]
    environment["XDG_CONFIG_HOME"] = str(tmp_path / "xdg")
    assert standard_excludes(tmp_path, environment) == [b"xdg\n"]
    assert standard_excludes(tmp_path, NOSYSTEM) == []


def test_a_worktree_shares_the_excludes_of_its_repository(tmp_path: Path) -> None:
    _git(tmp_path, "init", "main")
    _git(tmp_path / "main", "commit", "--allow-empty", "-m", "a")
    _git(tmp_path / "main", "worktree", "add", "../tree")
    _write(tmp_path / "main/.git/info/exclude", "shared\n")
    assert standard_excludes(tmp_path / "tree", NOSYSTEM) == [b"shared\n"]
    assert repository_above(tmp_path / "tree") == tmp_path / "tree"


def test_a_submodule_has_excludes_of_its_own(tmp_path: Path) -> None:
    for name in ("part", "whole"):
        _git(tmp_path, "init", name)
        _git(tmp_path / name, "commit", "--allow-empty", "-m", "a")
    _git(tmp_path / "whole", "submodule", "add", "../part", "libs/part")
    _write(tmp_path / "whole/.git/modules/libs/part/info/exclude", "own\n")
    assert standard_excludes(tmp_path / "whole/libs/part", NOSYSTEM) == [b"own\n"]
    assert is_repository(tmp_path / "whole/libs/part")


def test_a_folder_or_file_that_is_only_called_git_is_no_repository(tmp_path: Path) -> None:
    _git(tmp_path, "init", "top")
    (tmp_path / "top/empty/.git").mkdir(parents=True)
    _write(tmp_path / "top/empty/note/.git", "gitdir")
    _write(tmp_path / "top/empty/gone/.git", "gitdir: ../nowhere\n")
    _write(tmp_path / "top/empty/null/.git", "gitdir: a\0b\n")
    for folder in ("empty", "empty/note", "empty/gone", "empty/null"):
        assert not is_repository(tmp_path / "top" / folder)
        assert repository_above(tmp_path / "top" / folder) == tmp_path / "top"


def test_a_file_of_rules_that_is_too_large_or_no_file_is_not_read(tmp_path: Path) -> None:
    exclude = _write(tmp_path / ".git/info/exclude", "a\n" * 500_001)
    assert standard_excludes(tmp_path, NOSYSTEM) == []
    exclude.unlink()
    os.mkfifo(exclude)
    assert standard_excludes(tmp_path, NOSYSTEM) == []
