from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator

import pytest
from tests.patience import LONGEST_WAIT_S

from stemguard.domain.errors import Cancelled, IndexDamaged, Unreadable
from stemguard.sync.patrol import POLL, SWEEP, Pacing, Patrol

_AT_ONCE = Pacing(duty=0.5, pause_s=0.0, period_s=0.0)


@pytest.mark.parametrize("error", [Unreadable("gone"), IndexDamaged("damaged")])
def test_a_survey_that_fails_is_tried_again(error: Exception) -> None:
    duties: list[float] = []
    heard: list[str] = []
    three = threading.Event()

    def survey(duty: float, wait: Callable[[float], bool]) -> Iterator[str]:
        duties.append(duty)
        yield str(len(duties))
        if len(duties) == 1:
            raise error
        if len(duties) == 3:
            three.set()

    patrol = Patrol(survey, heard.append, _AT_ONCE)
    assert three.wait(LONGEST_WAIT_S)
    patrol.end()
    assert heard[:3] == ["1", "2", "3"]
    assert set(duties) == {0.5}


def test_an_end_is_heard_by_whoever_sleeps_in_a_survey() -> None:
    begun, ended = threading.Event(), threading.Event()

    def survey(duty: float, wait: Callable[[float], bool]) -> Iterator[str]:
        begun.set()
        if wait(LONGEST_WAIT_S * 10):
            ended.set()
            raise Cancelled("ended")
        yield "never"

    patrol = Patrol(survey, lambda path: None, _AT_ONCE)
    assert begun.wait(LONGEST_WAIT_S)
    patrol.end()
    assert ended.wait(LONGEST_WAIT_S)


def test_whoever_surveys_goes_after_all_others() -> None:
    priorities: list[int] = []
    begun = threading.Event()

    def survey(duty: float, wait: Callable[[float], bool]) -> Iterator[str]:
        priorities.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        begun.set()
        return iter(())

    patrol = Patrol(survey, lambda path: None, _AT_ONCE)
    assert begun.wait(LONGEST_WAIT_S)
    patrol.end()
    assert priorities[0] == 10


def test_a_sweep_takes_a_hundredth_of_a_processor_and_polling_a_tenth() -> None:
    assert (SWEEP.duty, SWEEP.pause_s) == (0.01, 60.0)
    assert (POLL.duty, POLL.period_s) == (0.1, 0.7)
