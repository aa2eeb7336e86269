import pytest

from stemguard.units.extract import extract
from stemguard.units.lines import Lines
from stemguard.units.plain_text import plain_text_outline


def titles(text: str) -> list[tuple[str, str]]:
    return [(mark.container, mark.name) for mark in plain_text_outline(Lines(text)).marks]


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
