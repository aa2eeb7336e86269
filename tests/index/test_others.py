"""Several workspaces on one index: each says what the others have yet to do.

They share no more than processes do.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.patience import LONGEST_WAIT_S

from stemguard import Cancelled, Unreadable, Workspace
from stemguard.workspace import Progress, WatchMode


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    root.mkdir()
    (root / "a.py").write_text("def first(): pass\n")
    return root


@pytest.fixture
def both(root: Path, tmp_path: Path) -> Iterator[tuple[Workspace, Workspace]]:
    """Two workspaces on an index with one file."""
    with (
        Workspace.open(root, cache=tmp_path / "cache", workers=1) as one,
        Workspace.open(root, cache=tmp_path / "cache", workers=1) as other,
    ):
        one.sync()
        yield one, other


class Stop:
    """Where a sync stands still until it may go on."""

    def __init__(self) -> None:
        self._reached = threading.Event()
        self._may_go_on = threading.Event()

    def here(self) -> None:
        self._reached.set()
        assert self._may_go_on.wait(LONGEST_WAIT_S)

    @contextmanager
    def reached(self, work: Callable[[], object]) -> Iterator[None]:
        """Work on another thread that stands still; it is done when this is left."""
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        assert self._reached.wait(LONGEST_WAIT_S)
        try:
            yield
        finally:
            self._may_go_on.set()
            thread.join(LONGEST_WAIT_S)
        assert not thread.is_alive()


def _state(workspace: Workspace) -> tuple[str, int]:
    state = workspace.index_state()
    return state.state, state.pending


def _comes_to(workspace: Workspace, expected: tuple[str, int]) -> None:
    """What was heard may be a moment old."""
    pause, deadline = threading.Event(), time.monotonic() + LONGEST_WAIT_S
    while _state(workspace) != expected:
        assert time.monotonic() < deadline, _state(workspace)
        pause.wait(0.02)


def test_files_that_another_reads_are_pending_and_named(
    both: tuple[Workspace, Workspace], root: Path
) -> None:
    for name in ("b", "c", "d"):
        (root / f"{name}.py").write_text("def later(): pass\n")
    one, other = both
    stop = Stop()

    def progress(now: Progress) -> None:
        stop.here()

    with stop.reached(lambda: one.sync(progress=progress)):
        _comes_to(other, ("indexing", 3))
        [status] = other.status()
        assert (status.state, status.pending) == ("indexing", 3)
        assert sorted(status.pending_examples) == ["b.py", "c.py", "d.py"]
        # Its own are not counted twice.
        assert _state(one) == ("indexing", 3)
    _comes_to(other, ("ready", 0))
    assert len(other.search("later").hits) == 3


def test_that_another_looks_for_changes_is_indexing(both: tuple[Workspace, Workspace]) -> None:
    one, other = both
    stop = Stop()

    def cancelled() -> bool:
        stop.here()
        return False

    with stop.reached(lambda: one.sync(cancelled=cancelled)):
        _comes_to(other, ("indexing", 0))
        assert other.status()[0].state == "indexing"
    _comes_to(other, ("ready", 0))


def test_a_first_index_that_another_makes_is_indexing(root: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    with (
        Workspace.open(root, cache=cache, workers=1) as one,
        Workspace.open(root, cache=cache, workers=1) as other,
    ):
        assert _state(other) == ("empty", 0)
        stop = Stop()

        def progress(now: Progress) -> None:
            stop.here()

        with stop.reached(lambda: one.sync(progress=progress)):
            _comes_to(other, ("indexing", 1))
        _comes_to(other, ("ready", 0))


@pytest.mark.parametrize("ends", ["synced", "cancelled", "gone", "closed"])
def test_what_another_was_told_of_is_pending_until_it_has_looked(
    both: tuple[Workspace, Workspace], root: Path, tmp_path: Path, ends: str
) -> None:
    one, other = both
    looked: list[Collection[Path]] = []
    changed = threading.Condition()

    def look(paths: Collection[Path]) -> None:
        with changed:
            looked.append(paths)
            changed.notify()

    one.watch(look, WatchMode.CLIENT, has_client_watching=True)
    _comes_to(other, ("indexing", 0))
    one.sync()
    _comes_to(other, ("ready", 0))
    file = root / "b.py"
    file.write_text("def later(): pass\n")
    one.tell([file])
    _comes_to(other, ("indexing", 1))
    with changed:
        assert changed.wait_for(lambda: [file] in looked, LONGEST_WAIT_S)
    # Nobody has begun with what was handed on. Who comes now has heard nothing before.
    with Workspace.open(root, cache=tmp_path / "cache", workers=1) as late:
        assert _state(late) == ("indexing", 1)
    _comes_to(other, ("indexing", 1))
    assert other.status()[0].pending_examples == ("b.py",)
    if ends == "synced":
        one.sync(only=[file])
    elif ends == "cancelled":
        with pytest.raises(Cancelled):
            one.sync(only=[file], cancelled=lambda: True)
    elif ends == "gone":
        root.rename(root.with_name("aside"))
        with pytest.raises(Unreadable):
            one.sync(only=[file])
    else:
        one.close()
    _comes_to(other, ("ready", 0))


def test_what_settles_with_another_is_pending(
    both: tuple[Workspace, Workspace], root: Path
) -> None:
    one, other = both
    looked: list[Collection[Path]] = []
    one.watch(looked.append, WatchMode.CLIENT)
    one.sync()
    files = [root / f"m{number}.py" for number in range(30)]
    pause, deadline = threading.Event(), time.monotonic() + LONGEST_WAIT_S
    while _state(other) != ("indexing", 30):
        assert time.monotonic() < deadline
        # Again and again, so that they do not settle.
        one.tell(files)
        pause.wait(0.02)
    assert looked == [[root.resolve()]]
