"""kill -9 at random moments: whatever was going on, the index opens as it is and converges.

One index and one tree live through a run, so that what kills leave behind piles up. `KILLS_SEED`
repeats the runs; `KILLS` asks for more kills.
"""

from __future__ import annotations

import mmap
import os
import select
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest
from tests.patience import LONGEST_WAIT_S

from stemguard import Workspace
from stemguard.domain.unit import Unit
from stemguard.testing.oracle import oracle_rank

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.index.killed import GENERATION, Phase, edit

#: Two runs at a time take half as long where there are two processors.
RUNS = 2
#: Of each run: together they are 200, at least 50 of them in a transaction that is open and 20 in
#: a merge, which is in a transaction, too.
KILLS = int(os.environ.get("KILLS", "100"))
LEAST = {Phase.WRITING: 15, Phase.COMMITTING: 10, Phase.MERGING: 10}
#: Where phases are missed that often something else is wrong.
MOST_KILLS = 3 * KILLS
#: Until a process is killed that is waited for in vain at a phase.
PATIENCE_S = 0.5
#: What follows is counted; previews of all of it would take most of the time.
SHOWN = 10
QUERIES = ("rotating", "open socket", "configured tables", "arch", "compressing keys rotation")


class Killed:
    """The process that forks what is killed."""

    def __init__(self, shared: Path, root: Path, cache: Path) -> None:
        shared.write_bytes(bytes(1 + GENERATION.size))
        with shared.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), 0)
        script = Path(__file__).with_name("killed.py")
        self._process = subprocess.Popen(
            [sys.executable, script, shared, root, cache],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        )

    @property
    def generation(self) -> int:
        """The last that is known to be written."""
        (generation,) = GENERATION.unpack_from(self._memory, 1)
        return int(generation)

    def forget_generation(self) -> None:
        """There is no index any more."""
        GENERATION.pack_into(self._memory, 1, 0)

    def kill(self, seed: int, random: Random, aim: Phase | None) -> Phase:
        """Starts a process and kills it; the phase in which that met it."""
        self._memory[0] = Phase.IDLE
        pid = int(self._ask(str(seed)))
        start = time.monotonic()
        if aim is None:
            moment = start + random.uniform(0.0, 0.15)
        else:
            while self._memory[0] != aim and time.monotonic() < start + PATIENCE_S:
                _let_others_run()
            moment = time.monotonic() + random.uniform(0.0, 0.001)
        while time.monotonic() < moment:
            _let_others_run()
        os.kill(pid, signal.SIGKILL)
        assert self._ask("") == f"{pid} {signal.SIGKILL.value}", "it had ended before"
        return Phase(self._memory[0])

    def close(self) -> None:
        """Ends it."""
        self._process.kill()
        self._process.communicate()

    def _ask(self, line: str) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()
        ready, _, _ = select.select([self._process.stdout], [], [], LONGEST_WAIT_S)
        assert ready, "a process or one of its workers has outlived it"
        return self._process.stdout.readline().decode().strip()


@pytest.fixture
def killed(tmp_path: Path) -> Iterator[Killed]:
    (tmp_path / "root").mkdir()
    started = Killed(tmp_path / "shared", tmp_path / "root", tmp_path / "cache")
    yield started
    started.close()


@pytest.mark.timeout(600)
@pytest.mark.parametrize("run", range(RUNS))
def test_an_index_that_was_killed_opens_as_it_is_and_converges(
    killed: Killed, tmp_path: Path, run: int
) -> None:
    seed = int(os.environ.get("KILLS_SEED", time.time_ns() % 1_000_000))
    print(f"KILLS_SEED={seed}")
    random = Random(f"{seed} {run}")
    root, cache = tmp_path / "root", tmp_path / "cache"
    met: Counter[Phase] = Counter()
    with (
        Workspace.open(cache=cache, workers=1) as workspace,
        Workspace.open(cache=tmp_path / "fresh", workers=1) as fresh,
    ):
        while met.total() < KILLS or any(met[phase] < least for phase, least in LEAST.items()):
            assert met.total() < MOST_KILLS, met
            edit(root, random)
            if random.random() < 0.1:
                shutil.rmtree(cache, ignore_errors=True)
                killed.forget_generation()
            rare = [phase for phase, least in LEAST.items() if met[phase] < least]
            aim = random.choice(rare) if rare and random.random() < 0.6 else None
            met[killed.kill(random.randrange(1 << 30), random, aim)] += 1
            _assert_whole(cache)
            with _opened(workspace, root):
                _assert_nothing_is_lost(workspace, killed.generation)
                workspace.sync()
                _assert_right(workspace, fresh, root)
            shutil.rmtree(tmp_path / "fresh")
    print({phase.name: met[phase] for phase in Phase})


def _let_others_run() -> None:
    # As short as a phase may be.
    select.select([], [], [], 0.0001)


@contextmanager
def _opened(workspace: Workspace, root: Path) -> Iterator[None]:
    """A root is opened, and closed again; the workers of the workspace stay."""
    workspace.add_root(root)
    try:
        yield
    finally:
        workspace.remove_root(root)


def _assert_whole(cache: Path) -> None:
    for file in cache.glob("*/index.db"):
        if file.stat().st_size:
            with closing(sqlite3.connect(file)) as connection:
                assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]


def _assert_nothing_is_lost(workspace: Workspace, generation: int) -> None:
    [status] = workspace.status()
    assert status.notices == ()
    assert status.generation >= generation
    if status.index_folder is not None:
        assert not list(status.index_folder.glob("*.broken"))


def _assert_right(workspace: Workspace, fresh: Workspace, root: Path) -> None:
    """That answers are those of a new index and those of brute force."""
    with _opened(fresh, root):
        fresh.sync()
        units = [unit for path in sorted(root.rglob("*.*")) for unit in fresh.units(path)]
        assert workspace.index_state().units == fresh.index_state().units == len(units)
        for query in QUERIES:
            answers = [one.search(query, prefix=True, limit=SHOWN) for one in (workspace, fresh)]
            assert answers[0] == answers[1]
            shown = [(h.key, h.tier, h.held, h.named, h.score) for h in answers[0].hits]
            expected = _by_brute_force(units, query)
            assert (shown, answers[0].total) == (expected[:SHOWN], len(expected))


def _by_brute_force(units: list[Unit], query: str) -> list[tuple[object, ...]]:
    rows = oracle_rank(units, query, "any", "all", prefix=True).rows
    return [(row.key, row.tier, row.held, row.named, row.score) for row in rows]
