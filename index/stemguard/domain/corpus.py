"""What the rules ask of a corpus: integers and terms, one snapshot for the length of a query.

A unit has a *slot*, a number from 0; slots may have holes (dead units), and say nothing about
order. The slots of one file's live units ascend in key order. Files have numbers in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
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


class TermPostings(NamedTuple):
    """The postings of several terms, one after the other, in any order.

    `df` says by term how many of the `slots` and `counts` are its own. A term may come in several
    pieces that share no slot, and a piece may be empty.
    """

    terms: tuple[str, ...]
    df: Ints
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
    one; `kind` an index into `kinds`, which are as `unit.kind_in` joins them; `name_hash` and
    `joined_hash` are `posting.hash_of` the name and of its joined words; `live` says which slots
    hold a unit.
    """

    all_length: Ints
    names_length: Ints
    file: Ints
    multiplier: NDArray[np.float64]
    section: NDArray[np.bool_]
    kind: Ints
    name_hash: Ints
    joined_hash: Ints
    live: NDArray[np.bool_]
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileColumns:
    """One row a file number. `length` is the sum of its live units' lengths in view all.

    `rank` orders files as keys do: by folder, then path by code point.
    """

    path: tuple[str, ...]
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

    def starting_with(self, prefix: str, view: View) -> TermPostings:
        """All terms that start with a prefix and their complete live postings."""

    def describe(self, slots: Sequence[int]) -> list[Described]:
        """What is shown of the units in these live slots, in their order."""


def joined_terms(pieces: Sequence[TermPostings]) -> TermPostings:
    """The terms of all pieces; those that share a term must share no slot of it."""
    return TermPostings(
        tuple(term for piece in pieces for term in piece.terms),
        np.concatenate([_NOTHING, *(piece.df for piece in pieces)]),
        np.concatenate([_NOTHING, *(piece.slots for piece in pieces)]),
        np.concatenate([_NOTHING, *(piece.counts for piece in pieces)]),
    )


def living_terms(found: TermPostings, live: NDArray[np.bool_] | None) -> TermPostings:
    """The terms without the slots that are not live; None says that all are."""
    if live is None:
        return found
    alive = live[found.slots]
    before = np.concatenate(([0], np.cumsum(alive)))
    ends = np.cumsum(found.df)
    df = before[ends] - before[ends - found.df]
    return TermPostings(found.terms, df, found.slots[alive], found.counts[alive])


def added(postings: Iterable[Postings]) -> Postings:
    """The units in any of the postings, their counts added."""
    return _reduced(postings, np.add)


def added_terms(found: TermPostings, wanted: Callable[[str], bool]) -> Postings:
    """The units in the postings of the wanted terms, their counts added."""
    chosen = np.repeat(np.array([wanted(term) for term in found.terms], dtype=np.bool_), found.df)
    return _merged(found.slots[chosen], found.counts[chosen], np.add)


def largest(postings: Iterable[Postings]) -> Postings:
    """The units in any of the postings, each with its largest count."""
    return _reduced(postings, np.maximum)


def any_of(slots: Iterable[Ints]) -> Ints:
    """The slots in any of the ascending arrays, ascending, each once."""
    present = [s for s in slots if len(s)]
    if len(present) <= 1:
        return present[0] if present else _NOTHING
    joined = np.sort(np.concatenate(present))
    return joined[np.concatenate(([True], joined[1:] != joined[:-1]))]


def _reduced(postings: Iterable[Postings], combine: np.ufunc) -> Postings:
    present = [p for p in postings if len(p.slots)]
    if len(present) <= 1:
        return present[0] if present else NO_POSTINGS
    slots = np.concatenate([p.slots for p in present])
    return _merged(slots, np.concatenate([p.counts for p in present]), combine)


def _merged(slots: Ints, counts: Ints, combine: np.ufunc) -> Postings:
    """The slots ascending, each once, its counts combined."""
    if not len(slots):
        return NO_POSTINGS
    order = np.argsort(slots, kind="stable")
    slots, counts = slots[order], counts[order]
    starts = np.flatnonzero(np.concatenate(([True], slots[1:] != slots[:-1])))
    return Postings(slots[starts], combine.reduceat(counts, starts))
