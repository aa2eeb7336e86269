"""One root of a workspace: its store, its indexer, and what is to be said of them."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple, TypeVar

from stemguard.domain.errors import (
    Cancelled,
    IndexDamaged,
    IndexUnavailable,
    IndexUnwritable,
    Unreadable,
)
from stemguard.domain.query import View
from stemguard.index_in_use import NOT_MADE, IndexInUse
from stemguard.location import versions
from stemguard.ports.posting_store import FileState, PostingStore, Snapshot
from stemguard.root_status import MOST_EXAMPLES, RootStatus, by_reason, lacking, lacking_notice
from stemguard.sync.admission import admits
from stemguard.sync.announced import Announcements, Work
from stemguard.sync.indexer import Indexer, Progress, Reads, SyncReport
from stemguard.sync.selection import Selection
from stemguard.sync.survey import survey
from stemguard.sync.turns import Turns, unsaid
from stemguard.sync.walk import Hides, unruled, unwatched
from stemguard.sync.workers import Workers

#: Belongs to no index.
_NO_VERSION = -1

_Answer = TypeVar("_Answer")


class Seen(NamedTuple):
    """A snapshot of a folder; equal versions of one folder are equal corpora."""

    snapshot: Snapshot
    version: tuple[int, int]


class Folder:
    """One root. Any thread may ask, and sync.

    The index is made by the first sync. Until then, and where it is not on disk yet, nothing is
    found and nothing is written. Nothing is found in a root that `is_gone`, either, and its index
    stays as it is. Who watches the root says so in `watch`, and hears by `on_folder` of every
    folder before a sync lists it, then by `on_rules` what is hidden there.
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
        self.on_rules: Callable[[str, Hides], None] = unruled
        self._walked = _without_indexes(selection, root, cache)
        self._index = IndexInUse(root, selection, cache, self.note)
        self._workers = workers
        self._most_files = most_files
        self._notices: list[str] = []
        self._lacks: set[str] = set()
        self._turns = Turns()
        self._closing = threading.Event()
        # The syncs that run or wait for their turn, and how far each is, under the condition.
        self._syncs: dict[int, Progress] = {}
        self._syncs_begun = 0
        self._syncs_changed = threading.Condition()
        self._has_waited = False
        # What settles here and what is to be synced next, under the condition, too.
        self._hinted: Collection[str] = ()
        self._handed: set[str] = set()
        self._announcements = Announcements()

    @contextmanager
    def snapshot(self) -> Iterator[Seen]:
        """The newest state of the index.

        Whoever finds it damaged while reading gets IndexDamaged, and a new one, which is empty,
        the next time. Raises IndexUnavailable where the folder is closed.
        """
        store, version = self._index.opened()
        if self.is_gone:
            store, version = None, _NO_VERSION
        try:
            with (store or NOT_MADE).snapshot() as snapshot:
                yield Seen(snapshot, (version, snapshot.generation))
        finally:
            if store is not None and store.is_damaged:
                self._index.replace(store)

    def sync(
        self,
        only: Collection[str] | None,
        reads: Reads,
        progress: Callable[[Progress], None],
        cancelled: Callable[[], bool],
        on_turn_wait: Callable[[], None] = unsaid,
    ) -> SyncReport:
        """As `Indexer.sync`; an index that is damaged, or has no room, has another in its place."""
        if self.is_gone or not self.root.is_dir():
            raise Unreadable(f"{self.root} is not a folder.")
        for _ in range(3):
            store = self._index.made()
            try:
                return self._synced(store, only, reads, progress, cancelled, on_turn_wait)
            except IndexDamaged as error:
                trouble: IndexUnavailable = error
                self._index.replace(store)
            except IndexUnwritable as error:
                trouble = error
                self._index.leave(store, error)
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
            on_rules=self.on_rules,
        )

    def shared_index_folder(self) -> Path | None:
        """The folder of the index, made if missing; None where no other process sees it."""
        return self._index.shared_folder()

    @property
    def follows_symlinks(self) -> bool:
        """Whether what links lead to is part of the root."""
        return self._walked.follow_symlinks

    def note(self, sentence: str) -> None:
        """Keeps a sentence for whoever asks for the status next."""
        self._notices.append(sentence)

    @property
    def is_syncing(self) -> bool:
        """Whether a sync runs or waits for its turn."""
        return bool(self._syncs)

    @property
    def is_indexing(self) -> bool:
        """Whether a sync runs or waits, or another process has something to do."""
        return self.is_syncing or self._work_of_others() is not None

    @property
    def is_lost(self) -> bool:
        """Whether the index proved to be damaged, and nobody has begun to fill the new one."""
        return self._index.has_gaps and not self.asked(lambda snapshot: snapshot.generation)

    @property
    def pending(self) -> int:
        """Files that are known to have changed and are not in yet, to this process or another."""
        others = self._work_of_others()
        return _left(self._under_way()) + (0 if others is None else others.pending)

    def expect(self, hinted: Collection[str], handed: Collection[str]) -> None:
        """Has other processes know what may have changed, "" being all of it.

        `hinted` takes the place of what was hinted of before; `handed` is to be synced next, and
        is told of until a sync of it is at its files, or `met` says that none will be.
        """
        with self._syncs_changed:
            self._hinted = hinted
            self._handed.update(handed)
        self._announce()

    def met(self, only: Collection[str] | None) -> None:
        """Ends what is expected of paths, None being all."""
        with self._syncs_changed:
            if not self._handed:
                return
            if only is None or "" in only:
                self._handed.clear()
            else:
                self._handed.difference_update(only)
        self._announce()

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

    def status(self, documents: Mapping[str, str]) -> RootStatus:
        """What is known of the root, given open documents and their reasons; notices come once."""

        def read(snapshot: Snapshot) -> RootStatus:
            on_disk, remembered = self._index.sizes_bytes()
            return RootStatus(
                root=self.root,
                state=self._state(snapshot),
                files=snapshot.n_files,
                units=snapshot.n_units,
                words=snapshot.total_length(View.ALL),
                bytes_on_disk=on_disk,
                bytes_remembered=remembered,
                parsed=self.parsed,
                recalled=self.recalled,
                generation=snapshot.generation,
                pending=self.pending,
                pending_examples=self._pending_examples(),
                skipped=by_reason({**snapshot.skipped(), **documents}),
                watch=self.watch,
                last_change=snapshot.last_write,
                versions=versions(),
                notices=(),
                index_folder=self._index.folder,
            )

        status = self.asked(read)
        return replace(status, notices=self.take_notices())

    def take_notices(self) -> tuple[str, ...]:
        """Sentences for a person that were not given out before."""
        notices, self._notices = tuple(self._notices), []
        return notices

    def close(self) -> None:
        """Ends the use of the index, for good, and syncs that run, which raise Cancelled."""
        self._closing.set()
        with self._syncs_changed:
            self._syncs_changed.wait_for(lambda: not self._syncs)
        self._announce()
        self._index.close()

    def _state(self, snapshot: Snapshot) -> str:
        if self.is_indexing:
            return "indexing"
        if snapshot.is_whole:
            return "ready"
        return "indexing" if snapshot.generation else "empty"

    def _synced(
        self,
        store: PostingStore,
        only: Collection[str] | None,
        reads: Reads,
        progress: Callable[[Progress], None],
        cancelled: Callable[[], bool],
        on_turn_wait: Callable[[], None],
    ) -> SyncReport:
        def stopped() -> bool:
            return self._closing.is_set() or cancelled()

        indexer = Indexer(
            self.root,
            self._walked,
            store,
            self._workers,
            self._turns,
            lock_folder=self._index.folder,
            environment=self.environment,
            most_files=self._most_files,
            on_folder=self.on_folder,
            on_rules=self.on_rules,
            on_wait=self._note_wait,
            memory=self._index.memory,
        )
        if self._index.has_gaps:
            only = None
        with self._noted(only, progress) as note:
            report = indexer.sync(
                only=only,
                reads=reads,
                progress=note,
                cancelled=stopped,
                on_turn_wait=on_turn_wait,
            )
        self._index.has_gaps = self._index.has_gaps and only is not None
        # Where nothing was read, it was said when it was; `status` says it always. A save is not
        # followed by a look at everything.
        if report.parsed and only is None:
            self._note_grammars()
        return report

    @contextmanager
    def _noted(
        self, only: Collection[str] | None, progress: Callable[[Progress], None]
    ) -> Iterator[Callable[[Progress], None]]:
        """What a sync reports to: it is known here as long as it runs, and passed on."""
        with self._syncs_changed:
            if self._closing.is_set():
                raise Cancelled(f"{self.root} is no longer part of the workspace.")
            self._syncs_begun += 1
            number = self._syncs_begun
            self._syncs[number] = Progress(self.root, 0, 0)
        self._announce()

        def note(now: Progress) -> None:
            with self._syncs_changed:
                self.parsed += now.parsed - self._syncs[number].parsed
                self.recalled += now.recalled - self._syncs[number].recalled
                self._syncs[number] = now
            self.met(only)
            self._announce()
            progress(now)

        try:
            yield note
        finally:
            with self._syncs_changed:
                del self._syncs[number]
                self._syncs_changed.notify_all()
            self.met(only)
            self._announce()

    def _pending_examples(self) -> tuple[str, ...]:
        others = self._work_of_others()
        told = () if others is None else others.examples
        return _first(chain(_waiting(self._under_way()), told))

    def _under_way(self) -> list[Progress]:
        with self._syncs_changed:
            return list(self._syncs.values())

    def _announce(self) -> None:
        self._announcements.tell(self._index.shared_place, self._work)

    def _work(self) -> Work | None:
        """What this process has yet to do."""
        with self._syncs_changed:
            syncs = list(self._syncs.values())
            expected = list(filter(None, chain(self._hinted, self._handed)))
            is_anything = bool(syncs or self._hinted or self._handed)
        if not is_anything or self._closing.is_set():
            return None
        return Work(_left(syncs) + len(expected), _first(chain(_waiting(syncs), expected)))

    def _work_of_others(self) -> Work | None:
        return self._announcements.of_others(self._index.shared_place)

    def _states_after(self, path: str, most: int) -> Sequence[tuple[str, FileState]]:
        return self.asked(lambda snapshot: snapshot.states_after(path, most))

    def _note_grammars(self) -> None:
        lacks = lacking(self.asked(lambda snapshot: snapshot.skipped())) - self._lacks
        if lacks:
            self._lacks |= lacks
            self.note(lacking_notice(lacks))

    def _note_wait(self, sentence: str) -> None:
        if not self._has_waited:
            self._has_waited = True
            self.note(f"{sentence[:-1]}; what has changed waits for it.")


def _left(syncs: Collection[Progress]) -> int:
    return sum(sync.total - sync.done for sync in syncs)


def _waiting(syncs: Collection[Progress]) -> Iterator[str]:
    return (path for sync in syncs for path in sync.waiting)


def _first(paths: Iterator[str]) -> tuple[str, ...]:
    return tuple(islice(paths, MOST_EXAMPLES))


def _without_indexes(selection: Selection, root: Path, cache: Path) -> Selection:
    """What is looked at in a root: an index in it would change with each look at it."""
    try:
        path = cache.resolve().relative_to(root).as_posix()
    except (RuntimeError, ValueError):
        return selection
    pattern = re.sub(r"([\\*?\[ ])", r"\\\1", path)
    return replace(selection, exclude=(*selection.exclude, f"/{pattern}/"))
