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


@pytest.mark.parametrize(
    "text",
    [
        "NO WARRANTY\n\nText.\n",
        "Text.\n\nNO WARRANTY\n    indented\n",
        "=====\nNO WARRANTY\n",
        "== No warranty ==\ntext\n",
        "1. No warranty\n\n   Indented.\n",
        "1. No warranty\n\n1.1 For you\n",
        "Text.\n\n2. No warranty\n\nText at the margin.\n",
        "A.1  No warranty\n\n   Indented.\n",
        "Appendix A.  No warranty\n\n   Indented.\n",
        "Отказ от гарантий\n-----------------\n",
    ],
)
def test_a_heading_is_set_off_by_capitals_numbers_or_marks(text: str) -> None:
    assert len(titles(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "NO WARRANTY\nof any kind\n",
        "Text\nNO WARRANTY\n\nText\n",
        "  NO WARRANTY\n",
        "NO WARRANTY,\n\nText\n",
        "NO_WARRANTY\n",
        "A = B\n",
        "FAQ\n",
        "NAME   PRICE\n",
        "1. Buy oil\n\n2. Buy a wick\n\n3. Light it\n\nText.\n",
        "1. Buy oil.\n\n   Much.\n",
        "1. Buy oil\nand a wick\n",
        "1. buy oil\n\n   Much.\n",
        "1. Oil .......... 3\n\n   x\n",
        "1. Oil\n",
        "2024 was a year\n\nText.\n",
        "- item --\n",
        "--- a\n+++ b\n",
    ],
)
def test_what_looks_like_a_list_a_table_or_a_sentence_is_text(text: str) -> None:
    assert titles(text) == []


def test_a_part_with_a_number_is_inside_of_the_whole() -> None:
    text = "1. A\n\n  x\n\n1.1. B\n\n  x\n\n2. C\n\n  x\n"
    assert titles(text) == [("", "1. A"), ("1. A", "1.1. B"), ("", "2. C")]


def test_a_row_over_a_title_belongs_to_its_section_alone() -> None:
    units = extract("a.txt", "A\n===\nB\n===\n\n===\nC\n===\n", "plaintext").units
    assert [(unit.name, unit.range.start.line) for unit in units[1:]] == [
        ("A", 0),
        ("B", 2),
        ("C", 5),
    ]
