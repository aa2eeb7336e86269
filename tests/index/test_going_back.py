"""Going back to files that were there before: nothing is cut again, and nothing is different."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from stemguard import Selection, Workspace
from stemguard.location import index_folder
from stemguard.search.request import Hit
from stemguard.store.sqlite.remembered import FILE_NAME

N_FILES = 30
QUERIES = ("copy file", "partition", "helper", "pkg", "part_7.py", "tests")


def _branch(word: str) -> dict[str, str]:
    code = {
        f"pkg/part_{number}.py": f'"""{word}"""\n\ndef {word}_file_{number}():\n    helper()\n'
        for number in range(N_FILES)
    }
    return code | {"README.md": f"# Partition\n\nHow to {word}.\n"}


MAIN, OTHER = _branch("copy"), _branch("paste")


def _check_out(root: Path, files: Mapping[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = tmp_path / "root"
    _check_out(made, MAIN)
    return made.resolve()


@pytest.fixture
def workspace(root: Path, tmp_path: Path) -> Iterator[Workspace]:
    with Workspace.open(root, cache=tmp_path / "cache", workers=1) as opened:
        opened.sync()
        yield opened


def _answers(workspace: Workspace) -> list[list[Hit]]:
    return [list(workspace.search(query, limit=100, explain=True).hits) for query in QUERIES]


def _assert_like_new(workspace: Workspace, root: Path, place: Path) -> None:
    with Workspace.open(root, cache=place, workers=1) as fresh:
        fresh.sync()
        assert _answers(workspace) == _answers(fresh)


def test_going_back_to_a_branch_cuts_no_text_again(
    workspace: Workspace, root: Path, tmp_path: Path
) -> None:
    _check_out(root, OTHER)
    there = workspace.sync()
    assert (there.parsed, there.recalled) == (31, 0)
    for branch in (MAIN, OTHER):
        _check_out(root, branch)
        back = workspace.sync()
        assert (back.parsed, back.recalled) == (0, 31)
    (status,) = workspace.status()
    assert (status.parsed, status.recalled) == (62, 62)
    assert status.bytes_remembered > 0
    _assert_like_new(workspace, root, tmp_path / "new")


def test_a_tree_that_is_renamed_is_not_cut_again_and_has_its_new_names(
    workspace: Workspace, root: Path, tmp_path: Path
) -> None:
    (root / "pkg").rename(root / "tests")
    (root / "tests/part_7.py").rename(root / "tests/copier.py")
    (root / "README.md").rename(root / "GUIDE.md")
    report = workspace.sync()
    assert (report.parsed, report.recalled, report.removed) == (0, 31, 31)
    _assert_like_new(workspace, root, tmp_path / "new")


def test_a_rebuild_cuts_every_text(workspace: Workspace) -> None:
    report = workspace.rebuild()
    assert (report.parsed, report.recalled) == (31, 0)


def test_what_was_remembered_by_another_process_is_recalled(root: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    for branch in (MAIN, OTHER):
        _check_out(root, branch)
        with Workspace.open(root, cache=cache, workers=1) as workspace:
            workspace.sync()
    _check_out(root, MAIN)
    with Workspace.open(root, cache=cache, workers=1) as workspace:
        assert workspace.sync().recalled == 31


def test_an_index_made_anew_cuts_nothing_that_is_remembered(root: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    with Workspace.open(root, cache=cache, workers=1) as workspace:
        workspace.sync()
    (index_folder(cache, root, Selection()) / "index.db").write_bytes(b"no database")
    with Workspace.open(root, cache=cache, workers=1) as workspace:
        report = workspace.sync()
        assert (report.parsed, report.recalled) == (0, 31)
        _assert_like_new(workspace, root, tmp_path / "new")


@pytest.mark.parametrize("content", [b"", b"no database" * 1000, None])
def test_a_memory_that_is_lost_while_it_is_in_use_costs_a_parse_and_nothing_else(
    workspace: Workspace, root: Path, tmp_path: Path, content: bytes | None
) -> None:
    kept = index_folder(tmp_path / "cache", root, Selection()) / FILE_NAME
    if content is None:
        kept.unlink()
    else:
        kept.write_bytes(content)
    _check_out(root, OTHER)
    assert workspace.sync().parsed == 31
    _check_out(root, MAIN)
    workspace.sync()
    _assert_like_new(workspace, root, tmp_path / "new")
    _check_out(root, OTHER)
    assert workspace.sync().recalled == 31
    assert workspace.status()[0].notices == ()


SCRIPT = """
import sys
from pathlib import Path
from stemguard import Workspace
with Workspace.open(sys.argv[1], cache=Path(sys.argv[2]), workers=1) as workspace:
    workspace.sync()
    (status,) = workspace.status()
    print(status.files, status.bytes_remembered, status.notices)
"""


def test_a_disk_with_room_for_the_index_alone_holds_the_index(tmp_path: Path) -> None:
    root, small = tmp_path / "root", tmp_path / "small"
    root.mkdir()
    small.mkdir()
    for number in range(60):
        words = "".join(f"w{number}x{i}\n" for i in range(1600))
        (root / f"f{number}.py").write_text(f"def rotate_{number}():\n    '''{words}'''\n")
    mount = 'mount -t tmpfs -o size=2m none "$2" && exec "$3" -c "$4" "$1" "$2"'
    inside = ["sh", "-c", mount, "sh", str(root), str(small), sys.executable, SCRIPT]
    run = subprocess.run(
        ["unshare", "--user", "--map-root-user", "--mount", *inside],
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == "60 0 ()\n"
