"""The page of languages says what the program reads, and what it reads with can be installed."""

from __future__ import annotations

import re

from tests.gates.languages_page import PAGE, ROOT, grammars, tables, with_tables

from stemguard import languages


def test_the_tables_of_the_page_are_those_of_the_program() -> None:
    """Where they are not: `python tests/gates/languages_page.py`."""
    page = PAGE.read_text("utf-8")
    assert "| `python` | `.py` " in tables()
    assert page == with_tables(page)


def test_every_file_that_the_page_names_is_there() -> None:
    named = re.findall(r"`((?:index|server|tests|editors)/[^`<]+)`", PAGE.read_text("utf-8"))
    assert "index/stemguard/units/code_languages.py" in named
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_every_language_is_in_one_table() -> None:
    rows = [line.split("`")[1] for line in tables().splitlines() if line.startswith("| `")]
    assert sorted(rows) == [language.name for language in languages()]


def test_every_grammar_comes_with_an_installation() -> None:
    used = {language.grammar for language in languages()} - {""}
    assert used == set(grammars())


def test_how_grammars_are_installed_is_how_the_project_is_called() -> None:
    command = {True: "pip install --force-reinstall stemguard"}
    command[False] = "pip install 'stemguard[languages]'"
    for language in languages():
        if language.grammar:
            assert language.installed_by == command[grammars()[language.grammar]]
    assert command[False] in PAGE.read_text("utf-8")
