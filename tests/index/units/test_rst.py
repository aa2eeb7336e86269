import sysconfig
from pathlib import Path

import pytest
from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser
from docutils.utils import new_document
from hypothesis import example, given, settings
from hypothesis import strategies as st

from stemguard.units.decode import decode
from stemguard.units.extract import extract
from stemguard.units.lines import Lines
from stemguard.units.rst import rst_outline


def titles(text: str) -> list[tuple[str, str]]:
    return [(mark.container, mark.name) for mark in rst_outline(Lines(text)).marks]


def names(*lines: str) -> list[str]:
    return [name for _, name in titles("\n".join(lines))]


def oracle(text: str) -> list[tuple[str, str]] | None:
    """The containers and titles that docutils finds; None where levels are inconsistent."""
    options = get_default_settings(Parser)
    options.report_level = options.halt_level = 6
    options.file_insertion_enabled = options.raw_enabled = False
    document = new_document("x", options)
    Parser().parse(text, document)
    for message in document.findall(nodes.system_message):
        if "Inconsistent title" in message.astext() or "cannot be used" in message.astext():
            return None
    found = []
    for section in document.findall(nodes.section):
        above = []
        parent = section.parent
        while isinstance(parent, nodes.section):
            above.append(shown(parent))
            parent = parent.parent
        if isinstance(parent, nodes.document):
            found.append((" > ".join(reversed(above)), shown(section)))
    return found


def shown(section: nodes.section) -> str:
    return " ".join(section[0].astext().split())


PIECES = (
    *("", "", "", "Title", "=====", "-----", "Sub part", "--------", "====", "---", "--", "~~~"),
    *("Not a title", " indented", "    more", " =====", "   Over", "....", ".....", "!!!!", "**"),
    *(
        "- item",
        "-",
        "1. one",
        "2. two",
        "1.  Num title",
        "============",
        "#. auto",
        "i. x",
        "A. y",
    ),
    *(":field: x", ":code:`run_me`", "--------------", "-a  opt", "--help", "------", "text:"),
    *(">>> x", ">>>", "| line", "|", "+---+---+", "| a | b |", "=== ===", "=====  ====", "a   b"),
    *(
        ".. note:: x",
        ".. |p| image:: y.png",
        "__ http://x",
        "text::",
        "::",
        "> quoted",
        "*em* title",
    ),
    *("日本語", "======", "``lit``  x", "\ttab", "Title\n=====\n", "Sub part\n--------\n"),
)


@settings(max_examples=700, deadline=None)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=9).map("\n".join))
@example("=====\nTitle\n=====\n\n Sub\n=====\n")
@example("--\n----\n")
@example("text::\n\n> Title\n> =====\n")
@example("::\n\n=====\nTitle\n-----\n")
@example("--help\n======\n")
@example("1. Title\n========\n")
def test_titles_are_those_of_docutils(text: str) -> None:
    expected = oracle(text)
    if expected is not None:
        assert titles(text) == expected


def test_titles_of_real_documents_are_those_of_docutils() -> None:
    paths = sorted(Path(sysconfig.get_paths()["purelib"]).rglob("*.rst"))
    found = 0
    for path in paths:
        text = decode(path.read_bytes(), path.name).text
        expected = oracle(text)
        # Roles that only Sphinx knows stay as they are written in docutils' titles.
        if expected is not None and ":`" not in str(expected):
            found += len(expected)
            assert titles(text) == expected, path


def test_levels_follow_the_order_of_styles_and_show_in_the_containers() -> None:
    lines = (
        *("=====", "Guide", "=====", "", "Install steps", "=============", "", "Sub part"),
        *("--------", "", ":code:`run_me`", "--------------", "", "Not a title", "--", ""),
        ".. |pic| image:: x.png",
    )
    units = extract("g.rst", "\n".join(lines), "restructuredtext").units
    assert [(u.container, u.name) for u in units if u.kind == "section"] == [
        ("", "Guide"),
        ("Guide", "Install steps"),
        ("Guide > Install steps", "Sub part"),
        ("Guide > Install steps", "run_me"),
    ]


def test_a_title_is_keyed_by_its_own_line_and_its_rows_are_no_text() -> None:
    (_, unit) = extract("g.rst", "=====\n Over\n=====\ntext\n", "restructuredtext").units
    assert unit.key == ("g.rst", 1, 1, "section")
    assert [position[:2] for position in unit.selection] == [(1, 1), (1, 5)]
    assert [position[:2] for position in unit.range] == [(0, 0), (4, 0)]
    assert unit.body == "text\n"


def test_a_row_that_is_too_short_still_marks_a_title_if_it_has_four_characters() -> None:
    assert names("A long title", "====") == ["A long title"]
    assert names("A long title", "===") == []
    assert names("Abc", "===") == ["Abc"]


def test_a_row_inside_a_paragraph_marks_nothing() -> None:
    assert names("one", "two", "===") == []


@pytest.mark.parametrize(
    "block",
    [
        "::\n\n   Title\n   =====\n",
        ".. code::\n\n   Title\n   =====\n",
        "=====  =====\nA      B\n=====  =====\n1      2\n=====  =====\n",
        "+-----+\n| A   |\n+=====+\n| B   |\n+-----+\n",
        "- Title\n  =====\n",
        "text\n\n-----\n\ntext\n",
        ">>> x\n=====\n",
    ],
)
def test_blocks_of_other_kinds_hold_no_title(block: str) -> None:
    assert names(block) == []


def test_a_title_whose_style_skips_a_level_opens_a_section_all_the_same() -> None:
    text = "A\n====\n\nB\n----\n\nC\n====\n\nD\n~~~~\n"
    assert titles(text) == [("", "A"), ("A", "B"), ("", "C"), ("C", "D")]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        (":code:`run_me` now", "run_me now"),
        (":py:func:`open` files", "open files"),
        ("``literal`` text", "literal text"),
        ("*em* **strong** |pic|", "em strong pic"),
        ("`text <https://a.b>`_ behind", "text behind"),
        ("`phrase reference`_", "phrase reference"),
        ("snake_case 2 * 3", "snake_case 2 * 3"),
        (r"\*kept\*", "*kept*"),
        ("CMAKE_<LANG>_FLAGS", "CMAKE_<LANG>_FLAGS"),
    ],
)
def test_a_name_is_the_title_without_its_markup(title: str, name: str) -> None:
    assert names(title, "=" * len(title)) == [name]
