"""What the status says of open documents that are not searched, or only as text."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.patience import LONGEST_WAIT_S

from stemguard import Workspace
from stemguard.workspace import SkippedFiles

BINARY = "def read(): pass\0\n"
MINIFIED = "x = 1; " * 3_000


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = tmp_path / "project"
    (made / "inner").mkdir(parents=True)
    (made / ".gitignore").write_text("out.py\n")
    (made / "a.py").write_text("def fine(): pass\n")
    (made / "b.bin").write_bytes(b"\0\1")
    (made / "inner" / "c.py").write_text("def inner(): pass\n")
    return made


@pytest.fixture
def workspace(root: Path, tmp_path: Path) -> Iterator[Workspace]:
    with Workspace.open(root, cache=tmp_path / "cache", workers=1) as opened:
        opened.sync()
        yield opened


def _edit(workspace: Workspace, path: Path, text: str) -> None:
    workspace.edit(str(path), path, text)
    _settle(workspace)


def _settle(workspace: Workspace) -> None:
    again = threading.Event()
    for _ in range(int(LONGEST_WAIT_S / 0.01)):
        if not workspace.index_state().pending:
            return
        again.wait(0.01)
    raise AssertionError(f"still {workspace.index_state()}")


def _skipped(workspace: Workspace) -> list[dict[str, str]]:
    """The reasons of files by their paths, of each root."""
    return [
        {path: kind.reason for kind in status.skipped for path in kind.examples}
        for status in workspace.status()
    ]


def test_a_document_puts_its_reason_in_place_of_the_files_until_it_closes(
    workspace: Workspace, root: Path
) -> None:
    assert _skipped(workspace) == [{"b.bin": "binary"}]
    _edit(workspace, root / "a.py", BINARY)
    _edit(workspace, root / "b.bin", MINIFIED)
    _edit(workspace, root / "new.py", "#\n" * 600_000)
    assert workspace.status()[0].skipped == (
        SkippedFiles("binary", 1, ("a.py",)),
        SkippedFiles("larger than 1000000 bytes", 1, ("new.py",)),
        SkippedFiles("minified", 1, ("b.bin",)),
    )
    _edit(workspace, root / "a.py", "def fine_again(): pass\n")
    _edit(workspace, root / "b.bin", "text\n")
    assert _skipped(workspace) == [{"new.py": "larger than 1000000 bytes"}]
    for name in ("a.py", "b.bin", "new.py"):
        workspace.close_document(str(root / name))
    assert _skipped(workspace) == [{"b.bin": "binary"}]


def test_a_document_that_the_folder_leaves_out_is_not_named(
    workspace: Workspace, root: Path
) -> None:
    _edit(workspace, root / "out.py", BINARY)
    assert _skipped(workspace) == [{"b.bin": "binary"}]
    assert workspace.skipped_documents() == ()


def test_a_document_in_a_root_in_another_is_named_in_both(workspace: Workspace, root: Path) -> None:
    workspace.add_root(root / "inner")
    workspace.sync()
    _edit(workspace, root / "inner" / "c.py", BINARY)
    assert _skipped(workspace) == [
        {"b.bin": "binary", "inner/c.py": "binary"},
        {"c.py": "binary"},
    ]
    (root / ".gitignore").write_text("inner/\n")
    workspace.sync()
    assert _skipped(workspace) == [{"b.bin": "binary"}, {"c.py": "binary"}]


def test_a_document_in_no_folder_is_named_by_its_id_until_it_closes(
    workspace: Workspace, tmp_path: Path
) -> None:
    workspace.edit("untitled:1", None, BINARY)
    workspace.edit("untitled:2", None, "text\n")
    _edit(workspace, tmp_path / "outside.py", BINARY)
    names = (str(tmp_path / "outside.py"), "untitled:1")
    assert workspace.skipped_documents() == (SkippedFiles("binary", 2, names),)
    assert _skipped(workspace) == [{"b.bin": "binary"}]
    workspace.close_document("untitled:1")
    assert workspace.skipped_documents() == (SkippedFiles("binary", 1, names[:1]),)


def test_a_document_whose_grammar_is_broken_is_named_with_the_reason(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = "def language(): raise ValueError\n"
    (tmp_path / "tree_sitter_go.py").write_text(broken)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    with Workspace.open(root, cache=tmp_path / "cache", workers=1) as workspace:
        workspace.sync()
        _edit(workspace, root / "m.go", "package m\nfunc readable() {}\n")
        (skipped,) = _skipped(workspace)
        assert set(skipped) == {"b.bin", "m.go"}
        assert skipped["m.go"].startswith("no symbols: tree-sitter-go ")
        # Its text is searched, and shown.
        assert [hit.path for hit in workspace.search("readable").hits] == ["m.go"]
        assert workspace.read_text(root / "m.go") == "package m\nfunc readable() {}\n"
        workspace.close_document(str(root / "m.go"))
        assert _skipped(workspace) == [{"b.bin": "binary"}]
