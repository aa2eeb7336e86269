"""Several corpora searched as one: segments, pending edits, folders, unsaved buffers.

Statistics are those of the whole; a file that a later part replaces is hidden in the earlier one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from stemguard.domain.corpus import (
    Corpus,
    Described,
    FileColumns,
    Ints,
    Postings,
    UnitColumns,
)
from stemguard.domain.query import View

#: Decoded families kept for the next keystroke; a query reads a few dozen.
_MOST_FAMILIES = 256


@dataclass(frozen=True, slots=True)
class Part:
    """A corpus, the position of its folder, and the paths of it that are hidden."""

    corpus: Corpus
    folder: int = 0
    hidden: frozenset[str] = frozenset()


class Joined:
    """The corpus of all parts. Satisfies `Corpus`; the parts must not change."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = tuple(parts)
        self._keeps = [_kept_slots(part) for part in self._parts]
        sizes = [len(part.corpus.units().live) for part in self._parts]
        self._offsets = np.cumsum([0, *sizes])
        self._files, numbers = _join_files(self._parts, self._keeps)
        self._units = _join_units(self._parts, self._keeps, numbers)
        live = self._units.live
        self._n_units = int(np.count_nonzero(live))
        # Counted with flags: sorting a column of a million would take longer than all the rest.
        has_units = np.zeros(len(self._files.path), dtype=np.bool_)
        has_units[self._units.file[live]] = True
        self._n_files = int(np.count_nonzero(has_units))
        self._totals = {
            View.ALL: int(self._units.all_length[live].sum()),
            View.NAMES: int(self._units.names_length[live].sum()),
        }
        self._families: dict[tuple[str, View, bool], Mapping[str, Postings]] = {}

    def through(self, corpora: Sequence[Corpus]) -> Joined:
        """The same corpus asked through other objects, each equal to the part it stands for."""
        twin = copy(self)
        twin._parts = tuple(
            replace(part, corpus=corpus) for part, corpus in zip(self._parts, corpora, strict=True)
        )
        return twin

    @property
    def n_units(self) -> int:
        return self._n_units

    @property
    def n_files(self) -> int:
        return self._n_files

    def total_length(self, view: View) -> int:
        return self._totals[view]

    def units(self) -> UnitColumns:
        return self._units

    def files(self) -> FileColumns:
        return self._files

    def family(self, stem: str, view: View) -> Mapping[str, Postings]:
        return self._terms(stem, view, False, lambda corpus: corpus.family(stem, view))

    def starting_with(self, prefix: str, view: View) -> Mapping[str, Postings]:
        return self._terms(prefix, view, True, lambda corpus: corpus.starting_with(prefix, view))

    def describe(self, slots: Sequence[int]) -> list[Described]:
        found: list[Described | None] = [None] * len(slots)
        places = np.searchsorted(self._offsets, slots, side="right") - 1
        for number, part in enumerate(self._parts):
            mine = np.flatnonzero(places == number)
            offset = int(self._offsets[number])
            local = [slots[int(i)] - offset for i in mine]
            for i, shown in zip(mine, part.corpus.describe(local), strict=True):
                found[i] = replace(shown, folder=part.folder) if part.folder else shown
        return [shown for shown in found if shown is not None]

    def _terms(
        self,
        text: str,
        view: View,
        is_prefix: bool,
        ask: Callable[[Corpus], Mapping[str, Postings]],
    ) -> Mapping[str, Postings]:
        key = (text, view, is_prefix)
        found = self._families.get(key)
        if found is None:
            found = self._join_postings(ask)
            # Threads share what is remembered; no step of this can meet a change half done.
            for oldest in list(self._families)[: len(self._families) - _MOST_FAMILIES + 1]:
                self._families.pop(oldest, None)
            self._families[key] = found
        return dict(found)

    def _join_postings(
        self, ask: Callable[[Corpus], Mapping[str, Postings]]
    ) -> dict[str, Postings]:
        found: dict[str, list[Postings]] = {}
        for number, part in enumerate(self._parts):
            keep = self._keeps[number]
            offset = self._offsets[number]
            for term, postings in ask(part.corpus).items():
                slots, counts = postings
                if keep is not None:
                    kept = keep[slots]
                    slots, counts = slots[kept], counts[kept]
                if len(slots):
                    found.setdefault(term, []).append(Postings(slots + offset, counts))
        return {term: _concatenated(pieces) for term, pieces in found.items()}


