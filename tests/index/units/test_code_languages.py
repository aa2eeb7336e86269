"""What each language's fixture holds, as its `expected.toml` says by hand."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from stemguard.units.code import _queries
from stemguard.units.code_languages import CODE, HOLDERS, KINDS, MEMBERS
from stemguard.units.extract import EXTRACTORS, Extraction, extract
from stemguard.units.languages import language_of
from stemguard.units.lines import Lines
from stemguard_ls.convert import _SYMBOL_KINDS

FIXTURES = Path(__file__).parent / "languages"
LANGUAGES = sorted(folder.name for folder in FIXTURES.iterdir())
BELONGING = {"name", "within", "scope", "rest", "comment", "attribute", "doc", "opening"}


def _example(language: str) -> Path:
    (example,) = (FIXTURES / language).glob("example.*")
    return example


def _extraction(language: str) -> tuple[str, Extraction]:
    text = _example(language).read_text("utf-8")
    return text, extract("example", text, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_defines_what_its_fixture_says(language: str) -> None:
    expected = tomllib.loads((FIXTURES / language / "expected.toml").read_text("utf-8"))
    file, *units = _extraction(language)[1].units
    found = [
        [
            unit.name,
            unit.kind,
            unit.container,
            f"{unit.range.start.line + 1}-{unit.range.end.line + 1}",
            unit.doc,
        ]
        for unit in units
    ]
    assert found == expected["units"]
    assert file.doc == expected["doc"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_units_of_a_fixture_hold_its_text_once(language: str) -> None:
    text, extraction = _extraction(language)
    stretches = sorted(stretch for own in extraction.spans for stretch in own)
    assert "".join(text[start:end] for start, end in stretches) == text
    assert all(left[1] == right[0] for left, right in pairwise(stretches))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_units_of_a_fixture_have_keys_of_their_own(language: str) -> None:
    keys = [unit.key for unit in _extraction(language)[1].units]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fixture_is_named_as_files_of_its_language_are(language: str) -> None:
    assert language_of(_example(language).name) == language


@pytest.mark.parametrize("language", sorted(CODE))
@pytest.mark.parametrize("cut", range(1, 8))
def test_source_that_breaks_off_anywhere_is_still_cut(language: str, cut: int) -> None:
    text = _example(language).read_text("utf-8")
    text = text[: len(text) * cut // 8]
    extraction = extract("example", text, language)
    stretches = sorted(stretch for own in extraction.spans for stretch in own)
    assert "".join(text[start:end] for start, end in stretches) == text


@pytest.mark.parametrize("language", sorted(CODE))
@pytest.mark.parametrize("ending", ["\r", "\r\n"])
def test_line_endings_change_no_definition(language: str, ending: str) -> None:
    text = _example(language).read_text("utf-8")
    marks = EXTRACTORS[language](Lines(text)).marks
    others = EXTRACTORS[language](Lines(text.replace("\n", ending))).marks
    assert [(mark.name, mark.kind, mark.container, mark.doc) for mark in others] == [
        (mark.name, mark.kind, mark.container, mark.doc) for mark in marks
    ]


def test_every_language_of_the_table_has_a_fixture() -> None:
    assert set(CODE) <= set(LANGUAGES)


def test_the_queries_are_those_of_the_table() -> None:
    queries = {file.name for file in (files("stemguard.units") / "queries").iterdir()}
    assert {re.sub(r"(\.top)?\.scm$", "", query) for query in queries} == {
        name for row in CODE.values() for name in row.queries
    }


@pytest.mark.parametrize("language", sorted(CODE))
def test_a_query_captures_kinds_and_what_belongs_to_them(language: str) -> None:
    queries = _queries(language)
    assert not isinstance(queries, str)
    captures = {
        query.capture_name(number)
        for query, _, _ in queries
        for number in range(query.capture_count)
    }
    assert captures
    assert {name for name in captures if not name.startswith("_")} <= KINDS | BELONGING


def test_a_query_sets_nothing() -> None:
    """Beside `#eq?` in one pattern, py-tree-sitter 0.26 crashes when the query is freed."""
    for query in (files("stemguard.units") / "queries").iterdir():
        assert "#set!" not in query.read_text("utf-8"), query.name


def test_clients_are_told_what_every_kind_is() -> None:
    assert set(_SYMBOL_KINDS) >= KINDS
    assert KINDS >= HOLDERS | MEMBERS


def test_a_table_says_what_a_kind_is_in_one_word() -> None:
    assert all(re.fullmatch("[a-z]+", kind) for kind in KINDS)


def test_stars_at_the_end_of_a_comment_and_many_within_are_no_text_of_it() -> None:
    text = f"/*{'*' * 100_000} one */\nint a;\n/*** two **/\nint b;\n"

    assert [mark.doc for mark in EXTRACTORS["c"](Lines(text)).marks] == ["one", "two"]
