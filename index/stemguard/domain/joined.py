"""Several corpora searched as one: segments, pending edits, folders, unsaved buffers.

Statistics are those of the whole; a file that another part replaces is hidden in its own.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from stemguard.domain.corpus import (
    Corpus,
    Described,
    FileColumns,
    Postings,
    TermPostings,
    UnitColumns,
    joined_terms,
    living_terms,
)
from stemguard.domain.joined_columns import Flags, followed_by, join_columns, without_dead
from stemguard.domain.query import View

#: Decoded postings kept for the next keystroke; a query reads a few dozen.
_MOST_REMEMBERED = 256

_Key = TypeVar("_Key")
_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class Part:
    """A corpus, the position of its folder, and what of it is hidden: files, and whole folders.

    Both are named by their paths in it, with `/`.
    """

    corpus: Corpus
    folder: int = 0
    hidden: frozenset[str] = frozenset()
    hidden_folders: frozenset[str] = frozenset()


class Joined:
    """The corpus of all parts. Satisfies `Corpus`; the parts must not change."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = tuple(parts)
        self._keeps = tuple(_kept_slots(part) for part in parts)
        self._columns = join_columns(
            [part.corpus for part in parts], [part.folder for part in parts], self._keeps
        )
        self._families: dict[tuple[str, View], Mapping[str, Postings]] = {}
        self._beginnings: dict[tuple[str, View], TermPostings] = {}

    def through(self, corpora: Sequence[Corpus]) -> Joined:
        """The same corpus asked through other objects, each equal to the part it stands for."""
        twin = copy(self)
        twin._parts = tuple(
            replace(part, corpus=corpus) for part, corpus in zip(self._parts, corpora, strict=True)
        )
        return twin

    def edited(
        self, corpora: Sequence[Corpus], alive: Mapping[int, Flags], added: Sequence[Part]
    ) -> Joined:
        """The corpus after an edit: some units are dead, and parts come behind the others.

        `corpora` stand for the parts there are, as they are now; those that lost units are in
        `alive`, by the number of the part, with the slots that are live. A part that is gone is one
        that lost all: any corpus without postings may stand for it.
        """
        twin = self.through(corpora)
        tail = Joined(added)
        twin._parts += tail._parts
        twin._keeps += tail._keeps
        twin._columns = without_dead(self._columns, alive)
        if added:
            twin._columns = followed_by(twin._columns, tail._columns)
        twin._families = {}
        twin._beginnings = {}
        return twin

    def covered(
        self,
        corpora: Sequence[Corpus],
        hidden: Mapping[int, Collection[str]],
        added: Sequence[Part],
    ) -> Joined:
        """The corpus with files hidden, by the number of their part, and parts behind the others.

        `corpora` stand for the parts there are, and hold what is hidden still. A path that a part
        does not have hides nothing.
        """
        shown = {number: self._shown_slots(number, paths) for number, paths in hidden.items()}
        twin = self.edited(corpora, shown, added)
        keeps = list(twin._keeps)
        for number, mask in shown.items():
            kept = keeps[number]
            keeps[number] = mask if kept is None else kept & mask
        twin._keeps = tuple(keeps)
        return twin

    @property
    def n_units(self) -> int:
        return int(np.count_nonzero(self._columns.units.live))

    @property
    def n_files(self) -> int:
        return int(np.count_nonzero(self._columns.units_of_file))

    def total_length(self, view: View) -> int:
        return self._columns.totals[view]

    def units(self) -> UnitColumns:
        return self._columns.units

    def files(self) -> FileColumns:
        return self._columns.files

    def family(self, stem: str, view: View) -> Mapping[str, Postings]:
        key = (stem, view)
        found = self._families.get(key)
        if found is None:
            found = self._joined_family(stem, view)
            _remember(self._families, key, found)
        return dict(found)

    def starting_with(self, prefix: str, view: View) -> TermPostings:
        key = (prefix, view)
        found = self._beginnings.get(key)
        if found is None:
            found = joined_terms(list(self._beginnings_of_parts(prefix, view)))
            _remember(self._beginnings, key, found)
        return found

    def describe(self, slots: Sequence[int]) -> list[Described]:
        found: list[Described | None] = [None] * len(slots)
        places = np.searchsorted(self._columns.first_slots, slots, side="right") - 1
        for number, part in enumerate(self._parts):
            mine = np.flatnonzero(places == number)
            offset = int(self._columns.first_slots[number])
            local = [slots[int(i)] - offset for i in mine]
            for i, shown in zip(mine, part.corpus.describe(local), strict=True):
                found[i] = replace(shown, folder=part.folder) if part.folder else shown
        return [shown for shown in found if shown is not None]

    def _shown_slots(self, number: int, hidden: Collection[str]) -> Flags:
        """By slot of a part, whether its unit is in none of the files."""
        columns = self._columns
        first, end = columns.first_slots[number : number + 2]
        own = range(*columns.first_files[number : number + 2].tolist())
        files = []
        for path in hidden:
            key = (columns.folders[number], path)
            at = bisect_left(columns.by_rank, key, key=columns.file_key)
            # A file may have several numbers, of which one has live units.
            while at < len(columns.by_rank) and columns.file_key(columns.by_rank[at]) == key:
                files.append(columns.by_rank[at])
                at += 1
        mine = [file for file in files if file in own]
        return ~np.isin(columns.units.file[first:end], np.array(mine, dtype=np.int64))

    def _joined_family(self, stem: str, view: View) -> dict[str, Postings]:
        found: dict[str, list[Postings]] = {}
        for number, part in enumerate(self._parts):
            keep = self._keeps[number]
            offset = self._columns.first_slots[number]
            for term, (slots, counts) in part.corpus.family(stem, view).items():
                if keep is not None:
                    kept = keep[slots]
                    slots, counts = slots[kept], counts[kept]
                if len(slots):
                    found.setdefault(term, []).append(Postings(slots + offset, counts))
        return {term: _concatenated(pieces) for term, pieces in found.items()}

    def _beginnings_of_parts(self, prefix: str, view: View) -> Iterator[TermPostings]:
        for number, part in enumerate(self._parts):
            found = living_terms(part.corpus.starting_with(prefix, view), self._keeps[number])
            yield found._replace(slots=found.slots + self._columns.first_slots[number])


def _remember(known: dict[_Key, _Found], key: _Key, found: _Found) -> None:
    """Threads share what is remembered; no step of this can meet a change half done."""
    for oldest in list(known)[: len(known) - _MOST_REMEMBERED + 1]:
        known.pop(oldest, None)
    known[key] = found


def _kept_slots(part: Part) -> Flags | None:
    """By slot, whether the part's unit is not hidden; None where nothing is."""
    if not (part.hidden or part.hidden_folders):
        return None
    below = tuple(f"{folder}/" for folder in part.hidden_folders)
    paths = part.corpus.files().path
    shown = np.array(
        [path not in part.hidden and not path.startswith(below) for path in paths], dtype=np.bool_
    )
    return shown[part.corpus.units().file]


def _concatenated(pieces: Sequence[Postings]) -> Postings:
    if len(pieces) == 1:
        return pieces[0]
    return Postings(
        np.concatenate([piece.slots for piece in pieces]),
        np.concatenate([piece.counts for piece in pieces]),
    )
