"""A packed segment: the units of some files, complete and unchanging, and its reader."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from stemguard.domain.corpus import (
    Described,
    FileColumns,
    Postings,
    TermPostings,
    UnitColumns,
    joined_terms,
    living_terms,
)
from stemguard.domain.query import View
from stemguard.domain.unit import SECTION, kind_and_language
from stemguard.store.sqlite.block import (
    Block,
    TermLists,
    encode_blocks,
    encode_dictionary,
    stem_of,
    terms_of,
)
from stemguard.store.sqlite.cache import ByteCache
from stemguard.store.sqlite.codec import (
    Unsigned,
    decode_narrow,
    encode_narrow,
    join_texts,
    pack_parts,
    split_texts,
    unpack_parts,
)

VIEWS = (View.ALL, View.NAMES)
#: The factors of the path classes (section 8 of the ranking rules), by the code that is stored.
MULTIPLIERS = (1.0, 0.5, 0.25)

#: What remembering a family costs beside its arrays.
_FAMILY_BYTES = 300
#: What remembering what is shown of a unit costs: two dozen small objects.
_SHOWN_BYTES = 1500


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a segment, narrow. Files own consecutive slots, in the order of `paths`."""

    kinds: Sequence[str]
    paths: Sequence[str]
    units_of_file: Unsigned
    all_length: Unsigned
    names_length: Unsigned
    multiplier: Unsigned
    kind: Unsigned
    name_hash: Unsigned
    joined_hash: Unsigned

    def numbers(self) -> tuple[Unsigned, ...]:
        """The columns of numbers, in the order in which they are stored."""
        return (
            self.units_of_file,
            self.all_length,
            self.names_length,
            self.multiplier,
            self.kind,
            self.name_hash,
            self.joined_hash,
        )


@dataclass(frozen=True, slots=True)
class PackedSegment:
    """A segment as it is written: its head, and its rows by number."""

    n_slots: int
    head: bytes
    rows: Sequence[bytes]


class SegmentWriter:
    """Takes postings view by view in ascending order, gives rows, and in the end the head.

    The rows come in the order of their numbers: blocks and dictionary of view all, then of names.
    """

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._n_rows = 0
        self._directories: list[bytes] = []

    def rows(self, ranges: Iterator[TermLists]) -> Iterator[bytes]:
        """The rows of the next view; `ranges` are its postings, cut between families."""
        first_block = self._n_rows
        stems: list[str] = []
        terms: list[tuple[str, int]] = []
        for lists in ranges:
            for block in encode_blocks(lists):
                terms += zip(terms_of(block.keys), repeat(len(stems)), strict=False)
                stems.append(stem_of(block.keys[0]))
                self._n_rows += 1
                yield block.data
        terms.sort()
        first_row = self._n_rows
        first_terms: list[str] = []
        for row in encode_dictionary(terms):
            first_terms.append(row.first_term)
            self._n_rows += 1
            yield row.data
        starts = np.array([first_block, first_row])
        self._directories += [encode_narrow(starts), join_texts(stems, "\n")]
        self._directories += [join_texts(first_terms, "\n")]

    def head(self) -> bytes:
        """The columns and the directories, once both views are written."""
        columns = self._columns
        return pack_parts(
            [
                join_texts(columns.kinds, "\0"),
                join_texts(columns.paths, "\0"),
                *(encode_narrow(numbers) for numbers in columns.numbers()),
                *self._directories,
            ]
        )


@dataclass(frozen=True, slots=True)
class Directory:
    """Where the rows of a view are: by the first stem of a block, the first term of a row."""

    first_block: int
    stems: Sequence[str]
    first_dictionary_row: int
    terms: Sequence[str]


class Segment:
    """What is kept in memory of a segment: all but its rows."""

    def __init__(self, number: int, head: bytes) -> None:
        self.number = number
        kinds, paths, *rest = unpack_parts(head)
        self.columns = Columns(
            split_texts(kinds, "\0"),
            split_texts(paths, "\0"),
            *(decode_narrow(numbers) for numbers in rest[:7]),
        )
        self.directories = {
            view: _directory(*rest[at : at + 3]) for view, at in zip(VIEWS, (7, 10), strict=True)
        }
        self.first_slots = np.cumsum(self.columns.units_of_file, dtype=np.int64)
        self.first_slots -= self.columns.units_of_file

    @property
    def n_slots(self) -> int:
        """Slots, dead ones included."""
        return len(self.columns.kind)


class Rows(Protocol):
    """What is not in memory, read within one snapshot, on one thread."""

    def block(self, segment: int, number: int) -> Block:
        """A segment's row of postings."""

    def blocks_of_prefix(self, segment: int, number: int, prefix: str) -> set[int]:
        """Where a segment's row of the dictionary leads for terms with a prefix."""

    def shown(self, path: str, places: Sequence[int], kinds: Sequence[str]) -> list[Described]:
        """What is shown of the units at these places of a file, their kinds given."""


