"""The corpus of one file under another path: a document is known by its URI, not by a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from stemguard.domain.corpus import Corpus, Described, FileColumns
from stemguard.domain.wrapped import WrappedCorpus


class Renamed(WrappedCorpus):
    """A corpus of at most one file, whose path is given. Satisfies `Corpus`."""

    def __init__(self, corpus: Corpus, path: str) -> None:
        super().__init__(corpus)
        self._path = path

    def files(self) -> FileColumns:
        files = super().files()
        return replace(files, path=(self._path,) * len(files.path))

    def describe(self, slots: Sequence[int]) -> list[Described]:
        return [
            replace(shown, key=shown.key._replace(path=self._path))
            for shown in super().describe(slots)
        ]
