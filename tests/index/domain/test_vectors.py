"""Worked corpora and answers, made by an independent implementation, through every corpus there is.

`vectors/ranking.json` holds 48 corpora of 8 queries each; answers are complete. Scores agree to
1e-9, the digits of that file; between our own corpora they are equal.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from stemguard.domain.corpus import Corpus
from stemguard.domain.joined import Joined, Part
from stemguard.domain.unit import Unit
from stemguard.ports.posting_store import FileState, IndexedFile, PostingStore
from stemguard.search.searcher import search_units
from stemguard.store.memory import MemoryStore
from stemguard.store.sqlite.policy import Limits
from stemguard.store.sqlite.store import SqliteStore
from stemguard.testing.answers import answer, corpus_of, make_unit
from stemguard.testing.oracle import OracleAnswer, oracle_rank

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "vectors" / "ranking.json").read_text(encoding="utf-8")
)

Opened = AbstractContextManager[Corpus]
Way = Callable[[list[Unit], Path], Opened]
Put = Callable[[PostingStore, list[list[Unit]]], None]


def in_parts(n_parts: int) -> Way:
    @contextmanager
    def opened(units: list[Unit], folder: Path) -> Iterator[Corpus]:
        files = files_of(units)
        parts = [files[number::n_parts] for number in range(n_parts)]
        yield Joined([Part(corpus_of(unit for file in part for unit in file)) for part in parts])

    return opened


@contextmanager
def at_once(units: list[Unit], folder: Path) -> Iterator[Corpus]:
    yield corpus_of(units)


def stored(open_store: Callable[[Path], PostingStore], put: Put) -> Way:
    @contextmanager
    def opened(units: list[Unit], folder: Path) -> Iterator[Corpus]:
        store = open_store(folder)
        put(store, files_of(units))
        try:
            with store.snapshot() as snapshot:
                yield snapshot
        finally:
            store.close()

    return opened


def memory(folder: Path) -> PostingStore:
    return MemoryStore()


def sqlite(folder: Path) -> PostingStore:
    return SqliteStore.open(folder, "vectors")


def merging_sqlite(folder: Path) -> PostingStore:
    return SqliteStore.open(folder, "vectors", Limits(segments=1))


def put_at_once(store: PostingStore, files: list[list[Unit]]) -> None:
    store.write([store.packer()([indexed(file) for file in files])])


def put_in_five(store: PostingStore, files: list[list[Unit]]) -> None:
    for number in range(5):
        put_at_once(store, files[number::5])


def put_with_edits(store: PostingStore, files: list[list[Unit]]) -> None:
    """All files with other units and one more, then each as it should be, and the one removed."""
    others = [[Unit(unit.key, "stale", body=unit.name) for unit in file[:2]] for file in files]
    put_at_once(store, [*others, [make_unit("~", "copied", body="partition")]])
    for file in files:
        put_at_once(store, [file])
    store.write(removed=["~"])


WAYS: dict[str, Way] = {
    "at once": at_once,
    "one part": in_parts(1),
    "five parts": in_parts(5),
    "memory": stored(memory, put_at_once),
    "memory, edited": stored(memory, put_with_edits),
    "sqlite, one segment": stored(sqlite, put_at_once),
    "sqlite, five segments": stored(sqlite, put_in_five),
    "sqlite, with a memtable and dead units": stored(sqlite, put_with_edits),
    "sqlite, merged": stored(merging_sqlite, put_in_five),
}


@pytest.mark.parametrize("number", range(len(VECTORS)))
@pytest.mark.parametrize("way", WAYS)
def test_a_corpus_gives_the_worked_answers(way: str, number: int, tmp_path: Path) -> None:
    units = units_of_vector(number)
    with WAYS[way](units, tmp_path) as corpus:
        for asked in VECTORS[number]["queries"]:
            found = answer(
                corpus,
                asked["query"],
                asked["match"],
                asked["view"],
                prefix=asked["prefix"],
                tiers=asked["tiers"],
            )
            agrees(found, asked)


@pytest.mark.parametrize("number", range(len(VECTORS)))
def test_brute_force_gives_the_worked_answers(number: int) -> None:
    units = units_of_vector(number)
    for asked in VECTORS[number]["queries"]:
        found = oracle_rank(
            units,
            asked["query"],
            asked["match"],
            asked["view"],
            prefix=asked["prefix"],
            tiers=asked["tiers"],
        )
        agrees(found, asked)


def test_ranking_given_units_gives_the_worked_answers() -> None:
    for vector in VECTORS:
        units = [Unit.from_dict(fields) for fields in vector["units"]]
        for asked in vector["queries"]:
            hits = search_units(
                units,
                asked["query"],
                match=asked["match"],
                view=asked["view"],
                prefix=asked["prefix"],
                tiers=asked["tiers"],
                limit=1000,
            )
            assert [list(hit.key) for hit in hits] == [row["key"] for row in asked["expect"]]
            assert [(hit.tier, hit.held, hit.named) for hit in hits] == [
                (row["tier"], row["held"], row["named"]) for row in asked["expect"]
            ]


def test_no_vector_is_missing() -> None:
    assert len(VECTORS) == 48
    assert sum(len(vector["queries"]) for vector in VECTORS) == 384


def agrees(found: OracleAnswer, asked: dict[str, Any]) -> None:
    assert found.states == asked["words"]
    assert [(list(row.key), row.tier, row.held, row.named) for row in found.rows] == [
        (row["key"], row["tier"], row["held"], row["named"]) for row in asked["expect"]
    ]
    scores = [row["score"] for row in asked["expect"]]
    assert [row.score for row in found.rows] == pytest.approx(scores, rel=1e-9, abs=0)


def units_of_vector(number: int) -> list[Unit]:
    return [Unit.from_dict(fields) for fields in VECTORS[number]["units"]]


def files_of(units: Sequence[Unit]) -> list[list[Unit]]:
    in_order = sorted(units, key=lambda unit: unit.key)
    return [list(file) for _, file in groupby(in_order, key=lambda unit: unit.key.path)]


def indexed(units: Sequence[Unit]) -> IndexedFile:
    path = units[0].key.path
    state = FileState(len(units), 1, 2, 3, b"hash")
    return IndexedFile(path, state, units=tuple(units))
