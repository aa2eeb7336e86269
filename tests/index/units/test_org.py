import pytest

from stemguard.units.extract import extract
from stemguard.units.lines import Lines
from stemguard.units.org import org_outline


def names(*lines: str) -> list[str]:
    return [mark.name for mark in org_outline(Lines("\n".join(lines))).marks]


@pytest.mark.parametrize(
    ("headline", "name"),
    [
        ("* TODO Write it", "Write it"),
        ("* DONE [#A] Write it :a:b_c:@home:", "Write it"),
        ("* [#12] COMMENT Write it", "Write it"),
        ("* TODO", "a.org"),
        ("* TODOs of mine", "TODOs of mine"),
        ("* todo list", "todo list"),
        ("* Write it [50%] [1/2]", "Write it"),
        ("* A: b :c: d:", "A: b :c: d:"),
        ("* :tag:", "a.org"),
        ("*** Deep   and  wide  ", "Deep and wide"),
        ("* =code *kept*= and *strong /deep/*", "code *kept* and strong deep"),
        ("* a*b*c 2 * 3 snake_case_name", "a*b*c 2 * 3 snake_case_name"),
        ("* [[https://a.b][Text]] and [[*Other]]", "Text and *Other"),
    ],
)
def test_a_name_is_the_title_without_what_stands_around_it(headline: str, name: str) -> None:
    assert [unit.name for unit in extract("a.org", headline, "org").units[1:]] == [name]


def test_states_are_those_that_the_document_names() -> None:
    assert names("#+SEQ_TODO: BUG(b@/!) | FIXED", "* BUG A", "* FIXED B", "* TODO C") == [
        "A",
        "B",
        "TODO C",
    ]


def test_what_is_no_part_of_a_name_is_text() -> None:
    (_, unit) = extract("a.org", "* TODO [#A] Write it :work:\ntext\n", "org").units
    assert unit.body == "* TODO [#A]   :work:\ntext\n"
    assert [position[:2] for position in unit.selection] == [(0, 12), (0, 20)]


def test_closed_blocks_of_what_is_no_prose_hold_no_heading() -> None:
    assert names("#+begin_src sh", "* a", "#+end_src", "* b") == ["b"]
    assert names("  #+BEGIN_EXAMPLE", "* a", "  #+END_EXAMPLE", "* b") == ["b"]
    assert names("#+begin_quote", "* a", "#+end_quote") == ["a"]


def test_a_block_that_is_not_closed_hides_nothing() -> None:
    lines = ("#+begin_src", "* a", "#+begin_src", "* b", "#+end_src", "* c")
    assert names(*lines) == ["a", "c"]
    assert names("#+begin_src", "* a", "#+end_example") == ["a"]


@pytest.mark.parametrize("line", ["*bold* text", " * item", "*", "**", "\\* x", ",* x"])
def test_what_does_not_begin_with_stars_and_a_blank_is_text(line: str) -> None:
    assert names(line) == []


def test_the_title_documents_the_file_and_is_text_of_nothing_else() -> None:
    text = "#+author: Ann\n#+title: The *one* guide\n\nIntro.\n\n* A\n#+title: Not this\n"
    file, intro, section = extract("a.org", text, "org").units
    assert (file.doc, file.body) == ("The one guide", "")
    assert intro.body == "#+author: Ann\n \nIntro.\n\n"
    assert section.body == "*  \n#+title: Not this\n"
    assert extract("a.org", "* A\n#+title: B\n", "org").units[0].doc == ""


def test_a_very_long_headline_is_text_of_the_section_that_its_beginning_names() -> None:
    title = "word " * 2000
    (_, unit) = extract("a.org", f"* {title}\n", "org").units
    assert (unit.name, unit.body) == (title[:400], f"* {title}\n")


def test_headings_behind_the_first_twenty_thousand_belong_to_the_last_section() -> None:
    units = extract("a.org", "* a\n" * 20_010, "org").units[1:]
    assert len(units) == 20_000
    assert units[-1].range.end.line == 20_010
