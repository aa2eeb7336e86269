"""A store in memory that is obviously right: files by path, and a corpus made anew each time."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from stemguard.domain.corpus import Corpus
from stemguard.domain.posting import post
from stemguard.domain.unit_corpus import UnitCorpus
from stemguard.ports.posting_store import (
    EVERYTHING,
    Batch,
    FileState,
    IndexedFile,
    Snapshot,
)


@dataclass(frozen=True, slots=True)
class MemoryBatch:
    """Indexed files as they are."""

    files: tuple[IndexedFile, ...]

    @property
    def paths(self) -> Sequence[str]:
        """The files in it."""
        return [file.path for file in self.files]


class MemorySnapshot(UnitCorpus):
    """The files of a generation."""

    def __init__(
        self,
        generation: int,
        last_write: float | None,
        files: Mapping[str, IndexedFile],
        *,
        is_whole: bool,
    ) -> None:
        super().__init__(post(unit) for file in files.values() for unit in file.units)
        self.generation = generation
        self.last_write = last_write
        self.is_whole = is_whole
        self._indexed = dict(files)

    def states(self, below: Collection[str] = EVERYTHING) -> Mapping[str, FileState]:
        return {
            path: file.state for path, file in self._indexed.items() if _is_at_or_below(path, below)
        }

    def skipped(self, below: Collection[str] = EVERYTHING) -> Mapping[str, str]:
        return {
            path: file.reason
            for path, file in self._indexed.items()
            if file.reason and _is_at_or_below(path, below)
        }

    def states_after(self, path: str, most: int) -> Sequence[tuple[str, FileState]]:
        behind = sorted(known for known in self._indexed if known > path)
        return [(known, self._indexed[known].state) for known in behind[:most]]


class MemoryStore:
    """Satisfies `PostingStore`; lives as long as the process."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._last_write: float | None = None
        self._files: dict[str, IndexedFile] = {}
        self._generation = 0
        self._is_whole = False
        self._snapshot: MemorySnapshot | None = None

    @contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        if self._snapshot is None or self._snapshot.generation != self._generation:
            self._snapshot = MemorySnapshot(
                self._generation, self._last_write, self._files, is_whole=self._is_whole
            )
        yield self._snapshot

    def packer(self) -> Callable[[Sequence[IndexedFile]], Batch]:
        return _pack

    def corpus_of(self, batch: Batch) -> Corpus:
        assert isinstance(batch, MemoryBatch)
        return UnitCorpus(post(unit) for file in batch.files for unit in file.units)

    def write(
        self,
        batches: Sequence[Batch] = (),
        removed: Collection[str] = (),
        touched: Mapping[str, FileState] | None = None,
    ) -> int:
        files = {path: file for path, file in self._files.items() if path not in set(removed)}
        for path, state in (touched or {}).items():
            if path in files:
                files[path] = replace(files[path], state=state)
        for batch in batches:
            assert isinstance(batch, MemoryBatch)
            files |= {file.path: file for file in batch.files}
        self._files = files
        if batches or removed:
            self._last_write = self._clock()
        self._generation += 1
        return self._generation

    def complete(self) -> None:
        self._is_whole = True
        self._generation += 1

    def tidy(self) -> None:
        pass

    def size_bytes(self) -> int:
        return 0

    def close(self) -> None:
        pass


def _pack(files: Sequence[IndexedFile]) -> MemoryBatch:
    return MemoryBatch(tuple(files))


def _is_at_or_below(path: str, below: Collection[str]) -> bool:
    return any(not above or path == above or path.startswith(f"{above}/") for above in below)
