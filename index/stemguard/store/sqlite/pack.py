"""From indexed files to a batch: all that can be done away from the store, in another process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from stemguard.domain.corpus import Ints
from stemguard.domain.counting import CountedUnits, count_units
from stemguard.domain.posting import hash_of, joined_words, shown
from stemguard.domain.stem import stems
from stemguard.domain.unit import Unit
from stemguard.ports.posting_store import FileState, IndexedFile
from stemguard.store.sqlite.block import TermLists, key_of
from stemguard.store.sqlite.codec import narrow
from stemguard.store.sqlite.segment import MULTIPLIERS, Columns, PackedSegment, SegmentWriter
from stemguard.store.sqlite.shown import pack_shown


@dataclass(frozen=True, slots=True)
class PackedFile:
    """What a store notes of a file. Its units are in the batch's segment, where it has any."""

    path: str
    state: FileState
    reason: str
    first_slot: int
    n_units: int
    shown: bytes


@dataclass(frozen=True, slots=True)
class PackedBatch:
    """Files and the segment of their units; None where none of them has any."""

    files: tuple[PackedFile, ...]
    segment: PackedSegment | None

    @property
    def paths(self) -> Sequence[str]:
        """The files in it, by path."""
        return [file.path for file in self.files]


def pack(files: Sequence[IndexedFile]) -> PackedBatch:
    """The batch of these files."""
    ordered = sorted(files, key=lambda file: file.path)
    assert all(a.path != b.path for a, b in pairwise(ordered))
    packed = []
    first_slot = 0
    for file in ordered:
        _check(file)
        n_units = len(file.units)
        described = pack_shown([shown(unit) for unit in file.units]) if n_units else b""
        packed.append(
            PackedFile(file.path, file.state, file.reason, first_slot, n_units, described)
        )
        first_slot += n_units
    searched = [file for file in ordered if file.units]
    return PackedBatch(tuple(packed), _segment(searched) if searched else None)


def _check(file: IndexedFile) -> None:
    assert not (file.reason and file.units), "a skipped file has no units"
    for unit in file.units:
        assert unit.key.path == file.path, "a file's units have its path"
        assert unit.language == file.units[0].language, "a file has one language"


def _segment(files: Sequence[IndexedFile]) -> PackedSegment:
    units = [unit for file in files for unit in file.units]
    counted = count_units(units)
    writer = SegmentWriter(_columns(files, units, counted))
    pairs = zip(stems(counted.terms), counted.terms, strict=True)
    keys = [key_of(stem, term) for stem, term in pairs]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    ranks = np.empty(len(keys), dtype=np.int64)
    ranks[order] = np.arange(len(keys))
    ascending = [keys[i] for i in order]
    rows: list[bytes] = []
    for terms, slots, counts in (counted.all_counts, counted.names_counts):
        rows += writer.rows(sorted_lists(ascending, ranks[terms], slots, counts))
    return PackedSegment(len(units), writer.head(), tuple(rows))


def sorted_lists(
    keys: Sequence[str], ranks: Ints, slots: Ints, counts: Ints
) -> Iterator[TermLists]:
    """Postings in any order as lists; `ranks` say which of the ascending keys each belongs to.

    Counts of one key and slot are added. Nothing where there are no postings.
    """
    if not len(ranks):
        return
    # One number to sort by is several times faster than two.
    span = int(slots.max()) + 1
    places = ranks * span + slots
    order = np.argsort(places)
    places = places[order]
    starts = np.flatnonzero(np.concatenate(([True], places[1:] != places[:-1])))
    places = places[starts]
    df = np.bincount(places // span, minlength=len(keys))
    present = np.flatnonzero(df).tolist()
    counts = np.add.reduceat(counts[order], starts)
    yield TermLists([keys[i] for i in present], df[present], places % span, counts)


def _columns(files: Sequence[IndexedFile], units: Sequence[Unit], counted: CountedUnits) -> Columns:
    kinds = sorted({unit.kind for unit in units})
    codes = {kind: code for code, kind in enumerate(kinds)}
    return Columns(
        kinds=kinds,
        paths=[file.path for file in files],
        languages=[file.units[0].language for file in files],
        units_of_file=narrow([len(file.units) for file in files]),
        all_length=narrow(counted.all_length),
        names_length=narrow(counted.names_length),
        multiplier=narrow([MULTIPLIERS.index(unit.multiplier) for unit in units]),
        kind=narrow([codes[unit.kind] for unit in units]),
        name_hash=narrow([hash_of(unit.name) for unit in units]),
        joined_hash=narrow([hash_of(joined_words(unit.name)) for unit in units]),
    )
