"""One root of a workspace: its store, its indexer, and what is to be said of them."""

from __future__ import annotations

import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, TypeVar

from stemguard.domain.errors import Cancelled, IndexDamaged, IndexFull, IndexUnavailable, Unreadable
from stemguard.domain.query import View
from stemguard.location import (
    format_version,
    has_another_version,
    index_folder,
    make_index_folder,
    use_index_folder,
    versions,
)
from stemguard.ports.posting_store import Snapshot
from stemguard.store.memory import MemoryStore
from stemguard.store.sqlite.connect import is_there
from stemguard.store.sqlite.store import SqliteStore
from stemguard.sync.indexer import Indexer, Progress, Reads, SyncReport
from stemguard.sync.selection import Selection
from stemguard.sync.workers import Workers

#: How many files of a kind are named where all are counted.
_MOST_EXAMPLES = 20
#: Is asked where there is no index yet.
_NOT_MADE = MemoryStore()

_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class SkippedFiles:
    """Files that are not searched for one reason: how many, and the first by path."""

    reason: str
    count: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RootStatus:
    """What is known of a root, folders in it that are roots themselves included.

    `state` is "empty" before the first sync, "indexing" or "ready". `words` are weighted as in
    lengths; `last_change` is a Unix time. `parsed` counts files since this process opened the root.
    `notices` are sentences for a person that were not given out before.
    """

    root: Path
    state: str
    files: int
    units: int
    words: int
    bytes_on_disk: int
    parsed: int
    generation: int
    pending: int
    pending_examples: tuple[str, ...]
    skipped: tuple[SkippedFiles, ...]
    last_change: float | None
    versions: Mapping[str, str]
    notices: tuple[str, ...]
    index_folder: Path | None


class Seen(NamedTuple):
    """A snapshot of a folder; equal versions of one folder are equal corpora."""

    snapshot: Snapshot
    version: tuple[int, int]


