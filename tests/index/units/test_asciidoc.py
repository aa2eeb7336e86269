import pytest

from stemguard.units.asciidoc import asciidoc_outline
from stemguard.units.lines import Lines


def titles(text: str) -> list[tuple[str, str]]:
    return [(mark.container, mark.name) for mark in asciidoc_outline(Lines(text)).marks]


def test_titles_are_marked_lines_outside_blocks() -> None:
    text = (
        "= Guide\n\n== Use it\n\n----\n== not\n----\n\n=== Deep ===\n\n====\n== nor\n====\n## Two\n"
    )
    assert titles(text) == [
        ("", "Guide"),
        ("Guide", "Use it"),
        ("Guide > Use it", "Deep"),
        ("Guide", "Two"),
    ]


def test_titles_with_rows_have_the_levels_of_their_characters() -> None:
    assert titles("Guide\n=====\n\nUse\n---\n\nDeep\n~~~~\n") == [
        ("", "Guide"),
        ("Guide", "Use"),
        ("Guide > Use", "Deep"),
    ]


@pytest.mark.parametrize("line", [".abc", "= ab", "[ab]"])
def test_a_row_behind_a_line_with_a_meaning_of_its_own_opens_a_block(line: str) -> None:
    assert ("", "not") not in titles(f"{line}\n----\n= not\n----\n")


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("*strong* and _emphasis_ and `code`", "strong and emphasis and code"),
        ("**un**constrained __em__s", "unconstrained ems"),
        ("snake_case_name 2 * 3 C++", "snake_case_name 2 * 3 C++"),
        ("link:x.html[Text] and https://a.b[more]", "Text and more"),
        ("<<id,Text>> <<other>>", "Text other"),
        ("xref:a.adoc#b[Text]footnote:[Not shown]", "Text"),
        ("[[id]]Title [[other]]", "Title"),
        ("{product} {unknown} {nbsp}x {cpp}", "Lantern {unknown} x C++"),
        ("H~2~O and E^2^", "H2O and E2"),
        ("pass:[*kept*] +as is+", "kept as is"),
        ("kbd:[Ctrl] [.role]#marked#", "Ctrl marked"),
        ("Closed ==", "Closed"),
        ("Not closed ===", "Not closed ==="),
    ],
)
def test_a_name_is_the_title_without_its_markup(title: str, name: str) -> None:
    text = f":product: Lantern\n:product: Not this\n\n== {title}\n"
    assert titles(text) == [("", name)]


@pytest.mark.parametrize(
    "above",
    [
        "text\n[quote]\n",
        "[[id]]\n[role=x]\n.Its title\n",
        "// comment\n",
        ":name: value\n",
        "image::x.png[]\n",
        "ifdef::x[]\n",
        "'''\n",
        "text\n\n",
        "text\n----\ncode\n----\n",
        "--\nopen\n--\n",
        "== Title before\n",
    ],
)
def test_a_title_begins_a_block(above: str) -> None:
    assert titles(f"{above}== Here\n")[-1] == ("", "Here")


@pytest.mark.parametrize(
    "text",
    [
        "text\n== not\n",
        "* item\n== not\n",
        "* item\n+\n== not\n",
        "--\n\n== not\n\n--\n",
        "****\n== not\n****\n",
        "____\n== not\n____\n",
        "|===\n\n== not\n\n|===\n",
        "----\n\n== not\n",
        "-----\n----\n== not\n-----\n",
        " text\n== not\n",
        "==not\n",
        "======= not\n",
        "text\nof two lines\n------------\n",
        ".Its title\n-----------\n-----------\n",
        "....\n~~~~\n....\n",
        "Much longer\n~~~~\n",
    ],
)
def test_a_paragraph_a_list_and_a_block_hold_no_title(text: str) -> None:
    assert titles(text) == []
