"""One state of the index for the length of a query."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stemguard.domain.corpus import (
    Corpus,
    Described,
)
from stemguard.domain.joined import Joined, Part
from stemguard.domain.unit_corpus import UnitCorpus
from stemguard.domain.wrapped import WrappedCorpus
from stemguard.ports.posting_store import EVERYTHING, FileState
from stemguard.store.sqlite.block import Block, blocks_of_prefix
from stemguard.store.sqlite.cache import ByteCache
from stemguard.store.sqlite.connect import Damage
from stemguard.store.sqlite.files import decode_path, decode_state, encode_path
from stemguard.store.sqlite.schema import GENERATION, LAST_WRITE, READ_META, WHOLE, row_id
from stemguard.store.sqlite.segment import Segment, SegmentCorpus, live_slots
from stemguard.store.sqlite.shown import unpack_shown

READ_SIZES = "select id, n_live from segments order by id"
READ_HEAD = "select data from heads where segment = ?"
READ_DEAD = "select first_slot, n_slots from dead where segment = ?"
READ_ROW = "select data from segment_rows where id = ?"
READ_SHOWN = "select data from shown where file = (select id from files where path = ?)"
READ_STATES = "select path, state from files"
READ_SKIPPED = "select path, reason from files where reason <> ''"
READ_STATES_BETWEEN = "select path, state from files where path >= ? and path < ?"
READ_SKIPPED_BETWEEN = (
    "select path, reason from files where path >= ? and path < ? and reason <> ''"
)
READ_STATES_AFTER = "select path, state from files where path > ? order by path limit ?"

#: Each is asked for every word, in half a microsecond.
_MOST_GONE = 64
#: A few saves of a small index, a merge of a large one.
_GONE_SHARE = 0.25

#: Stands for a segment that is gone.
_NOTHING = UnitCorpus(())


@dataclass(frozen=True, slots=True)
class _Live:
    """A segment with `n_live` live units. As units only die, that number says which they are."""

    segment: Segment
    n_live: int
    live: NDArray[np.bool_] | None


@dataclass(frozen=True, slots=True)
class Loaded:
    """What is in memory of one state; any thread may read it, none may change it.

    `segments` has a row for each part of `joined`, with 0 live units where the segment is gone.
    """

    segments: tuple[_Live, ...]
    joined: Joined


class Reading:
    """A connection within a transaction, used by one thread. Satisfies `Rows`.

    `errors` says what SQLite refuses, and damage, as errors of this library.
    """

    def __init__(
        self, connection: sqlite3.Connection, errors: Callable[[], AbstractContextManager[None]]
    ) -> None:
        self._connection = connection
        self._errors = errors

    def generation(self) -> int:
        """How many writes the state comes from."""
        with self._errors():
            return int(self._value(READ_META, GENERATION))

    def last_write(self) -> float | None:
        """When files were last written or forgotten."""
        with self._errors():
            written = self._value(READ_META, LAST_WRITE)
            return float(written) if written else None

    def is_whole(self) -> bool:
        """Whether everything was looked at to the end."""
        with self._errors():
            return bool(self._value(READ_META, WHOLE))

    def all(self, statement: str, *parameters: object) -> list[tuple[Any, ...]]:
        """All rows."""
        with self._errors():
            return self._connection.execute(statement, parameters).fetchall()

    def segment(self, number: int) -> Segment:
        """The head of a segment."""
        with self._errors(), _as_written():
            return Segment(number, self._value(READ_HEAD, number))

    def live(self, segment: Segment) -> NDArray[np.bool_] | None:
        """By slot of a segment, whether its unit is live; None where all are."""
        return live_slots(segment.n_slots, self.all(READ_DEAD, segment.number))

    def block(self, segment: int, number: int) -> Block:
        with self._errors(), _as_written():
            return Block(self._value(READ_ROW, row_id(segment, number)))

    def blocks_of_prefix(self, segment: int, number: int, prefix: str) -> set[int]:
        with self._errors(), _as_written():
            return blocks_of_prefix(self._value(READ_ROW, row_id(segment, number)), prefix)

    def shown(self, path: str, places: Sequence[int], kinds: Sequence[str]) -> list[Described]:
        with self._errors(), _as_written():
            data = self._value(READ_SHOWN, encode_path(path))
            return unpack_shown(data, path, places, kinds)

    def _value(self, statement: str, parameter: object) -> Any:  # noqa: ANN401 - as stored
        row = self._connection.execute(statement, (parameter,)).fetchone()
        if row is None:
            raise Damage("a row is missing")
        return row[0]


@contextmanager
def _as_written() -> Iterator[None]:
    """What cannot be decoded is not what was written."""
    try:
        yield
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise Damage(f"a row is garbled ({type(error).__name__})") from error


def load(reading: Reading, known: Loaded | None, cache: ByteCache) -> Loaded:
    """What a state needs in memory, as far as possible what is `known` of an earlier one.

    Must be the first to read in its transaction, and one at a time: states come in their order.
    Raises Damage where they do not.
    """
    sizes: dict[int, int] = dict(reading.all(READ_SIZES))
    if known is None or _is_stale(known, sizes):
        segments = [_live(reading, reading.segment(number), sizes[number]) for number in sizes]
        parts = [Part(corpus) for corpus in _corpora(segments, reading, cache)]
        return Loaded(tuple(segments), Joined(parts))
    segments = list(known.segments)
    alive = {}
    for place, before in enumerate(known.segments):
        n_live = sizes.pop(before.segment.number, 0)
        if n_live != before.n_live:
            if n_live > before.n_live:
                raise Damage("units came back to life")
            now = _live(reading, before.segment, n_live)
            segments[place] = now
            alive[place] = _flags(now)
    if not alive and not sizes:
        return known
    old = _corpora(segments, reading, cache)
    added = [_live(reading, reading.segment(number), sizes[number]) for number in sizes]
    parts = [Part(corpus) for corpus in _corpora(added, reading, cache)]
    return Loaded((*segments, *added), known.joined.edited(old, alive, parts))


class SqliteSnapshot(WrappedCorpus):
    """Satisfies `Snapshot`."""

    def __init__(self, reading: Reading, loaded: Loaded, cache: ByteCache) -> None:
        super().__init__(loaded.joined.through(_corpora(loaded.segments, reading, cache)))
        self._reading = reading
        self.generation = reading.generation()

    @property
    def last_write(self) -> float | None:
        return self._reading.last_write()

    @property
    def is_whole(self) -> bool:
        return self._reading.is_whole()

    def states(self, below: Collection[str] = EVERYTHING) -> Mapping[str, FileState]:
        rows = self._rows_below(below, READ_STATES, READ_STATES_BETWEEN)
        return {decode_path(path): decode_state(state) for path, state in rows}

    def skipped(self, below: Collection[str] = EVERYTHING) -> Mapping[str, str]:
        rows = self._rows_below(below, READ_SKIPPED, READ_SKIPPED_BETWEEN)
        return {decode_path(path): reason for path, reason in rows}

    def states_after(self, path: str, most: int) -> Sequence[tuple[str, FileState]]:
        rows = self._reading.all(READ_STATES_AFTER, encode_path(path), most)
        return [(decode_path(found), decode_state(state)) for found, state in rows]

    def _rows_below(
        self, below: Collection[str], all_rows: str, rows_between: str
    ) -> Iterator[tuple[Any, ...]]:
        if "" in below:
            yield from self._reading.all(all_rows)
            return
        for path in map(encode_path, below):
            # Nothing but the path itself is from it up to and without the path and a NUL.
            yield from self._reading.all(rows_between, path, path + b"\0")
            # What comes behind `/` is `0`.
            yield from self._reading.all(rows_between, path + b"/", path + b"0")


def _is_stale(known: Loaded, sizes: Mapping[int, int]) -> bool:
    """Whether so much of it is gone that a new start is cheaper than carrying that on."""
    gone = [live.segment for live in known.segments if live.segment.number not in sizes]
    gone_slots = sum(segment.n_slots for segment in gone)
    return len(gone) > _MOST_GONE or gone_slots > _GONE_SHARE * sum(sizes.values())


def _live(reading: Reading, segment: Segment, n_live: int) -> _Live:
    return _Live(segment, n_live, reading.live(segment) if n_live else None)


def _flags(live: _Live) -> NDArray[np.bool_]:
    if live.live is None:
        return np.full(live.segment.n_slots, live.n_live > 0)
    return live.live


def _corpora(segments: Sequence[_Live], reading: Reading, cache: ByteCache) -> list[Corpus]:
    return [
        SegmentCorpus(live.segment, live.live, reading, cache) if live.n_live else _NOTHING
        for live in segments
    ]
