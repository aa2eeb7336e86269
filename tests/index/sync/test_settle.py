from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from stemguard.sync.settle import Settling

#: Seconds since the step before, and the paths that come then.
Steps = list[tuple[float, list[str]]]
STEPS = st.lists(
    st.tuples(
        st.sampled_from([0.0, 0.01, 0.04, 0.06, 0.2, 0.3, 1.0, 4.0]),
        st.lists(st.integers(0, 60).map(str), max_size=30),
    ),
    max_size=60,
)


def test_a_path_is_due_a_twentieth_of_a_second_after_the_last_hint() -> None:
    settling = Settling()
    settling.add(["a"], 10.0)
    settling.add(["a"], 10.04)
    assert settling.due_at() == 10.09
    assert settling.take(10.08) == frozenset()
    assert settling.take(10.09) == {"a"}
    assert settling.due_at() is None


def test_a_file_written_without_end_is_due_half_a_second_after_the_first_hint() -> None:
    settling = Settling()
    for tick in range(100):
        settling.add(["log"], 20 + tick / 100)
    assert settling.due_at() == 20.5


def test_a_file_written_without_end_keeps_no_other_waiting() -> None:
    settling = Settling()
    taken = []
    for tick in range(40):
        settling.add(["log", "saved"] if tick == 10 else ["log"], tick / 64)
        if due := settling.take(tick / 64):
            taken.append((tick, sorted(due)))
    assert taken == [(14, ["saved"]), (32, ["log"])]


def test_a_few_files_that_come_together_are_looked_at_together() -> None:
    settling = Settling()
    for tick in range(4):
        settling.add([str(tick)], 1 + tick / 25)
    assert settling.take(1.16) == frozenset()
    assert settling.take(1.18) == {"0", "1", "2", "3"}


def test_more_than_twenty_paths_wait_longer_for_one_another() -> None:
    settling = Settling()
    settling.add([str(number) for number in range(20)], 1.0)
    assert settling.due_at() == 1.05
    settling.add(["one more"], 1.0)
    assert settling.due_at() == 1.25
    for tick in range(1, 50):
        settling.add(["again"], 1.0 + tick / 10)
    assert settling.due_at() == 4.0


def test_twenty_thousand_paths_are_kept_and_one_more_makes_them_everything() -> None:
    settling = Settling()
    settling.add([str(number) for number in range(20_000)], 0.0)
    assert len(settling.paths) == 20_000
    settling.add(["one more"], 0.0)
    assert settling.paths == {""}


def test_no_path_is_nothing_to_wait_for() -> None:
    settling = Settling()
    settling.add([], 1.0)
    assert settling.due_at() is None


@given(STEPS)
@example([(0.0, [str(number) for number in range(21)]), (0.2, ["a"]), (3.0, ["b"])])
@example([(0.0, ["a", "b"]), (0.04, ["b"]), (0.02, ["c"])])
def test_no_hint_is_lost(steps: Steps) -> None:
    settling = Settling()
    now, told, taken = 0.0, set[str](), set[str]()
    for pause, paths in steps:
        now += pause
        taken |= settling.take(now)
        settling.add(paths, now)
        told |= set(paths)
        assert told == taken | settling.paths
    taken |= settling.take(now + 10)
    assert told == taken


@given(STEPS)
@example([(0.0, ["a"]), *[(0.04, ["a"])] * 50])
def test_no_hint_waits_longer_than_the_limit(steps: Steps) -> None:
    settling = Settling()
    now = 0.0
    since: dict[str, float] = {}
    for pause, paths in steps:
        now += pause
        settling.add(paths, now)
        for path in paths:
            since.setdefault(path, now)
        due_at = settling.due_at()
        if due_at is not None:
            limit = 3.0 if len(settling.paths) > 20 else 0.5
            assert due_at - min(since.values()) <= limit + 1e-9
        for path in settling.take(now):
            del since[path]
