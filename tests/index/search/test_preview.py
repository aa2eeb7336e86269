from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stemguard.domain.posting import post
from stemguard.domain.unit import Position, Span, Unit, UnitKey
from stemguard.domain.unit_corpus import UnitCorpus
from stemguard.search.preview import split_lines
from stemguard.search.request import Preview, SearchRequest
from stemguard.search.searcher import search


def _preview(text: str, query: str, *, name_line: int = 0, prefix: bool = False) -> Preview:
    """The preview of a unit that is the whole text, with its name on `name_line`."""
    last = len(split_lines(text)) - 1
    unit = Unit(
        UnitKey("a.py", 0, 0, "file"),
        "a.py",
        body=text,
        range=Span(Position(0, 0, 0, 0), Position(last, 0, 0, 0)),
        selection=Span(Position(name_line, 0, 0, 0), Position(name_line, 0, 0, 0)),
    )
    corpus = UnitCorpus([post(unit)])
    [hit] = search(corpus, SearchRequest(query, prefix=prefix), lambda folder, path: text).hits
    assert hit.preview is not None
    return hit.preview


def _marked(preview: Preview) -> list[str]:
    return [preview.text[start:end] for start, end in preview.highlights]


def test_the_line_with_most_words_as_typed_is_shown() -> None:
    preview = _preview("copying files\ncopy\ncopy the file\n", "copy file")
    assert (preview.line, _marked(preview)) == (2, ["copy", "file"])


def test_a_word_as_typed_goes_before_two_words_of_the_stem() -> None:
    assert _preview("copied files\nthe copy\n", "copy file").line == 1


def test_among_equal_lines_the_one_nearest_to_the_name_is_shown() -> None:
    assert _preview("copy\n\n\n\ncopy\n", "copy", name_line=3).line == 4


def test_a_part_of_an_identifier_is_marked() -> None:
    assert _marked(_preview("x = getPartition_uuid\n", "partitions")) == ["Partition"]


@pytest.mark.parametrize(
    ("query", "form"), [("inventories", "inventory"), ("denied", "deny"), ("dying", "die")]
)
def test_a_form_with_other_letters_than_its_stem_is_marked(query: str, form: str) -> None:
    preview = _preview(f"def load():\n    a = 1\n    return {form}\n", query)
    assert (preview.line, _marked(preview)) == (2, [form])


def test_the_whole_identifier_is_marked_for_a_compound() -> None:
    assert _marked(_preview("see github\n", "GitHub")) == ["github"]


def test_an_unfinished_word_marks_the_words_it_begins() -> None:
    assert _marked(_preview("partitioning\n", "partit", prefix=True)) == ["partitioning"]


def test_on_a_line_with_the_word_as_typed_its_kin_is_not_marked() -> None:
    assert _marked(_preview("copying copy files\n", "copy file")) == ["copy", "files"]


def test_a_quoted_word_marks_no_word_of_its_stem() -> None:
    assert _marked(_preview("copying copy\n", '"copy"')) == ["copy"]


@pytest.mark.parametrize("text", ["caf\u00e9 x\n", "\uff23\uff21\uff26\uff25\u0301 x\n"])
def test_words_that_are_not_ascii_are_marked(text: str) -> None:
    assert _marked(_preview(text, "café")) == [text.split()[0]]


def test_a_word_of_a_script_without_spaces_is_marked_alone() -> None:
    assert _marked(_preview("これは検索です\n", "検索")) == ["検索"]


def test_of_a_long_line_the_part_with_the_mark_is_shown() -> None:
    preview = _preview(f"{'x ' * 1000}copy {'y ' * 1000}\n", "copying")
    assert _marked(preview) == ["copy"]
    assert len(preview.text) == 400


@pytest.mark.parametrize("now", ["", "one line", "a\nb\n"])
def test_a_file_that_changed_since_has_a_preview_still(now: str) -> None:
    unit = Unit(
        UnitKey("a.py", 90, 0, "function"),
        "copy",
        range=Span(Position(90, 0, 0, 0), Position(99, 0, 0, 0)),
        selection=Span(Position(90, 4, 4, 4), Position(90, 8, 8, 8)),
    )
    [hit] = search(UnitCorpus([post(unit)]), SearchRequest("copy"), lambda f, p: now).hits
    assert hit.preview is not None


def test_a_file_that_is_gone_has_none() -> None:
    unit = Unit(UnitKey("a.py", 0, 0, "function"), "copy")
    answer = search(UnitCorpus([post(unit)]), SearchRequest("copy"), lambda folder, path: None)
    assert answer.hits[0].preview is None


def test_a_comment_above_the_definition_is_looked_at() -> None:
    text = "# replicate\ndef f(): pass\n"
    unit = Unit(
        UnitKey("a.py", 1, 0, "function"),
        "f",
        doc="replicate",
        range=Span(Position(1, 0, 0, 0), Position(1, 13, 13, 13)),
        selection=Span(Position(1, 4, 4, 4), Position(1, 5, 5, 5)),
    )
    [hit] = search(UnitCorpus([post(unit)]), SearchRequest("replicate"), lambda f, p: text).hits
    assert hit.preview is not None
    assert hit.preview.line == 0


def test_lines_of_the_unit_above_are_not_looked_at() -> None:
    text = "def copy(): pass\n# note\ndef f(): pass\n"
    unit = Unit(
        UnitKey("a.py", 2, 0, "function"),
        "f",
        container="copy",
        range=Span(Position(2, 0, 0, 0), Position(2, 13, 13, 13)),
        selection=Span(Position(2, 4, 4, 4), Position(2, 5, 5, 5)),
    )
    [hit] = search(UnitCorpus([post(unit)]), SearchRequest("copy"), lambda f, p: text).hits
    assert hit.preview is not None
    assert (hit.preview.line, hit.preview.highlights) == (2, ())


@given(
    st.text(alphabet="copyCOPY_ıİ é検索\r\n\f ", max_size=60),
    st.sampled_from(["copy", "検索", "é i"]),
)
def test_marks_are_in_order_within_the_line_and_do_not_touch(text: str, query: str) -> None:
    unit = Unit(UnitKey("a", 0, 0, "file"), query, body=text)
    unit = replace(unit, range=Span(Position(0, 0, 0, 0), Position(text.count("\n"), 0, 0, 0)))
    [hit] = search(UnitCorpus([post(unit)]), SearchRequest(query), lambda f, p: text).hits
    assert hit.preview is not None
    ends = [0]
    for start, end in hit.preview.highlights:
        assert start < end <= len(hit.preview.text)
        assert start > ends[-1] or ends == [0]
        ends.append(end)
    assert not set("\r\n") & set(hit.preview.text)
