"""The store on disk: what is true of it alone."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from stemguard.domain.errors import IndexBusy, IndexDamaged, IndexUnavailable
from stemguard.ports.posting_store import PostingStore
from stemguard.store.sqlite import connect
from stemguard.store.sqlite.policy import Limits
from stemguard.store.sqlite.store import SqliteStore
from stemguard.testing.holdings import assert_holds
from stemguard.testing.store_compliance import (
    StoreCompliance,
    holders,
    one_unit,
    write,
)
from stemguard.testing.strategies import Edit

COPY = Edit(((one_unit("a", "copy"),),))


class TestSqliteStore(StoreCompliance):
    def open_store(self, place: Path) -> PostingStore:
        return SqliteStore.open(place, "1")


class TestSqliteStoreThatMergesAtEveryTurn(StoreCompliance):
    def open_store(self, place: Path) -> PostingStore:
        return SqliteStore.open(place, "1", Limits(segments=2, tidy_segments=1, dead_share=0.0))


def test_a_snapshot_sees_what_another_process_wrote(tmp_path: Path) -> None:
    store, other = SqliteStore.open(tmp_path, "1"), SqliteStore.open(tmp_path, "1")
    with store.snapshot() as snapshot:
        assert_holds(snapshot, [])
    write(other, COPY)
    with store.snapshot() as snapshot:
        assert holders(snapshot, "copy") == ["a"]
    store.close()
    other.close()


def test_the_folder_and_all_files_are_the_users_alone(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "index"
    store = SqliteStore.open(folder, "1")
    write(store, COPY)
    with store.snapshot():
        modes = {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}
    store.close()
    assert folder.stat().st_mode & 0o777 == 0o700
    assert modes == {"index.db": 0o600, "index.db-wal": 0o600, "index.db-shm": 0o600}


def test_a_new_index_and_one_that_is_found_were_not_rebuilt(tmp_path: Path) -> None:
    for _ in range(2):
        store = SqliteStore.open(tmp_path, "1")
        assert store.was_rebuilt == ""
        store.close()


def test_an_index_of_another_format_is_replaced_and_that_is_said(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path, "1")
    write(store, COPY)
    store.close()
    store = SqliteStore.open(tmp_path, "2")
    assert store.was_rebuilt == "another version had made it."
    with store.snapshot() as snapshot:
        assert_holds(snapshot, [])
    store.close()
    assert not (tmp_path / "index.db.broken").exists()


def test_a_database_of_somebody_else_is_replaced(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "index.db") as connection:
        connection.execute("create table songs (title text)")
    connection.close()
    store = SqliteStore.open(tmp_path, "1")
    assert store.was_rebuilt
    write(store, COPY)
    store.close()


def test_a_file_that_is_no_database_is_set_aside(tmp_path: Path) -> None:
    for junk in (b"junk" * 1000, b"other junk" * 1000):
        (tmp_path / "index.db").write_bytes(junk)
        store = SqliteStore.open(tmp_path, "1")
        assert store.was_rebuilt == "its file was damaged."
        assert (tmp_path / "index.db.broken").read_bytes() == junk
        write(store, COPY)
        store.close()


def test_damage_that_is_found_in_use_is_said_and_mended_by_opening_again(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path, "1")
    words = [f"word{number}" for number in range(3000)]
    write(store, Edit((tuple(one_unit(word, word) for word in words),)))
    store.tidy()
    store.close()
    content = bytearray((tmp_path / "index.db").read_bytes())
    start = len(content) // 4
    content[start:] = bytes(len(content) - start)
    (tmp_path / "index.db").write_bytes(content)
    store = SqliteStore.open(tmp_path, "1")
    assert store.was_rebuilt == ""
    with store.snapshot() as snapshot, pytest.raises(IndexUnavailable):
        snapshot.describe(range(3000))
    store.close()
    store = SqliteStore.open(tmp_path, "1")
    assert store.was_rebuilt == "its file was damaged."
    with store.snapshot() as snapshot:
        assert_holds(snapshot, [])
    store.close()


_CUT_WHAT_IS_SHARED = """
import os, sys
from pathlib import Path
from stemguard.store.sqlite.store import SqliteStore
from stemguard.testing.store_compliance import holders, one_unit, write
from stemguard.testing.strategies import Edit

folder = Path(sys.argv[1])
store = SqliteStore.open(folder, "1")
for name in ("first", "second", "third"):
    write(store, Edit(((one_unit(name, "copy"),),)))
    with store.snapshot() as snapshot:
        print(*sorted(holders(snapshot, "copy")))
    os.truncate(folder / "index.db-shm", 0)
