"""One root of a workspace: its store, its indexer, and what is to be said of them."""

from __future__ import annotations

import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from stemguard.domain.errors import IndexUnavailable, Unreadable
from stemguard.domain.query import View
from stemguard.location import format_version, index_folder, make_index_folder, versions
from stemguard.ports.posting_store import Snapshot
from stemguard.store.sqlite.store import SqliteStore
from stemguard.sync.indexer import Indexer, Progress, SyncReport
from stemguard.sync.selection import Selection
from stemguard.sync.workers import Workers

#: How many files of a kind are named where all are counted.
_MOST_EXAMPLES = 20


@dataclass(frozen=True, slots=True)
class SkippedFiles:
    """Files that are not searched for one reason: how many, and the first by path."""

    reason: str
    count: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RootStatus:
    """What is known of a root. `words` are weighted as in lengths; `last_change` is a Unix time.

    `parsed` counts files since this process opened the root. `notices` are sentences for a person
    that were not given out before.
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
    watch: str
    last_change: float | None
    versions: Mapping[str, str]
    notices: tuple[str, ...]
    index_folder: Path | None


class Folder:
    """One root. Any thread may ask; `sync` is for one at a time."""

    def __init__(
        self,
        root: Path,
        selection: Selection,
        cache: Path,
        workers: Workers,
        environment: Mapping[str, str],
    ) -> None:
        self.root = root
        self.parsed = 0
        self.last_change: float | None = None
        self._selection = selection
        self._cache = cache
        self._workers = workers
        self._environment = environment
        self._notices: list[str] = []
        self._waiting: Progress | None = None
        self._temporary: tempfile.TemporaryDirectory[str] | None = None
        self._opening = threading.Lock()
        self._closed = False
        self._store, self._index_folder = self._open_store()

    @contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        """The newest state of the index; a store that broke meanwhile is replaced by a new one."""
        try:
            context = self._store.snapshot()
            snapshot = context.__enter__()
        except IndexUnavailable:
            self._reopen()
            context = self._store.snapshot()
            snapshot = context.__enter__()
        try:
            yield snapshot
        finally:
            context.__exit__(None, None, None)

    def sync(
        self,
        *,
        only: Collection[str] | None,
        without: frozenset[str],
        afresh: bool,
        progress: Callable[[Progress], None],
        cancelled: Callable[[], bool],
    ) -> SyncReport:
        """As `Indexer.sync`; a store that broke is replaced, and everything is read again."""
        if not self.root.is_dir():
            raise Unreadable(f"{self.root} is not a folder.")

        def note(now: Progress) -> None:
            self._waiting = now
            progress(now)

        try:
            try:
                report = self._indexer().sync(
                    only=only,
                    without=without,
                    afresh=afresh,
                    progress=note,
                    cancelled=cancelled,
                )
            except IndexUnavailable:
                self._reopen()
                report = self._indexer().sync(without=without, progress=note, cancelled=cancelled)
        finally:
            self._waiting = None
        self.parsed += report.parsed
        if report.parsed or report.removed:
            self.last_change = time.time()
        return report

    @property
    def pending(self) -> int:
        """Files that are known to have changed and are not in yet."""
        return self._waiting.total - self._waiting.done if self._waiting else 0

    def status(self) -> RootStatus:
        """What is known of the root; its notices are given out once."""
        with self.snapshot() as snapshot:
            skipped = _by_reason(snapshot.skipped())
            files, units = snapshot.n_files, snapshot.n_units
            words, generation = snapshot.total_length(View.ALL), snapshot.generation
        notices, self._notices = tuple(self._notices), []
        waiting = self._waiting
        return RootStatus(
            root=self.root,
            state="indexing" if waiting else "ready",
            files=files,
            units=units,
            words=words,
            bytes_on_disk=self._store.size_bytes(),
            parsed=self.parsed,
            generation=generation,
            pending=self.pending,
            pending_examples=waiting.waiting if waiting else (),
            skipped=skipped,
            watch="client",
            last_change=self.last_change,
            versions=versions(),
            notices=notices,
            index_folder=self._index_folder,
        )

    def close(self) -> None:
        """Ends the use of the store, for good."""
        with self._opening:
            self._closed = True
            self._store.close()
        if self._temporary is not None:
            self._temporary.cleanup()

    def _indexer(self) -> Indexer:
        return Indexer(
            self.root,
            self._selection,
            self._store,
            self._workers,
            lock_folder=self._index_folder,
            environment=self._environment,
        )

    def _reopen(self) -> None:
        with self._opening:
            if self._closed:
                raise IndexUnavailable(f"{self.root} is no longer part of the workspace.")
            self._store.close()
            self._store, self._index_folder = self._open_store()

    def _open_store(self) -> tuple[SqliteStore, Path | None]:
        """The index in the cache, else one in a temporary folder that goes with this process."""
        folder = index_folder(self._cache, self.root, self._selection)
        try:
            make_index_folder(folder, self.root)
            store = SqliteStore.open(folder, format_version())
        except (OSError, IndexUnavailable) as error:
            self._notices.append(
                f"The index of {self.root} is kept for this session only: {_reason(error)}"
            )
            self._temporary = tempfile.TemporaryDirectory(prefix="stemguard-")
            return SqliteStore.open(Path(self._temporary.name), format_version()), None
        if store.was_rebuilt:
            self._notices.append(f"The index of {self.root} was made anew: {store.was_rebuilt}")
        return store, folder


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
