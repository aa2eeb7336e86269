from __future__ import annotations

import os
import time
from pathlib import Path

from stemguard.ports.posting_store import FileState, IndexedFile
from stemguard.sync.reading import DOUBTFUL_INODE, ReadRules, Wanted, index_file

LATER_NS = 10_000_000_000


def _rules(root: Path, max_file_size: int = 1_000_000) -> ReadRules:
    return ReadRules(str(root), max_file_size, (), follow_symlinks=False)


def _read(root: Path, path: str, known: bytes = b"", wait_ns: int = LATER_NS) -> object:
    return index_file(Wanted(path, known), _rules(root), time.time_ns() + wait_ns)


def test_a_file_yields_its_units_and_its_state(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def copy_file(): pass\n")
    found = _read(tmp_path, "a.py")
    assert isinstance(found, IndexedFile)
    assert [unit.name for unit in found.units] == ["a.py", "copy_file"]
    assert found.state.size == 22
    assert found.state.inode == (tmp_path / "a.py").stat().st_ino
    assert found.language == "python"


def test_a_file_whose_content_is_known_yields_its_state_alone(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    first = _read(tmp_path, "a.py")
    assert isinstance(first, IndexedFile)
    os.utime(tmp_path / "a.py", ns=(5, 5))
    again = _read(tmp_path, "a.py", first.state.content_hash)
    assert isinstance(again, FileState)
    assert again.mtime_ns == 5


def test_a_file_changed_at_the_time_it_is_read_is_not_trusted(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    found = _read(tmp_path, "a.py", wait_ns=0)
    assert isinstance(found, IndexedFile)
    assert found.state.inode == DOUBTFUL_INODE


def test_a_file_that_is_gone_yields_nothing(tmp_path: Path) -> None:
    assert _read(tmp_path, "a.py") is None


def test_a_link_and_a_pipe_yield_no_units(tmp_path: Path) -> None:
    (tmp_path / "real.py").write_text("x = 1\n")
    (tmp_path / "link.py").symlink_to("real.py")
    os.mkfifo(tmp_path / "pipe.py")
    link = _read(tmp_path, "link.py")
    assert isinstance(link, IndexedFile)
    assert link.reason.startswith("cannot be read")
    assert _read(tmp_path, "pipe.py") is None


def test_binary_minified_and_large_files_say_why_they_are_not_searched(tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(b"\0\1\2" * 100)
    (tmp_path / "b.js").write_text("var a=0;" * 5_000)
    (tmp_path / "c.txt").write_text("word " * 10)
    reasons = []
    for path, most in (("a.bin", 1_000_000), ("b.js", 1_000_000), ("c.txt", 49)):
        found = index_file(Wanted(path, b""), _rules(tmp_path, most), time.time_ns())
        assert isinstance(found, IndexedFile)
        assert found.units == ()
        reasons.append(found.reason)
    assert reasons == ["binary", "minified", "larger than 49 bytes"]
