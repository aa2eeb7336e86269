from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from stemguard.domain.counting import TermCounts, count_units
from stemguard.domain.posting import count_terms
from stemguard.domain.unit import Unit, UnitKey
from stemguard.testing.strategies import units

KEY = UnitKey("a", 0, 0, "file")
ANY_TEXT = st.text(
    alphabet=st.one_of(
        st.characters(),
        st.sampled_from("aB_1 \xff\x00\x1c\x85\u2028\u0301éß検索\uff21\u0130\u0131GitHub"),
    ),
    max_size=30,
)


def _counts(found: TermCounts, terms: list[str], slot: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    for term, at, count in zip(*found, strict=True):
        if at == slot:
            counts[terms[term]] += int(count)
    return counts


def _assert_equal_to_counting_one_by_one(given_units: list[Unit]) -> None:
    counted = count_units(given_units)
    terms = list(counted.terms)
    assert len(set(terms)) == len(terms)
    for slot, unit in enumerate(given_units):
        alone = count_terms(unit)
        names = _counts(counted.names, terms, slot)
        assert names == Counter(alone.names_counts)
        assert names + _counts(counted.text, terms, slot) == Counter(alone.all_counts)
        assert counted.names_length[slot] == alone.names_length
        assert counted.names_length[slot] + counted.text_length[slot] == alone.all_length


@given(units())
@example([])
def test_units_at_once_post_what_they_post_one_by_one(given_units: list[Unit]) -> None:
    _assert_equal_to_counting_one_by_one(given_units)


@given(st.lists(st.builds(Unit, st.just(KEY), ANY_TEXT, ANY_TEXT, ANY_TEXT, ANY_TEXT), max_size=4))
@example([Unit(KEY, "\xff", "\xff", "\xff \xff", "a\xffb"), Unit(KEY, "a", "", "", "")])
@example([Unit(KEY, "", "", "", ""), Unit(KEY, "a b", "", "", "the The")])
def test_any_text_at_once_is_any_text_one_by_one(given_units: list[Unit]) -> None:
    _assert_equal_to_counting_one_by_one(given_units)


def test_counts_are_integers() -> None:
    counted = count_units([Unit(KEY, "copy_file", body="copy é")])
    assert {array.dtype for array in (*counted.names, *counted.text)} == {np.dtype(np.int64)}
