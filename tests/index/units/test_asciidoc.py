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
