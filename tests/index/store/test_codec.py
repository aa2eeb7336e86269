"""Integers, texts, postings and shown units survive being bytes."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import accumulate

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stemguard.domain.corpus import Described
from stemguard.domain.unit import FromPath, Position, Span, UnitKey, kind_and_language, kind_in
from stemguard.store.sqlite.block import (
    Block,
    TermLists,
    blocks_of_prefix,
    encode_blocks,
    encode_dictionary,
    key_of,
    stem_of,
    terms_of,
)
from stemguard.store.sqlite.codec import (
    decode_narrow,
    decode_varints,
    encode_narrow,
    encode_varints,
    join_parts,
    join_texts,
    pack_parts,
    split_parts,
    split_texts,
    unpack_parts,
)
from stemguard.store.sqlite.shown import pack_shown, unpack_shown

numbers = st.one_of(st.integers(0, 300), st.integers(0, 2**63 - 1))
postings = st.dictionaries(st.integers(0, 5000), st.integers(1, 400), min_size=1, max_size=20)
words = st.sampled_from([f"{a}{b}" for a in "abc" for b in "0123456789"])
terms = st.dictionaries(st.tuples(words, words), postings, max_size=60)
OWN = [FromPath.NOTHING]


def ints(values: list[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array(values, dtype=np.int64)


def lists_of(counts: dict[tuple[str, str], dict[int, int]]) -> TermLists:
    ascending = sorted(counts.items())
    flat = [pair for _, found in ascending for pair in sorted(found.items())]
    return TermLists(
        [key_of(*key) for key, _ in ascending],
        ints([len(found) for _, found in ascending]),
        ints([slot for slot, _ in flat]),
        ints([count for _, count in flat]),
    )


@pytest.mark.parametrize(
    ("value", "encoded"),
    [(0, [0]), (127, [127]), (128, [128, 1]), (300, [172, 2]), (16384, [128, 128, 1])],
)
def test_a_varint_is_the_leb128_of_its_value(value: int, encoded: list[int]) -> None:
    found, widths = encode_varints(ints([value]))
    assert found.tolist() == encoded
    assert widths.tolist() == [len(encoded)]


@given(st.lists(numbers))
@example([])
@example([2**63 - 1, 0, 128])
def test_varints_are_decoded_to_what_was_encoded(values: list[int]) -> None:
    encoded, widths = encode_varints(ints(values))
    assert decode_varints(encoded).tolist() == values
    assert widths.sum() == len(encoded)


@given(st.lists(numbers))
@example([])
@example([255, 0])
@example([256])
@example([65535])
@example([65536])
def test_narrow_numbers_are_decoded_to_what_was_encoded(values: list[int]) -> None:
    assert decode_narrow(encode_narrow(values)).tolist() == values


def test_small_numbers_take_a_byte_each_and_one_in_front() -> None:
    assert len(encode_narrow([255, 0, 7])) == 4


@given(st.lists(st.text(st.characters(exclude_characters="\0", categories=None))))
@example([""])
@example(["\udcff", "", "a\n"])
def test_texts_are_split_to_what_was_joined(texts: list[str]) -> None:
    assert split_texts(join_texts(texts, "\0"), "\0") == texts


@given(st.lists(st.binary()))
def test_parts_are_split_to_what_was_joined(parts: list[bytes]) -> None:
    assert split_parts(join_parts(parts)) == parts
    assert unpack_parts(pack_parts(parts)) == parts


@given(terms)
@example({("a", "b"): {0: 1}})
@example({("a", "b"): {0: 2, 1: 1}, ("a", "c"): {4: 300}, ("b", "b"): {4: 1, 5000: 2}})
def test_blocks_hold_each_family_as_it_was(counts: dict[tuple[str, str], dict[int, int]]) -> None:
    rows = list(encode_blocks(lists_of(counts)))
    blocks = [Block(row.data) for row in rows]
    assert [key for block in blocks for key in block.all_keys()] == [
        key_of(*key) for key in sorted(counts)
    ]
    for stem in {stem for stem, _ in counts} | {"a", "zz"}:
        expected = {term: found for (own, term), found in counts.items() if own == stem}
        holding = [block.family(stem) for block in blocks if block.family(stem)]
        assert len(holding) == bool(expected)
        family = {term: found for each in holding for term, found in each.items()}
        assert {
            term: dict(zip(found.slots.tolist(), found.counts.tolist(), strict=True))
            for term, found in family.items()
        } == expected


def test_a_block_ends_before_the_family_that_would_make_it_too_long() -> None:
    counts = {(f"s{number:03}", f"t{k}"): {0: 1} for number in range(100) for k in range(3)}
    sizes = [len(row.keys) for row in encode_blocks(lists_of(counts))]
    # 42 families of three terms are 126 terms; a 43rd would make 129.
    assert sizes == [126, 126, 48]


def test_a_family_with_many_postings_is_a_row_of_its_own() -> None:
    common = dict.fromkeys(range(5000), 1)
    counts = {("a", "a"): {0: 1}, ("b", "b"): common, ("b", "c"): common, ("d", "d"): {0: 1}}
    rows = list(encode_blocks(lists_of(counts)))
    assert [terms_of(row.keys) for row in rows] == [["a"], ["b", "c"], ["d"]]
    assert stem_of(rows[1].keys[0]) == "b"


def test_a_posting_of_a_neighbour_with_tf_1_takes_a_byte() -> None:
    few = {("a", "a"): dict.fromkeys(range(0, 60, 2), 1)}
    more = {("a", "a"): dict.fromkeys(range(0, 120, 2), 1)}
    [short], [long] = (list(encode_blocks(lists_of(counts))) for counts in (few, more))
    assert len(long.data) - len(short.data) == 30


@given(st.lists(st.text("abcä", min_size=1, max_size=4), unique=True), st.text("abä", max_size=3))
def test_the_dictionary_leads_a_prefix_to_the_blocks_of_its_terms(
    found: list[str], prefix: str
) -> None:
    numbered = [(term, number // 3) for number, term in enumerate(sorted(found))]
    blocks: set[int] = set()
    for row in encode_dictionary(numbered):
        blocks |= blocks_of_prefix(row.data, prefix)
    assert blocks == {number for term, number in numbered if term.startswith(prefix)}


@st.composite
def described(draw: st.DrawFn) -> Described:
    small = st.integers(0, 200)
    places = [Position(*draw(st.tuples(small, small, small, small))) for _ in range(4)]
    return Described(
        UnitKey("a/b.py", draw(small), draw(small), draw(st.sampled_from(["class", "file"]))),
        draw(st.text(st.characters(categories=None), max_size=8)),
        draw(st.text(max_size=8)),
        "python",
        Span(places[0], places[1]),
        Span(places[2], places[3]),
    )


@given(st.lists(described(), min_size=1, max_size=5), st.data())
def test_what_is_shown_comes_back_whole_and_in_the_order_asked(
    units: list[Described], data: st.DataObject
) -> None:
    many = units * 20
    wanted = data.draw(st.lists(st.integers(0, len(many) - 1)))
    kinds = [kind_in(many[place].key.kind, ("python", "css")[place % 2]) for place in wanted]
    blobs = list(pack_shown(many * 2, OWN * len(many) * 2, [1, len(many), len(many) - 1]))
    assert len(blobs) == 3
    found = unpack_shown(blobs[1], "a/b.py", wanted, kinds)
    shown = [*many[1:], many[0]]
    assert found == [
        replace(shown[place], key=shown[place].key._replace(kind=kind), language=language)
        for place, (kind, language) in zip(wanted, map(kind_and_language, kinds), strict=True)
    ]


def test_what_is_shown_of_like_units_takes_a_few_bytes_each() -> None:
    ends = list(accumulate([7] * 300))
    units = [
        Described(
            UnitKey("a.py", end - 7, 4, "method"),
            f"method_{end}",
            "Class",
            "python",
            Span(Position(end - 7, 4, 4, 4), Position(end, 0, 0, 0)),
            Span(Position(end - 7, 8, 8, 8), Position(end - 7, 18, 18, 18)),
        )
        for end in ends
    ]
    assert (
        len(next(pack_shown(units, OWN * len(units), [len(units)])))
        < 15 * len(units)
        < len(json.dumps(str(units))) / 10
    )
