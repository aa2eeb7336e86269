import sys
from collections.abc import Iterator

import pytest

from stemguard.units import code
from stemguard.units.extract import extract
from stemguard.units.versions import extractor_versions


@pytest.fixture
def no_grammar_loaded() -> Iterator[None]:
    _forget()
    yield
    _forget()


def _forget() -> None:
    code._loaded.cache_clear()
    code._queries.cache_clear()
    code.kind_ids.cache_clear()


@pytest.mark.usefixtures("no_grammar_loaded")
def test_without_its_grammar_a_file_is_one_unit_of_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tree_sitter_python", None)
    extraction = extract("a.py", "def f(): pass\n", "python")
    (unit,) = extraction.units
    assert (unit.kind, unit.body) == ("file", "def f(): pass\n")
    assert extraction.reason == (
        "no symbols: tree-sitter-python is not installed; "
        "`pip install --force-reinstall stemguard` brings it"
    )


def test_the_versions_name_the_extractor_the_library_and_every_grammar() -> None:
    versions = extractor_versions()
    assert {"units", "tree-sitter", "tree-sitter-python", "tree-sitter-go"} <= set(versions)
    assert all(versions.values())


@pytest.mark.usefixtures("no_grammar_loaded")
def test_without_its_grammar_source_of_the_table_is_one_unit_of_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "tree_sitter_go", None)
    (unit,) = extract("a.go", "package a\nfunc f() {}\n", "go").units
    assert (unit.kind, unit.body) == ("file", "package a\nfunc f() {}\n")


@pytest.mark.usefixtures("no_grammar_loaded")
def test_a_grammar_with_other_kinds_of_nodes_gives_no_definitions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(code._GRAMMARS, "go", ("tree_sitter_python", "language"))
    extraction = extract("a.go", "package a\nfunc f() {}\n", "go")
    assert [unit.kind for unit in extraction.units] == ["file"]
    assert extraction.reason == (
        "no symbols: tree-sitter-go is of another version than its readers; "
        "`pip install --upgrade stemguard tree-sitter-go` may mend it"
    )
