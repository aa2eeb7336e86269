"""The indexer with real files and real worker processes; the store is the one in memory."""

from __future__ import annotations

import array
import contextlib
import fcntl
import os
import signal
import termios
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from stemguard.domain.errors import Cancelled, Unreadable
from stemguard.store.memory import MemoryStore
from stemguard.sync.indexer import Indexer, Progress, Reads, SyncReport
from stemguard.sync.selection import Selection
from stemguard.sync.turns import Turns
from stemguard.sync.workers import CRASHED, TIMED_OUT, Workers


class Harness:
    """A root, a store and an indexer."""

    def __init__(self, root: Path, workers: Workers) -> None:
        self.root = root
        self.store = MemoryStore()
        self.turns = Turns()
        self.indexer = Indexer(
            root, Selection(), self.store, workers, self.turns, lock_folder=None, environment={}
        )
        self.heard: list[Progress] = []

    def sync(
        self,
        only: list[str] | None = None,
        cancelled: Callable[[], bool] = lambda: False,
        reads: Reads = Reads.CHANGED,
    ) -> SyncReport:
        return self.indexer.sync(
            only=only, reads=reads, progress=self.heard.append, cancelled=cancelled
        )

    def names(self) -> list[str]:
        with self.store.snapshot() as snapshot:
            slots = range(snapshot.n_units)
            return sorted(d.name for d in snapshot.describe(slots) if d.key.kind != "file")

    def skipped(self) -> dict[str, str]:
        with self.store.snapshot() as snapshot:
            return dict(snapshot.skipped())

    def write(self, path: str, text: str) -> None:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    pool = Workers(2)
    yield pool
    pool.close()


@pytest.fixture
def harness(tmp_path: Path, workers: Workers) -> Harness:
    return Harness(tmp_path, workers)


def test_a_first_sync_reads_every_file_and_says_how_far_it_is(harness: Harness) -> None:
    harness.write("a.py", "def one(): pass\n")
    harness.write("pkg/b.py", "def two(): pass\n")
    report = harness.sync()
    assert (report.parsed, report.removed, report.skipped) == (2, 0, 0)
    assert harness.names() == ["one", "two"]
    assert [(p.done, p.total) for p in harness.heard] == [(0, 2), (2, 2)]
    assert harness.heard[0].waiting == ("a.py", "pkg/b.py")


def test_changed_new_and_deleted_files_are_seen_and_the_others_are_not_parsed(
    harness: Harness,
) -> None:
    for number in range(5):
        harness.write(f"f{number}.py", f"def old{number}(): pass\n")
    harness.sync()
    harness.write("f0.py", "def changed(): pass\n")
    (harness.root / "f1.py").unlink()
    harness.write("f9.py", "def added(): pass\n")
    report = harness.sync()
    assert (report.parsed, report.removed) == (2, 1)
    assert harness.names() == ["added", "changed", "old2", "old3", "old4"]


def test_a_file_replaced_by_one_of_equal_size_and_times_is_noticed(harness: Harness) -> None:
    harness.write("a.py", "def one(): pass\n")
    os.utime(harness.root / "a.py", ns=(10**18, 10**18))
    harness.sync()
    harness.write("new", "def two(): pass\n")
    os.utime(harness.root / "new", ns=(10**18, 10**18))
    (harness.root / "new").replace(harness.root / "a.py")
    harness.sync()
    assert harness.names() == ["two"]


def test_a_touched_file_is_read_and_not_parsed(harness: Harness) -> None:
    harness.write("a.py", "def one(): pass\n")
    harness.sync()
    os.utime(harness.root / "a.py", ns=(10**18, 10**18))
    report = harness.sync()
    assert (report.parsed, report.touched) == (0, 1)


def test_a_sync_of_one_folder_leaves_the_rest_alone(harness: Harness) -> None:
    harness.write("in/a.py", "def one(): pass\n")
    harness.write("out/b.py", "def two(): pass\n")
    harness.sync()
    harness.write("in/a.py", "def three(): pass\n")
    (harness.root / "out/b.py").unlink()
    harness.sync(only=["in"])
    assert harness.names() == ["three", "two"]
    harness.sync(only=["out/b.py"])
    assert harness.names() == ["three"]


def test_a_file_that_becomes_ignored_leaves(harness: Harness) -> None:
    harness.write("a.py", "def one(): pass\n")
    harness.write("b.py", "def two(): pass\n")
    harness.sync()
    harness.write(".gitignore", "b.py\n")
    harness.sync()
    assert harness.names() == ["one"]


