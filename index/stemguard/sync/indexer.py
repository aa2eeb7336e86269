"""Brings one root's store up to what is on disk."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from stemguard.domain.errors import IndexBusy, TooManyFiles
from stemguard.ports.extraction_memory import ExtractionMemory
from stemguard.ports.posting_store import EVERYTHING, FileState, IndexedFile, PostingStore
from stemguard.sync.changes import Changes, batch_bytes, batches, compare
from stemguard.sync.patience import patiently
from stemguard.sync.reading import Wanted, rules_of, too_large
from stemguard.sync.scope import Scope
from stemguard.sync.selection import Selection
from stemguard.sync.tasks import Finished, Task
from stemguard.sync.turns import Length, Turn, Turns, unsaid
from stemguard.sync.walk import Found, Hides, unruled, unwatched, walk
from stemguard.sync.workers import Workers

#: What texts yield takes about as much room as the index of them: the branch before and the one
#: before that stay. The least is for small roots, where going back is between many versions.
_MEMORY_PER_INDEX = 2
_LEAST_MEMORY_BYTES = 32 << 20


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the indexing of a root is, in files to be read; `waiting` are those that are not.

    `parsed` are those of the `done` whose text was cut into units, `recalled` those whose units
    were remembered.
    """

    root: Path
    done: int
    total: int
    waiting: tuple[str, ...] = ()
    parsed: int = 0
    recalled: int = 0


