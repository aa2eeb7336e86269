"""A large tree that is indexed, the words in it, and what is printed of it."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bench.querying import Times, Words
from bench.serving import cache_of
from stemguard import Selection, Workspace
from stemguard.domain.query import View
from stemguard.domain.tokenize import STOP_WORDS
from stemguard.location import format_version, index_folder
from stemguard.store.sqlite.block import terms_of
from stemguard.store.sqlite.connect import connect, errors_of
from stemguard.store.sqlite.snapshot import READ_SIZES, Reading
from stemguard.store.sqlite.store import SqliteStore

SEED = 20_261_201
_MS = 1000.0
_PERCENTILES = (0.5, 0.95, 1.0)


@dataclass(frozen=True, slots=True)
class Figure:
    """A row of a table: three numbers, or one that stands for all."""

    what: str
    n: int
    numbers: tuple[float, float, float]
    unit: str = "ms"

    @classmethod
    def of(cls, what: str, times: Times) -> Figure:
        """Seconds as milliseconds."""
        p50, p95, most = (times.percentile(share) * _MS for share in _PERCENTILES)
        return cls(what, len(times.seconds), (p50, p95, most))

    @classmethod
    def ratio(cls, what: str, above: Times, below: Times) -> Figure:
        """How many times as long the first take."""
        p50, p95, most = (
            above.percentile(share) / below.percentile(share) for share in _PERCENTILES
        )
        return cls(what, len(above.seconds), (p50, p95, most), "times")

    def row(self) -> str:
        """A line of Markdown."""
        cells = " | ".join(f"{number:.2f}" for number in self.numbers)
        return f"| {self.what} | {self.n} | {cells} | {self.unit} |"

    def plain(self) -> dict[str, object]:
        """The same as JSON."""
        p50, p95, most = self.numbers
        return {
            "what": self.what,
            "n": self.n,
            "p50": p50,
            "p95": p95,
            "max": most,
            "unit": self.unit,
        }


@dataclass(frozen=True)
class Indexed:
    """A tree, and the folder that its index and what belongs to it are kept in."""

    root: Path
    home: Path
    n_units: int
    n_files: int

    @classmethod
    def of(cls, root: Path, home: Path) -> Indexed:
        """The tree once it is indexed, which takes minutes the first time."""
        root = root.resolve()
        with Workspace.open(root, cache=cache_of(home)) as workspace:
            state = workspace.index_state()
            if state.state != "ready":
                workspace.sync()
                state = workspace.index_state()
        return cls(root, home, state.units, state.files)

    @property
    def folder(self) -> Path:
        """Where the index is."""
        return index_folder(cache_of(self.home), self.root, Selection())

    def open(self) -> SqliteStore:
        """The store."""
        return SqliteStore.open(self.folder, format_version())

    @cached_property
    def document_frequencies(self) -> Mapping[str, int]:
        """In how many units each word is, stop words left out; ascending by word."""
        kept = self.home / "document-frequencies.json"
        if kept.is_file():
            found: dict[str, int] = json.loads(kept.read_text(encoding="utf-8"))
            return found
        found = self._count()
        kept.write_text(json.dumps(found), encoding="utf-8")
        return found

    def draw(self, n: int, least: int, most: int) -> list[Words]:
        """So many queries of so many different words, drawn with weight sqrt(df)."""
        terms = list(self.document_frequencies)
        weights = [math.sqrt(df) for df in self.document_frequencies.values()]
        chance = random.Random(SEED)
        return [
            tuple(dict.fromkeys(chance.choices(terms, weights, k=chance.randint(least, most))))
            for _ in range(n)
        ]

    def commonest(self, n: int) -> Sequence[str]:
        """The words that most units hold, the commonest first."""
        by_df = self.document_frequencies
        return sorted(by_df, key=lambda term: (-by_df[term], term))[:n]

    def _count(self) -> dict[str, int]:
        found: Counter[str] = Counter()
        connection = connect(self.folder)
        try:
            reading = Reading(connection, lambda: errors_of(self.folder))
            for number, _ in reading.all(READ_SIZES):
                directory = reading.segment(number).directories[View.ALL]
                for place in range(len(directory.stems)):
                    lists = reading.block(number, directory.first_block + place).lists()
                    found.update(dict(zip(terms_of(lists.keys), lists.df.tolist(), strict=True)))
        finally:
            connection.close()
        return {term: found[term] for term in sorted(found) if term not in STOP_WORDS}