def test_what_is_not_searched_is_known_with_its_reason(harness: Harness) -> None:
    harness.write("a.bin", "\0" * 50)
    harness.write("big.txt", "w " * 600_000)
    harness.write("id_rsa", "secret words\n")
    harness.sync()
    assert harness.skipped() == {
        "a.bin": "binary",
        "big.txt": "larger than 1000000 bytes",
        "id_rsa": "private key",
    }
    assert harness.sync().skipped == 0
    (harness.root / "id_rsa").unlink()
    harness.sync()
    assert set(harness.skipped()) == {"a.bin", "big.txt"}


def test_reading_afresh_parses_every_file_again(harness: Harness) -> None:
    harness.write("a.py", "def one(): pass\n")
    harness.sync()
    assert harness.sync().parsed == 0
    assert harness.sync(reads=Reads.ALL).parsed == 1
    assert harness.names() == ["one"]


def test_a_root_with_too_many_files_is_refused_before_one_is_read(
    tmp_path: Path, workers: Workers
) -> None:
    harness = Harness(tmp_path, workers)
    harness.indexer = Indexer(
        tmp_path,
        Selection(),
        harness.store,
        workers,
        harness.turns,
        lock_folder=None,
        environment={},
        most_files=2,
    )
    harness.write("a.py", "def one(): pass\n")
    harness.write("b.py", "def two(): pass\n")
    assert harness.sync().parsed == 2
    harness.write("c.py", "def three(): pass\n")
    with pytest.raises(Unreadable, match=r"more than 2 files.*`hugeRoots`"):
        harness.sync()
    assert harness.names() == ["one", "two"]


def test_a_cancelled_sync_keeps_what_is_done_and_the_next_one_ends_it(harness: Harness) -> None:
    for number in range(400):
        harness.write(f"f{number:03}.py", f"def name{number}(): pass\n" * 40)
    asked = iter(range(10_000))
    with pytest.raises(Cancelled):
        harness.sync(cancelled=lambda: next(asked) > 20)
    harness.sync()
    assert len(set(harness.names())) == 400


def test_a_missing_root_is_said_and_forgets_nothing(harness: Harness) -> None:
    harness.write("sub/a.py", "def one(): pass\n")
    harness.sync()
    moved = harness.root.rename(harness.root.with_name("moved"))
    with pytest.raises(Unreadable):
        harness.sync()
    assert harness.names() == ["one"]
    moved.rename(harness.root)


@pytest.mark.parametrize(
    ("number", "reason"), [(signal.SIGKILL, CRASHED), (signal.SIGSTOP, TIMED_OUT)]
)
def test_a_dead_or_stuck_worker_is_replaced_and_costs_one_file(
    tmp_path: Path, number: signal.Signals, reason: str
) -> None:
    pool = Workers(1, deadline_s=2.0)
    harness = Harness(tmp_path, pool)
    for n in range(120):
        harness.write(f"f{n:03}.py", f"def name{n}():\n    return {n}\n\n" * 300)
    calls = iter(range(100_000))
    others = set(_children())
    victims: list[int] = []

    def strike() -> bool:
        if next(calls) == 30:
            victims.extend(set(_children()) - others)
            os.kill(victims[0], number)
        return False

    harness.sync(cancelled=strike)
    pool.close()
    assert len(victims) == 1
    assert list(harness.skipped().values()) == [f"{reason}: only its text is searched"]
    assert len(set(harness.names())) == 119


def test_a_worker_that_stops_in_the_middle_of_its_answer_is_replaced(tmp_path: Path) -> None:
    pool = Workers(1, deadline_s=1.0)
    harness = Harness(tmp_path, pool)
    harness.write("a.py", "def one(): pass\n")
    harness.write("large.txt", _many_words())
    others = set(_children())
    struck: list[int] = []

    def strike() -> bool:
        if not struck and set(_children()) - others:
            struck.extend(set(_children()) - others)
            _wait_until(_a_pipe_is_full)
            os.kill(struck[0], signal.SIGSTOP)
        return False

    harness.sync(cancelled=strike)
    pool.close()
    assert harness.skipped() == {"large.txt": f"{TIMED_OUT}: only its text is searched"}
    assert set(harness.names()) == {"large.txt", "one"}


def test_a_file_that_stops_its_worker_twice_is_set_aside(tmp_path: Path) -> None:
    pool = Workers(1, deadline_s=1.0)
    harness = Harness(tmp_path, pool)
    harness.write("large.txt", _many_words())
    others = set(_children())
    struck: set[int] = set()

    def strike() -> bool:
        for child in set(_children()) - others - struck:
            struck.add(child)
            _wait_until(_a_pipe_is_full)
            os.kill(child, signal.SIGSTOP)
        return False

    assert harness.sync(cancelled=strike).skipped == 1
    pool.close()
    assert len(struck) == 2
    assert harness.skipped() == {"large.txt": TIMED_OUT}


