"""What texts yielded, in a file of its own beside the index.

The index needs nothing of it, so that it may be small, damaged or gone: what cannot be read was
never known, and a file that SQLite refuses is removed and made anew. It is written without waiting
for the disk. A crash of the machine may tear it; each bundle has a checksum and the keys of its
texts, so that what is torn is noticed.
"""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from stemguard.ports.extraction_memory import Recall
from stemguard.ports.posting_store import Batch, IndexedFile
from stemguard.store.sqlite.bundle import BadBundle, Bundle, RecalledText, keys_of
from stemguard.store.sqlite.connect import identity_at, is_damage, mend_shared_memory
from stemguard.store.sqlite.pack import PackedBatch, pack_to_remember

log = logging.getLogger(__name__)

FILE_NAME = "remembered.db"
#: Another process keeps something just then: what a batch yields is not worth a longer wait.
_BUSY_TIMEOUT_S = 1.0
#: So much of what may be kept goes at once, that not every batch has to make room.
_ROOM_SHARE = 0.1

CREATE = (
    "create table bundles (id integer primary key, used integer, live integer, size integer)",
    "create table bundle_data (id integer primary key, data blob)",
    "create table texts (key blob primary key, bundle integer, place integer) without rowid",
)
FIND_TEXT = "select bundle, place from texts where key = ?"
READ_DATA = "select data from bundle_data where id = ?"
NEXT_USE = "select coalesce(max(used), 0) + 1 from bundles"
NOTE_USE = "update bundles set used = ? where id = ?"
ADD_BUNDLE = "insert into bundles (used, live, size) values (?, ?, ?)"
ADD_DATA = "insert into bundle_data (id, data) values (?, ?)"
LOSE_TEXT = "update bundles set live = live - 1 where id = (select bundle from texts where key = ?)"
ADD_TEXT = "insert or replace into texts (key, bundle, place) values (?, ?, ?)"
BY_LAST_USE = "select id, size from bundles order by used, id"
DELETE_BUNDLE = "delete from bundles where id = ?"
DELETE_EMPTY = "delete from bundles where live <= 0"
DELETE_DATA = "delete from bundle_data where id not in (select id from bundles)"
DELETE_TEXTS = "delete from texts where bundle not in (select id from bundles)"


@dataclass(frozen=True, slots=True)
class RememberedReader:
    """Satisfies `MemoryReader`."""

    folder: Path
    version: int

    @contextmanager
    def open(self) -> Iterator[Recall]:
        try:
            connection = _connect(self.folder, self.version, 0.0)
        except (sqlite3.Error, _OtherVersion) as error:
            _discard_if_of_no_use(self.folder, error)
            yield lambda _: None
            return
        with closing(connection):
            yield _Lookup(self, connection).recall


class RememberedTexts:
    """Satisfies `ExtractionMemory`.

    `format_version` as for the store: what was remembered with another one is forgotten.
    """

    def __init__(self, folder: Path, format_version: str) -> None:
        self._folder = folder
        # A version of SQLite's own is a number that is not negative.
        self._version = zlib.crc32(format_version.encode()) >> 1
        self._writing = Lock()
        self._has_no_room = False
        self._writer: sqlite3.Connection | None = None
        self._identity: tuple[str, ...] = ()
        self._shared_bytes = 0

    def reader(self) -> RememberedReader:
        return RememberedReader(self._folder, self._version)

    def packer(self) -> Callable[[Sequence[IndexedFile]], Batch]:
        return pack_to_remember

    def keep(self, batch: Batch, most_bytes: int) -> None:
        assert isinstance(batch, PackedBatch)
        if self._has_no_room or not (batch.learned or batch.recalled_from):
            return
        with self._writing:
            for _ in range(2):
                try:
                    self._keep(batch, most_bytes)
                except (sqlite3.Error, OSError) as error:
                    self._end_writer()
                    if _is_full(error):
                        self._leave_the_room()
                        break
                    if not _discard_if_of_no_use(self._folder, error):
                        break
                else:
                    break

    def forget(self) -> bool:
        """Leaves the room to whoever needs it more, from now on; whether it took any."""
        with self._writing:
            self._end_writer()
            takes_room = not self._has_no_room and self.size_bytes() > 0
            self._leave_the_room()
            return takes_room

    def size_bytes(self) -> int:
        size = 0
        for file in self._folder.glob(f"{FILE_NAME}*"):
            with suppress(FileNotFoundError):
                size += file.stat().st_size
        return size

    def close(self) -> None:
        with self._writing:
            self._end_writer()

    def _leave_the_room(self) -> None:
        self._has_no_room = True
        with suppress(OSError):
            _discard(self._folder)

    def _end_writer(self) -> None:
        if self._writer is not None:
            with suppress(sqlite3.Error):
                self._writer.close()
            self._writer = None

    def _keep(self, batch: PackedBatch, most_bytes: int) -> None:
        file = self._folder / FILE_NAME
        self._shared_bytes = mend_shared_memory(file, self._shared_bytes)
        if self._writer is None or _identity(self._folder) != self._identity:
            self._end_writer()
            self._writer = _opened(self._folder, self._version)
            self._identity = _identity(self._folder)
        connection = self._writer
        connection.execute("begin immediate")
        try:
            (now,) = connection.execute(NEXT_USE).fetchone()
            connection.executemany(NOTE_USE, [(now, number) for number in batch.recalled_from])
            for blob in batch.learned:
                _add(connection, blob, now)
            if connection.execute(DELETE_EMPTY).rowcount:
                connection.execute(DELETE_DATA)
            _make_room(connection, most_bytes)
            connection.execute("commit")
        except BaseException:
            if connection.in_transaction:
                connection.execute("rollback")
            raise


