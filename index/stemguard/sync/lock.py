"""One indexer at a time on an index, across processes; a crash releases the lock."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from stemguard.domain.errors import Cancelled

_TICK_S = 0.05


@contextmanager
def indexing_lock(folder: Path | None, cancelled: Callable[[], bool]) -> Iterator[None]:
    """Waits for the other indexers of this folder; no folder, or one without locks, has none.

    Raises Cancelled if `cancelled` says so while it waits.
    """
    descriptor = _open(folder)
    if descriptor is None:
        yield
        return
    try:
        while not _try_lock(descriptor):
            if cancelled():
                raise Cancelled("Indexing was cancelled.")
            time.sleep(_TICK_S)
        yield
    finally:
        os.close(descriptor)


def _open(folder: Path | None) -> int | None:
    if folder is None:
        return None
    try:
        return os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError:
        return None


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # A file system without locks: SQLite's own transactions still keep order.
    return True