class Reads(Enum):
    """Which files a sync reads. ALL trusts nothing that is remembered, either."""

    CHANGED = "changed"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What a sync did, in files; `touched` had a new state and the same content.

    `parsed` had their text cut into units; `recalled` have a text that was cut before.
    """

    parsed: int = 0
    recalled: int = 0
    touched: int = 0
    removed: int = 0
    unchanged: int = 0
    skipped: int = 0
    seconds: float = 0.0

    def __add__(self, other: SyncReport) -> SyncReport:
        return SyncReport(
            self.parsed + other.parsed,
            self.recalled + other.recalled,
            self.touched + other.touched,
            self.removed + other.removed,
            self.unchanged + other.unchanged,
            self.skipped + other.skipped,
            self.seconds + other.seconds,
        )


def _unheard(sentence: str) -> None:
    pass


class Indexer:
    """One root, its store, and the workers that read for it; any thread may sync, in its turn."""

    def __init__(
        self,
        root: Path,
        selection: Selection,
        store: PostingStore,
        workers: Workers,
        turns: Turns,
        *,
        lock_folder: Path | None,
        environment: Mapping[str, str],
        most_files: int | None = None,
        on_folder: Callable[[str], None] = unwatched,
        on_rules: Callable[[str, Hides], None] = unruled,
        on_wait: Callable[[str], None] = _unheard,
        memory: ExtractionMemory | None = None,
    ) -> None:
        self._root = root
        self._selection = selection
        self._store = store
        self._workers = workers
        self._turns = turns
        self._lock_folder = lock_folder
        self._environment = environment
        self._most_files = most_files
        self._on_folder = on_folder
        self._on_rules = on_rules
        self._on_wait = on_wait
        self._memory = memory

    def sync(
        self,
        *,
        only: Collection[str] | None = None,
        reads: Reads = Reads.CHANGED,
        progress: Callable[[Progress], None],
        cancelled: Callable[[], bool],
        on_turn_wait: Callable[[], None] = unsaid,
    ) -> SyncReport:
        """Makes the index what a new one would be, reading only what changed.

        `only` are paths relative to the root, files or folders, to look at instead of everything;
        that goes before a sync of everything, which gives way to it between two batches.
        Raises Cancelled, Unreadable where the root cannot be listed or holds too many files, and
        IndexUnavailable; what was written until then is good. `on_turn_wait` is as in `Turns.take`.
        """
        start = time.monotonic()
        length = Length.LONG if only is None else Length.SHORT
        with self._turns.take(length, self._lock_folder, cancelled, on_turn_wait) as turn:
            report = self._sync(turn, only, reads, progress, cancelled)
        return replace(report, seconds=time.monotonic() - start)

    def _sync(
        self,
        turn: Turn,
        only: Collection[str] | None,
        reads: Reads,
        progress: Callable[[Progress], None],
        cancelled: Callable[[], bool],
    ) -> SyncReport:
        scope = None if only is None else Scope(only)
        below = EVERYTHING if scope is None else scope.paths
        with self._store.snapshot() as snapshot:
            known = snapshot.states(below)
            skipped = snapshot.skipped(below)
            is_first = snapshot.generation == 0
            is_whole = snapshot.is_whole
        not_read: dict[str, str] = {}
        found = list(self._walk(scope, not_read, cancelled))
        readable = {path: state for path, state in known.items() if path not in not_read}
        trusted = {} if reads is Reads.ALL else readable
        changes = compare(found, trusted, self._selection.max_file_size)
        removed = set(readable) - {file.path for file in found}
        aside = self._set_aside(changes, not_read, known, skipped)
        # A root without files is indexed, too.
        if removed or aside or is_first:
            packed = [self._store.packer()(aside)] if aside else []
            patiently(lambda: self._store.write(packed, removed), cancelled, self._on_wait)
        total = SyncReport(removed=len(removed), unchanged=changes.unchanged, skipped=len(aside))
        total += self._read(turn, changes.read, reads, trusted, progress, cancelled)
        if total.parsed + total.recalled + total.removed:
            # It will be done after the next change.
            with suppress(IndexBusy):
                self._store.tidy()
        if scope is None and not is_whole:
            patiently(self._store.complete, cancelled, self._on_wait)
        return total

    def _walk(
        self, scope: Scope | None, not_read: dict[str, str], cancelled: Callable[[], bool]
    ) -> Iterator[Found]:
        found = walk(
            str(self._root),
            self._selection,
            environment=self._environment,
            scope=scope,
            on_skipped=not_read.__setitem__,
            on_folder=self._on_folder,
            on_rules=self._on_rules,
            cancelled=cancelled,
        )
        for number, file in enumerate(found, start=1):
            if self._most_files is not None and number > self._most_files:
                raise TooManyFiles(
                    f"{self._root} holds more than {self._most_files:,} files and is not indexed"
                    " unless `hugeRoots` is set in the settings."
                )
            yield file

    def _set_aside(
        self,
        changes: Changes,
        not_read: Mapping[str, str],
        known: Mapping[str, FileState],
        skipped: Mapping[str, str],
    ) -> list[IndexedFile]:
        """The files that are known and not searched, where that is news."""
        reason = too_large(self._selection.max_file_size)
        aside = [
            IndexedFile(file.path, FileState(*file[1:], b""), reason=reason)
            for file in changes.too_large
        ]
        nothing = FileState(0, 0, 0, 0, b"")
        aside += [
            IndexedFile(path, nothing, reason=why)
            for path, why in not_read.items()
            if path not in known or skipped.get(path) != why
        ]
        return aside

    def _read(
        self,
        turn: Turn,
        files: Sequence[Found],
        reads: Reads,
        known: Mapping[str, FileState],
        progress: Callable[[Progress], None],
        cancelled: Callable[[], bool],
    ) -> SyncReport:
        report = SyncReport()
        waiting = dict.fromkeys(file.path for file in files)
        total = len(waiting)
        most_bytes = batch_bytes(files)
        if total:
            progress(self._progress(waiting, total, report))
        while files:
            tasks = self._tasks(turn, reads, batches(files, known, most_bytes))
            # Closed at once where a write fails or the caller raises: a busy worker would go on.
            with closing(self._workers.run(tasks, cancelled)) as results:
                for finished in results:
                    self._write(finished, cancelled)
                    for path in finished.paths:
                        waiting.pop(path, None)
                    report += SyncReport(
                        parsed=finished.parsed,
                        recalled=finished.recalled,
                        touched=len(finished.touched),
                        removed=len(finished.gone),
                        skipped=finished.skipped,
                    )
                    progress(self._progress(waiting, total, report))
            files = [file for file in files if file.path in waiting]
            if files:
                turn.give_way()
                if reads is Reads.CHANGED:
                    known, files = self._left(files)
                waiting = dict.fromkeys(file.path for file in files)
        return report

    def _tasks(
        self, turn: Turn, reads: Reads, files: Iterable[tuple[Wanted, ...]]
    ) -> Iterator[Task]:
        """The batches as tasks, until the turn is wanted by somebody else; one at least."""
        rules = rules_of(str(self._root), self._selection)
        memory = self._memory
        pack = (self._store if memory is None else memory).packer()
        trusted = None if memory is None or reads is Reads.ALL else memory.reader()
        for wanted in files:
            yield Task(wanted, rules, pack, trusted)
            if turn.is_wanted():
                return

    def _left(self, files: Sequence[Found]) -> tuple[Mapping[str, FileState], Sequence[Found]]:
        """What is known now that others have written, and which of the files are to be read yet."""
        with self._store.snapshot() as snapshot:
            known = snapshot.states()
        return known, compare(files, known, self._selection.max_file_size).read

    def _progress(self, waiting: Mapping[str, None], total: int, report: SyncReport) -> Progress:
        left = tuple(waiting)
        done = total - len(left)
        return Progress(self._root, done, total, left, report.parsed, report.recalled)

    def _write(self, finished: Finished, cancelled: Callable[[], bool]) -> None:
        packed = [] if finished.batch is None else [finished.batch]
        patiently(
            lambda: self._store.write(packed, finished.gone, finished.touched),
            cancelled,
            self._on_wait,
        )
        if finished.batch is not None and self._memory is not None:
            # After the index, which is not to wait for it.
            most = max(_LEAST_MEMORY_BYTES, _MEMORY_PER_INDEX * self._store.size_bytes())
            self._memory.keep(finished.batch, most)