class Folder:
    """One root. Any thread may ask; `sync` is for one at a time.

    The index is made by the first sync. Until then, and where it is not on disk yet, nothing is
    found and nothing is written.
    """

    def __init__(
        self,
        root: Path,
        selection: Selection,
        cache: Path,
        workers: Workers,
        environment: Mapping[str, str],
        most_files: int | None,
    ) -> None:
        self.root = root
        self.parsed = 0
        self._selection = selection
        self._cache = cache
        self._kept_in = index_folder(cache, root, selection)
        self._workers = workers
        self._environment = environment
        self._most_files = most_files
        self._notices: list[str] = []
        self._waiting: Progress | None = None
        self._syncing = threading.Lock()
        self._closing = threading.Event()
        # What follows changes under this lock.
        self._opening = threading.Lock()
        self._store: SqliteStore | None = None
        self._index_folder: Path | None = None
        self._version = 0
        self._has_gaps = False
        self._in_use = ExitStack()

    @contextmanager
    def snapshot(self) -> Iterator[Seen]:
        """The newest state of the index.

        Whoever finds it damaged while reading gets IndexDamaged, and a new one, which is empty,
        the next time. Raises IndexUnavailable where the folder is closed.
        """
        store, version = self._opened()
        try:
            with (store or _NOT_MADE).snapshot() as snapshot:
                yield Seen(snapshot, (version, snapshot.generation))
        finally:
            if store is not None and store.is_damaged:
                self._replace(store)

    def sync(
        self,
        only: Collection[str] | None,
        reads: Reads,
        progress: Callable[[Progress], None],
        cancelled: Callable[[], bool],
    ) -> SyncReport:
        """As `Indexer.sync`; an index that is damaged, or has no room, has another in its place."""
        if not self.root.is_dir():
            raise Unreadable(f"{self.root} is not a folder.")
        with self._syncing:
            for _ in range(2):
                store = self._made()
                try:
                    return self._synced(store, only, reads, progress, cancelled)
                except IndexDamaged as error:
                    trouble: IndexUnavailable = error
                    self._replace(store)
                except IndexFull as error:
                    trouble = error
                    self._leave(store, error)
            raise trouble

    @property
    def is_syncing(self) -> bool:
        """Whether a sync runs."""
        return self._syncing.locked()

    @property
    def is_lost(self) -> bool:
        """Whether the index proved to be damaged, and nobody has begun to fill the new one."""
        return self._has_gaps and not self.asked(lambda snapshot: snapshot.generation)

    @property
    def pending(self) -> int:
        """Files that are known to have changed and are not in yet."""
        waiting = self._waiting
        return waiting.total - waiting.done if waiting else 0

    def asked(self, ask: Callable[[Snapshot], _Answer]) -> _Answer:
        """What the newest state answers; a damaged index is asked again when it is replaced."""
        for _ in range(2):
            try:
                with self.snapshot() as seen:
                    return ask(seen.snapshot)
            except IndexDamaged as error:
                damage = error
        raise damage

    def status(self) -> RootStatus:
        """What is known of the root; its notices are given out once."""

        def read(snapshot: Snapshot) -> RootStatus:
            waiting = self._waiting
            return RootStatus(
                root=self.root,
                state=self._state(snapshot.generation),
                files=snapshot.n_files,
                units=snapshot.n_units,
                words=snapshot.total_length(View.ALL),
                bytes_on_disk=0 if self._store is None else self._store.size_bytes(),
                parsed=self.parsed,
                generation=snapshot.generation,
                pending=self.pending,
                pending_examples=waiting.waiting if waiting else (),
                skipped=_by_reason(snapshot.skipped()),
                last_change=snapshot.last_write,
                versions=versions(),
                notices=(),
                index_folder=self._index_folder,
            )

        status = self.asked(read)
        notices, self._notices = tuple(self._notices), []
        return replace(status, notices=notices)

    def close(self) -> None:
        """Ends the use of the index, for good, and a sync that runs, which raises Cancelled."""
        self._closing.set()
        with self._syncing, self._opening:
            if self._store is not None:
                self._store.close()
            self._store = None
            self._in_use.close()

    def _state(self, generation: int) -> str:
        if self.is_syncing:
            return "indexing"
        return "ready" if generation else "empty"

    def _synced(
        self,
        store: SqliteStore,
        only: Collection[str] | None,
        reads: Reads,
        progress: Callable[[Progress], None],
        cancelled: Callable[[], bool],
    ) -> SyncReport:
        before = self.parsed

        def note(now: Progress) -> None:
            self._waiting = now
            self.parsed = before + now.parsed
            progress(now)

        def stopped() -> bool:
            return self._closing.is_set() or cancelled()

        indexer = Indexer(
            self.root,
            self._selection,
            store,
            self._workers,
            lock_folder=self._index_folder,
            environment=self._environment,
            most_files=self._most_files,
        )
        if self._has_gaps:
            only = None
        try:
            report = indexer.sync(only=only, reads=reads, progress=note, cancelled=stopped)
        finally:
            self._waiting = None
        self._has_gaps = self._has_gaps and only is not None
        return report

    def _opened(self) -> tuple[SqliteStore | None, int]:
        """The index where there is one, also if another process made it, and its number."""
        with self._opening:
            if self._closing.is_set():
                raise IndexUnavailable(f"{self.root} is no longer part of the workspace.")
            if self._store is None and is_there(self._kept_in):
                self._open_store()
            return self._store, self._version

    def _made(self) -> SqliteStore:
        """The index, which is made where there is none."""
        with self._opening:
            if self._closing.is_set():
                raise Cancelled(f"{self.root} is no longer part of the workspace.")
            return self._store or self._open_store()

    def _replace(self, damaged: SqliteStore) -> None:
        """Opens the index anew, unless another thread has done so; the next sync fills it."""
        with self._opening:
            if self._store is damaged and not self._closing.is_set():
                damaged.close()
                self._store = None
                self._has_gaps = True
                store = self._open_store()
                if not store.was_rebuilt:
                    self._note_anew("its file was damaged.")

    def _leave(self, full: SqliteStore, error: IndexFull) -> None:
        """Goes on in a temporary folder, where that is not what has no room."""
        with self._opening:
            if self._index_folder is None:
                raise error
            full.close()
            self._open_temporary(error)

    def _open_store(self) -> SqliteStore:
        """The index in the cache, else one in a temporary folder that goes with this process."""
        folder = self._kept_in
        is_new = not is_there(folder)
        try:
            make_index_folder(self._cache, self.root, self._selection)
            store = SqliteStore.open(folder, format_version())
        except (OSError, IndexUnavailable) as error:
            return self._open_temporary(error)
        self._in_use.enter_context(use_index_folder(folder))
        if store.was_rebuilt:
            self._note_anew(store.was_rebuilt)
        elif is_new and not self._has_gaps and self._has_another_version():
            self._note_anew("another version had made it.")
        return self._take(store, folder)

    def _open_temporary(self, error: Exception) -> SqliteStore:
        self._notices.append(
            f"The index of {self.root} is kept for this session only: {_reason(error)}"
        )
        # Each its own: searches may still read from the one before.
        place = self._in_use.enter_context(tempfile.TemporaryDirectory(prefix="stemguard-"))
        return self._take(SqliteStore.open(Path(place), format_version()), None)

    def _take(self, store: SqliteStore, index_folder: Path | None) -> SqliteStore:
        self._store, self._index_folder = store, index_folder
        self._version += 1
        return store

    def _has_another_version(self) -> bool:
        return has_another_version(self._cache, self.root, self._selection)

    def _note_anew(self, why: str) -> None:
        self._notices.append(f"The index of {self.root} was made anew: {why}")


def _by_reason(skipped: Mapping[str, str]) -> tuple[SkippedFiles, ...]:
    counts = Counter(skipped.values())
    examples: dict[str, list[str]] = {}
    for path in sorted(skipped):
        named = examples.setdefault(skipped[path], [])
        if len(named) < _MOST_EXAMPLES:
            named.append(path)
    return tuple(
        SkippedFiles(reason, count, tuple(examples[reason]))
        for reason, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    )


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{error.strerror or type(error).__name__}."
    return str(error)


def is_huge(root: Path, environment: Mapping[str, str]) -> bool:
    """Whether a root is a home folder or the root of a file system, which nobody means to index."""
    home = environment.get("HOME")
    return root == Path(root.anchor) or (home is not None and root == Path(home).resolve())
