"""From indexed files to a batch: all that can be done away from the store, in another process."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np

from stemguard.domain.corpus import Ints
from stemguard.domain.posting import PostedUnit
from stemguard.domain.stem import stems
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
        n_units = len(file.posted)
        shown = pack_shown([unit.shown for unit in file.posted]) if n_units else b""
        packed.append(PackedFile(file.path, file.state, file.reason, first_slot, n_units, shown))
        first_slot += n_units
    searched = [file for file in ordered if file.posted]
    return PackedBatch(tuple(packed), _segment(searched) if searched else None)


def _check(file: IndexedFile) -> None:
    assert not (file.reason and file.posted), "a skipped file has no units"
    for unit in file.posted:
        assert unit.shown.key.path == file.path, "a file's units have its path"
        assert unit.shown.language == file.posted[0].shown.language, "a file has one language"


def _segment(files: Sequence[IndexedFile]) -> PackedSegment:
    posted = [unit for file in files for unit in file.posted]
    writer = SegmentWriter(_columns(files, posted))
    ids: defaultdict[str, int] = defaultdict()
    ids.default_factory = ids.__len__
    by_view = [
        _term_ids([unit.terms.all_counts for unit in posted], ids),
        _term_ids([unit.terms.names_counts for unit in posted], ids),
    ]
    terms = list(ids)
    keys = [key_of(stem, term) for stem, term in zip(stems(terms), terms, strict=True)]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    ranks = np.empty(len(keys), dtype=np.int64)
    ranks[order] = np.arange(len(keys))
    ascending = [keys[i] for i in order]
    rows: list[bytes] = []
    for found, slots, counts in by_view:
        rows += writer.rows(sorted_lists(ascending, ranks[found], slots, counts))
    return PackedSegment(len(posted), writer.head(), tuple(rows))


def sorted_lists(
    keys: Sequence[str], ranks: Ints, slots: Ints, counts: Ints
) -> Iterator[TermLists]:
    """Postings in any order as lists; `ranks` say which of the ascending keys each belongs to.

    Nothing where there are no postings.
    """
    if not len(ranks):
        return
    # One number to sort by is several times faster than two.
    span = int(slots.max()) + 1
    order = np.argsort(ranks * span + slots)
    ranks = ranks[order]
    df = np.bincount(ranks, minlength=len(keys))
    present = np.flatnonzero(df).tolist()
    yield TermLists([keys[i] for i in present], df[present], slots[order], counts[order])


def _term_ids(
    counts_by_slot: Sequence[Mapping[str, int]], ids: defaultdict[str, int]
) -> tuple[Ints, Ints, Ints]:
    """Term ids, slots and counts of all postings; new terms get the next ids."""
    sizes = [len(counts) for counts in counts_by_slot]
    total = sum(sizes)
    # `chain` and `map` keep the loop over postings out of Python.
    terms = chain.from_iterable(counts_by_slot)
    found = np.fromiter(map(ids.__getitem__, terms), dtype=np.int64, count=total)
    values = chain.from_iterable(counts.values() for counts in counts_by_slot)
    counts = np.fromiter(values, dtype=np.int64, count=total)
    return found, np.repeat(np.arange(len(sizes)), sizes), counts


def _columns(files: Sequence[IndexedFile], posted: Sequence[PostedUnit]) -> Columns:
    kinds = sorted({unit.shown.key.kind for unit in posted})
    codes = {kind: code for code, kind in enumerate(kinds)}
    return Columns(
        kinds=kinds,
        paths=[file.path for file in files],
        languages=[file.posted[0].shown.language for file in files],
        units_of_file=narrow([len(file.posted) for file in files]),
        all_length=narrow([unit.terms.all_length for unit in posted]),
        names_length=narrow([unit.terms.names_length for unit in posted]),
        multiplier=narrow([MULTIPLIERS.index(unit.multiplier) for unit in posted]),
        kind=narrow([codes[unit.shown.key.kind] for unit in posted]),
        name_hash=narrow([unit.terms.name_hash for unit in posted]),
        joined_hash=narrow([unit.terms.joined_hash for unit in posted]),
    )
