"""What an indexer and its worker processes say to one another."""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, Self

from stemguard.ports.extraction_memory import MemoryReader
from stemguard.ports.posting_store import Batch, FileState, IndexedFile
from stemguard.sync.reading import ReadRules, Wanted, state_on_disk

Pack = Callable[[Sequence[IndexedFile]], Batch]

#: What kills a worker whose file takes too much processor time.
OVERDUE = signal.SIGPROF
#: What a worker ends with whose file takes too much memory.
OUT_OF_MEMORY = 12


class Work(Protocol):
    """What a worker is given to do; it says each path as it begins with it."""

    def without(self, path: str) -> Self | None:
        """What is left once a file of it stopped the worker."""

    def as_text(self, path: str, reason: str) -> Self | None:
        """That file again, its text alone; None where that is what stopped the worker."""

    def set_aside(self, path: str, reason: str) -> Finished:
        """The result for a file that stopped the worker."""


@dataclass(frozen=True, slots=True)
class Task:
    """Files to be read under one root, and the function that packs what they yield.

    `memory` is asked for what texts yield before they are cut; None where it is not to be trusted.
    """

    wanted: tuple[Wanted, ...]
    rules: ReadRules
    pack: Pack
    memory: MemoryReader | None = None

    def without(self, path: str) -> Task | None:
        """The other files; None where there are none."""
        rest = tuple(wanted for wanted in self.wanted if wanted.path != path)
        return replace(self, wanted=rest) if rest else None

    def as_text(self, path: str, reason: str) -> Task | None:
        """The file as pieces of text, until it changes."""
        again = tuple(
            wanted._replace(as_text=reason)
            for wanted in self.wanted
            if wanted.path == path and not wanted.as_text
        )
        return replace(self, wanted=again) if again else None

    def set_aside(self, path: str, reason: str) -> Finished:
        """The file as one that is not searched, until it changes."""
        state = state_on_disk(f"{self.rules.root}/{path}", self.rules)
        return Finished(self.pack([IndexedFile(path, state, reason=reason)]), {}, (), 0, 1)


@dataclass(frozen=True, slots=True)
class TextTask:
    """The text of an open document, in place of what the file at a path holds.

    `language` is None where the path tells it. `reason` is as in `Wanted.as_text`.
    """

    path: str
    text: str
    language: str | None
    rules: ReadRules
    pack: Pack
    reason: str = ""

    def without(self, path: str) -> None:
        """Nothing: it is one text."""

    def as_text(self, path: str, reason: str) -> TextTask | None:
        """The document as pieces of text, until it changes."""
        return None if self.reason else replace(self, reason=reason)

    def set_aside(self, path: str, reason: str) -> Finished:
        """The document as one that is not searched."""
        nothing = FileState(0, 0, 0, 0, b"")
        return Finished(self.pack([IndexedFile(path, nothing, reason=reason)]), {}, (), 0, 1)


@dataclass(frozen=True, slots=True)
class Order:
    """A piece of work, and the grammars that are not to be loaded for it: they end who does."""

    work: Work
    refused: frozenset[str]


@dataclass(frozen=True, slots=True)
class Loading:
    """The worker loads this grammar, or with "" is done with that."""

    wheel: str


@dataclass(frozen=True, slots=True)
class Started:
    """The worker begins with this file: if nothing more is heard of it, this one is at fault."""

    path: str


@dataclass(frozen=True, slots=True)
class Finished:
    """What a task gave. `batch` is None where no file was parsed.

    `parsed` counts the files whose text was cut, `recalled` those whose units were remembered.
    `touched` are files with a new state and the same content; `gone` were there and are not.
    """

    batch: Batch | None
    touched: dict[str, FileState]
    gone: tuple[str, ...]
    parsed: int
    skipped: int
    recalled: int = 0

    @property
    def paths(self) -> tuple[str, ...]:
        """The files that are dealt with."""
        written = () if self.batch is None else tuple(self.batch.paths)
        return (*written, *self.touched, *self.gone)
