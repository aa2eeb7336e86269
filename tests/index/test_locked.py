"""Another program holds the lock of the index: what is saved waits, is said once, and gets in."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from stemguard import Cancelled, Workspace
from stemguard.store.sqlite import connect
from stemguard.store.sqlite.store import SqliteStore


@contextmanager
def _held(cache: Path) -> Iterator[sqlite3.Connection]:
    [file] = cache.glob("*/index.db")
    with closing(
        sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    ) as connection:
        connection.execute("begin exclusive")
        yield connection


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workspace]:
    monkeypatch.setattr(connect, "_BUSY_TIMEOUT_S", 0.02)
    root = tmp_path / "root"
    root.mkdir()
    (root / "a.py").write_text("def first(): pass\n")
    with Workspace.open(root, cache=tmp_path / "cache", workers=1) as opened:
        opened.sync()
        (root / "b.py").write_text("def second(): pass\n")
        yield opened


def test_what_waits_for_another_program_is_written_at_last_and_the_wait_is_said_once(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[Mapping[str, Any]] = []
    write = SqliteStore.write

    def tried(store: SqliteStore, *arguments: Any, **named: Any) -> int:  # noqa: ANN401 - as it is
        tries.append(named)
        if len(tries) == 5:
            other.execute("rollback")
        return write(store, *arguments, **named)

    monkeypatch.setattr(SqliteStore, "write", tried)
    with _held(tmp_path / "cache") as other:
        assert workspace.sync().parsed == 1
    assert len(tries) == 5
    assert [hit.name for hit in workspace.search("second").hits] == ["second"]
    [notice] = workspace.status()[0].notices
    assert notice.startswith("Another program keeps the index in ")
    assert notice.endswith("; what has changed waits for it.")


def test_who_waits_for_another_program_can_be_stopped(workspace: Workspace, tmp_path: Path) -> None:
    with _held(tmp_path / "cache"), ThreadPoolExecutor(1) as pool:

        def is_said() -> bool:
            return bool(workspace.status()[0].notices)

        asked = pool.submit(workspace.sync, cancelled=is_said)
        with pytest.raises(Cancelled):
            asked.result(20.0)
        assert [hit.name for hit in workspace.search("first").hits] == ["first"]
