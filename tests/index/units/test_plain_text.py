import pytest

from stemguard.units.extract import extract
from stemguard.units.lines import Lines
from stemguard.units.plain_text import asciidoc_outline, plain_text_outline


def titles(text: str) -> list[tuple[str, str]]:
    return [(mark.container, mark.name) for mark in plain_text_outline(Lines(text)).marks]


def asciidoc_titles(text: str) -> list[tuple[str, str]]:
    return [(mark.container, mark.name) for mark in asciidoc_outline(Lines(text)).marks]


def test_underlined_lines_are_titles_with_levels_in_order_of_their_rows() -> None:
    assert titles("Guide\n=====\n\nSetup\n-----\ntext\n\nUse\n----\n\nMore\n====\n") == [
        ("", "Guide"),
        ("Guide", "Setup"),
        ("Guide", "Use"),
        ("", "More"),
    ]


def test_a_row_over_the_title_too_makes_no_second_section() -> None:
    assert titles("*****\nTitle\n*****\n") == [("", "Title")]


@pytest.mark.parametrize(
    "text",
    [
        "A long line of text\n---\n",
        "one\ntwo\n---\n",
        "  Title\n-----\n",
        "\n-----\n",
        "Name  Value\n----  -----\n",
        "Hi\n--\n",
        "-----\n-----\n",
        "Title\n,,,,,\n",
    ],
)
def test_what_is_not_clearly_a_title_is_text(text: str) -> None:
    assert titles(text) == []


def test_wide_characters_are_measured_in_columns() -> None:
    assert titles("日本語\n======\n") == [("", "日本語")]


def test_a_section_of_plain_text_holds_its_own_text() -> None:
    units = extract("a.txt", "intro\n\nTitle\n=====\ntext\n", "plaintext").units
    assert [(u.kind, u.key.line, u.name, u.body) for u in units] == [
        ("file", 0, "a.txt", ""),
        ("section", 0, "a.txt", "intro\n\n"),
        ("section", 2, "Title", "text\n"),
    ]


def test_asciidoc_titles_are_marked_lines_outside_blocks() -> None:
    text = (
        "= Guide\n\n== Use it\n\n----\n== not\n----\n\n=== Deep ===\n\n====\n== nor\n====\n## Two\n"
    )
    assert asciidoc_titles(text) == [
        ("", "Guide"),
        ("Guide", "Use it"),
        ("Guide > Use it", "Deep"),
        ("Guide", "Two"),
    ]


def test_asciidoc_titles_with_rows_have_the_levels_of_their_characters() -> None:
    assert asciidoc_titles("Guide\n=====\n\nUse\n---\n\nDeep\n~~~~\n") == [
        ("", "Guide"),
        ("Guide", "Use"),
        ("Guide > Use", "Deep"),
    ]


@pytest.mark.parametrize("line", [".abc", "= ab", "[ab]"])
def test_a_row_behind_a_line_with_a_meaning_of_its_own_opens_a_block(line: str) -> None:
    assert ("", "not") not in asciidoc_titles(f"{line}\n----\n= not\n----\n")
