"""One process leads a root: it watches and surveys, the others read what it writes."""

from __future__ import annotations

import errno
import fcntl
import os
from pathlib import Path

#: What flock says where another process holds the lock.
_HELD = (errno.EAGAIN, errno.EACCES)


class Leadership:
    """The lead of the root whose index is in a folder; None is an index that nobody shares.

    It ends with the process, whatever ends that.
    """

    def __init__(self, folder: Path | None) -> None:
        self._file = None if folder is None else folder / "leader"
        self._descriptor: int | None = None

    def try_to_lead(self) -> bool:
        """Whether this process leads from now on; never waits.

        Where there is no lock to be had by anybody, everybody leads. Whoever leads asks again from
        time to time: with the folder of the index the lead goes, too.
        """
        if self._file is None:
            return True
        if self._descriptor is not None:
            if _is_same_file(self._descriptor, self._file):
                return True
            self.give_up()
        try:
            descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError:
            return True
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(descriptor)
            return error.errno not in _HELD
        self._descriptor = descriptor
        return True

    def give_up(self) -> None:
        """Lets another process lead."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def _is_same_file(descriptor: int, file: Path) -> bool:
    try:
        there, held = file.stat(), os.fstat(descriptor)
    except OSError:
        return False
    return (there.st_dev, there.st_ino) == (held.st_dev, held.st_ino)
