"""Opening the file: who may read it, what makes it unusable, and what is done about that."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import sqlite3
import stat
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path

from stemguard.domain.errors import (
    IndexBusy,
    IndexDamaged,
    IndexUnavailable,
    IndexUnwritable,
)
from stemguard.store.sqlite.schema import (
    FORMAT,
    GENERATION,
    LAST_WRITE,
    SCHEMA_VERSION,
    SEGMENTS_MADE,
    WHOLE,
    create_tables,
)

FILE_NAME = "index.db"
#: A damaged file is kept under this name, the last one only, for whoever wants to know why.
BROKEN_NAME = "index.db.broken"
#: Names the file that proved to be damaged while it was in use, and that file alone: a new one may
#: have taken its place before all who used the old one have noticed.
_DAMAGE_MARK = "index.db.damaged"
#: A write takes milliseconds, a merge of a million units some seconds: whoever is in the way for
#: longer is none of us. A search waits for no writer, but for one who opens what a crash has left.
_BUSY_TIMEOUT_S = 5.0
#: What SQLite keeps beside the file while it is open: the log, and the memory that is shared.
_LOG, _SHARED = "-wal", "-shm"
#: From this share of free pages the file is written anew: 0.5 s for each 100 MB.
_FREE_SHARE = 0.25

_UNWRITABLE = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
#: The same, by extended codes: the file is too short, or another one has its name.
_LOSS = {sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_READONLY_DBMOVED}


class Damage(Exception):
    """The file lacks something that was written to it."""


class Opening(Enum):
    """What was found when a store was opened; the values are for a person, after "made anew:"."""

    FOUND = ""
    NEW = "there was none."
    OTHER_FORMAT = "another version had made it."
    DAMAGED = "its file was damaged."


def prepare(folder: Path, format_version: str) -> Opening:
    """Makes sure that the folder holds an index of this format.

    One of another format is removed, a damaged one set aside. Raises IndexUnavailable where the
    folder cannot hold one: it is read-only, or its file system lacks shared memory or locks.
    """
    wanted = f"{SCHEMA_VERSION} {format_version}"
    with errors_of(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _alone_in(folder):
            opening = _found(folder, wanted)
            if opening is not Opening.FOUND:
                if opening is Opening.DAMAGED:
                    _set_aside(folder)
                for suffix in ("", _LOG, _SHARED):
                    _remove(folder / f"{FILE_NAME}{suffix}")
                (folder / _DAMAGE_MARK).unlink(missing_ok=True)
                _make_private(folder)
                _create(folder, wanted)
            return opening


def is_there(folder: Path) -> bool:
    """Whether the folder holds an index, in whatever state."""
    return os.path.lexists(_file(folder))


def identity_at(file: Path) -> str:
    """What tells whatever is at a path from what else may be there; "" where nothing is."""
    try:
        status = file.lstat()
    except OSError:
        return ""
    return f"{status.st_dev} {status.st_ino}"


def identity_of(folder: Path) -> str:
    """What tells the file from others that had its name; "" where there is none.

    A file that somebody has open shares it with none.
    """
    return identity_at(_file(folder))


def identity_in_use(folder: Path) -> tuple[str, ...]:
    """As `identity_of`, of the file and of what SQLite keeps beside it while somebody reads.

    Whoever opened the file when another log had its name reads another state than the others.
    """
    file = _file(folder)
    return tuple(identity_at(Path(f"{file}{suffix}")) for suffix in ("", _LOG, _SHARED))


def mend_shared_memory(file: Path, size_bytes: int) -> int:
    """Gives the memory that users of a file share its size back where it was cut; the size it has.

    To touch what was cut off kills a process (SIGBUS). SQLite finds zeros there, and what belongs
    there in the log. Never opened: closing it would take SQLite's locks from it, process-wide.
    """
    shared = Path(f"{file}{_SHARED}")
    with suppress(OSError):
        now = shared.stat().st_size
        if now >= size_bytes:
            return now
        os.truncate(shared, size_bytes)
    return size_bytes


def mark_damage(folder: Path, identity: str) -> None:
    """Remembers, if the disk lets it, that this file is damaged: it is set aside when opened."""
    with suppress(OSError):
        (folder / _DAMAGE_MARK).write_text(identity)


def connect(folder: Path) -> sqlite3.Connection:
    """A connection to the file, which must be there; one thread may use it at a time."""
    connection = sqlite3.connect(
        _file(folder).absolute().as_uri() + "?mode=rw",
        uri=True,
        timeout=_BUSY_TIMEOUT_S,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        # Rows are a few KB: half a page of each is lost, 8 % of the file at SQLite's own 4096.
        connection.execute("pragma page_size = 2048")
        (mode,) = connection.execute("pragma journal_mode = wal").fetchone()
        if mode != "wal":
            raise IndexUnavailable(f"The file system of {folder} cannot hold an index.")
        # A crash of the machine may lose the last writes, never the file.
        connection.execute("pragma synchronous = normal")
        # Some builds overwrite all that is deleted, at twice the time and five times the log.
        connection.execute("pragma secure_delete = fast").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def shrink(connection: sqlite3.Connection) -> None:
    """Gives free pages and the log back to the disk, unless somebody is reading just then."""
    (pages,) = connection.execute("pragma page_count").fetchone()
    (free,) = connection.execute("pragma freelist_count").fetchone()
    # Both would wait for every open snapshot to be left.
    connection.execute("pragma busy_timeout = 0").fetchone()
    try:
        if free > _FREE_SHARE * pages:
            connection.execute("vacuum")
        connection.execute("pragma wal_checkpoint(truncate)").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
    finally:
        connection.execute(f"pragma busy_timeout = {int(_BUSY_TIMEOUT_S * 1000)}").fetchone()


@contextmanager
def errors_of(folder: Path) -> Iterator[None]:
    """Says what SQLite and the file system refuse as IndexUnavailable, and loss as IndexDamaged."""
    try:
        yield
    except (sqlite3.Error, zlib.error, struct.error, Damage) as error:
        kind = IndexDamaged if is_damage(error) else IndexUnavailable
        code = getattr(error, "sqlite_errorcode", 0)
        if kind is IndexUnavailable and code & 0xFF in _UNWRITABLE:
            kind = IndexUnwritable
        if code & 0xFF in _BUSY:
            raise IndexBusy(f"Another program keeps the index in {folder} to itself.") from error
        raise kind(f"The index in {folder} cannot be used: {error}.") from error
    except OSError as error:
        refusals = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM)
        kind = IndexUnwritable if error.errno in refusals else IndexUnavailable
        raise kind(f"The index in {folder} cannot be used: {error.strerror}.") from error


def _found(folder: Path, wanted: str) -> Opening:
    try:
        status = _file(folder).lstat()
    except FileNotFoundError:
        return Opening.NEW
    if not stat.S_ISREG(status.st_mode) or _marked(folder) == identity_of(folder):
        return Opening.DAMAGED
    if not status.st_size:
        return Opening.NEW
    connection = None
    try:
        connection = connect(folder)
        tables = connection.execute("select count(*) from sqlite_master").fetchone()[0]
        if not tables:
            return Opening.NEW
        row = connection.execute("select value from meta where key = ?", (FORMAT,)).fetchone()
    except sqlite3.Error as error:
        if _lacks_a_table(error):
            return Opening.OTHER_FORMAT
        if is_damage(error):
            return Opening.DAMAGED
        raise
    finally:
        if connection is not None:
            connection.close()
    return Opening.FOUND if row == (wanted,) else Opening.OTHER_FORMAT


def _create(folder: Path, wanted: str) -> None:
    connection = connect(folder)
    try:
        connection.execute("begin immediate")
        # Another process may have been faster, where the file system has no locks.
        if not connection.execute("select count(*) from sqlite_master").fetchone()[0]:
            create_tables(connection)
            connection.executemany(
                "insert into meta (key, value) values (?, ?)",
                [
                    (FORMAT, wanted),
                    *((GENERATION, "0"), (SEGMENTS_MADE, "0")),
                    *((LAST_WRITE, ""), (WHOLE, "")),
                ],
            )
        connection.execute("commit")
    finally:
        connection.close()


def _make_private(folder: Path) -> None:
    """SQLite gives the log and the shared memory the mode of the file."""
    # Never a file that is there: closing it would take SQLite's locks from it, process-wide.
    with suppress(FileExistsError):
        os.close(os.open(_file(folder), os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def _file(folder: Path) -> Path:
    return folder / FILE_NAME


def _marked(folder: Path) -> str | None:
    """The file that the mark of damage names; None where there is no mark."""
    try:
        return (folder / _DAMAGE_MARK).read_text()
    except OSError:
        return None


def _set_aside(folder: Path) -> None:
    broken = folder / BROKEN_NAME
    _remove(broken)
    _file(folder).rename(broken)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Nobody else makes or replaces the file meanwhile, where the file system has locks."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def is_damage(error: Exception) -> bool:
    """Whether something that was written is not there any more, or not as it was."""
    if not isinstance(error, sqlite3.Error):
        return True
    code = getattr(error, "sqlite_errorcode", 0)
    # The extended codes of damage have its code in their low byte. A file that was cut to nothing
    # is an empty database.
    return code & 0xFF in _DAMAGE or code in _LOSS or _lacks_a_table(error)


def _lacks_a_table(error: sqlite3.Error) -> bool:
    return "no such table" in str(error)
