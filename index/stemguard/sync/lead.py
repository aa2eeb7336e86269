"""One process leads a root: it watches and surveys, the others read what it writes.

Whoever leads shows that it lives by the time of its lock file. One that is stopped keeps the lock;
others lead as well until it goes on, which costs a look and no reading: the disk is compared with
the index, whoever looks.
"""

from __future__ import annotations

import errno
import fcntl
import os
from contextlib import suppress
from enum import Enum
from pathlib import Path

#: What flock says where another process holds the lock.
_HELD = (errno.EAGAIN, errno.EACCES)
#: Whoever leads asks every second; a machine that is busy may make it late.
_SILENCE_S = 5.0


class Lead(Enum):
    """What is led: all that keeps a root current, or just the sweeps of those a client tells."""

    WATCH = "leader"
    SWEEP = "sweeper"


class Leadership:
    """The lead of the root whose index is in a folder; None is an index that nobody shares.

    It ends with the process, whatever ends that.
    """

    def __init__(self, folder: Path | None, lead: Lead) -> None:
        self._file = None if folder is None else folder / lead.value
        self._descriptor: int | None = None
        # What was last seen of another that leads, and since when.
        self._sign: int | None = None
        self._since = 0.0

    def try_to_lead(self, now: float) -> bool:
        """Whether this process leads from now on; never waits.

        Where there is no lock to be had by anybody, everybody leads. Whoever leads asks again every
        second: with the folder of the index the lead goes, too, and others lead beside one that has
        not asked for long. `now` is in seconds of a clock that never goes back.
        """
        if self._file is None:
            return True
        if self._descriptor is not None:
            if _is_same_file(self._descriptor, self._file):
                self._give_sign(self._descriptor)
                return True
            self.give_up()
        try:
            descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError:
            return True
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            sign = os.fstat(descriptor).st_mtime_ns
            os.close(descriptor)
            return error.errno not in _HELD or self._is_silent(sign, now)
        self._descriptor = descriptor
        self._give_sign(descriptor)
        return True

    def give_up(self) -> None:
        """Lets another process lead."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _give_sign(self, descriptor: int) -> None:
        self._sign = None
        with suppress(OSError):
            os.utime(descriptor)

    def _is_silent(self, sign: int, now: float) -> bool:
        """Whether another that leads has given no other sign for long, by the clock here."""
        if sign != self._sign:
            self._sign, self._since = sign, now
        return now - self._since > _SILENCE_S


def _is_same_file(descriptor: int, file: Path) -> bool:
    try:
        there, held = file.stat(), os.fstat(descriptor)
    except OSError:
        return False
    return (there.st_dev, there.st_ino) == (held.st_dev, held.st_ino)
