"""What a write does, inside the transaction of its caller."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np

from stemguard.ports.posting_store import FileState
from stemguard.store.sqlite.files import encode_path, encode_state
from stemguard.store.sqlite.merge import merged_columns, merged_rows
from stemguard.store.sqlite.pack import PackedBatch, PackedFile
from stemguard.store.sqlite.policy import Size
from stemguard.store.sqlite.schema import (
    GENERATION,
    LAST_WRITE,
    READ_META,
    SEGMENTS_MADE,
    WHOLE,
    row_id,
)
from stemguard.store.sqlite.segment import SegmentWriter
from stemguard.store.sqlite.snapshot import Reading

FIND_FILE = "select id, segment, first_slot, n_units from files where path = ?"
READ_ALL_SIZES = "select id, n_slots, n_live from segments order by id"
COUNT_META = "update meta set value = value + 1 where key = ?"
SET_META = "update meta set value = ? where key = ?"
ADD_DEAD = "insert into dead (segment, first_slot, n_slots) values (?, ?, ?)"
LOSE_UNITS = "update segments set n_live = n_live - ? where id = ?"
DELETE_SHOWN = "delete from shown where file = ?"
DELETE_FILE = "delete from files where id = ?"
TOUCH_FILE = "update files set state = ? where path = ?"
MOVE_FILE = "update files set segment = ?, first_slot = ? where path = ?"
READ_EMPTY = "select id from segments where n_live = 0"
DELETE_SEGMENT = "delete from segments where id = ?"
DELETE_HEAD = "delete from heads where segment = ?"
DELETE_DEAD = "delete from dead where segment = ?"
DELETE_ROWS = "delete from segment_rows where id between ? and ?"
ADD_FILE = (
    "insert into files (path, state, reason, segment, first_slot, n_units)"
    " values (?, ?, ?, ?, ?, ?)"
)
ADD_SHOWN = "insert into shown (file, data) values (?, ?)"
ADD_SEGMENT = "insert into segments (id, n_slots, n_live) values (?, ?, ?)"
ADD_HEAD = "insert into heads (segment, data) values (?, ?)"
ADD_ROW = "insert into segment_rows (id, data) values (?, ?)"


def put(connection: sqlite3.Connection, batch: PackedBatch) -> None:
    """Puts the files of a batch in place of what was known of them."""
    forget(connection, batch.paths)
    number = None
    if batch.segment is not None:
        number = _next_segment(connection)
        n_slots = batch.segment.n_slots
        _add_segment(connection, number, n_slots, batch.segment.rows, batch.segment.head)
    for file in batch.files:
        _add_file(connection, number, file)


def forget(connection: sqlite3.Connection, paths: Collection[str]) -> None:
    """Removes the files; their units are dead, and segments without a live one go."""
    for path in paths:
        found = connection.execute(FIND_FILE, (encode_path(path),)).fetchone()
        if found is None:
            continue
        file, segment, first_slot, n_units = found
        if n_units:
            connection.execute(ADD_DEAD, (segment, first_slot, n_units))
            connection.execute(LOSE_UNITS, (n_units, segment))
            connection.execute(DELETE_SHOWN, (file,))
        connection.execute(DELETE_FILE, (file,))
    for (number,) in connection.execute(READ_EMPTY).fetchall():
        _drop(connection, number)


def touch(connection: sqlite3.Connection, states: Mapping[str, FileState]) -> None:
    """Gives known files a new state; others are left alone."""
    rows = [(encode_state(state), encode_path(path)) for path, state in states.items()]
    connection.executemany(TOUCH_FILE, rows)


def next_generation(connection: sqlite3.Connection) -> int:
    """Counts a write, and says which it is."""
    return _count(connection, GENERATION)


def note_time(connection: sqlite3.Connection, now: float) -> None:
    """Remembers a Unix time as that of the last write."""
    connection.execute(SET_META, (repr(now), LAST_WRITE))


def note_whole(connection: sqlite3.Connection) -> None:
    """Remembers that everything was looked at to the end."""
    connection.execute(SET_META, ("yes", WHOLE))


def sizes(connection: sqlite3.Connection) -> list[Size]:
    """The segments there are."""
    return [Size(*row) for row in connection.execute(READ_ALL_SIZES).fetchall()]


def merge(connection: sqlite3.Connection, reading: Reading, numbers: Sequence[int]) -> None:
    """Puts one segment in place of several; what is dead stays behind."""
    segments = [reading.segment(number) for number in numbers]
    lives = []
    for segment in segments:
        live = reading.live(segment)
        lives.append(np.ones(segment.n_slots, dtype=np.bool_) if live is None else live)
    merged = merged_columns(segments, lives)
    writer = SegmentWriter(merged.columns)
    number = _next_segment(connection)
    n_slots = len(merged.columns.kind)
    rows = merged_rows(segments, merged, reading, writer)
    _add_rows(connection, number, rows)
    _add_head(connection, number, n_slots, writer.head())
    ends = np.cumsum(merged.columns.units_of_file, dtype=np.int64)
    firsts = (ends - merged.columns.units_of_file).tolist()
    connection.executemany(
        MOVE_FILE,
        [
            (number, first, encode_path(path))
            for path, first in zip(merged.columns.paths, firsts, strict=True)
        ],
    )
    for old in numbers:
        _drop(connection, old)


def _add_segment(
    connection: sqlite3.Connection, number: int, n_slots: int, rows: Iterable[bytes], head: bytes
) -> None:
    _add_rows(connection, number, rows)
    _add_head(connection, number, n_slots, head)


def _add_rows(connection: sqlite3.Connection, number: int, rows: Iterable[bytes]) -> None:
    numbered = ((row_id(number, place), data) for place, data in enumerate(rows))
    connection.executemany(ADD_ROW, numbered)


def _add_head(connection: sqlite3.Connection, number: int, n_slots: int, head: bytes) -> None:
    connection.execute(ADD_SEGMENT, (number, n_slots, n_slots))
    connection.execute(ADD_HEAD, (number, head))


def _add_file(connection: sqlite3.Connection, segment: int | None, file: PackedFile) -> None:
    place = (segment, file.first_slot) if file.n_units else (None, None)
    row = (encode_path(file.path), encode_state(file.state), file.reason, *place, file.n_units)
    added = connection.execute(ADD_FILE, row)
    if file.n_units:
        connection.execute(ADD_SHOWN, (added.lastrowid, file.shown))


def _next_segment(connection: sqlite3.Connection) -> int:
    return _count(connection, SEGMENTS_MADE)


def _count(connection: sqlite3.Connection, key: str) -> int:
    connection.execute(COUNT_META, (key,))
    return int(connection.execute(READ_META, (key,)).fetchone()[0])


def _drop(connection: sqlite3.Connection, number: int) -> None:
    connection.execute(DELETE_SEGMENT, (number,))
    connection.execute(DELETE_HEAD, (number,))
    connection.execute(DELETE_DEAD, (number,))
    connection.execute(DELETE_ROWS, (row_id(number, 0), row_id(number + 1, 0) - 1))
