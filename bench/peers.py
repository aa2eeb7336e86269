"""Other engines over the same units, split into the same words: SQLite FTS5 and bm25s."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

import bm25s
import numpy as np

from bench.units import Worded
from stemguard.domain.bm25 import K1, B, Floats
from stemguard.domain.posting import BODY_WEIGHT, CONTAINER_WEIGHT, DOC_WEIGHT, NAME_WEIGHT
from stemguard.domain.stem import stem
from stemguard.domain.unit import section_factor

#: How often a word of each field counts.
FIELD_WEIGHTS = (NAME_WEIGHT, CONTAINER_WEIGHT, DOC_WEIGHT, BODY_WEIGHT)
_BM25 = f"bm25(unit, {', '.join(map(str, FIELD_WEIGHTS))})"
_OR = " OR "
_AND = " AND "

#: Contentless, as our own index holds no text; positions stay, bm25() needs them.
_CREATE = """
create virtual table unit using fts5(
    name, container, doc, body, content='', tokenize='porter unicode61 remove_diacritics 0'
)
"""
_INSERT = "insert into unit(rowid, name, container, doc, body) values (?, ?, ?, ?, ?)"
_BEST = f"select rowid from unit where unit match ? order by {_BM25}, rowid limit ?"
_SCORES = f"select rowid, {_BM25} from unit where unit match ?"


class Fts5:
    """SQLite FTS5 with its porter stemmer and bm25(), field weights as ours. Units by number."""

    def __init__(self, database: Path | str, units: Iterable[Worded]) -> None:
        """Builds a new database in one transaction."""
        self._connection = sqlite3.connect(database, isolation_level=None)
        self._connection.execute("pragma journal_mode = wal")
        self._connection.execute("begin")
        self._connection.execute(_CREATE)
        self._connection.executemany(_INSERT, _rows(units))
        self._connection.execute("commit")

    def best(self, words: Sequence[str], limit: int, *, joined_by: str = _OR) -> list[int]:
        """The best units, ties by number."""
        if not words:
            return []
        rows = self._connection.execute(_BEST, (_expression(words, joined_by), limit))
        return [number for (number,) in rows.fetchall()]

    def best_of_all(self, words: Sequence[str], limit: int) -> list[int]:
        """The best units that hold every word's stem."""
        return self.best(words, limit, joined_by=_AND)

    def scores(self, words: Sequence[str], n_units: int) -> Floats:
        """The score of every unit, 0.0 where it is not found."""
        found = np.zeros(n_units)
        if words:
            for number, score in self._connection.execute(_SCORES, (_expression(words, _OR),)):
                found[number] = -score
        return found

    def checkpoint(self) -> None:
        """Moves what is in the log to the database's own file."""
        self._connection.execute("pragma wal_checkpoint(truncate)").fetchall()


class Bm25s:
    """bm25s over stems, a field's words repeated as its weight says. Units by number."""

    def __init__(self, units: Iterable[Worded]) -> None:
        self._ids: dict[str, int] = {}
        bags = [self._bag(unit) for unit in units]
        self._index = bm25s.BM25(k1=K1, b=B)
        self._index.index((bags, self._ids), show_progress=False)

    def scores(self, words: Sequence[str]) -> Floats:
        """The score of every unit, 0.0 where it is not found."""
        known = [its_stem for word in words if (its_stem := stem(word)) in self._ids]
        return np.asarray(self._index.get_scores(known), dtype=np.float64)

    def _bag(self, unit: Worded) -> list[int]:
        bag: list[int] = []
        for words, weight in zip(_fields(unit), FIELD_WEIGHTS, strict=True):
            for word in words:
                bag += [self._ids.setdefault(stem(word), len(self._ids))] * weight
        return bag


def factors(units: Sequence[Worded]) -> Floats:
    """What our ranking multiplies a unit's score by: section times path class."""
    return np.array(
        [section_factor(u.posted.shown.key.kind) * u.posted.multiplier for u in units],
        dtype=np.float64,
    )


def _fields(unit: Worded) -> tuple[tuple[str, ...], ...]:
    return unit.name, unit.container, unit.doc, unit.body


def _rows(units: Iterable[Worded]) -> Iterable[tuple[int, str, str, str, str]]:
    for number, unit in enumerate(units):
        name, container, doc, body = map(" ".join, _fields(unit))
        yield number, name, container, doc, body


def _expression(words: Sequence[str], joined_by: str) -> str:
    return joined_by.join(f'"{word}"' for word in words)
