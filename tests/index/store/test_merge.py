"""Which segments become one, and that merging changes no answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stemguard.store.sqlite import merge
from stemguard.store.sqlite.policy import Limits, Size, after_write, when_idle
from stemguard.store.sqlite.store import SqliteStore
from stemguard.testing.holdings import assert_holds
from stemguard.testing.store_compliance import one_unit, write
from stemguard.testing.strategies import Edit

LIMITS = Limits(segments=4, tidy_segments=2, dead_share=0.25)


def alive(*n_live: int) -> list[Size]:
    return [Size(number, count, count) for number, count in enumerate(n_live, start=1)]


def test_few_segments_are_left_alone_after_a_write() -> None:
    assert after_write(alive(5, 5, 5, 5), LIMITS) == []


def test_segments_of_one_size_become_one() -> None:
    assert after_write(alive(5, 5, 5, 5, 5), LIMITS) == [1, 2, 3, 4, 5]


def test_a_large_segment_is_not_rewritten_for_small_ones() -> None:
    assert after_write(alive(1000, 5, 6, 7, 8), LIMITS) == [2, 3, 4, 5]


def test_segments_that_double_are_merged_as_far_as_their_number_asks() -> None:
    assert after_write(alive(1, 10, 100, 1000, 10000), LIMITS) == [1, 2]


@given(st.lists(st.integers(1, 10**6), max_size=40))
def test_after_a_write_there_are_never_more_segments_than_allowed(n_live: list[int]) -> None:
    sizes = alive(*n_live)
    chosen = after_write(sizes, LIMITS)
    left = len(sizes) - len(chosen) + bool(chosen)
    assert left <= 4
    assert len(chosen) != 1


def test_a_tidying_joins_a_segment_to_smaller_ones_that_are_a_quarter_of_it() -> None:
    assert when_idle(alive(100, 20, 5), LIMITS) == [1, 2, 3]
    assert when_idle(alive(101, 20, 5), LIMITS) == [2, 3]


def test_a_tidying_leaves_few_segments_alone() -> None:
    assert when_idle(alive(100, 100), LIMITS) == []


@pytest.mark.parametrize(("dead", "chosen"), [(25, []), (26, [2])])
def test_a_tidying_rewrites_a_segment_that_is_more_than_a_quarter_dead(
    dead: int, chosen: list[int]
) -> None:
    assert when_idle([Size(1, 100, 100), Size(2, 100, 100 - dead)], LIMITS) == chosen


@given(
    names=st.lists(
        st.lists(st.sampled_from(["copy", "copies", "file", "part_file"]), max_size=3), max_size=9
    ),
    removed=st.sets(st.integers(0, 8)),
    blocks=st.integers(1, 3),
)
@settings(deadline=None)
def test_merging_by_small_ranges_gives_the_same_corpus(
    names: list[list[str]], removed: set[int], blocks: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    files = [
        one_unit(f"{9 - number}.py", " ".join([f"only{number}", *found]))
        for number, found in enumerate(names)
    ]
    gone = {files[number].path for number in removed if number < len(files)}
    place: Path = tmp_path_factory.mktemp("store")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(merge, "_BLOCKS_AT_A_TIME", blocks)
        store = SqliteStore.open(place, "1", Limits(segments=99, tidy_segments=1, dead_share=0.0))
        for file in files:
            write(store, Edit(((file,),)))
        write(store, Edit(removed=tuple(gone)))
        store.tidy()
        with store.snapshot() as snapshot:
            assert_holds(snapshot, [file for file in files if file.path not in gone])
        store.close()
