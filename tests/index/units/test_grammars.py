import sys

import pytest

from stemguard.units import code
from stemguard.units.extract import extract, extractor_versions


@pytest.fixture
def no_grammar_loaded() -> None:
    code._grammar.cache_clear()
    code.kind_ids.cache_clear()


@pytest.mark.usefixtures("no_grammar_loaded")
def test_without_its_grammar_a_file_is_one_unit_of_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tree_sitter_python", None)
    (unit,) = extract("a.py", "def f(): pass\n", "python").units
    assert (unit.kind, unit.body) == ("file", "def f(): pass\n")
    code._grammar.cache_clear()
    code.kind_ids.cache_clear()


def test_the_versions_name_the_extractor_the_library_and_every_grammar() -> None:
    versions = extractor_versions()
    assert set(versions) == {"units", "tree-sitter", "tree-sitter-python"}
    assert all(versions.values())
