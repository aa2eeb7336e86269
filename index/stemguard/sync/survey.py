"""What differs between the disk and the store, found slowly and without holding all states."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress

from stemguard.ports.posting_store import FileState
from stemguard.sync.changes import is_unchanged
from stemguard.sync.selection import Selection
from stemguard.sync.walk import Hides, unruled, walk

#: States of a page: so many are read within a millisecond or two, and take little memory.
_PAGE = 1_000
#: Shorter sleeps than this would cost more than they make up for.
_SHORTEST_SLEEP_S = 0.01
#: A survey yields to everything else on the machine.
_NICE = 10
#: The index has this of a file that was never looked into.
_NEVER_LOOKED_INTO = FileState(0, 0, 0, 0, b"")

#: The states of the files after a path, in order of path, at most so many.
Pages = Callable[[str, int], Sequence[tuple[str, FileState]]]


def survey(
    root: str,
    selection: Selection,
    pages: Pages,
    *,
    environment: Mapping[str, str],
    duty: float,
    wait: Callable[[float], bool],
    on_folder: Callable[[str], None],
    on_rules: Callable[[str, Hides], None] = unruled,
) -> Iterator[str]:
    """The paths at which a sync would find something to do; those in doubt are among them.

    Takes no more than `duty` of a processor's time: between folders it calls `wait` with seconds,
    which says whether to stop; then it raises Cancelled. `on_folder` and `on_rules` are as in
    `walk`, from which Unreadable comes, too. For a thread that does nothing else meanwhile.
    """
    not_read: dict[str, str] = {}
    throttle = _Throttle(duty, wait)
    found = walk(
        root,
        selection,
        environment=environment,
        on_skipped=not_read.__setitem__,
        on_folder=on_folder,
        on_rules=on_rules,
        cancelled=throttle.must_stop,
    )
    known = _known(pages)
    state = next(known, None)
    for file in found:
        while state is not None and state[0] < file.path:
            yield from _unfound(state, not_read)
            state = next(known, None)
        if state is None or state[0] != file.path:
            yield file.path
            continue
        if not is_unchanged(file, state[1]):
            yield file.path
        state = next(known, None)
    while state is not None:
        yield from _unfound(state, not_read)
        state = next(known, None)
    yield from map(_lookable, sorted(not_read))
    throttle.must_stop()


def be_nice() -> None:
    """Lets the calling thread go after all others of the machine, where that can be had."""
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)


def _known(pages: Pages) -> Iterator[tuple[str, FileState]]:
    """All states in order; a snapshot is held for a page, never while the survey sleeps."""
    page = pages("", _PAGE)
    while page:
        yield from page
        page = pages(page[-1][0], _PAGE)


def _unfound(known: tuple[str, FileState], not_read: dict[str, str]) -> Iterator[str]:
    """The path if it has gone; what was skipped before and is still skipped has not."""
    path, state = known
    is_skipped = not_read.pop(path, None) is not None
    if not is_skipped or state != _NEVER_LOOKED_INTO:
        yield path


def _lookable(path: str) -> str:
    """The path itself, or the folder of one whose name, which is no text, was replaced."""
    return path.rpartition("/")[0] if "\\" in path else path


class _Throttle:
    """Keeps the calling thread's use of a processor below a share of the time that passes."""

    def __init__(self, duty: float, wait: Callable[[float], bool]) -> None:
        self._duty = duty
        self._wait = wait
        self._start = time.monotonic()
        self._used = time.thread_time()

    def must_stop(self) -> bool:
        """Sleeps as long as is owed."""
        used = time.thread_time() - self._used
        owed = used / self._duty - (time.monotonic() - self._start)
        return self._wait(owed if owed >= _SHORTEST_SLEEP_S else 0.0)
