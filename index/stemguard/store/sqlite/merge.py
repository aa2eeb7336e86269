"""How segments become one: by ranges of stems, so that memory stays bounded."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from stemguard.domain.corpus import Ints
from stemguard.domain.query import View
from stemguard.store.sqlite.block import Block, TermLists, stem_of
from stemguard.store.sqlite.codec import narrow
from stemguard.store.sqlite.pack import sorted_lists
from stemguard.store.sqlite.segment import VIEWS, Columns, Rows, Segment, SegmentWriter

#: Blocks that are in memory at a time, of all segments together: about 10 MB of postings.
_BLOCKS_AT_A_TIME = 128


@dataclass(frozen=True, slots=True)
class Merged:
    """Where the live units of the inputs went: by input, the new slot of each slot, -1 if dead."""

    columns: Columns
    new_slots: Sequence[Ints]


def merged_columns(segments: Sequence[Segment], lives: Sequence[NDArray[np.bool_]]) -> Merged:
    """The columns of the live files of all segments in path order."""
    kinds = sorted({kind for segment in segments for kind in segment.columns.kinds})
    codes = {kind: code for code, kind in enumerate(kinds)}
    files = [
        (path, number, file)
        for number, segment in enumerate(segments)
        for file, path in enumerate(segment.columns.paths)
        if lives[number][segment.first_slots[file]]
    ]
    files.sort()
    offsets = np.cumsum([0, *(segment.n_slots for segment in segments)])
    firsts = np.array(
        [offsets[number] + segments[number].first_slots[file] for _, number, file in files],
        dtype=np.int64,
    )
    units_of_file = np.array(
        [segments[number].columns.units_of_file[file] for _, number, file in files],
        dtype=np.int64,
    )
    # The old slots, counted through all segments, in the order of the new ones.
    new_firsts = np.cumsum(units_of_file) - units_of_file
    n_slots = int(units_of_file.sum())
    old = np.arange(n_slots) + np.repeat(firsts - new_firsts, units_of_file)
    new = np.full(int(offsets[-1]), -1, dtype=np.int64)
    new[old] = np.arange(n_slots)

    def taken(arrays: Sequence[NDArray[np.integer]]) -> NDArray[np.unsignedinteger]:
        return narrow(np.concatenate(arrays)[old])

    columns = [segment.columns for segment in segments]
    code_maps = [np.array([codes[kind] for kind in c.kinds]) for c in columns]
    merged = Columns(
        kinds=kinds,
        paths=[path for path, _, _ in files],
        units_of_file=narrow(units_of_file),
        all_length=taken([c.all_length for c in columns]),
        names_length=taken([c.names_length for c in columns]),
        multiplier=taken([c.multiplier for c in columns]),
        kind=taken([codes_of[c.kind] for codes_of, c in zip(code_maps, columns, strict=True)]),
        name_hash=taken([c.name_hash for c in columns]),
        joined_hash=taken([c.joined_hash for c in columns]),
    )
    pieces = [new[a:b] for a, b in pairwise(offsets)]
    return Merged(merged, pieces)


def merged_rows(
    segments: Sequence[Segment], merged: Merged, rows: Rows, writer: SegmentWriter
) -> Iterator[bytes]:
    """The rows of the merged segment, in the order of their numbers; read as they are asked for."""
    for view in VIEWS:
        yield from writer.rows(_ranges(segments, merged, rows, view))


def _ranges(
    segments: Sequence[Segment], merged: Merged, rows: Rows, view: View
) -> Iterator[TermLists]:
    firsts = sorted(stem for segment in segments for stem in segment.directories[view].stems)
    cuts = sorted(set(firsts[::_BLOCKS_AT_A_TIME]))
    if not cuts:
        return
    for start, end in zip(cuts, [*cuts[1:], None], strict=True):
        pieces = []
        for segment, new_slots in zip(segments, merged.new_slots, strict=True):
            for block in _blocks(segment, rows, view, start, end):
                pieces.append(_moved(_within(block.lists(), start, end), new_slots))
        yield from _combined(pieces)


def _blocks(
    segment: Segment, rows: Rows, view: View, start: str, end: str | None
) -> Iterator[Block]:
    """The blocks that may hold stems from `start` up to and without `end`."""
    directory = segment.directories[view]
    first = max(bisect_right(directory.stems, start) - 1, 0)
    last = len(directory.stems) if end is None else bisect_left(directory.stems, end)
    for place in range(first, last):
        yield rows.block(segment.number, directory.first_block + place)


def _within(lists: TermLists, start: str, end: str | None) -> TermLists:
    """The lists whose stems are in the range."""
    first = bisect_left(lists.keys, start, key=stem_of)
    last = len(lists.keys) if end is None else bisect_left(lists.keys, end, key=stem_of)
    from_, to = int(lists.df[:first].sum()), int(lists.df[:last].sum())
    return TermLists(
        lists.keys[first:last], lists.df[first:last], lists.slots[from_:to], lists.counts[from_:to]
    )


def _moved(lists: TermLists, new_slots: Ints) -> tuple[Sequence[str], Ints, Ints, Ints]:
    """Keys, and of each live posting the place of its key, the new slot and the count."""
    places = np.repeat(np.arange(len(lists.keys)), lists.df)
    slots = new_slots[lists.slots]
    live = slots >= 0
    return lists.keys, places[live], slots[live], lists.counts[live]


def _combined(
    pieces: Sequence[tuple[Sequence[str], Ints, Ints, Ints]],
) -> Iterator[TermLists]:
    keys = sorted({key for piece in pieces for key in piece[0]})
    ranks = {key: rank for rank, key in enumerate(keys)}
    by_posting = [
        np.array([ranks[key] for key in piece_keys], dtype=np.int64)[places]
        for piece_keys, places, _, _ in pieces
    ]
    yield from sorted_lists(
        keys,
        np.concatenate(by_posting),
        np.concatenate([piece[2] for piece in pieces]),
        np.concatenate([piece[3] for piece in pieces]),
    )
