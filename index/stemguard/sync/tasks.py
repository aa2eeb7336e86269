"""What an indexer and its worker processes say to one another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stemguard.ports.posting_store import Batch, FileState, IndexedFile
from stemguard.sync.reading import ReadRules, Wanted


@dataclass(frozen=True, slots=True)
class Task:
    """Files to be read under one root, and the function that packs what they yield."""

    wanted: tuple[Wanted, ...]
    rules: ReadRules
    pack: Callable[[Sequence[IndexedFile]], Batch]


@dataclass(frozen=True, slots=True)
class Started:
    """The worker begins with this file: if nothing more is heard of it, this one is at fault."""

    path: str


@dataclass(frozen=True, slots=True)
class Finished:
    """What a task gave. `batch` is None where no file was parsed.

    `touched` are files with a new state and the same content; `gone` were there and are not.
    """

    batch: Batch | None
    touched: dict[str, FileState]
    gone: tuple[str, ...]
    parsed: int
    skipped: int

    @property
    def paths(self) -> tuple[str, ...]:
        """The files that are dealt with."""
        written = () if self.batch is None else tuple(self.batch.paths)
        return (*written, *self.touched, *self.gone)
