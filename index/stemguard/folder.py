"""One root of a workspace: its store, its indexer, and what is to be said of them."""

from __future__ import annotations

import re
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeVar

from stemguard.domain.corpus import Corpus
from stemguard.domain.errors import (
    Cancelled,
    IndexDamaged,
    IndexUnavailable,
    IndexUnwritable,
    Unreadable,
)
from stemguard.domain.query import View
from stemguard.location import (
    format_version,
    has_another_version,
    index_folder,
    make_index_folder,
    use_index_folder,
    versions,
)
from stemguard.ports.posting_store import Batch, FileState, IndexedFile, Snapshot
from stemguard.store.memory import MemoryStore
from stemguard.store.sqlite.connect import is_there
from stemguard.store.sqlite.pack import PackedBatch, pack
from stemguard.store.sqlite.remembered import RememberedTexts
from stemguard.store.sqlite.store import SqliteStore
from stemguard.store.sqlite.unwritten import corpus_of
from stemguard.sync.admission import admits
from stemguard.sync.indexer import Indexer, Progress, Reads, SyncReport
from stemguard.sync.selection import Selection
from stemguard.sync.survey import survey
from stemguard.sync.turns import Turns
from stemguard.sync.walk import unwatched
from stemguard.sync.workers import Workers

#: How many files of a kind are named where all are counted.
_MOST_EXAMPLES = 20
#: Is asked where there is no index yet.
_NOT_MADE = MemoryStore()
#: Belongs to no index.
_NO_VERSION = -1

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

    `state` is "empty" before the first sync, "indexing" until one of everything has ended and
    during any, or "ready". `words` are weighted as in
    lengths; `last_change` is a Unix time. `parsed` counts files whose text was cut since this
    process opened the root, `recalled` those whose text had been cut before; what texts yielded
    takes `bytes_remembered`, beside the index.
    `watch` says how changes come in: "inotify", "client", "poll", "follows" where another process
    sees to it, "off". `notices` are sentences for a person that were not given out before.
    """

    root: Path
    state: str
    files: int
    units: int
    words: int
    bytes_on_disk: int
    bytes_remembered: int
    parsed: int
    recalled: int
    generation: int
    pending: int
    pending_examples: tuple[str, ...]
    skipped: tuple[SkippedFiles, ...]
    watch: str
    last_change: float | None
    versions: Mapping[str, str]
    notices: tuple[str, ...]
    index_folder: Path | None


class Seen(NamedTuple):
    """A snapshot of a folder; equal versions of one folder are equal corpora."""

    snapshot: Snapshot
    version: tuple[int, int]


class Folder:
    """One root. Any thread may ask, and sync.

    The index is made by the first sync. Until then, and where it is not on disk yet, nothing is
    found and nothing is written. Nothing is found in a root that `is_gone`, either, and its index
    stays as it is. Who watches the root says so in `watch`, and hears by `on_folder` of every
    folder before a sync lists it.
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
        self.environment = environment
        self.parsed = 0
        self.recalled = 0
        self.is_gone = False
        self.watch = "off"
        self.on_folder: Callable[[str], None] = unwatched
        self._selection = selection
        self._walked = _without_indexes(selection, root, cache)
        self._cache = cache
        self._kept_in = index_folder(cache, root, selection)
        self._workers = workers
        self._most_files = most_files
        self._notices: list[str] = []
        self._turns = Turns()
        self._closing = threading.Event()
        # The syncs that run or wait for their turn, and how far each is, under the condition.
        self._syncs: dict[int, Progress] = {}
        self._syncs_begun = 0
        self._syncs_changed = threading.Condition()
        # What follows changes under this lock.
        self._opening = threading.Lock()
        self._store: SqliteStore | None = None
        self._memory: RememberedTexts | None = None
        self._index_folder: Path | None = None
        self._version = 0
        self._has_gaps = False
        self._has_waited = False
        self._in_use = ExitStack()

    @contextmanager
    def snapshot(self) -> Iterator[Seen]:
        """The newest state of the index.

        Whoever finds it damaged while reading gets IndexDamaged, and a new one, which is empty,
        the next time. Raises IndexUnavailable where the folder is closed.
        """
        store, version = self._opened()
        if self.is_gone:
            store, version = None, _NO_VERSION
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
        if self.is_gone or not self.root.is_dir():
            raise Unreadable(f"{self.root} is not a folder.")
        for _ in range(3):
            store = self._made()
            try:
                return self._synced(store, only, reads, progress, cancelled)
            except IndexDamaged as error:
                trouble: IndexUnavailable = error
                self._replace(store)
            except IndexUnwritable as error:
                trouble = error
                self._leave(store, error)
        raise trouble

    def survey(self, duty: float, wait: Callable[[float], bool]) -> Iterator[str]:
        """As `survey` of the disk and the index; of nothing before the first sync and during any.

        Raises IndexUnavailable, too.
        """
        if self.is_syncing or not self.asked(lambda snapshot: snapshot.generation):
            return iter(())
        return survey(
            str(self.root),
            self._walked,
            self._states_after,
            environment=self.environment,
            duty=duty,
            wait=wait,
            on_folder=self.on_folder,
        )

    def shared_index_folder(self) -> Path | None:
        """The folder of the index, made if missing; None where no other process sees it."""
        with self._opening:
            if self._store is not None:
                return self._index_folder
        try:
            return make_index_folder(self._cache, self.root, self._selection)
        except OSError:
            return None

    def note(self, sentence: str) -> None:
        """Keeps a sentence for whoever asks for the status next."""
        self._notices.append(sentence)

    @property
    def is_syncing(self) -> bool:
        """Whether a sync runs or waits for its turn."""
        return bool(self._syncs)

    @property
    def is_lost(self) -> bool:
        """Whether the index proved to be damaged, and nobody has begun to fill the new one."""
        return self._has_gaps and not self.asked(lambda snapshot: snapshot.generation)

    @property
    def pending(self) -> int:
        """Files that are known to have changed and are not in yet."""
        return sum(sync.total - sync.done for sync in self._under_way())

    def asked(self, ask: Callable[[Snapshot], _Answer]) -> _Answer:
        """What the newest state answers; a damaged index is asked again when it is replaced."""
        for _ in range(2):
            try:
                with self.snapshot() as seen:
                    return ask(seen.snapshot)
            except IndexDamaged as error:
                damage = error
        raise damage

    def admits(self, path: str) -> bool:
        """Whether a file at a path would be indexed, by the rules on disk now."""
        return admits(str(self.root), self._walked, path, self.environment)

    def status(self) -> RootStatus:
        """What is known of the root; its notices are given out once."""

        def read(snapshot: Snapshot) -> RootStatus:
            return RootStatus(
                root=self.root,
                state=self._state(snapshot),
                files=snapshot.n_files,
                units=snapshot.n_units,
                words=snapshot.total_length(View.ALL),
                bytes_on_disk=0 if self._store is None else self._store.size_bytes(),
                bytes_remembered=0 if self._memory is None else self._memory.size_bytes(),
                parsed=self.parsed,
                recalled=self.recalled,
                generation=snapshot.generation,
                pending=self.pending,
                pending_examples=self._pending_examples(),
                skipped=_by_reason(snapshot.skipped()),
                watch=self.watch,
                last_change=snapshot.last_write,
                versions=versions(),
                notices=(),
                index_folder=self._index_folder,
            )

        status = self.asked(read)
        return replace(status, notices=self.take_notices())

    def take_notices(self) -> tuple[str, ...]:
        """Sentences for a person that were not given out before."""
        notices, self._notices = tuple(self._notices), []
        return notices

    def close(self) -> None:
        """Ends the use of the index, for good, and a sync that runs, which raises Cancelled."""
        self._closing.set()
        with self._syncs_changed:
            self._syncs_changed.wait_for(lambda: not self._syncs)
        with self._opening:
            if self._store is not None:
                self._store.close()
            self._store = None
            self._forget_memory()
            self._in_use.close()

    def _state(self, snapshot: Snapshot) -> str:
        if self.is_syncing:
            return "indexing"
        if snapshot.is_whole:
            return "ready"
        return "indexing" if snapshot.generation else "empty"

    def _synced(
        self,
        store: SqliteStore,
        only: Collection[str] | None,
        reads: Reads,
        progress: Callable[[Progress], None],
        cancelled: Callable[[], bool],
    ) -> SyncReport:
        def stopped() -> bool:
            return self._closing.is_set() or cancelled()

        indexer = Indexer(
            self.root,
            self._walked,
            store,
            self._workers,
            self._turns,
            lock_folder=self._index_folder,
            environment=self.environment,
            most_files=self._most_files,
            on_folder=self.on_folder,
            on_wait=self._note_wait,
            memory=self._memory,
        )
        if self._has_gaps:
            only = None
        with self._noted(progress) as note:
            report = indexer.sync(only=only, reads=reads, progress=note, cancelled=stopped)
        self._has_gaps = self._has_gaps and only is not None
        return report

    @contextmanager
    def _noted(self, progress: Callable[[Progress], None]) -> Iterator[Callable[[Progress], None]]:
        """What a sync reports to: it is known here as long as it runs, and passed on."""
        with self._syncs_changed:
            self._syncs_begun += 1
            number = self._syncs_begun
            self._syncs[number] = Progress(self.root, 0, 0)

        def note(now: Progress) -> None:
            with self._syncs_changed:
                self.parsed += now.parsed - self._syncs[number].parsed
                self.recalled += now.recalled - self._syncs[number].recalled
                self._syncs[number] = now
            progress(now)

        try:
            yield note
        finally:
            with self._syncs_changed:
                del self._syncs[number]
                self._syncs_changed.notify_all()

    def _pending_examples(self) -> tuple[str, ...]:
        waiting = (path for sync in self._under_way() for path in sync.waiting)
        return tuple(islice(waiting, _MOST_EXAMPLES))

    def _under_way(self) -> list[Progress]:
        with self._syncs_changed:
            return list(self._syncs.values())

    def _states_after(self, path: str, most: int) -> Sequence[tuple[str, FileState]]:
        return self.asked(lambda snapshot: snapshot.states_after(path, most))

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

    def _leave(self, full: SqliteStore, error: IndexUnwritable) -> None:
        """Makes room, or goes on in a temporary folder, where that is not what has no room."""
        with self._opening:
            if self._store is not full or (self._memory is not None and self._memory.forget()):
                return
            if self._index_folder is None:
                raise error
            # Not closed yet: searches that have begun may read from it.
            self._in_use.callback(full.close)
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
        self._forget_memory()
        # Beside an index that goes with this process it would only take room.
        if index_folder is not None:
            self._memory = RememberedTexts(index_folder, format_version())
        self._version += 1
        return store

    def _forget_memory(self) -> None:
        if self._memory is not None:
            self._memory.close()
        self._memory = None

    def _has_another_version(self) -> bool:
        return has_another_version(self._cache, self.root, self._selection)

    def _note_wait(self, sentence: str) -> None:
        if not self._has_waited:
            self._has_waited = True
            self.note(f"{sentence[:-1]}; what has changed waits for it.")

    def _note_anew(self, why: str) -> None:
        self._notices.append(f"The index of {self.root} was made anew: {why}")


def _without_indexes(selection: Selection, root: Path, cache: Path) -> Selection:
    """What is looked at in a root: an index in it would change with each look at it."""
    try:
        path = cache.resolve().relative_to(root).as_posix()
    except (RuntimeError, ValueError):
        return selection
    pattern = re.sub(r"([\\*?\[ ])", r"\\\1", path)
    return replace(selection, exclude=(*selection.exclude, f"/{pattern}/"))


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


def document_packer() -> Callable[[Sequence[IndexedFile]], Batch]:
    """What packs the units of an open document, in whichever process."""
    return pack


def document_corpus(batch: Batch) -> Corpus:
    """The units of a batch of `document_packer`, as they are searched; nothing is written."""
    assert isinstance(batch, PackedBatch)
    return corpus_of(batch)


def is_huge(root: Path, environment: Mapping[str, str]) -> bool:
    """Whether a root is a home folder or the root of a file system, which nobody means to index."""
    home = environment.get("HOME")
    return root == Path(root.anchor) or (home is not None and root == Path(home).resolve())