def _kept_slots(part: Part) -> NDArray[np.bool_] | None:
    """By slot, whether the part's unit is not hidden; None where nothing is."""
    if not part.hidden:
        return None
    files = part.corpus.files()
    shown = np.array([path not in part.hidden for path in files.path], dtype=np.bool_)
    return shown[part.corpus.units().file]


def _join_files(
    parts: Sequence[Part], keeps: Sequence[NDArray[np.bool_] | None]
) -> tuple[FileColumns, list[int]]:
    """The columns of all files, and by part the number that its file number 0 becomes."""
    paths: list[str] = []
    languages: list[str] = []
    folders: list[int] = []
    first_numbers = []
    for part in parts:
        files = part.corpus.files()
        first_numbers.append(len(paths))
        paths += files.path
        languages += files.language
        folders += [part.folder] * len(files.path)
    order = sorted(range(len(paths)), key=lambda number: (folders[number], paths[number]))
    rank = np.empty(len(paths), dtype=np.int64)
    rank[order] = np.arange(len(paths))
    lengths = [_zeroed(part, keep) for part, keep in zip(parts, keeps, strict=True)]
    return FileColumns(tuple(paths), tuple(languages), _joined(lengths), rank), first_numbers


def _zeroed(part: Part, keep: NDArray[np.bool_] | None) -> Ints:
    lengths = part.corpus.files().length
    if keep is None:
        return lengths
    hidden = np.array([path in part.hidden for path in part.corpus.files().path], dtype=np.bool_)
    return np.where(hidden, 0, lengths)


def _join_units(
    parts: Sequence[Part], keeps: Sequence[NDArray[np.bool_] | None], first_numbers: Sequence[int]
) -> UnitColumns:
    columns = [part.corpus.units() for part in parts]
    kinds = sorted({kind for c in columns for kind in c.kinds})
    codes = {kind: code for code, kind in enumerate(kinds)}
    maps = [np.array([codes[kind] for kind in c.kinds], dtype=np.int64) for c in columns]
    return UnitColumns(
        all_length=_joined([c.all_length for c in columns]),
        names_length=_joined([c.names_length for c in columns]),
        file=_joined([c.file + n for c, n in zip(columns, first_numbers, strict=True)]),
        multiplier=np.concatenate([np.empty(0), *(c.multiplier for c in columns)]),
        section=_joined_flags([c.section for c in columns]),
        kind=_joined([m[c.kind] for m, c in zip(maps, columns, strict=True) if len(m)]),
        name_hash=_joined([c.name_hash for c in columns]),
        live=_joined_flags(
            [c.live if k is None else c.live & k for c, k in zip(columns, keeps, strict=True)]
        ),
        kinds=tuple(kinds),
    )


def _joined(arrays: Sequence[Ints]) -> Ints:
    return np.concatenate([np.empty(0, dtype=np.int64), *arrays])


def _joined_flags(arrays: Sequence[NDArray[np.bool_]]) -> NDArray[np.bool_]:
    return np.concatenate([np.empty(0, dtype=np.bool_), *arrays])


def _concatenated(pieces: Sequence[Postings]) -> Postings:
    if len(pieces) == 1:
        return pieces[0]
    return Postings(
        np.concatenate([piece.slots for piece in pieces]),
        np.concatenate([piece.counts for piece in pieces]),
    )