store.close()
"""


def test_shared_memory_that_is_cut_kills_nobody_and_loses_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _CUT_WHAT_IS_SHARED, os.fspath(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, (run.returncode, run.stderr)
    assert run.stdout.splitlines() == ["first", "first second", "first second third"]


@pytest.mark.parametrize("suffix", ["-wal", "-shm"])
def test_who_has_lost_what_sqlite_keeps_beside_the_file_sees_it_as_damage(
    tmp_path: Path, suffix: str
) -> None:
    store = SqliteStore.open(tmp_path, "1")
    write(store, COPY)
    (tmp_path / f"index.db{suffix}").unlink()
    with pytest.raises(IndexDamaged), store.snapshot():
        pass
    store.close()
    assert SqliteStore.open(tmp_path, "1").was_rebuilt == "its file was damaged."


def test_another_program_that_holds_the_lock_is_named_as_that_and_stops_no_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connect, "_BUSY_TIMEOUT_S", 0.05)
    store = SqliteStore.open(tmp_path, "1")
    with closing(sqlite3.connect(tmp_path / "index.db", isolation_level=None)) as other:
        other.execute("begin exclusive")
        with pytest.raises(IndexBusy, match="Another program keeps the index in"):
            write(store, COPY)
        with store.snapshot() as snapshot:
            assert_holds(snapshot, [])
    write(store, COPY)
    store.close()


def test_a_closed_store_gives_no_snapshot(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path, "1")
    store.close()
    with pytest.raises(IndexUnavailable), store.snapshot():
        pass
    with pytest.raises(IndexUnavailable):
        write(store, COPY)


def test_a_folder_that_cannot_be_made_is_unavailable(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(IndexUnavailable):
        SqliteStore.open(tmp_path / "file" / "index", "1")


def test_a_write_that_is_refused_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connect, "_BUSY_TIMEOUT_S", 0.01)
    store = SqliteStore.open(tmp_path, "1")
    generation = write(store, COPY)
    other = sqlite3.connect(tmp_path / "index.db", isolation_level=None)
    other.execute("begin immediate")
    with pytest.raises(IndexUnavailable):
        write(store, Edit(removed=("a",)))
    other.close()
    with store.snapshot() as snapshot:
        assert snapshot.generation == generation
        assert holders(snapshot, "copy") == ["a"]
    store.close()


def test_a_write_that_fails_halfway_changes_nothing(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path, "1")
    write(store, COPY)
    pack = store.packer()
    good = pack([one_unit("a", "paste").indexed()])
    with pytest.raises(AssertionError):
        store.write([good, object()])  # type: ignore[list-item]  # what no packer makes
    with store.snapshot() as snapshot:
        assert holders(snapshot, "copy") == ["a"]
    write(store, Edit(removed=("a",)))
    store.close()


def test_a_tidying_does_not_wait_for_open_snapshots(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path, "1", Limits(tidy_segments=1))
    words = [f"word{number}" for number in range(300)]
    write(store, Edit((tuple(one_unit(word, word) for word in words),)))
    with store.snapshot() as snapshot:
        write(store, Edit(removed=tuple(words[1:])))
        store.tidy()
        assert holders(snapshot, "word299") == ["word299"]
    store.close()


def test_a_merge_leaves_dead_units_behind(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path, "1", Limits(segments=2, tidy_segments=1, dead_share=0.0))
    for names in (("a", "b"), ("b", "c"), ("c", "d")):
        write(store, Edit((tuple(one_unit(name, name) for name in names),)))
    store.tidy()
    with closing(sqlite3.connect(tmp_path / connect.FILE_NAME)) as opened:
        assert opened.execute("select n_slots, n_live from segments").fetchall() == [(4, 4)]
    store.close()


def test_a_tidying_gives_free_space_back(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path, "1")
    words = [f"word{number}" for number in range(3000)]
    write(store, Edit((tuple(one_unit(word, word) for word in words),)))
    before = store.size_bytes()
    write(store, Edit(removed=tuple(words[1:])))
    store.tidy()
    assert store.size_bytes() < before / 4
    store.close()


_WRITE_FOR_EVER = """
import sys
from pathlib import Path
from stemguard.store.sqlite.policy import Limits
from stemguard.store.sqlite.store import SqliteStore
from stemguard.testing.store_compliance import one_unit, write
from stemguard.testing.strategies import Edit

store = SqliteStore.open(Path(sys.argv[1]), "1", Limits(segments=3, tidy_segments=1))
number = 0
while True:
    name = f"n{number}"
    write(store, Edit(((one_unit("a", name),), (one_unit("b", name), one_unit("c", name)))))
    store.tidy()
    number += 1
    print(number, flush=True)
"""


@pytest.mark.parametrize("writes", [1, 7, 20])
def test_a_killed_writer_leaves_the_last_whole_write(tmp_path: Path, writes: int) -> None:
    command = [sys.executable, "-c", _WRITE_FOR_EVER, os.fspath(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        for _ in range(writes):
            assert writer.stdout.readline()
        writer.kill()
    store = SqliteStore.open(tmp_path, "1")
    assert store.was_rebuilt == ""
    with store.snapshot() as snapshot:
        names = {
            shown.name
            for shown in snapshot.describe(np.flatnonzero(snapshot.units().live).tolist())
        }
        assert len(names) == 1
        assert int(names.pop()[1:]) >= writes - 1
        assert sorted(snapshot.states()) == ["a", "b", "c"]
    write(store, COPY)
    store.close()


def test_an_index_that_is_there_is_opened_without_the_library_that_makes_schemas(
    tmp_path: Path,
) -> None:
    SqliteStore.open(tmp_path, "1").close()
    script = (
        "import sys, json; from pathlib import Path;"
        "from stemguard.store.sqlite.store import SqliteStore;"
        "SqliteStore.open(Path(sys.argv[1]), '1').close();"
        "print(json.dumps('sqlite_utils' in sys.modules))"
    )
    command = [sys.executable, "-c", script, os.fspath(tmp_path)]
    assert json.loads(subprocess.check_output(command)) is False
