from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from stemguard.sync.announced import Announcements, Work

#: Tells of work, says so, and works for ever.
_WORKS = """
import sys
from pathlib import Path
from stemguard.sync.announced import Announcements, Work
Announcements().tell(Path(sys.argv[1]), lambda: Work(3, ("a.py",)))
print("told", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def other(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-c", _WORKS, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "told\n"
    yield process
    process.kill()
    process.communicate()


def _heard(folder: Path | None) -> Work | None:
    """What one hears who has heard nothing yet."""
    return Announcements().of_others(folder)


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_what_several_have_to_do_is_heard_until_they_have_nothing(tmp_path: Path) -> None:
    first, second = Announcements(), Announcements()
    first.tell(tmp_path, lambda: Work(2, ("a.py", "b\udcff.py")))
    assert _heard(tmp_path) == Work(2, ("a.py", "b\udcff.py"))
    second.tell(tmp_path, lambda: Work(1, ("c.py",)))
    heard = _heard(tmp_path)
    assert heard is not None
    assert (heard.pending, set(heard.examples)) == (3, {"a.py", "b\udcff.py", "c.py"})
    first.tell(tmp_path, lambda: None)
    assert _heard(tmp_path) == Work(1, ("c.py",))
    second.tell(tmp_path, lambda: None)
    assert _heard(tmp_path) is None
    assert _names(tmp_path) == []


def test_nobody_hears_himself(tmp_path: Path) -> None:
    one = Announcements()
    one.tell(tmp_path, Work)
    assert one.of_others(tmp_path) is None
    assert _heard(tmp_path) == Work()


def test_that_files_are_known_is_told_at_once(tmp_path: Path) -> None:
    one = Announcements()
    one.tell(tmp_path, Work)
    one.tell(tmp_path, lambda: Work(12, ("a.py",)))
    assert _heard(tmp_path) == Work(12, ("a.py",))
    one.tell(tmp_path, Work)
    assert _heard(tmp_path) == Work()


def test_a_process_that_was_killed_has_nothing_to_do(
    tmp_path: Path, other: subprocess.Popen[str]
) -> None:
    assert _heard(tmp_path) == Work(3, ("a.py",))
    other.kill()
    other.wait(20)
    assert len(_names(tmp_path)) == 1
    assert _heard(tmp_path) is None
    assert _names(tmp_path) == []


@pytest.mark.parametrize("content", [b"", b"[3, [", b"7", b"[3]", b'{"a": 1, "b": 2}', b"\xff"])
def test_work_that_cannot_be_read_is_work(
    tmp_path: Path, other: subprocess.Popen[str], content: bytes
) -> None:
    assert other.poll() is None
    [file] = tmp_path.iterdir()
    file.write_bytes(content)
    assert _heard(tmp_path) == Work()


def test_where_nothing_can_be_written_or_read_there_is_nothing_to_do(tmp_path: Path) -> None:
    one = Announcements()
    for folder in (None, tmp_path / "missing"):
        one.tell(folder, Work)
        assert _heard(folder) is None
    (tmp_path / "todo-folder").mkdir()
    os.mkfifo(tmp_path / "todo-pipe")
    (tmp_path / "todo-link").symlink_to("todo-link")
    assert _heard(tmp_path) is None


def test_what_is_told_again_after_its_folder_has_gone_is_heard(tmp_path: Path) -> None:
    place = tmp_path / "index"
    place.mkdir()
    one = Announcements()
    one.tell(place, Work)
    [file] = place.iterdir()
    file.unlink()
    one.tell(place, lambda: None)
    one.tell(place, Work)
    assert _heard(place) == Work()
