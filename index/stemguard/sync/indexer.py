"""Brings one root's store up to what is on disk."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from stemguard.ports.posting_store import FileState, IndexedFile, PostingStore
from stemguard.sync.changes import Changes, batches, compare
from stemguard.sync.lock import indexing_lock
from stemguard.sync.reading import rules_of, too_large
from stemguard.sync.selection import Selection
from stemguard.sync.tasks import Finished, Task
from stemguard.sync.walk import Found, walk
from stemguard.sync.workers import Workers

#: So many of the files that wait are named.
_MOST_NAMED = 20


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the indexing of a root is, in files to be read; `waiting` names the first of them."""

    root: Path
    done: int
    total: int
    waiting: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What a sync did, in files; `touched` had a new state and the same content."""

    parsed: int = 0
    touched: int = 0
    removed: int = 0
    unchanged: int = 0
    skipped: int = 0
    seconds: float = 0.0

    def __add__(self, other: SyncReport) -> SyncReport:
        return SyncReport(
            self.parsed + other.parsed,
            self.touched + other.touched,
            self.removed + other.removed,
            self.unchanged + other.unchanged,
            self.skipped + other.skipped,
            self.seconds + other.seconds,
        )


class Indexer:
    """One root, its store, and the workers that read for it. One thread at a time may sync."""

    def __init__(
        self,
        root: Path,
        selection: Selection,
        store: PostingStore,
        workers: Workers,
        *,
        lock_folder: Path | None,
        environment: Mapping[str, str],
    ) -> None:
        self._root = root
        self._selection = selection
        self._store = store
        self._workers = workers
        self._lock_folder = lock_folder
        self._environment = environment

    def sync(
        self,
        *,
        only: Collection[str] | None = None,
        without: frozenset[str] = frozenset(),
        afresh: bool = False,
        progress: Callable[[Progress], None],
        cancelled: Callable[[], bool],
    ) -> SyncReport:
        """Makes the index what a new one would be, reading only what changed.

        `only` are paths relative to the root, files or folders, to look at instead of everything;
        `without` are folders left to another index. `afresh` reads every file anew. Raises
        Cancelled, Unreadable where the root cannot be listed, and IndexUnavailable; what was
        written until then is good.
        """
        start = time.monotonic()
        with indexing_lock(self._lock_folder, cancelled):
            report = self._sync(only, without, afresh, progress, cancelled)
        return replace(report, seconds=time.monotonic() - start)

    def _sync(
        self,
        only: Collection[str] | None,
        without: frozenset[str],
        afresh: bool,
        progress: Callable[[Progress], None],
        cancelled: Callable[[], bool],
    ) -> SyncReport:
        with self._store.snapshot() as snapshot:
            known = dict(snapshot.states())
            skipped = dict(snapshot.skipped())
        not_read: dict[str, str] = {}
        found = list(self._walk(only, without, not_read, cancelled))
        if only is not None:
            known = {path: state for path, state in known.items() if _is_in(path, only)}
        readable = {path: state for path, state in known.items() if path not in not_read}
        changes = compare(found, {} if afresh else readable, self._selection.max_file_size)
        removed = set(readable) - {file.path for file in found}
        aside = self._set_aside(changes, not_read, known, skipped)
        if removed or aside:
            self._store.write([self._store.packer()(aside)] if aside else [], removed)
        total = SyncReport(removed=len(removed), unchanged=changes.unchanged, skipped=len(aside))
        total += self._read(changes, {} if afresh else readable, progress, cancelled)
        if total.parsed + total.removed:
            self._store.tidy()
        return total

    def _walk(
        self,
        only: Collection[str] | None,
        without: frozenset[str],
        not_read: dict[str, str],
        cancelled: Callable[[], bool],
    ) -> Iterable[Found]:
        for prefix in [""] if only is None else sorted(_outermost(only)):
            yield from walk(
                str(self._root),
                self._selection,
                environment=self._environment,
                prefix=prefix,
                without=without,
                on_skipped=not_read.__setitem__,
                cancelled=cancelled,
            )

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
        changes: Changes,
        known: Mapping[str, FileState],
        progress: Callable[[Progress], None],
        cancelled: Callable[[], bool],
    ) -> SyncReport:
        rules = rules_of(str(self._root), self._selection)
        pack = self._store.packer()
        tasks = (Task(wanted, rules, pack) for wanted in batches(changes.read, known))
        report = SyncReport()
        waiting = dict.fromkeys(file.path for file in changes.read)
        total = len(waiting)
        if total:
            progress(self._progress(waiting, total))
        # Closed at once where a write fails or the caller raises: a busy worker would go on.
        with closing(self._workers.run(tasks, cancelled)) as results:
            for finished in results:
                self._write(finished)
                for path in finished.paths:
                    waiting.pop(path, None)
                report += SyncReport(
                    parsed=finished.parsed,
                    touched=len(finished.touched),
                    removed=len(finished.gone),
                    skipped=finished.skipped,
                )
                progress(self._progress(waiting, total))
        return report

    def _progress(self, waiting: Mapping[str, None], total: int) -> Progress:
        named = tuple(islice(waiting, _MOST_NAMED))
        return Progress(self._root, total - len(waiting), total, named)

    def _write(self, finished: Finished) -> None:
        batches = [] if finished.batch is None else [finished.batch]
        self._store.write(batches, finished.gone, finished.touched)


def _is_in(path: str, prefixes: Collection[str]) -> bool:
    return any(path == prefix or path.startswith(f"{prefix}/") or not prefix for prefix in prefixes)


def _outermost(prefixes: Collection[str]) -> set[str]:
    """The prefixes that are not below another of them."""
    return {
        prefix
        for prefix in prefixes
        if not any(other != prefix and _is_in(prefix, [other]) for other in prefixes)
    }
