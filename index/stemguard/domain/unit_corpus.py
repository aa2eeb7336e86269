"""A corpus held in memory: units given by a caller, edits not yet folded, unsaved buffers."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from stemguard.domain.corpus import Described, FileColumns, Postings, TermPostings, UnitColumns
from stemguard.domain.posting import PostedUnit
from stemguard.domain.query import View
from stemguard.domain.stem import stem
from stemguard.domain.unit import SECTION, kind_in


class UnitCorpus:
    """The corpus of these units, in any order; no two may share a key. Satisfies `Corpus`."""

    def __init__(self, posted: Iterable[PostedUnit]) -> None:
        self._posted = sorted(posted, key=lambda unit: unit.shown.key)
        self._paths = sorted({unit.shown.key.path for unit in self._posted})
        self._views = {
            View.ALL: _Terms([unit.terms.all_counts for unit in self._posted]),
            View.NAMES: _Terms([unit.terms.names_counts for unit in self._posted]),
        }
        self._units = self._unit_columns()
        self._files = self._file_columns()

    @property
    def n_units(self) -> int:
        return len(self._posted)

    @property
    def n_files(self) -> int:
        return len(self._paths)

    def total_length(self, view: View) -> int:
        lengths = self._units.all_length if view is View.ALL else self._units.names_length
        return int(lengths.sum())

    def units(self) -> UnitColumns:
        return self._units

    def files(self) -> FileColumns:
        return self._files

    def family(self, stem: str, view: View) -> Mapping[str, Postings]:
        return self._views[view].family(stem)

    def starting_with(self, prefix: str, view: View) -> TermPostings:
        return self._views[view].starting_with(prefix)

    def describe(self, slots: Sequence[int]) -> list[Described]:
        return [self._posted[slot].shown for slot in slots]

    def _unit_columns(self) -> UnitColumns:
        posted = self._posted
        numbers = {path: number for number, path in enumerate(self._paths)}
        kind_of = [kind_in(unit.shown.key.kind, unit.shown.language) for unit in posted]
        kinds = sorted(set(kind_of))
        codes = {kind: code for code, kind in enumerate(kinds)}
        return UnitColumns(
            all_length=_ints(unit.terms.all_length for unit in posted),
            names_length=_ints(unit.terms.names_length for unit in posted),
            file=_ints(numbers[unit.shown.key.path] for unit in posted),
            multiplier=np.array([unit.multiplier for unit in posted], dtype=np.float64),
            section=np.array([unit.shown.key.kind == SECTION for unit in posted], dtype=np.bool_),
            kind=_ints(codes[kind] for kind in kind_of),
            name_hash=_ints(unit.terms.name_hash for unit in posted),
            joined_hash=_ints(unit.terms.joined_hash for unit in posted),
            live=np.ones(len(posted), dtype=np.bool_),
            kinds=tuple(kinds),
        )

    def _file_columns(self) -> FileColumns:
        lengths = np.zeros(len(self._paths), dtype=np.int64)
        np.add.at(lengths, self._units.file, self._units.all_length)
        return FileColumns(
            path=tuple(self._paths),
            length=lengths,
            rank=np.arange(len(self._paths)),
        )


class _Terms:
    """The postings of one view, by stem and by term."""

    def __init__(self, counts_by_slot: Sequence[Mapping[str, int]]) -> None:
        lists: dict[str, tuple[list[int], list[int]]] = {}
        for slot, counts in enumerate(counts_by_slot):
            for term, count in counts.items():
                slots, tfs = lists.setdefault(term, ([], []))
                slots.append(slot)
                tfs.append(count)
        self._lists = lists
        self._sorted = sorted(lists)
        self._by_stem: dict[str, list[str]] = {}
        for term in self._sorted:
            self._by_stem.setdefault(stem(term), []).append(term)

    def family(self, stem: str) -> dict[str, Postings]:
        return {term: self._postings(term) for term in self._by_stem.get(stem, ())}

    def starting_with(self, prefix: str) -> TermPostings:
        start = bisect_left(self._sorted, prefix)
        end = bisect_right(self._sorted, prefix, start, key=lambda term: term[: len(prefix)])
        terms = self._sorted[start:end]
        lists = [self._lists[term] for term in terms]
        return TermPostings(
            tuple(terms),
            _ints(len(slots) for slots, _ in lists),
            _ints(slot for slots, _ in lists for slot in slots),
            _ints(count for _, counts in lists for count in counts),
        )

    def _postings(self, term: str) -> Postings:
        slots, counts = self._lists[term]
        return Postings(_ints(slots), _ints(counts))


def _ints(values: Iterable[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.fromiter(values, dtype=np.int64)
