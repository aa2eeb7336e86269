"""What may be searched although it is not on disk yet, held against the walk."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from stemguard.sync.admission import admits
from stemguard.sync.selection import Selection
from stemguard.sync.walk import walk

ENVIRONMENT = {"GIT_CONFIG_NOSYSTEM": "1"}

names = st.sampled_from(("a", "b", "a.py", ".git", "CVS", "node_modules", "x.p12", "b.md"))
paths = st.lists(names, min_size=1, max_size=4).map("/".join)
rules = st.lists(st.sampled_from(("a", "b/", "/a/b", "!a", "**/b/a", "*.py", "!a.py")), max_size=4)
selections = st.builds(
    Selection,
    include=st.sampled_from(((), ("*.py",), ("a/", "!b.md"))),
    exclude=st.sampled_from((("node_modules/",), (), ("a/b", "*.md"))),
    use_ignore_files=st.booleans(),
)


def _admits(root: Path, path: str, selection: Selection = Selection()) -> bool:  # noqa: B008 - frozen
    return admits(str(root), selection, path, ENVIRONMENT)


@settings(max_examples=150, deadline=None)
@given(
    tree=st.sets(paths, min_size=2, max_size=10),
    ignored=st.dictionaries(st.sampled_from(("", "a", "a/b", "b")), rules, max_size=3),
    selection=selections,
)
@example(tree={"a/b", "a/a.py"}, ignored={"": ["*.py"], "a": ["!a.py"]}, selection=Selection())
@example(tree={"a/b/a", "b"}, ignored={"": ["/a/b"]}, selection=Selection())
def test_a_path_is_admitted_where_a_walk_finds_a_file_at_it(
    tree: set[str], ignored: dict[str, list[str]], selection: Selection
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        files = [path for path in sorted(tree) if _planted(root, path)]
        for below, lines in ignored.items():
            if (root / below).is_dir():
                (root / below / ".gitignore").write_text("\n".join(lines))
        found = {file.path for file in walk(folder, selection, environment=ENVIRONMENT)}
        for path in files:
            assert _admits(root, path, selection) == (path in found), path
        for path in files:
            (root / path).unlink()
            assert _admits(root, path, selection) == (path in found), path


def _planted(root: Path, path: str) -> bool:
    file = root / path
    if any(parent.is_file() for parent in file.parents) or file.is_dir():
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()
    return True


def test_a_folder_that_is_not_there_is_no_obstacle(tmp_path: Path) -> None:
    assert _admits(tmp_path, "new/folder/a.py")


def test_rules_above_the_root_hold(tmp_path: Path) -> None:
    (tmp_path / ".git" / "objects").mkdir(parents=True)
    (tmp_path / ".git" / "refs").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (tmp_path / ".gitignore").write_text("sub/out/\n")
    (tmp_path / "sub").mkdir()
    assert not _admits(tmp_path / "sub", "out/a.py")
    assert _admits(tmp_path / "sub", "in/a.py")


@pytest.mark.parametrize("path", ["a.py/b.py", "folder", "link.py", "linked/b.py", "a\ud800", "\0"])
def test_what_can_be_no_regular_file_of_the_root_is_not_admitted(tmp_path: Path, path: str) -> None:
    root = tmp_path / "root"
    (root / "folder").mkdir(parents=True)
    (root / "a.py").touch()
    (root / "link.py").symlink_to(root / "a.py")
    (root / "linked").symlink_to(tmp_path)
    assert not _admits(root, path)


def test_a_link_out_of_the_root_leads_on_where_links_are_followed(tmp_path: Path) -> None:
    (tmp_path / "root" / "folder").mkdir(parents=True)
    (tmp_path / "beside").mkdir()
    (tmp_path / "root" / "out").symlink_to(tmp_path / "beside")
    (tmp_path / "root" / "in").symlink_to(tmp_path / "root" / "folder")
    following = Selection(follow_symlinks=True)
    assert _admits(tmp_path / "root", "out/a.py", following)
    assert not _admits(tmp_path / "root", "in/a.py", following)
