"""Whose turn it is to index a root: one at a time in all processes, what is short before the rest.

A save must not wait for a first index. Whoever has much to do gives way between two batches to
whoever has little, in this process or another, and looks anew at what is left to do.

Two locks of the file system hold across processes, and the kernel releases them when a process
dies: `lock` is held by the one whose turn it is, `waiting` is shared by those that have little to
do and wait. Where there are none, turns are taken within this process alone, and the transactions
of the store keep order.
"""

from __future__ import annotations

import fcntl
import math
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from enum import Enum
from pathlib import Path

from stemguard.domain.errors import Cancelled

#: How long a turn of another process is slept through before it is asked for again.
_TICK_S = 0.02
#: Most turns are shorter; a longer one is worth a word to whoever waits for it.
_LONG_WAIT_S = 0.5


def unsaid() -> None:
    """For whom it is no news that another process has the turn."""


class Length(Enum):
    """How long a turn may take."""

    SHORT = "short"
    LONG = "long"


class Turn:
    """A turn that was taken."""

    def __init__(self, is_wanted: Callable[[], bool], give_way: Callable[[], None]) -> None:
        self._is_wanted = is_wanted
        self._give_way = give_way

    def is_wanted(self) -> bool:
        """Whether somebody with less to do waits for it. Never true of a short turn."""
        return self._is_wanted()

    def give_way(self) -> None:
        """Lets them have their turns. Raises Cancelled, and the turn is over then."""
        self._give_way()


class Turns:
    """The turns of one root, for all threads of this process."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._is_taken = False
        self._short_waiting = 0

    @contextmanager
    def take(
        self,
        length: Length,
        folder: Path | None,
        cancelled: Callable[[], bool],
        on_wait: Callable[[], None] = unsaid,
    ) -> Iterator[Turn]:
        """Waits for a turn; `folder` is that of the index, None where no other process has it.

        Raises Cancelled if `cancelled` says so while it waits. `on_wait` is called once in each
        wait for another process that takes half a second; what it raises ends the wait.
        """
        with _Locks(folder) as locks:
            self._wait(length, locks, cancelled, on_wait)
            is_mine = True

            def is_wanted() -> bool:
                return length is Length.LONG and (self._short_waiting > 0 or locks.is_wanted())

            def give_way() -> None:
                nonlocal is_mine
                is_mine = False
                self._leave(locks)
                self._wait(length, locks, cancelled, on_wait)
                is_mine = True

            try:
                yield Turn(is_wanted, give_way)
            finally:
                if is_mine:
                    self._leave(locks)

    def _wait(
        self,
        length: Length,
        locks: _Locks,
        cancelled: Callable[[], bool],
        on_wait: Callable[[], None],
    ) -> None:
        self._wait_for_threads(length, cancelled)
        say_at = time.monotonic() + _LONG_WAIT_S
        try:
            with locks.announced(length):
                while (length is Length.LONG and locks.is_wanted()) or not locks.try_to_take():
                    if cancelled():
                        raise Cancelled("Indexing was cancelled.")
                    if time.monotonic() >= say_at:
                        say_at = math.inf
                        on_wait()
                    time.sleep(_TICK_S)
        except BaseException:
            self._pass_on()
            raise

    def _wait_for_threads(self, length: Length, cancelled: Callable[[], bool]) -> None:
        is_short = length is Length.SHORT

        def is_free() -> bool:
            return not self._is_taken and (is_short or not self._short_waiting)

        with self._changed:
            self._short_waiting += is_short
            try:
                while not self._changed.wait_for(is_free, _TICK_S):
                    if cancelled():
                        raise Cancelled("Indexing was cancelled.")
                self._is_taken = True
            finally:
                self._short_waiting -= is_short

    def _leave(self, locks: _Locks) -> None:
        locks.release()
        self._pass_on()

    def _pass_on(self) -> None:
        with self._changed:
            self._is_taken = False
            self._changed.notify_all()


class _Locks:
    """The two files of a folder, as one caller has them open."""

    def __init__(self, folder: Path | None) -> None:
        self._open = ExitStack()
        self._turn = self._opened(folder, "lock")
        self._waiting = self._opened(folder, "waiting")

    def __enter__(self) -> _Locks:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def try_to_take(self) -> bool:
        """Whether it is this caller's turn now."""
        return _try_lock(self._turn, fcntl.LOCK_EX)

    def release(self) -> None:
        """Ends the turn."""
        _unlock(self._turn)

    def is_wanted(self) -> bool:
        """Whether another process has announced that it waits."""
        if not _try_lock(self._waiting, fcntl.LOCK_EX):
            return True
        _unlock(self._waiting)
        return False

    @contextmanager
    def announced(self, length: Length) -> Iterator[None]:
        """Says meanwhile that a short turn is waited for; of a long one nothing is said."""
        if length is Length.LONG:
            yield
            return
        # Refused just while another asks whether anybody waits.
        while not _try_lock(self._waiting, fcntl.LOCK_SH):
            time.sleep(_TICK_S / 20)
        try:
            yield
        finally:
            _unlock(self._waiting)

    def _opened(self, folder: Path | None, name: str) -> int | None:
        if folder is None:
            return None
        try:
            descriptor = os.open(folder / name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError:
            return None
        self._open.callback(os.close, descriptor)
        return descriptor


def _try_lock(descriptor: int | None, kind: int) -> bool:
    if descriptor is None:
        return True
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a file system without locks
    return True


def _unlock(descriptor: int | None) -> None:
    if descriptor is not None:
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_UN)
