"""Kotlin that is being typed: its grammar does not end on what it ends in."""

from __future__ import annotations

import subprocess
import sys

from tests.patience import LONGEST_WAIT_S

from stemguard.units.extract import extract

#: Run in a process of its own, as what goes wrong has no end.
OUTLINED = """
import sys
from stemguard.units.extract import EXTRACTORS
from stemguard.units.lines import Lines

for ending in sys.argv[1:]:
    marks = EXTRACTORS["kotlin"](Lines("val a = 1" + ending)).marks
    print(*(mark.name for mark in marks))
"""
ENDINGS = (
    *("\n@", "\n@J", "\n\n@J(", "\n@J.K", "\n@J()", "\n@J}", "\n@J: ", '\n@J"', "\n@é", "\n@@J"),
    *(
        "\n@A @J",
        "\n@A(\n@J(a b",
        "\r@A(\r@J",
        "\n@A(a b)@J(a b)c",
        "\n@J\xa0",
        "\n    get() = 1\n\n@J",
    ),
)


def test_a_text_that_ends_in_an_annotation_is_read_to_its_end() -> None:
    outlined = subprocess.run(
        [sys.executable, "-c", OUTLINED, *ENDINGS],
        capture_output=True,
        text=True,
        timeout=LONGEST_WAIT_S,
        check=True,
    )
    assert outlined.stdout.split("\n") == [*["a"] * len(ENDINGS), ""]


def test_a_text_that_the_grammar_makes_nothing_of_is_searched_as_text_for_a_reason() -> None:
    extraction = extract("a.kt", "<<<< >>>>\n", "kotlin")
    assert [unit.name for unit in extraction.units] == ["a.kt"]
    assert extraction.reason == "nothing can be made of it: only its text is searched"
