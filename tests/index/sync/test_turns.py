from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.patience import LONGEST_WAIT_S

from stemguard.domain.errors import Cancelled
from stemguard.sync.turns import Length, Turns

#: Takes a long turn, says so, gives way when it is wanted, says when it has it back.
LONG_ONE = """
import sys, time
from pathlib import Path
from stemguard.sync.turns import Length, Turns
with Turns().take(Length.LONG, Path(sys.argv[1]), lambda: False) as turn:
    print("mine", flush=True)
    while not turn.is_wanted():
        time.sleep(0.001)
    print("wanted", flush=True)
    turn.give_way()
    print("mine again", flush=True)
    sys.stdin.readline()
"""


def never() -> bool:
    return False


@contextmanager
def running(work: Callable[[], None]) -> Iterator[None]:
    """Work on another thread, which is done when this is left."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    yield
    thread.join(LONGEST_WAIT_S)
    assert not thread.is_alive()


@pytest.fixture
def other(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-c", LONG_ONE, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    yield process
    process.kill()
    process.communicate()


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


@pytest.mark.parametrize("has_folder", [True, False])
def test_a_long_turn_gives_way_to_a_short_one_of_another_thread(
    tmp_path: Path, *, has_folder: bool
) -> None:
    turns = Turns()
    folder = tmp_path if has_folder else None
    order = []

    def short() -> None:
        with turns.take(Length.SHORT, folder, never) as turn:
            order.append("short")
            assert not turn.is_wanted()

    with turns.take(Length.LONG, folder, never) as turn:
        assert not turn.is_wanted()
        with running(short):
            waited = threading.Event()
            while not turn.is_wanted():
                assert not waited.wait(0.001)
            assert order == []
            turn.give_way()
            order.append("long")
            assert not turn.is_wanted()
    assert order == ["short", "long"]


def test_a_long_turn_gives_way_to_a_short_one_of_another_process(
    tmp_path: Path, other: subprocess.Popen[str]
) -> None:
    assert said(other) == "mine"
    with Turns().take(Length.SHORT, tmp_path, never):
        assert said(other) == "wanted"
    assert said(other) == "mine again"


def test_a_turn_ends_with_its_process(tmp_path: Path, other: subprocess.Popen[str]) -> None:
    assert said(other) == "mine"
    took = threading.Event()

    def long() -> None:
        with Turns().take(Length.LONG, tmp_path, never):
            took.set()

    with running(long):
        # A long one is no reason to give way.
        assert not took.wait(0.1)
        other.kill()
    assert took.is_set()


def test_who_waits_long_for_another_process_hears_of_it_once(
    tmp_path: Path, other: subprocess.Popen[str]
) -> None:
    assert said(other) == "mine"
    heard: list[str] = []

    def cancelled() -> bool:
        if heard:
            heard.append("asked")
        return len(heard) >= 5

    with (
        pytest.raises(Cancelled),
        Turns().take(Length.LONG, tmp_path, cancelled, lambda: heard.append("waits")),
    ):
        pass
    assert heard == ["waits", "asked", "asked", "asked", "asked"]


def test_who_hears_of_a_long_wait_can_end_it(tmp_path: Path, other: subprocess.Popen[str]) -> None:
    assert said(other) == "mine"
    turns = Turns()

    def end() -> None:
        raise KeyError

    with pytest.raises(KeyError), turns.take(Length.LONG, tmp_path, never, end):
        pass
    other.kill()
    other.wait(LONGEST_WAIT_S)
    # Free, or whoever is told not to wait would not have it.
    with turns.take(Length.LONG, tmp_path, lambda: True, end):
        pass


@pytest.mark.parametrize("length", list(Length))
def test_who_waits_for_a_turn_may_be_told_not_to(tmp_path: Path, length: Length) -> None:
    turns = Turns()
    with (
        turns.take(Length.SHORT, tmp_path, never),
        pytest.raises(Cancelled),
        turns.take(length, tmp_path, lambda: True),
    ):
        pass
    with (
        Turns().take(Length.SHORT, tmp_path, never),
        pytest.raises(Cancelled),
        turns.take(length, tmp_path, lambda: True),
    ):
        pass
    with turns.take(Length.LONG, tmp_path, never) as turn:
        assert not turn.is_wanted()


def test_a_turn_that_was_given_away_and_not_waited_for_is_over(tmp_path: Path) -> None:
    turns = Turns()
    stopped = threading.Event()
    entered, leave = threading.Event(), threading.Event()

    def short() -> None:
        with turns.take(Length.SHORT, tmp_path, never):
            entered.set()
            leave.wait(LONGEST_WAIT_S)

    def stop() -> None:
        entered.wait(LONGEST_WAIT_S)
        stopped.set()

    with running(stop), turns.take(Length.LONG, tmp_path, stopped.is_set) as turn, running(short):
        while not turn.is_wanted():
            entered.wait(0.001)
        with pytest.raises(Cancelled):
            turn.give_way()
        leave.set()
    with turns.take(Length.LONG, tmp_path, never):
        pass


def test_a_folder_that_cannot_hold_locks_has_turns_within_the_process(tmp_path: Path) -> None:
    turns = Turns()
    missing = tmp_path / "nowhere"
    order = []

    def second() -> None:
        with turns.take(Length.LONG, missing, never):
            order.append("second")

    with turns.take(Length.LONG, missing, never):
        thread = threading.Thread(target=second, daemon=True)
        thread.start()
        thread.join(0.1)
        order.append("first")
    thread.join(LONGEST_WAIT_S)
    assert order == ["first", "second"]