class _OtherVersion(Exception):
    """The file is one that another version made, or whose tables were never made."""


class _Lookup:
    """Reads bundles as their texts are asked for."""

    def __init__(self, way: RememberedReader, connection: sqlite3.Connection) -> None:
        self._way = way
        self._connection: sqlite3.Connection | None = connection
        self._bundles: dict[int, Bundle | None] = {}

    def recall(self, key: bytes) -> RecalledText | None:
        if self._connection is None:
            return None
        try:
            return self._found(self._connection, key)
        except sqlite3.Error as error:
            self._connection = None
            _discard_if_of_no_use(self._way.folder, error)
            return None

    def _found(self, connection: sqlite3.Connection, key: bytes) -> RecalledText | None:
        row = connection.execute(FIND_TEXT, (key,)).fetchone()
        if row is None:
            return None
        number, place = row
        if number not in self._bundles:
            self._bundles[number] = _read(connection, number)
        bundle = self._bundles[number]
        if bundle is None or bundle.keys[place : place + 1] != [key]:
            return None
        return RecalledText(bundle, place)


def _read(connection: sqlite3.Connection, number: int) -> Bundle | None:
    """The bundle; None where it is not what was written."""
    row = connection.execute(READ_DATA, (number,)).fetchone()
    try:
        return None if row is None else Bundle(number, row[0])
    except BadBundle:
        return None


def _add(connection: sqlite3.Connection, blob: bytes, now: int) -> None:
    keys = keys_of(blob)
    number = connection.execute(ADD_BUNDLE, (now, len(keys), len(blob))).lastrowid
    connection.execute(ADD_DATA, (number, blob))
    for place, key in enumerate(keys):
        connection.execute(LOSE_TEXT, (key,))
        connection.execute(ADD_TEXT, (key, number, place))


def _make_room(connection: sqlite3.Connection, most_bytes: int) -> None:
    """Lets the bundles go that were used least recently, where there are too many."""
    excess = _bytes_in_use(connection) - most_bytes
    if excess <= 0:
        return
    excess += int(_ROOM_SHARE * most_bytes)
    going = []
    for number, size in connection.execute(BY_LAST_USE):
        if excess <= 0:
            break
        going.append((number,))
        excess -= size
    connection.executemany(DELETE_BUNDLE, going)
    connection.execute(DELETE_DATA)
    connection.execute(DELETE_TEXTS)


def _bytes_in_use(connection: sqlite3.Connection) -> int:
    pages, free, size = (
        connection.execute(f"pragma {name}").fetchone()[0]
        for name in ("page_count", "freelist_count", "page_size")
    )
    return int((pages - free) * size)


def _opened(folder: Path, version: int) -> sqlite3.Connection:
    """A connection for writing to the file, which is made where there is none of this version."""
    try:
        connection = _connect(folder, version, _BUSY_TIMEOUT_S)
    except (sqlite3.Error, _OtherVersion) as error:
        if not _is_of_no_use(error):
            raise
        _discard(folder)
        os.close(os.open(folder / FILE_NAME, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        connection = _connect(folder, 0, _BUSY_TIMEOUT_S)
        connection.execute("pragma journal_mode = wal").fetchone()
        connection.execute("begin immediate")
        for statement in CREATE:
            connection.execute(statement)
        connection.execute(f"pragma user_version = {version}")
        connection.execute("commit")
    # What a crash of the machine takes along is noticed, and cut anew.
    connection.execute("pragma synchronous = off")
    return connection


def _connect(folder: Path, version: int, timeout_s: float) -> sqlite3.Connection:
    """A connection to the file, which must be there and have that version."""
    uri = (folder / FILE_NAME).absolute().as_uri() + "?mode=rw"
    connection = sqlite3.connect(
        uri, uri=True, timeout=timeout_s, isolation_level=None, check_same_thread=False
    )
    try:
        (found,) = connection.execute("pragma user_version").fetchone()
        if found != version:
            raise _OtherVersion
    except BaseException:
        connection.close()
        raise
    return connection


def _discard(folder: Path) -> None:
    """Forgets everything. Whoever has the file open finds it gone when he keeps something."""
    # The log last: with another file it would be taken for that one's.
    for suffix in ("", "-shm", "-wal"):
        (folder / f"{FILE_NAME}{suffix}").unlink(missing_ok=True)


def _discard_if_of_no_use(folder: Path, error: Exception) -> bool:
    """Whether the file was found to be such, and is gone."""
    if not _is_of_no_use(error):
        return False
    if (folder / FILE_NAME).exists():
        log.info("%s is of no use and made anew: %s", folder / FILE_NAME, error)
    with suppress(OSError):
        _discard(folder)
    return True


def _is_of_no_use(error: Exception) -> bool:
    """Whether the file is missing, damaged or of another version."""
    if isinstance(error, sqlite3.Error):
        return is_damage(error) or error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_CANTOPEN
    return isinstance(error, _OtherVersion)


def _is_full(error: Exception) -> bool:
    """Whether the disk has no room for more."""
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT)
    return isinstance(error, sqlite3.Error) and error.sqlite_errorcode == sqlite3.SQLITE_FULL


def _identity(folder: Path) -> tuple[str, ...]:
    """What tells the file and its log from others that were put in their place meanwhile."""
    return tuple(identity_at(folder / f"{FILE_NAME}{suffix}") for suffix in ("", "-wal"))
