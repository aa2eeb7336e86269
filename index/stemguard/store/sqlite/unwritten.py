"""A batch that is searched as it is: the units of an open document, which are on no disk."""

from __future__ import annotations

from collections.abc import Sequence

from stemguard.domain.corpus import Corpus, Described
from stemguard.domain.unit_corpus import UnitCorpus
from stemguard.store.sqlite.block import Block, blocks_of_prefix
from stemguard.store.sqlite.cache import ByteCache
from stemguard.store.sqlite.pack import PackedBatch
from stemguard.store.sqlite.segment import Segment, SegmentCorpus
from stemguard.store.sqlite.shown import unpack_shown

#: What a word of a document decodes to is small, and is asked for at each keystroke.
_CACHE_BYTES = 4 << 20


def corpus_of(batch: PackedBatch) -> Corpus:
    """The corpus of the batch's units; any thread may ask it."""
    if batch.segment is None:
        return UnitCorpus(())
    segment = Segment(0, batch.segment.head)
    return SegmentCorpus(segment, None, _BatchRows(batch), ByteCache(_CACHE_BYTES))


class _BatchRows:
    """The rows of a batch's segment. Satisfies `Rows`."""

    def __init__(self, batch: PackedBatch) -> None:
        assert batch.segment is not None
        self._rows = batch.segment.rows
        self._shown = {file.path: file.shown for file in batch.files}

    def block(self, segment: int, number: int) -> Block:
        return Block(self._rows[number])

    def blocks_of_prefix(self, segment: int, number: int, prefix: str) -> set[int]:
        return blocks_of_prefix(self._rows[number], prefix)

    def shown(self, path: str, places: Sequence[int], kinds: Sequence[str]) -> list[Described]:
        return unpack_shown(self._shown[path], path, places, kinds)
