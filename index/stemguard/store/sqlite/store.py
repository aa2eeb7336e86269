"""The store of one folder: who may do what at the same time, and in which transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, RLock

from stemguard.domain.errors import IndexUnavailable
from stemguard.ports.posting_store import Batch, FileState, IndexedFile, Snapshot
from stemguard.store.sqlite import policy, write
from stemguard.store.sqlite.cache import ByteCache
from stemguard.store.sqlite.connect import Opening, connect, errors_of, prepare, shrink
from stemguard.store.sqlite.pack import PackedBatch, pack
from stemguard.store.sqlite.policy import Limits
from stemguard.store.sqlite.snapshot import Loaded, Reading, SqliteSnapshot, load

#: Decoded postings of an index of a million units fit but for the commonest words.
_CACHE_BYTES = 64 << 20
#: As many searches as there are threads for them; more are opened and closed again.
_MOST_IDLE = 4


class SqliteStore:
    """Satisfies `PostingStore`.

    `was_rebuilt` says, in the rest of a sentence, why an index that was there was replaced by an
    empty one; it is "" where none was.
    """

    def __init__(self, folder: Path, opening: Opening, limits: Limits) -> None:
        self.was_rebuilt = "" if opening is Opening.NEW else opening.value
        self._folder = folder
        self._limits = limits
        self._cache = ByteCache(_CACHE_BYTES)
        self._writing = RLock()
        self._writer: sqlite3.Connection | None = None
        self._loading = Lock()
        self._loaded: Loaded | None = None
        self._pool = Lock()
        self._idle: list[sqlite3.Connection] = []
        self._closed = False

    @classmethod
    def open(cls, folder: Path, format_version: str, limits: Limits | None = None) -> SqliteStore:
        """The store in this folder, which is made where it is missing.

        `format_version` says what decides the content of units and terms; an index with another
        one is replaced by an empty one, and so is a damaged one. Raises IndexUnavailable where the
        folder cannot hold an index.
        """
        return cls(folder, prepare(folder, format_version), limits or Limits())

    @contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        connection = self._take()
        try:
            with errors_of(self._folder):
                connection.execute("begin")
            reading = Reading(connection, self._folder)
            with self._loading:
                self._loaded = load(reading, self._loaded, self._cache)
                loaded = self._loaded
            yield SqliteSnapshot(reading, loaded, self._cache)
        finally:
            self._give_back(connection)

    def packer(self) -> Callable[[Sequence[IndexedFile]], Batch]:
        return pack

    def write(
        self,
        batches: Sequence[Batch] = (),
        removed: Collection[str] = (),
        touched: Mapping[str, FileState] | None = None,
    ) -> int:
        with self._transaction() as connection:
            write.touch(connection, touched or {})
            write.forget(connection, removed)
            for batch in batches:
                assert isinstance(batch, PackedBatch)
                write.put(connection, batch)
            too_many = policy.after_write(write.sizes(connection), self._limits)
            if too_many:
                write.merge(connection, Reading(connection, self._folder), too_many)
            return write.next_generation(connection)

    def tidy(self) -> None:
        with self._transaction() as connection:
            untidy = policy.when_idle(write.sizes(connection), self._limits)
            if untidy:
                write.merge(connection, Reading(connection, self._folder), untidy)
                write.next_generation(connection)
        with self._writing, errors_of(self._folder):
            shrink(self._opened_writer())

    def size_bytes(self) -> int:
        with errors_of(self._folder):
            return sum(file.stat().st_size for file in self._folder.glob("index.db*"))

    def close(self) -> None:
        with self._pool:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()
        with self._writing:
            if self._writer is not None:
                self._writer.close()
                self._writer = None

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._writing, errors_of(self._folder):
            connection = self._opened_writer()
            connection.execute("begin immediate")
            try:
                yield connection
                connection.execute("commit")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("rollback")
                raise

    def _opened_writer(self) -> sqlite3.Connection:
        if self._closed:
            raise IndexUnavailable(f"The index in {self._folder} was closed.")
        if self._writer is None:
            self._writer = connect(self._folder)
        return self._writer

    def _take(self) -> sqlite3.Connection:
        with self._pool:
            if self._closed:
                raise IndexUnavailable(f"The index in {self._folder} was closed.")
            if self._idle:
                return self._idle.pop()
        with errors_of(self._folder):
            return connect(self._folder)

    def _give_back(self, connection: sqlite3.Connection) -> None:
        if connection.in_transaction:
            connection.execute("rollback")
        with self._pool:
            if not self._closed and len(self._idle) < _MOST_IDLE:
                self._idle.append(connection)
                return
        connection.close()
