"""One state of the index for the length of a query."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stemguard.domain.corpus import Described, FileColumns, Postings, UnitColumns
from stemguard.domain.joined import Joined, Part
from stemguard.domain.query import View
from stemguard.ports.posting_store import FileState
from stemguard.store.sqlite.block import Block, blocks_of_prefix
from stemguard.store.sqlite.cache import ByteCache
from stemguard.store.sqlite.connect import Damage, errors_of
from stemguard.store.sqlite.files import decode_path, decode_state, encode_path
from stemguard.store.sqlite.schema import GENERATION, READ_META, row_id
from stemguard.store.sqlite.segment import Segment, SegmentCorpus, live_slots
from stemguard.store.sqlite.shown import unpack_shown

READ_SIZES = "select id, n_live from segments order by id"
READ_HEAD = "select data from heads where segment = ?"
READ_DEAD = "select first_slot, n_slots from dead where segment = ?"
READ_ROW = "select data from segment_rows where id = ?"
READ_SHOWN = "select data from shown where file = (select id from files where path = ?)"
READ_STATES = "select path, state from files"
READ_SKIPPED = "select path, reason from files where reason <> ''"


@dataclass(frozen=True, slots=True)
class _Live:
    """A segment with `n_live` live units. As units only die, that number says which they are."""

    segment: Segment
    n_live: int
    live: NDArray[np.bool_] | None


@dataclass(frozen=True, slots=True)
class Loaded:
    """What is in memory of one state; any thread may read it, none may change it."""

    segments: tuple[_Live, ...]
    joined: Joined


class Reading:
    """A connection within a transaction, used by one thread. Satisfies `Rows`.

    Raises IndexUnavailable where the file turns out to be damaged.
    """

    def __init__(self, connection: sqlite3.Connection, folder: Path) -> None:
        self._connection = connection
        self._folder = folder

    def generation(self) -> int:
        """How many writes the state comes from."""
        with errors_of(self._folder):
            return int(self._value(READ_META, GENERATION))

    def all(self, statement: str, *parameters: object) -> list[tuple[Any, ...]]:
        """All rows."""
        with errors_of(self._folder):
            return self._connection.execute(statement, parameters).fetchall()

    def segment(self, number: int) -> Segment:
        """The head of a segment."""
        with errors_of(self._folder):
            return Segment(number, self._value(READ_HEAD, number))

    def live(self, segment: Segment) -> NDArray[np.bool_] | None:
        """By slot of a segment, whether its unit is live; None where all are."""
        return live_slots(segment.n_slots, self.all(READ_DEAD, segment.number))

    def block(self, segment: int, number: int) -> Block:
        with errors_of(self._folder):
            return Block(self._value(READ_ROW, row_id(segment, number)))

    def blocks_of_prefix(self, segment: int, number: int, prefix: str) -> set[int]:
        with errors_of(self._folder):
            return blocks_of_prefix(self._value(READ_ROW, row_id(segment, number)), prefix)

    def shown(self, path: str, language: str, places: Sequence[int]) -> list[Described]:
        with errors_of(self._folder):
            data = self._value(READ_SHOWN, encode_path(path))
            return unpack_shown(data, path, language, places)

    def _value(self, statement: str, parameter: object) -> Any:  # noqa: ANN401 - as stored
        row = self._connection.execute(statement, (parameter,)).fetchone()
        if row is None:
            raise Damage("a row is missing")
        return row[0]


def load(reading: Reading, known: Loaded | None, cache: ByteCache) -> Loaded:
    """What a state needs in memory, as far as possible what is `known` of an earlier one."""
    sizes = reading.all(READ_SIZES)
    if known and [(live.segment.number, live.n_live) for live in known.segments] == sizes:
        return known
    loaded = {live.segment.number: live for live in known.segments} if known else {}
    segments = []
    for number, n_live in sizes:
        live = loaded.get(number)
        if live is None or live.n_live != n_live:
            segment = live.segment if live else reading.segment(number)
            live = _Live(segment, n_live, reading.live(segment))
        segments.append(live)
    return Loaded(
        tuple(segments),
        Joined([Part(corpus) for corpus in _corpora(segments, reading, cache)]),
    )


class SqliteSnapshot:
    """Satisfies `Snapshot`."""

    def __init__(self, reading: Reading, loaded: Loaded, cache: ByteCache) -> None:
        self._reading = reading
        self._joined = loaded.joined.through(_corpora(loaded.segments, reading, cache))
        self.generation = reading.generation()

    @property
    def n_units(self) -> int:
        return self._joined.n_units

    @property
    def n_files(self) -> int:
        return self._joined.n_files

    def total_length(self, view: View) -> int:
        return self._joined.total_length(view)

    def units(self) -> UnitColumns:
        return self._joined.units()

    def files(self) -> FileColumns:
        return self._joined.files()

    def family(self, stem: str, view: View) -> Mapping[str, Postings]:
        return self._joined.family(stem, view)

    def starting_with(self, prefix: str, view: View) -> Mapping[str, Postings]:
        return self._joined.starting_with(prefix, view)

    def describe(self, slots: Sequence[int]) -> list[Described]:
        return self._joined.describe(slots)

    def states(self) -> Mapping[str, FileState]:
        return {
            decode_path(path): decode_state(state) for path, state in self._reading.all(READ_STATES)
        }

    def skipped(self) -> Mapping[str, str]:
        return {decode_path(path): reason for path, reason in self._reading.all(READ_SKIPPED)}


def _corpora(segments: Sequence[_Live], reading: Reading, cache: ByteCache) -> list[SegmentCorpus]:
    return [SegmentCorpus(live.segment, live.live, reading, cache) for live in segments]
