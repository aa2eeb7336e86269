"""What every process that uses an index has yet to do, told to the others.

Whoever has something to do keeps a file in the folder of the index, locked for as long as there is
something: the kernel releases the lock when a process dies, so what a dead one has left is never
believed. Nothing here fails: what cannot be written or read counts as if nobody had told it.
"""

from __future__ import annotations

import fcntl
import json
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

#: The names of the files; the second is that of one which is not locked yet.
_PREFIX, _UNFINISHED = "todo-", "new-todo-"
#: Numbers that nobody can read so fast are not written.
_BETWEEN_WRITES_S = 0.2
#: Searches come in bursts, one for each key that is typed.
_BELIEVED_S = 0.05
#: The longest paths that there can be fit in.
_MOST_BYTES = 1 << 20


class Work(NamedTuple):
    """Files that are known to have changed and are not in the index yet, and the first of them.

    There is work without files: how many there are may not be known yet.
    """

    pending: int = 0
    examples: tuple[str, ...] = ()


class Announcements:
    """Those of one root. Any thread may ask, and tell."""

    def __init__(self) -> None:
        self._telling = threading.Lock()
        self._file: Path | None = None
        self._descriptor: int | None = None
        self._told: Work | None = None
        self._told_at = 0.0
        self._hearing = threading.Lock()
        self._heard: Work | None = None
        self._heard_at: float | None = None

    def tell(self, folder: Path | None, find: Callable[[], Work | None]) -> None:
        """Tells the others what is found to be done here; None is nothing.

        `folder` is that of the index, None where no other process has it. That there is something
        to do, that its files are known, and that nothing is left is told at once.
        """
        # Found under the lock: what was found before must not be told after.
        with self._telling:
            work = find()
            if work is None or folder is None:
                self._withdraw()
                return
            if self._descriptor is None:
                self._begin(folder)
            elif not self._is_due(work):
                return
            self._told, self._told_at = work, time.monotonic()
            self._write(work)

    def of_others(self, folder: Path | None) -> Work | None:
        """What all others together have yet to do; None is nothing. As it was up to 50 ms ago."""
        with self._hearing:
            now = time.monotonic()
            if self._heard_at is None or now - self._heard_at >= _BELIEVED_S:
                self._heard, self._heard_at = self._hear(folder), now
            return self._heard

    def _is_due(self, work: Work) -> bool:
        is_news = self._told is None or (self._told.pending == 0) != (work.pending == 0)
        return is_news or time.monotonic() - self._told_at >= _BETWEEN_WRITES_S

    def _begin(self, folder: Path) -> None:
        """Makes the file, which has its name once it is locked: others remove what is not."""
        name = os.urandom(8).hex()
        unfinished, file = folder / f"{_UNFINISHED}{name}", folder / f"{_PREFIX}{name}"
        try:
            descriptor = os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError:
            return
        # Before others can see it: this is not to hear itself.
        self._descriptor, self._file = descriptor, file
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            unfinished.rename(file)
        except OSError:
            with suppress(OSError):
                unfinished.unlink()
            self._withdraw()

    def _write(self, work: Work) -> None:
        if self._descriptor is not None:
            with suppress(OSError):
                content = json.dumps(work).encode()
                os.pwrite(self._descriptor, content, 0)
                os.ftruncate(self._descriptor, len(content))

    def _withdraw(self) -> None:
        if self._descriptor is not None and self._file is not None:
            with suppress(OSError):
                self._file.unlink()
            os.close(self._descriptor)
        self._descriptor = self._file = self._told = None

    def _hear(self, folder: Path | None) -> Work | None:
        files = _files(folder)
        # Asked for after the files, which may be of a moment when this had none.
        own = self._file
        heard = [_work_of(file) for file in files if file != own]
        work = [one for one in heard if one is not None]
        if not work:
            return None
        examples = tuple(path for one in work for path in one.examples)
        return Work(sum(one.pending for one in work), examples)


def _files(folder: Path | None) -> list[Path]:
    if folder is None:
        return []
    try:
        return [file for file in folder.iterdir() if file.name.startswith(_PREFIX)]
    except OSError:
        return []


def _work_of(file: Path) -> Work | None:
    """What a file tells, of an unknown number of files where it cannot be read; None if nothing.

    The file of a process that is dead is removed.
    """
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _parsed(descriptor)
    except OSError:
        return None
    else:
        with suppress(OSError):
            file.unlink()
        return None
    finally:
        os.close(descriptor)


def _parsed(descriptor: int) -> Work:
    try:
        pending, examples = json.loads(os.read(descriptor, _MOST_BYTES))
        return Work(int(pending), tuple(str(path) for path in examples))
    except (OSError, TypeError, ValueError):
        return Work()
