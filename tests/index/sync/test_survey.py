from __future__ import annotations

import os
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stemguard.domain.errors import Cancelled, Unreadable
from stemguard.ports.posting_store import FileState
from stemguard.store.memory import MemoryStore
from stemguard.sync.indexer import Indexer
from stemguard.sync.selection import Selection
from stemguard.sync.survey import be_nice, survey
from stemguard.sync.turns import Turns
from stemguard.sync.walk import unwatched, walk
from stemguard.sync.workers import Workers

#: Neither the user's nor the machine's configuration of git has a say.
NO_GIT_CONFIG = {"GIT_CONFIG_NOSYSTEM": "1"}
LONG_AGO = 1_000_000_000
#: Neighbours of `/` in the order of code points, and a name beyond the first plane.
PATHS = ["a", "a-b", "a/b", "a/c", "a0", "b/c/d", "\uff01", "\U0001f600"]

Pages = Callable[[str, int], Sequence[tuple[str, FileState]]]


def _never(seconds: float) -> bool:
    return False


def _survey(root: Path, pages: Pages, selection: Selection | None = None) -> list[str]:
    found = survey(
        str(root),
        selection or Selection(),
        pages,
        environment=NO_GIT_CONFIG,
        duty=1.0,
        wait=_never,
        on_folder=unwatched,
    )
    return list(found)


def _pages(states: dict[str, FileState], size: int = 2) -> Pages:
    def page(path: str, most: int) -> list[tuple[str, FileState]]:
        return [item for item in sorted(states.items()) if item[0] > path][:size]

    return page


def _states(root: Path) -> dict[str, FileState]:
    found = walk(str(root), Selection(), environment=NO_GIT_CONFIG)
    return {file.path: FileState(*file[1:], b"hash") for file in found}


@given(st.lists(st.tuples(st.sampled_from(PATHS), st.sampled_from(["same", "new", "old", "gone"]))))
@example([(path, "same") for path in PATHS])
@example([(path, "gone") for path in PATHS])
@example([("a-b", "gone"), ("a/b", "same"), ("a0", "gone")])
def test_a_survey_gives_just_what_differs_in_order_of_path(fates: list[tuple[str, str]]) -> None:
    of = dict(fates)
    of = {path: fate for path, fate in of.items() if path != "a" or not {"a/b", "a/c"} & set(of)}
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for path, fate in of.items():
            if fate != "gone":
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(path)
        states = _states(root)
        for path, fate in of.items():
            if fate == "new":
                del states[path]
            elif fate == "old":
                states[path] = states[path]._replace(mtime_ns=1)
            elif fate == "gone":
                states[path] = FileState(1, 2, 3, 4, b"hash")
        assert _survey(root, _pages(states)) == sorted(
            path for path, fate in of.items() if fate != "same"
        )


def test_a_state_in_doubt_differs(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a")
    (tmp_path / "b").write_text("b")
    states = _states(tmp_path)
    states["b"] = states["b"]._replace(inode=0)
    assert _survey(tmp_path, _pages(states)) == ["b"]


def test_a_quiet_tree_gives_nothing_whatever_is_in_it(tmp_path: Path) -> None:
    selection = Selection(max_file_size=1000)
    for name, content in [
        ("a.py", b"def a(): pass"),
        ("binary", b"\0\1\2"),
        ("large.py", b"x" * 1001),
        ("id_rsa", b"secret"),
        ("sub/key.pem", b"secret"),
        ("empty.py", b""),
    ]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    bad = os.fsencode(tmp_path) + b"/bad\xff.py"
    Path(os.fsdecode(bad)).write_bytes(b"x")
    for path in tmp_path.rglob("*"):
        os.utime(path, (LONG_AGO, LONG_AGO))
    store = MemoryStore()
    pages = _stored_pages(store)
    news = {"", "sub/key.pem", "id_rsa", "a.py", "binary", "large.py", "empty.py"}
    assert set(_survey(tmp_path, pages, selection)) == news
    _sync(tmp_path, store, selection)
    # The kernel's clock ticks on, and what was read right after it was made is in doubt no more.
    end = time.monotonic() + 10
    while _survey(tmp_path, pages, selection):
        assert time.monotonic() < end
        _sync(tmp_path, store, selection)
    (tmp_path / "id_rsa").unlink()
    assert _survey(tmp_path, pages, selection) == ["id_rsa"]


def test_a_root_that_is_gone_is_not_one_without_files(tmp_path: Path) -> None:
    with pytest.raises(Unreadable):
        _survey(tmp_path / "gone", _pages({"a": FileState(1, 2, 3, 4, b"")}))


def test_a_survey_waits_for_as_long_as_its_share_demands(tmp_path: Path) -> None:
    for number in range(200):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "a").write_text("a")
    waits: list[tuple[float, float, float]] = []

    def wait(seconds: float) -> bool:
        waits.append((seconds, time.monotonic(), time.thread_time()))
        return False

    start, used = time.monotonic(), time.thread_time()
    found = survey(
        str(tmp_path),
        Selection(),
        _pages({}),
        environment=NO_GIT_CONFIG,
        duty=0.001,
        wait=wait,
        on_folder=unwatched,
    )
    assert len(list(found)) == 200
    assert len(waits) == 202
    # Nobody slept, so that the last wait owes all: a thousand times what was used until about then.
    seconds, at, used_at = waits[-1]
    assert seconds + (at - start) > 500 * (used_at - used)


def test_a_survey_ends_where_it_must_not_go_on(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    found = survey(
        str(tmp_path),
        Selection(),
        _pages({}),
        environment=NO_GIT_CONFIG,
        duty=1.0,
        wait=lambda seconds: True,
        on_folder=unwatched,
    )
    with pytest.raises(Cancelled):
        list(found)


def test_only_the_thread_itself_is_nice() -> None:
    def survey_thread() -> None:
        be_nice()
        nice.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    before = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    nice: list[int] = []
    thread = threading.Thread(target=survey_thread)
    thread.start()
    thread.join()
    assert nice == [10]
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == before


def _stored_pages(store: MemoryStore) -> Pages:
    def page(path: str, most: int) -> Sequence[tuple[str, FileState]]:
        with store.snapshot() as snapshot:
            return snapshot.states_after(path, most)

    return page


def _sync(root: Path, store: MemoryStore, selection: Selection) -> None:
    workers = Workers(1)
    try:
        Indexer(
            root, selection, store, workers, Turns(), lock_folder=None, environment=NO_GIT_CONFIG
        ).sync(progress=lambda progress: None, cancelled=lambda: False)
    finally:
        workers.close()
