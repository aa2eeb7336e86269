"""A corpus that answers as another one; whoever extends it changes some of the answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stemguard.domain.corpus import (
    Corpus,
    Described,
    FileColumns,
    Postings,
    TermPostings,
    UnitColumns,
)
from stemguard.domain.query import View


class WrappedCorpus:
    """Satisfies `Corpus`."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus

    @property
    def n_units(self) -> int:
        return self._corpus.n_units

    @property
    def n_files(self) -> int:
        return self._corpus.n_files

    def total_length(self, view: View) -> int:
        return self._corpus.total_length(view)

    def units(self) -> UnitColumns:
        return self._corpus.units()

    def files(self) -> FileColumns:
        return self._corpus.files()

    def family(self, stem: str, view: View) -> Mapping[str, Postings]:
        return self._corpus.family(stem, view)

    def starting_with(self, prefix: str, view: View) -> TermPostings:
        return self._corpus.starting_with(prefix, view)

    def describe(self, slots: Sequence[int]) -> list[Described]:
        return self._corpus.describe(slots)
