from __future__ import annotations

import threading
from concurrent.futures import Future
from pathlib import Path

import pytest
from tests.patience import LONGEST_WAIT_S

from stemguard.domain.errors import Cancelled, Unreadable
from stemguard.workspace import SyncReport
from stemguard_ls.indexing import Due, Indexing


class Work:
    """Work that waits until it may go on, and keeps what was due."""

    def __init__(self) -> None:
        self.done: list[Due] = []
        self.begun = threading.Semaphore(0)
        self.may_go_on = threading.Semaphore(0)
        self.error: Exception | None = None

    def __call__(self, due: Due) -> SyncReport:
        self.done.append(due)
        self.begun.release()
        assert self.may_go_on.acquire(timeout=LONGEST_WAIT_S)
        if self.error is not None:
            raise self.error
        return SyncReport(parsed=len(self.done))


def test_what_comes_in_during_a_run_is_done_in_one_run_after_it() -> None:
    work = Work()
    indexing = Indexing(work)
    indexing.start()
    first = indexing.ask(everything=True)
    assert work.begun.acquire(timeout=LONGEST_WAIT_S)
    later = [indexing.ask(paths=[Path(f"/{number}")]) for number in range(100)]
    work.may_go_on.release(2)
    assert first.result(LONGEST_WAIT_S).parsed == 1
    assert {asked.result(LONGEST_WAIT_S).parsed for asked in later} == {2}
    assert work.done[1].paths == {Path(f"/{number}") for number in range(100)}
    assert not work.done[1].everything
    indexing.stop(LONGEST_WAIT_S)


@pytest.mark.parametrize("error", [Unreadable("No."), Cancelled("No."), ValueError("no")])
def test_a_failure_reaches_who_asked_and_the_next_run_is_none_the_worse(error: Exception) -> None:
    work = Work()
    indexing = Indexing(work)
    indexing.start()
    work.error = error
    work.may_go_on.release()
    with pytest.raises(type(error)):
        indexing.ask(rebuild=True).result(LONGEST_WAIT_S)
    work.error = None
    work.may_go_on.release()
    assert indexing.ask(rebuild=True).result(LONGEST_WAIT_S).parsed == 2
    indexing.stop(LONGEST_WAIT_S)


def test_it_is_busy_from_the_asking_to_the_end() -> None:
    work = Work()
    indexing = Indexing(work)
    busy = [indexing.is_busy]
    indexing.ask(everything=True)
    busy.append(indexing.is_busy)
    indexing.start()
    assert work.begun.acquire(timeout=LONGEST_WAIT_S)
    busy.append(indexing.is_busy)
    work.may_go_on.release()
    indexing.stop(LONGEST_WAIT_S)
    busy.append(indexing.is_busy)
    assert busy == [False, True, True, False]


def test_a_path_waits_until_the_work_is_at_the_files() -> None:
    work = Work()
    indexing = Indexing(work)
    first, second = Path("/1"), Path("/2")
    indexing.start()
    indexing.ask(paths=[first])
    assert work.begun.acquire(timeout=LONGEST_WAIT_S)
    indexing.ask(paths=[second])
    waiting = [indexing.paths]
    indexing.begin_with_paths()
    waiting.append(indexing.paths)
    work.may_go_on.release(2)
    indexing.ask(rebuild=True).result(LONGEST_WAIT_S)
    waiting.append(indexing.paths)
    assert waiting == [{first, second}, {second}, set()]
    indexing.stop(LONGEST_WAIT_S)


def test_who_still_waits_when_it_stops_is_told() -> None:
    work = Work()
    indexing = Indexing(work)
    indexing.start()
    indexing.ask(everything=True)
    assert work.begun.acquire(timeout=LONGEST_WAIT_S)
    waiting: Future[SyncReport] = indexing.ask(everything=True)
    indexing.stop(0.0)
    work.may_go_on.release()
    with pytest.raises(Cancelled):
        waiting.result(LONGEST_WAIT_S)


def test_who_no_longer_waits_is_left_alone() -> None:
    work = Work()
    indexing = Indexing(work)
    asked = indexing.ask(everything=True)
    asked.cancel()
    indexing.start()
    work.may_go_on.release(2)
    assert indexing.ask(everything=True).result(LONGEST_WAIT_S).parsed >= 1
    indexing.stop(LONGEST_WAIT_S)