class SegmentCorpus:
    """The live units of one segment. Satisfies `Corpus`."""

    def __init__(
        self, segment: Segment, live: NDArray[np.bool_] | None, rows: Rows, cache: ByteCache
    ) -> None:
        self._segment = segment
        self._live = live
        self._rows = rows
        self._cache = cache

    @property
    def n_units(self) -> int:
        return int(np.count_nonzero(self.units().live))

    @property
    def n_files(self) -> int:
        units = self.units()
        return int(np.count_nonzero(np.bincount(units.file[units.live])))

    def total_length(self, view: View) -> int:
        units = self.units()
        lengths = units.all_length if view is View.ALL else units.names_length
        return int(lengths[units.live].sum())

    def units(self) -> UnitColumns:
        columns = self._segment.columns
        section = np.array(
            [kind_and_language(kind)[0] == SECTION for kind in columns.kinds], dtype=np.bool_
        )
        return UnitColumns(
            all_length=columns.all_length.astype(np.int64),
            names_length=columns.names_length.astype(np.int64),
            file=np.repeat(np.arange(len(columns.paths)), columns.units_of_file),
            multiplier=np.array(MULTIPLIERS)[columns.multiplier],
            section=section[columns.kind],
            kind=columns.kind.astype(np.int64),
            name_hash=columns.name_hash.astype(np.int64),
            joined_hash=columns.joined_hash.astype(np.int64),
            live=self._is_live,
            kinds=tuple(columns.kinds),
        )

    def files(self) -> FileColumns:
        columns = self._segment.columns
        lengths = np.where(self._is_live, columns.all_length, 0).astype(np.int64)
        order = sorted(range(len(columns.paths)), key=columns.paths.__getitem__)
        rank = np.empty(len(order), dtype=np.int64)
        rank[order] = np.arange(len(order))
        return FileColumns(
            path=tuple(columns.paths),
            length=np.add.reduceat(lengths, self._segment.first_slots),
            rank=rank,
        )

    def family(self, stem: str, view: View) -> Mapping[str, Postings]:
        directory = self._segment.directories[view]
        place = bisect_right(directory.stems, stem) - 1
        if place < 0:
            return {}
        key = (self._segment.number, view, stem)
        found: dict[str, Postings] | None = self._cache.get(key)
        if found is None:
            found = self._block(directory.first_block + place).family(stem)
            size = sum(postings.slots.nbytes * 2 for postings in found.values())
            self._cache.put(key, found, size + _FAMILY_BYTES)
        return self._living(found)

    def starting_with(self, prefix: str, view: View) -> TermPostings:
        directory = self._segment.directories[view]
        first = max(bisect_right(directory.terms, prefix) - 1, 0)
        blocks: set[int] = set()
        for place in range(first, len(directory.terms)):
            if place > first and not directory.terms[place].startswith(prefix):
                break
            row = directory.first_dictionary_row + place
            blocks |= self._rows.blocks_of_prefix(self._segment.number, row, prefix)
        found = [
            self._block(directory.first_block + place).starting_with(prefix)
            for place in sorted(blocks)
        ]
        return living_terms(joined_terms(found), self._live)

    def describe(self, slots: Sequence[int]) -> list[Described]:
        number = self._segment.number
        found: list[Described | None] = [self._cache.get(("shown", number, slot)) for slot in slots]
        missing = [place for place, shown in enumerate(found) if shown is None]
        for place, shown in self._read_shown([slots[place] for place in missing]):
            found[missing[place]] = shown
            self._cache.put(("shown", number, slots[missing[place]]), shown, _SHOWN_BYTES)
        return [shown for shown in found if shown is not None]

    def _read_shown(self, slots: Sequence[int]) -> Iterator[tuple[int, Described]]:
        """What is shown of the units, with their places among the slots, file by file."""
        segment = self._segment
        kinds = segment.columns.kinds
        by_file: dict[int, list[int]] = {}
        files = np.searchsorted(segment.first_slots, slots, side="right") - 1
        for place, file in enumerate(files.tolist()):
            by_file.setdefault(file, []).append(place)
        for file, places in by_file.items():
            path, first = segment.columns.paths[file], int(segment.first_slots[file])
            rows = self._rows.shown(
                path,
                [slots[place] - first for place in places],
                [kinds[segment.columns.kind[slots[place]]] for place in places],
            )
            yield from zip(places, rows, strict=True)

    @cached_property
    def _is_live(self) -> NDArray[np.bool_]:
        if self._live is None:
            return np.ones(self._segment.n_slots, dtype=np.bool_)
        return self._live

    def _living(self, found: Mapping[str, Postings]) -> dict[str, Postings]:
        if self._live is None:
            return dict(found)
        living = {}
        for term, (slots, counts) in found.items():
            alive = self._live[slots]
            if alive.all():
                living[term] = Postings(slots, counts)
            elif alive.any():
                living[term] = Postings(slots[alive], counts[alive])
        return living

    def _block(self, number: int) -> Block:
        key = (self._segment.number, number)
        block: Block | None = self._cache.get(key)
        if block is None:
            block = self._rows.block(self._segment.number, number)
            self._cache.put(key, block, block.size_bytes)
        return block


def live_slots(n_slots: int, dead: Sequence[tuple[int, int]]) -> NDArray[np.bool_] | None:
    """By slot, whether it is in none of the ranges (first, length); None where there are none."""
    if not dead:
        return None
    live = np.ones(n_slots, dtype=np.bool_)
    for first, length in dead:
        live[first : first + length] = False
    return live


def _directory(starts: bytes, stems: bytes, terms: bytes) -> Directory:
    first_block, first_row = decode_narrow(starts).tolist()
    return Directory(first_block, split_texts(stems, "\n"), first_row, split_texts(terms, "\n"))
