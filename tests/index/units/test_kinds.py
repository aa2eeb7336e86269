"""What a language is said to find is what its fixture holds."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from stemguard.units.code_languages import CODE, KINDS
from stemguard.units.extract import EXTRACTORS, extract
from stemguard.units.kinds import embedded_in, kinds_of
from stemguard.units.languages import LANGUAGES
from stemguard.units.lines import Lines
from stemguard.units.outline import Outline
from stemguard.units.reader import Reader, finds

FIXTURES = Path(__file__).parent / "languages"
WITH_FIXTURE = sorted(table.parent.name for table in FIXTURES.glob("*/expected.toml"))
#: What no text of the language has beside the rest of its fixture.
ALONE = {"java": {"module"}}


def _held(language: str) -> set[str]:
    expected = tomllib.loads((FIXTURES / language / "expected.toml").read_text("utf-8"))
    return {kind for _, kind, *_ in expected["units"]}


@pytest.mark.parametrize("language", sorted(EXTRACTORS))
def test_what_a_language_finds_is_declared(language: str) -> None:
    assert kinds_of(language) | embedded_in(language)
    assert kinds_of(language) <= KINDS | {"section"}
    assert embedded_in(language) <= set(EXTRACTORS)


@pytest.mark.parametrize("language", WITH_FIXTURE)
def test_every_kind_in_a_fixture_is_declared(language: str) -> None:
    declared = kinds_of(language).union(*map(kinds_of, embedded_in(language)))
    assert _held(language) <= declared


@pytest.mark.parametrize("language", WITH_FIXTURE)
def test_every_declared_kind_is_in_a_fixture(language: str) -> None:
    """Of languages that are read by the same query or reader, one of the fixtures has it."""
    held = {
        kind
        for other in WITH_FIXTURE
        if other == language or _are_read_alike(other, language)
        for kind in _held(other)
    }
    assert kinds_of(language) <= held | ALONE.get(language, set())


def test_a_module_of_java_has_a_file_of_its_own() -> None:
    _, module = extract("module-info.java", "module com.acme.base {\n}\n", "java").units
    assert (module.kind, module.name) == ("module", "com.acme.base")


@pytest.mark.parametrize("language", sorted(LANGUAGES - set(EXTRACTORS)))
def test_nothing_is_found_in_a_language_without_a_reader(language: str) -> None:
    assert kinds_of(language) == embedded_in(language) == frozenset()


def test_functions_in_a_class_are_methods_and_some_of_them_constructors() -> None:
    assert "method" not in kinds_of("c")
    assert {"function", "struct"} <= kinds_of("c")
    assert "method" in kinds_of("cpp")
    assert "constructor" in kinds_of("javascript")
    assert "constructor" not in kinds_of("rust")


def test_a_reader_reads_as_what_it_was_made_of() -> None:
    @finds("key", embeds=frozenset({"sql"}))
    def outline(lines: Lines) -> Outline:
        return Outline((), lines.text)

    assert outline(Lines("x")).doc == "x"
    assert isinstance(outline, Reader)
    assert outline.kinds == {"key"}
    assert outline.embeds == {"sql"}


def _are_read_alike(one: str, other: str) -> bool:
    if one in CODE and other in CODE:
        return not set(CODE[one].queries).isdisjoint(CODE[other].queries)
    return EXTRACTORS.get(one) is EXTRACTORS.get(other) is not None
