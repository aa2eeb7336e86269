import re

from hypothesis import example, given
from hypothesis import strategies as st

from stemguard.domain.unit import Position
from stemguard.units.lines import Lines

TEXTS = st.text(st.sampled_from("ab\t\n\r\x0b\x0c\x1c\x85\u2028é日😀\ud800"), max_size=40)


def test_lines_end_at_line_feeds_and_carriage_returns() -> None:
    assert Lines("a\nbc\r\nd\re").starts == [0, 2, 6, 8]


def test_nothing_else_ends_a_line() -> None:
    assert Lines("a\x0bb\x0cc\x1cd\x85e\u2028f\u2029g").starts == [0]


def test_an_empty_text_has_one_line_and_a_last_line_ending_opens_another() -> None:
    assert Lines("").starts == [0]
    assert Lines("a\n").starts == [0, 2]
    assert Lines("a\r\n\r").starts == [0, 3, 4]


def test_columns_are_counted_in_all_three_encodings() -> None:
    text = "/* 😀😀 é */ x"
    assert Lines(text).position(text.index("x")) == Position(0, 11, 13, 18)


def test_columns_start_anew_on_each_line() -> None:
    assert Lines("😀\né x").position(4) == Position(1, 2, 2, 3)


def test_a_line_ending_belongs_to_its_line() -> None:
    lines = Lines("ab\r\ncd")
    assert [lines.line_at(offset) for offset in range(7)] == [0, 0, 0, 0, 1, 1, 1]
    assert lines.end_of(0) == 4
    assert lines.end_of(1) == 6


def test_contents_are_lines_without_their_endings() -> None:
    assert Lines("a\r\n\rb\n").contents() == ["a", "", "b", ""]


@given(TEXTS, st.data())
@example("", None)
def test_a_position_is_what_counting_gives(text: str, data: st.DataObject | None) -> None:
    offset = data.draw(st.integers(0, len(text))) if data is not None else 0
    before = re.split(r"\r\n|\r|\n", text[:offset])
    # Between the two halves of a line ending we are still on the line that it ends.
    if text[offset - 1 : offset + 1] == "\r\n" and offset > 0:
        before[-2:] = [before[-2] + "\r"]
    line = before[-1]
    assert Lines(text).position(offset) == Position(
        len(before) - 1,
        len(line),
        len(line.encode("utf-16-le", "surrogatepass")) // 2,
        len(line.encode("utf-8", "surrogatepass")),
    )


@given(TEXTS)
def test_the_offset_of_every_byte_offset_between_characters_is_found(text: str) -> None:
    lines = Lines(text)
    for offset in range(len(text) + 1):
        offset_bytes = len(text[:offset].encode("utf-8", "surrogatepass"))
        assert lines.offset_of_byte(offset_bytes) == offset


@given(TEXTS, st.data())
def test_a_span_is_made_of_two_positions(text: str, data: st.DataObject) -> None:
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    lines = Lines(text)
    assert lines.span(start, end) == (lines.position(start), lines.position(end))


@given(TEXTS)
def test_contents_lie_between_the_starts_and_the_endings(text: str) -> None:
    lines = Lines(text)
    contents = lines.contents()
    assert len(contents) == len(lines.starts)
    for start, content in zip(lines.starts, contents, strict=True):
        assert text.startswith(content, start)
        assert not set(content) & set("\r\n")
