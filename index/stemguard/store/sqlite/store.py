"""The store of one folder: who may do what at the same time, and in which transaction."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, RLock

from stemguard.domain.corpus import Corpus
from stemguard.domain.errors import IndexDamaged, IndexUnavailable
from stemguard.ports.posting_store import Batch, FileState, IndexedFile, Snapshot
from stemguard.store.sqlite import policy, write
from stemguard.store.sqlite.cache import ByteCache
from stemguard.store.sqlite.connect import (
    FILE_NAME,
    Damage,
    Opening,
    connect,
    errors_of,
    identity_in_use,
    identity_of,
    mark_damage,
    mend_shared_memory,
    prepare,
    shrink,
)
from stemguard.store.sqlite.pack import PackedBatch, pack
from stemguard.store.sqlite.policy import Limits
from stemguard.store.sqlite.snapshot import Loaded, Reading, SqliteSnapshot, load
from stemguard.store.sqlite.unwritten import corpus_of

#: Decoded postings of an index of a million units fit but for the commonest words.
_CACHE_BYTES = 64 << 20
#: As many searches as there are threads for them; more are opened and closed again.
_MOST_IDLE = 4


class SqliteStore:
    """Satisfies `PostingStore`.

    `was_rebuilt` says, in the rest of a sentence, why an index that was there was replaced by an
    empty one; it is "" where none was. `is_damaged` says that it cannot be used any more and has
    to be opened anew, as something was lost or another file is in its place.
    """

    def __init__(
        self, folder: Path, opening: Opening, limits: Limits, clock: Callable[[], float]
    ) -> None:
        self.was_rebuilt = "" if opening is Opening.NEW else opening.value
        self.is_damaged = False
        self._clock = clock
        self._folder = folder
        self._limits = limits
        self._cache = ByteCache(_CACHE_BYTES)
        self._writing = RLock()
        self._writer: sqlite3.Connection | None = None
        self._loading = Lock()
        self._loaded: Loaded | None = None
        self._pool = Lock()
        self._closed = False
        self._identity = identity_of(folder)
        # One is open until the end: while it is, no other file has the identity of this one.
        with errors_of(folder):
            self._idle = [connect(folder)]
        self._in_use = identity_in_use(folder)
        self._file = folder / FILE_NAME
        self._shared_bytes = 0

    @classmethod
    def open(
        cls,
        folder: Path,
        format_version: str,
        limits: Limits | None = None,
        clock: Callable[[], float] = time.time,
    ) -> SqliteStore:
        """The store in this folder, which is made where it is missing.

        `format_version` says what decides the content of units and terms; an index with another
        one is replaced by an empty one, and so is a damaged one. Raises IndexUnavailable where the
        folder cannot hold an index.
        """
        return cls(folder, prepare(folder, format_version), limits or Limits(), clock)

    @contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        connection = self._take()
        try:
            reading = Reading(connection, self._errors)
            with self._errors():
                connection.execute("begin")
                with self._loading:
                    self._loaded = loaded = load(reading, self._loaded, self._cache)
            yield SqliteSnapshot(reading, loaded, self._cache)
        finally:
            self._give_back(connection)

    def packer(self) -> Callable[[Sequence[IndexedFile]], Batch]:
        return pack

    def corpus_of(self, batch: Batch) -> Corpus:
        assert isinstance(batch, PackedBatch)
        return corpus_of(batch)

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
                write.merge(connection, Reading(connection, self._errors), too_many)
            if batches or removed:
                write.note_time(connection, self._clock())
            return write.next_generation(connection)

    def complete(self) -> None:
        with self._transaction() as connection:
            write.note_whole(connection)
            write.next_generation(connection)

    def tidy(self) -> None:
        with self._transaction() as connection:
            untidy = policy.when_idle(write.sizes(connection), self._limits)
            if untidy:
                write.merge(connection, Reading(connection, self._errors), untidy)
                write.next_generation(connection)
        with self._errors(), self._writing:
            shrink(self._opened_writer())

    def size_bytes(self) -> int:
        with errors_of(self._folder):
            return sum(file.stat().st_size for file in self._folder.glob("index.db*"))

    def close(self) -> None:
        with self._pool:
            self._closed = True
            idle, self._idle = self._idle, []
        mend_shared_memory(self._file, self._shared_bytes)
        for connection in idle:
            connection.close()
        with self._writing:
            if self._writer is not None:
                self._writer.close()
                self._writer = None

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._errors(), self._writing:
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
            raise self._why_closed()
        self._see_the_same_file()
        if self._writer is None:
            self._writer = connect(self._folder)
        return self._writer

    def _take(self) -> sqlite3.Connection:
        with self._pool:
            if self._closed:
                raise self._why_closed()
            with self._errors():
                self._see_the_same_file()
            if self._idle:
                return self._idle.pop()
        with self._errors():
            return connect(self._folder)

    def _why_closed(self) -> IndexUnavailable:
        """Damage stays damage: whoever comes late must know that there is another index now."""
        if self.is_damaged:
            return IndexDamaged(f"The index in {self._folder} cannot be used: it was damaged.")
        return IndexUnavailable(f"The index in {self._folder} was closed.")

    def _see_the_same_file(self) -> None:
        self._shared_bytes = mend_shared_memory(self._file, self._shared_bytes)
        if identity_in_use(self._folder) != self._in_use:
            raise Damage("its file was replaced")

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """As `errors_of`; damage is remembered, whoever else may catch the error."""
        try:
            with errors_of(self._folder):
                yield
        except IndexDamaged:
            self.is_damaged = True
            mark_damage(self._folder, self._identity)
            raise

    def _give_back(self, connection: sqlite3.Connection) -> None:
        try:
            if connection.in_transaction:
                connection.execute("rollback")
        except sqlite3.Error:
            connection.close()
            return
        with self._pool:
            if not self._closed and len(self._idle) < _MOST_IDLE:
                self._idle.append(connection)
                return
        connection.close()
