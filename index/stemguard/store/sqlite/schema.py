"""The tables, and the only statements that make them."""

from __future__ import annotations

import sqlite3

#: Grows with every change of a table or of a blob's layout.
SCHEMA_VERSION = "7"

FORMAT = "format"
GENERATION = "generation"
SEGMENTS_MADE = "segments_made"
LAST_WRITE = "last_write"
#: Not empty once everything was looked at to the end.
WHOLE = "whole"

#: A row of a segment is found by one integer: its segment above, its number below this.
_ROWS_OF_A_SEGMENT = 1 << 24

READ_META = "select value from meta where key = ?"


def create_tables(connection: sqlite3.Connection) -> None:
    """Makes the tables in the transaction that is open.

    `meta` says what the file is. `segments` counts slots and those that are live; a segment's
    `heads` row holds its columns and directories, its `segment_rows` postings and dictionary, its
    `dead` rows the slots that lost their units. A number is never given to two segments. `files`
    says what is known of a path and where its units are, `shown` what is shown of them.
    """
    # 0.15 s that only a new index has to spend.
    from sqlite_utils import Database

    database = Database(connection)
    database.table("meta").create({"key": str, "value": str}, pk="key")
    database.table("segments").create({"id": int, "n_slots": int, "n_live": int}, pk="id")
    database.table("heads").create({"segment": int, "data": bytes}, pk="segment")
    database.table("segment_rows").create({"id": int, "data": bytes}, pk="id")
    database.table("dead").create(
        {"segment": int, "first_slot": int, "n_slots": int}, pk=("segment", "first_slot")
    )
    files = database.table("files").create(
        {
            "id": int,
            "path": bytes,
            "state": bytes,
            "reason": str,
            "segment": int,
            "first_slot": int,
            "n_units": int,
        },
        pk="id",
        not_null={"path", "state", "reason", "n_units"},
    )
    files.create_index(["path"], unique=True)
    database.table("shown").create({"file": int, "data": bytes}, pk="file")


def row_id(segment: int, number: int) -> int:
    """The id of a segment's row; those of one segment are consecutive."""
    return segment * _ROWS_OF_A_SEGMENT + number