def test_a_sync_is_cancelled_while_a_worker_is_stopped_in_its_answer(tmp_path: Path) -> None:
    pool = Workers(1)
    harness = Harness(tmp_path, pool)
    harness.write("large.txt", _many_words())
    others = set(_children())
    struck: list[int] = []

    asked = iter(range(1000))

    def strike() -> bool:
        if struck:
            # Not at once: first it says that it has begun, then it is heard in mid-answer.
            return next(asked) == 3
        struck.extend(set(_children()) - others)
        if struck:
            _wait_until(_a_pipe_is_full)
            os.kill(struck[0], signal.SIGSTOP)
        return False

    with pytest.raises(Cancelled):
        harness.sync(cancelled=strike)
    assert set(_children()) == others
    pool.close()


def test_a_caller_that_raises_leaves_no_busy_worker(tmp_path: Path) -> None:
    pool = Workers(2)
    harness = Harness(tmp_path, pool)
    for n in range(200):
        harness.write(f"f{n:03}.py", f"def name{n}():\n    return {n}\n\n" * 300)
    others = set(_children())

    def refuse(progress: Progress) -> None:
        if progress.done:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError) as raised:
        harness.indexer.sync(progress=refuse, cancelled=lambda: False)
    # What was raised keeps alive whatever it went through.
    assert raised.tb is not None
    assert len(set(_children()) - others) <= 1
    pool.close()


def test_a_task_larger_than_a_pipe_reaches_a_worker_that_starts_late(harness: Harness) -> None:
    names = [f"{'long' * 50}{n:04}.txt" for n in range(1500)]
    for name in names:
        harness.write(name, "word\n")
    assert harness.sync().parsed == 1500


def _many_words() -> str:
    return "\n".join(f"word{n}" for n in range(90_000))


def _a_pipe_is_full() -> bool:
    """Whether something of this process's, that is no short message, waits to be read."""
    for name in os.listdir("/proc/self/fd"):  # noqa: PTH208 - closed meanwhile is no error
        waiting = array.array("i", [0])
        with contextlib.suppress(OSError):
            fcntl.ioctl(int(name), termios.FIONREAD, waiting)
        if waiting[0] > 60_000:
            return True
    return False


def _wait_until(holds: Callable[[], bool]) -> None:
    limit = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < limit, "waited too long"
        os.sched_yield()


def _children() -> list[int]:
    return [
        int(child)
        for task in Path("/proc/self/task").iterdir()
        for child in (task / "children").read_text().split()
        if b"stemguard.sync.worker" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


def test_no_worker_outlives_its_pool(tmp_path: Path) -> None:
    pool = Workers(2)
    harness = Harness(tmp_path, pool)
    harness.write("a.py", "x = 1\n")
    before = set(_children())
    harness.sync()
    assert set(_children()) - before
    pool.close()
    assert set(_children()) == before


def test_modules_of_the_workspace_are_never_run(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("numpy", "stemguard", "sitecustomize", "Stemmer"):
        harness.write(f"{name}.py", "open('ran', 'w')\n")
    monkeypatch.chdir(harness.root)
    pool = Workers(1)
    Harness(harness.root, pool).sync()
    pool.close()
    assert not (harness.root / "ran").exists()


@pytest.mark.parametrize("reads", list(Reads))
def test_a_few_files_go_before_everything_and_nothing_is_read_twice(
    tmp_path: Path, reads: Reads
) -> None:
    pool = Workers(1)
    harness = Harness(tmp_path, pool)
    for number in range(12):
        harness.write(f"m{number:02}.py", f"def f{number}(): pass\n" + "x = 1\n" * 20_000)
    saved: list[tuple[SyncReport, list[str]]] = []

    def save() -> None:
        harness.write("m11.py", "def saved(): pass\n")
        harness.write("new.py", "def new(): pass\n")
        report = harness.indexer.sync(
            only=["m11.py", "new.py"], progress=lambda _: None, cancelled=lambda: False
        )
        saved.append((report, harness.names()))

    thread = threading.Thread(target=save)

    def progress(now: Progress) -> None:
        if now.done and thread.ident is None:
            thread.start()
            # Whoever waits is seen between two batches.
            while not harness.turns._short_waiting:
                time.sleep(0.001)

    try:
        report = harness.indexer.sync(reads=reads, progress=progress, cancelled=lambda: False)
        thread.join()
    finally:
        pool.close()
    [(short, names_then)] = saved
    assert short.parsed == 2
    assert {"saved", "new"} <= set(names_then)
    assert "f10" not in names_then
    assert len(harness.names()) == 13
    assert report.parsed == (11 if reads is Reads.CHANGED else 12)
