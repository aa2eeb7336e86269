"""What the library says of the languages it reads."""

from __future__ import annotations

import pytest

from stemguard import understood
from stemguard.understood import Language, language, languages
from stemguard.units.code import grammar_versions


def _with(kinds: tuple[str, ...] = (), embeds: tuple[str, ...] = ()) -> Language:
    return Language("x", kinds, embeds, (), (), (), "", "", "")


def test_languages_come_in_the_order_of_the_alphabet_each_once() -> None:
    names = [one.name for one in languages()]
    assert names == sorted(set(names))
    assert {"python", "markdown", "zig", "bat"} <= set(names)


def test_a_language_is_told_with_its_kinds_its_files_and_its_grammar() -> None:
    go = language("go")
    assert go == Language(
        name="go",
        kinds=(
            *("constant", "field", "function", "interface", "method", "struct", "type"),
            "variable",
        ),
        embeds=(),
        extensions=("go",),
        names=(),
        interpreters=(),
        grammar="tree-sitter-go",
        grammar_version=grammar_versions()["tree-sitter-go"],
        trouble="",
    )
    assert go.read_by == "definitions"
    assert not go.lacks_grammar


def test_a_language_goes_by_its_identifier_and_by_an_extension_in_any_case() -> None:
    assert language("py") == language("Python") == language("python")
    assert language("python") in languages()
    assert language("klingon") is None
    assert language("") is None


@pytest.mark.parametrize(
    ("one", "read_by"),
    [
        (_with(("section",)), "sections"),
        (_with(("function", "section")), "sections"),
        (_with(("key", "target")), "keys"),
        (_with(("target", "variable")), "keys"),
        (_with(("function",)), "definitions"),
        (_with((), ("javascript",)), "definitions"),
        (_with(), "text"),
    ],
)
def test_what_a_language_is_read_by_follows_from_what_is_found(one: Language, read_by: str) -> None:
    assert one.read_by == read_by


def test_a_language_without_its_grammar_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    versions = {**grammar_versions(), "tree-sitter-zig": ""}
    monkeypatch.setattr(understood, "grammar_versions", lambda: versions)
    monkeypatch.setattr(understood, "troubles", lambda names: {"zig": "no symbols: zig is broken"})
    assert [one.name for one in languages() if one.lacks_grammar] == ["zig"]
    zig = language("zig")
    assert zig is not None
    assert "function" in zig.kinds
    markdown = language("markdown")
    assert markdown is not None
    assert not markdown.lacks_grammar
    assert (zig.trouble, markdown.trouble) == ("zig is broken", "")
