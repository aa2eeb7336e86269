"""The corpus of one file under another path: a document is known by its URI, not by a name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from stemguard.domain.corpus import (
    Corpus,
    Described,
    FileColumns,
    Postings,
    TermPostings,
    UnitColumns,
)
from stemguard.domain.query import View


class Renamed:
    """A corpus of at most one file, whose path is given. Satisfies `Corpus`."""

    def __init__(self, corpus: Corpus, path: str) -> None:
        self._corpus = corpus
        self._path = path

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
        files = self._corpus.files()
        return replace(files, path=(self._path,) * len(files.path))

    def family(self, stem: str, view: View) -> Mapping[str, Postings]:
        return self._corpus.family(stem, view)

    def starting_with(self, prefix: str, view: View) -> TermPostings:
        return self._corpus.starting_with(prefix, view)

    def describe(self, slots: Sequence[int]) -> list[Described]:
        return [
            replace(shown, key=shown.key._replace(path=self._path))
            for shown in self._corpus.describe(slots)
        ]
