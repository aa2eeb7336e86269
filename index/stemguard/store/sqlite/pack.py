"""From indexed files to a batch: all that can be done away from the store, in another process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from stemguard.domain.corpus import Ints
from stemguard.ports.posting_store import FileState, IndexedFile
from stemguard.store.sqlite.block import TermLists
from stemguard.store.sqlite.bundle import RecalledText, Yields, encode_bundles
from stemguard.store.sqlite.gather import Gathered, from_path_of, gather, yields_of
from stemguard.store.sqlite.segment import PackedSegment, SegmentWriter
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
    """Files and the segment of their units; None where none of them has any.

    `learned` are bundles of texts to be remembered, `recalled_from` the numbers of those that
    others of the texts were in.
    """

    files: tuple[PackedFile, ...]
    segment: PackedSegment | None
    learned: tuple[bytes, ...] = ()
    recalled_from: tuple[int, ...] = ()

    @property
    def paths(self) -> Sequence[str]:
        """The files in it, by path."""
        return [file.path for file in self.files]


def pack(files: Sequence[IndexedFile]) -> PackedBatch:
    """The batch of these files."""
    return _packed(files, lambda _: ())


def pack_to_remember(files: Sequence[IndexedFile]) -> PackedBatch:
    """The batch of these files, with what is to be remembered of the texts that were cut."""
    return _packed(files, encode_bundles)


def _packed(
    files: Sequence[IndexedFile], learn: Callable[[Yields], Iterable[bytes]]
) -> PackedBatch:
    ordered = sorted(files, key=lambda file: file.path)
    assert all(a.path != b.path for a, b in pairwise(ordered))
    cut = [file for file in ordered if file.units]
    blobs = _shown(cut)
    packed: list[PackedFile] = []
    first_slot = 0
    for file in ordered:
        _check(file)
        n_units, described = len(file.units), blobs.get(file.path, b"")
        if isinstance(file.recalled, RecalledText):
            n_units, described = file.recalled.n_units, file.recalled.shown
        packed.append(
            PackedFile(file.path, file.state, file.reason, first_slot, n_units, described)
        )
        first_slot += n_units
    searched = [file for file, done in zip(ordered, packed, strict=True) if done.n_units]
    if not searched:
        return PackedBatch(tuple(packed), None)
    yields = yields_of(cut, [blobs[file.path] for file in cut])
    segment = _segment(gather(searched, yields))
    if any(file.reason for file in cut):
        # It would be recalled without its reason.
        cut = [file for file in cut if not file.reason]
        yields = yields_of(cut, [blobs[file.path] for file in cut])
    return PackedBatch(tuple(packed), segment, tuple(learn(yields)), _recalled_from(searched))


def _shown(cut: Sequence[IndexedFile]) -> dict[str, bytes]:
    """What is shown of the units of these files, by path."""
    units = [unit for file in cut for unit in file.units]
    from_path = [taken for file in cut for taken in from_path_of(file)]
    blobs = pack_shown(units, from_path, [len(file.units) for file in cut])
    return {file.path: blob for file, blob in zip(cut, blobs, strict=True)}


def _recalled_from(files: Sequence[IndexedFile]) -> tuple[int, ...]:
    texts = (file.recalled for file in files)
    return tuple(sorted({text.bundle.number for text in texts if isinstance(text, RecalledText)}))


def _check(file: IndexedFile) -> None:
    assert not (file.reason and file.recalled), "what has a reason is not remembered"
    for unit in file.units:
        assert unit.key.path == file.path, "a file's units have its path"


def _segment(gathered: Gathered) -> PackedSegment:
    writer = SegmentWriter(gathered.columns)
    keys = gathered.keys
    order = sorted(range(len(keys)), key=keys.__getitem__)
    ranks = np.empty(len(keys), dtype=np.int64)
    ranks[order] = np.arange(len(keys))
    ascending = [keys[i] for i in order]
    rows: list[bytes] = []
    for terms, slots, counts in (gathered.everything, gathered.names):
        rows += writer.rows(sorted_lists(ascending, ranks[terms], slots, counts))
    return PackedSegment(len(gathered.columns.kind), writer.head(), tuple(rows))


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
