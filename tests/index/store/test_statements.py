"""Statements that must find their rows by a key do so."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest

from stemguard.store.sqlite import schema, snapshot, write

#: These read a whole table: segments are few, and states are asked for all at once.
WHOLE_TABLES = {
    snapshot.READ_SIZES,
    snapshot.READ_STATES,
    snapshot.READ_SKIPPED,
    write.READ_ALL_SIZES,
    write.READ_EMPTY,
}
STATEMENTS = sorted(
    {
        value
        for module in (schema, snapshot, write)
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, str) and " " in value
    }
)


@pytest.fixture(scope="module")
def connection() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:")
    schema.create_tables(connection)
    yield connection
    connection.close()


def test_there_are_statements_to_look_at() -> None:
    assert set(STATEMENTS) > WHOLE_TABLES
    assert len(STATEMENTS) > 20


@pytest.mark.parametrize("statement", STATEMENTS)
def test_a_statement_scans_a_table_only_if_it_is_meant_to(
    connection: sqlite3.Connection, statement: str
) -> None:
    parameters = [1] * statement.count("?")
    plan = connection.execute(f"explain query plan {statement}", parameters).fetchall()
    scans = any(row[3].startswith("SCAN") for row in plan)
    assert scans == (statement in WHOLE_TABLES)
