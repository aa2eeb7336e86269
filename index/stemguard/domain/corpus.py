"""What the rules ask of a corpus: integers and terms, one snapshot for the length of a query.

A unit has a *slot*, a number from 0; slots may have holes (dead units), and say nothing about
order. The slots of one file's live units ascend in key order. Files have numbers in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from stemguard.domain.query import View
from stemguard.domain.unit import Span, UnitKey

Ints = NDArray[np.int64]


class Postings(NamedTuple):
    """The live units that hold a term: slots ascending, and the term frequency in each (> 0)."""

    slots: Ints
    counts: Ints


_NOTHING = np.empty(0, dtype=np.int64)
_NOTHING.flags.writeable = False
NO_POSTINGS = Postings(_NOTHING, _NOTHING)


@dataclass(frozen=True, slots=True)
class Described:
    """What is shown of a unit. `folder` is the position of its folder in the workspace."""

    key: UnitKey
    name: str
    container: str
    language: str
    range: Span
    selection: Span
    folder: int = 0


@dataclass(frozen=True, slots=True)
class UnitColumns:
    """One row a slot. Rows of dead slots hold anything but are there.

    `file` is the file's number; `multiplier` the path class factor; `section` whether the unit is
    one; `kind` an index into `kinds`; `name_hash` as `posting.joined_hash`; `live` says which slots
    hold a unit.
    """

    all_length: Ints
    names_length: Ints
    file: Ints
    multiplier: NDArray[np.float64]
    section: NDArray[np.bool_]
    kind: Ints
    name_hash: Ints
    live: NDArray[np.bool_]
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileColumns:
    """One row a file number. `length` is the sum of its live units' lengths in view all.

    `rank` orders files as keys do: by folder, then path by code point.
    """

    path: tuple[str, ...]
    language: tuple[str, ...]
    length: Ints
    rank: Ints


class Corpus(Protocol):
    """The corpus that is searched: complete, live, and the same for the length of a query."""

    @property
    def n_units(self) -> int:
        """Live units."""

    @property
    def n_files(self) -> int:
        """Files with live units."""

    def total_length(self, view: View) -> int:
        """The sum of the live units' lengths in a view."""

    def units(self) -> UnitColumns:
        """The columns of all slots; the caller must not write to them."""

    def files(self) -> FileColumns:
        """The columns of all file numbers; the caller must not write to them."""

    def family(self, stem: str, view: View) -> Mapping[str, Postings]:
        """All terms with a stem and their complete live postings; terms without any are absent."""

    def starting_with(self, prefix: str, view: View) -> Mapping[str, Postings]:
        """All terms that start with a prefix and their complete live postings."""

    def describe(self, slots: Sequence[int]) -> list[Described]:
        """What is shown of the units in these live slots, in their order."""


def added(postings: Iterable[Postings]) -> Postings:
    """The units in any of the postings, their counts added."""
    present = [p for p in postings if len(p.slots)]
    if len(present) <= 1:
        return present[0] if present else NO_POSTINGS
    slots = np.concatenate([p.slots for p in present])
    counts = np.concatenate([p.counts for p in present])
    order = np.argsort(slots, kind="stable")
    slots, counts = slots[order], counts[order]
    starts = np.flatnonzero(np.concatenate(([True], slots[1:] != slots[:-1])))
    return Postings(slots[starts], np.add.reduceat(counts, starts))


def largest(postings: Iterable[Postings]) -> Postings:
    """The units in any of the postings, each with its largest count."""
    present = [p for p in postings if len(p.slots)]
    if len(present) <= 1:
        return present[0] if present else NO_POSTINGS
    slots = np.concatenate([p.slots for p in present])
    counts = np.concatenate([p.counts for p in present])
    order = np.argsort(slots, kind="stable")
    slots, counts = slots[order], counts[order]
    starts = np.flatnonzero(np.concatenate(([True], slots[1:] != slots[:-1])))
    return Postings(slots[starts], np.maximum.reduceat(counts, starts))


def any_of(slots: Iterable[Ints]) -> Ints:
    """The slots in any of the ascending arrays, ascending, each once."""
    present = [s for s in slots if len(s)]
    if len(present) <= 1:
        return present[0] if present else _NOTHING
    joined = np.sort(np.concatenate(present))
    return joined[np.concatenate(([True], joined[1:] != joined[:-1]))]
