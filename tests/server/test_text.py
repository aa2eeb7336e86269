"""The text of an open document against edits made to the whole of it, one character at a time."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stemguard_ls.convert import Encoding
from stemguard_ls.text import Edit, Text

ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")
SMILE = "\N{GRINNING FACE}"
#: What str.splitlines cuts at and LSP does not.
NO_ENDS = "\f\v\x1c\x1d\x1e\x85\u2028\u2029"
TEXTS = st.text(st.sampled_from(f"ab\u00e9\u20ac{SMILE}\r\n{NO_ENDS}"), max_size=12) | st.lists(
    st.sampled_from(["\r\n", "\r", "\n", "a", SMILE]), max_size=8
).map("".join)
PLACES = st.tuples(st.integers(0, 9), st.integers(0, 9))
EDITS = st.builds(Edit, PLACES, PLACES, TEXTS)


def _size(character: str, encoding: Encoding) -> int:
    code = ord(character)
    if encoding == "utf-32":
        return 1
    if encoding == "utf-16":
        return 2 if code > 0xFFFF else 1
    return 1 + (code > 0x7F) + (code > 0x7FF) + (code > 0xFFFF)


def _offset(text: str, place: tuple[int, int], encoding: Encoding) -> int:
    """The offset of a place, found by reading the text from its beginning."""
    at = 0
    for _ in range(place[0]):
        while at < len(text) and text[at] not in "\r\n":
            at += 1
        if at == len(text):
            return at
        at += 2 if text[at : at + 2] == "\r\n" else 1
    left = place[1]
    while at < len(text) and text[at] not in "\r\n" and _size(text[at], encoding) <= left:
        left -= _size(text[at], encoding)
        at += 1
    return at


def _edited(text: str, edit: Edit, encoding: Encoding) -> str:
    start, end = sorted(_offset(text, place, encoding) for place in (edit.start, edit.end))
    return text[:start] + edit.text + text[end:]


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=TEXTS, edits=st.lists(EDITS, max_size=6))
@example(text="a\rb\nc", edits=[Edit((1, 0), (1, 1), "")])
@example(text="a\r\nb", edits=[Edit((0, 1), (0, 1), "\r")])
@example(text="a\nb", edits=[Edit((0, 1), (0, 1), "\r"), Edit((1, 0), (1, 0), "x")])
@example(text="a\fb\u2028c\x85\nd", edits=[Edit((1, 0), (1, 1), "x")])
@example(text=f"{SMILE}a", edits=[Edit((0, 1), (0, 3), "")])
def test_any_edits_give_what_they_give_on_the_whole_text(
    encoding: Encoding, text: str, edits: list[Edit]
) -> None:
    document = Text(text, encoding)
    for edit in edits:
        document.apply(edit)
        text = _edited(text, edit, encoding)
        assert str(document) == text


def _after(text: str, edit: Edit, encoding: Encoding = "utf-16") -> str:
    document = Text(text, encoding)
    document.apply(edit)
    return str(document)


def test_a_carriage_return_alone_ends_a_line() -> None:
    assert _after("a\rb", Edit((1, 0), (1, 1), "c")) == "a\rc"


@pytest.mark.parametrize("separator", NO_ENDS)
def test_what_ends_a_line_for_python_alone_ends_none(separator: str) -> None:
    text = f"a{separator}b\ncd"
    assert _after(text, Edit((1, 1), (1, 2), "x")) == f"a{separator}b\ncx"


def test_a_line_feed_joins_the_carriage_return_it_meets() -> None:
    document = Text("a\rb\nc", "utf-16")
    document.apply(Edit((1, 0), (1, 1), ""))
    document.apply(Edit((1, 0), (1, 1), "x"))
    assert str(document) == "a\r\nx"


def test_a_character_between_the_two_makes_them_two_ends_of_lines() -> None:
    document = Text("a\r\nb", "utf-16")
    document.apply(Edit((0, 1), (0, 1), "\rx"))
    document.apply(Edit((2, 0), (2, 1), "y"))
    assert str(document) == "a\rx\r\ny"


def test_places_beyond_the_end_are_the_end() -> None:
    assert _after("a\r\nb", Edit((0, 99), (0, 99), "x")) == "ax\r\nb"
    assert _after("a\nb", Edit((99, 0), (99, 99), "x")) == "a\nbx"
    assert _after("", Edit((3, 3), (9, 9), "x")) == "x"


def test_a_range_whose_ends_changed_places_is_the_same_range() -> None:
    assert _after("abc\ndef", Edit((1, 1), (0, 1), "x")) == "axef"


@pytest.mark.parametrize(("encoding", "within"), [("utf-16", 2), ("utf-8", 2), ("utf-8", 4)])
def test_a_place_within_a_character_is_before_it(encoding: Encoding, within: int) -> None:
    text = f"a{SMILE}b"
    assert _after(text, Edit((0, within), (0, within), "x"), encoding) == f"ax{SMILE}b"
    assert _after(text, Edit((0, 1), (0, within), ""), encoding) == text


@pytest.mark.parametrize(("encoding", "behind"), [("utf-8", 5), ("utf-16", 3), ("utf-32", 2)])
def test_each_encoding_counts_in_its_own_units(encoding: Encoding, behind: int) -> None:
    assert _after(f"a{SMILE}b", Edit((0, behind), (0, behind), "x"), encoding) == f"a{SMILE}xb"


def test_two_halves_that_come_one_after_the_other_are_one_character() -> None:
    first, second = json.loads('["\\ud83d", "\\ude00"]')
    document = Text("ab", "utf-16")
    document.apply(Edit((0, 1), (0, 1), first))
    assert str(document) == "a\ufffdb"
    document.apply(Edit((0, 2), (0, 2), second))
    document.apply(Edit((0, 3), (0, 3), "x"))
    assert str(document) == f"a{SMILE}xb"
