"""Other engines over a million units, on disk: SQLite FTS5 and tantivy.

Each unit is one text, its words split as ours and repeated as their fields weigh, which is the
least work for either engine: one field, no boosts, one list a word.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import tantivy

from bench.peers import FIELD_WEIGHTS
from bench.units import Place, fields_of, read_lazily

_CREATE = """
create virtual table unit using fts5(
    text, content='', tokenize='porter unicode61 remove_diacritics 0'
)
"""
_INSERT = "insert into unit(rowid, text) values (?, ?)"
_BEST = "select rowid from unit where unit match ? order by rank limit ?"
_ROWS_AT_ONCE = 20_000
_HEAP_BYTES = 400_000_000
_DONE = "done"


def build(folder: Path, places: Sequence[Place]) -> None:
    """Builds both in one pass over the files; what is there already stays."""
    if (folder / _DONE).is_file():
        return
    (folder / "tantivy").mkdir(parents=True)
    database = sqlite3.connect(folder / "fts5.db", isolation_level=None)
    database.execute("pragma journal_mode = wal")
    database.execute(_CREATE)
    index = tantivy.Index(_schema(), path=str(folder / "tantivy"))
    writer = index.writer(_HEAP_BYTES, 1)
    texts = enumerate(map(_weighted, read_lazily(places, fields_of)))
    while rows := list(islice(texts, _ROWS_AT_ONCE)):
        database.execute("begin")
        database.executemany(_INSERT, rows)
        database.execute("commit")
        for number, text in rows:
            document = tantivy.Document()
            document.add_text("text", text)
            document.add_integer("number", number)
            writer.add_document(document)
    writer.commit()
    writer.wait_merging_threads()
    database.execute("insert into unit(unit) values ('optimize')")
    database.execute("pragma wal_checkpoint(truncate)").fetchall()
    database.close()
    (folder / _DONE).touch()


class Fts5OnDisk:
    """SQLite FTS5 with its porter stemmer and bm25(). Units by number."""

    def __init__(self, folder: Path) -> None:
        self._connection = sqlite3.connect(folder / "fts5.db", isolation_level=None)
        (self.n_units,) = self._connection.execute("select count(*) from unit_docsize").fetchone()

    def best(self, words: Sequence[str], limit: int) -> list[int]:
        """The best units that hold any of the words' stems."""
        expression = " OR ".join(f'"{word}"' for word in words)
        return [row for (row,) in self._connection.execute(_BEST, (expression, limit)).fetchall()]


class TantivyOnDisk:
    """Tantivy with its English stemmer. Answers are addresses, which is the least it can give."""

    def __init__(self, folder: Path) -> None:
        self._index = tantivy.Index.open(str(folder / "tantivy"))
        self._searcher = self._index.searcher()

    def best(self, words: Sequence[str], limit: int) -> list[object]:
        """The best units that hold any of the words' stems; `total` is counted as ours is."""
        query = self._index.parse_query(" ".join(f'"{word}"' for word in words), ["text"])
        return list(self._searcher.search(query, limit).hits)


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("text", stored=False, tokenizer_name="en_stem", index_option="freq")
    builder.add_integer_field("number", stored=False, fast=True)
    return builder.build()


def _weighted(fields: Sequence[str]) -> str:
    return " ".join(
        text
        for text, weight in zip(fields, FIELD_WEIGHTS, strict=True)
        for _ in range(weight)
        if text
    )
