from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lsprotocol import types
from lsprotocol.converters import get_converter

from stemguard.domain.unit import Position, Span, UnitKey
from stemguard.search.request import Hit
from stemguard.search.request import Preview as FoundPreview
from stemguard_ls.convert import (
    Encoding,
    code_units,
    column_of,
    item,
    path_of,
    place,
    plain,
    symbol,
    symbol_kind,
    uri_of,
)

ENCODINGS: list[Encoding] = ["utf-8", "utf-16", "utf-32"]
POSITION = Position(3, 1, 2, 4)
SPAN = Span(Position(3, 1, 2, 4), Position(3, 6, 7, 9))
NAMES = st.text(
    st.characters(blacklist_categories=["Cs"], blacklist_characters="/\0"), min_size=1
).filter(lambda name: name not in (".", ".."))


def _hit(kind: str, selection: Span = SPAN, preview: FoundPreview | None = None) -> Hit:
    return Hit(
        key=UnitKey("lib/a b.py", 3, 1, kind),
        name="copy",
        container="Files",
        language="python",
        folder=1,
        range=Span(Position(2, 0, 0, 0), Position(9, 0, 0, 0)),
        selection=selection,
        tier=1,
        held=1,
        named=0,
        score=2.5,
        evidence={},
        preview=preview,
    )


@pytest.mark.parametrize(("encoding", "character"), [("utf-8", 4), ("utf-16", 2), ("utf-32", 1)])
def test_a_position_counts_in_the_encoding_agreed_on(encoding: Encoding, character: int) -> None:
    assert place(POSITION, encoding) == {"line": 3, "character": character}


@given(st.text(), st.integers(0, 50), st.sampled_from(ENCODINGS))
@example("a\N{GRINNING FACE}b", 2, "utf-16")
@example("\ud800x", 2, "utf-8")
def test_a_column_counts_back_to_the_character_it_was_counted_from(
    line: str, character: int, encoding: Encoding
) -> None:
    character = min(character, len(line))
    assert column_of(line, code_units(line[:character], encoding), encoding) == character


@pytest.mark.parametrize(("encoding", "length"), [("utf-8", 7), ("utf-16", 4), ("utf-32", 3)])
def test_a_text_is_as_long_as_its_code_units(encoding: Encoding, length: int) -> None:
    assert code_units("\N{GRINNING FACE}a\N{LATIN SMALL LETTER E WITH ACUTE}", encoding) == length


def test_a_column_beyond_the_line_is_its_end() -> None:
    assert column_of("abc", 99, "utf-16") == 3


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("/a b/c#d.py", "file:///a%20b/c%23d.py"),
        ("/100%/\N{LATIN SMALL LETTER U WITH DIAERESIS}?.md", "file:///100%25/%C3%BC%3F.md"),
        ("/bad\udcff.py", "file:///bad%FF.py"),
    ],
)
def test_a_uri_spells_the_bytes_of_a_path(path: str, uri: str) -> None:
    assert uri_of(Path(path)) == uri
    assert path_of(uri) == Path(path)


@given(st.lists(NAMES, min_size=1, max_size=4))
def test_a_path_comes_back_from_its_uri(names: list[str]) -> None:
    path = Path("/", *names)
    assert path_of(uri_of(path)) == path


@pytest.mark.parametrize("uri", ["file:///a#b?c.py", "file://localhost/a%23b%3Fc.py"])
def test_a_uri_that_a_client_did_not_escape_names_the_same_file(uri: str) -> None:
    assert path_of(uri) == Path("/a#b?c.py")


@pytest.mark.parametrize(
    "uri",
    ["untitled:Untitled-1", "https://x/y", "", "file://", "file:///\0", "x", "file://[", "\ud800"],
)
def test_a_uri_of_no_file_has_no_path(uri: str) -> None:
    assert path_of(uri) is None


@pytest.mark.parametrize(
    "kind", ["function", "method", "class", "constant", "section", "file", "x"]
)
def test_every_kind_is_one_that_clients_know_and_never_a_string(kind: str) -> None:
    assert types.SymbolKind(symbol_kind(kind)) is not types.SymbolKind.String


def test_a_section_is_a_namespace_and_a_function_a_function() -> None:
    assert types.SymbolKind(symbol_kind("section")) is types.SymbolKind.Namespace
    assert types.SymbolKind(symbol_kind("function")) is types.SymbolKind.Function


def test_a_symbol_is_what_lsprotocol_takes_for_one_and_lies_at_its_name() -> None:
    roots = [Path("/one"), Path("/two")]
    found = get_converter().structure(symbol(_hit("method"), roots, "utf-8"), types.WorkspaceSymbol)
    assert found == types.WorkspaceSymbol(
        name="copy",
        kind=types.SymbolKind.Method,
        container_name="Files",
        location=types.Location(
            "file:///two/lib/a%20b.py",
            types.Range(types.Position(3, 4), types.Position(3, 9)),
        ),
    )


def test_the_symbol_of_a_file_lies_at_its_first_character() -> None:
    location = symbol(_hit("file"), [Path("/one"), Path("/two")], "utf-8")["location"]
    assert location["range"]["start"] == location["range"]["end"] == {"line": 0, "character": 0}


def test_highlights_count_in_the_encoding_agreed_on() -> None:
    preview = FoundPreview(7, "\N{GRINNING FACE} copy", ((2, 6),))
    found = item(_hit("method", preview=preview), [Path("/a"), Path("/b")], "utf-16")
    assert found["preview"] is not None
    assert found["preview"]["highlights"] == [
        {"start": {"line": 7, "character": 3}, "end": {"line": 7, "character": 7}}
    ]
    assert "explanation" not in found


def test_values_of_the_domain_become_json_with_names_in_camel_case() -> None:
    preview = FoundPreview(7, "x", ((0, 1),))
    assert plain(preview) == {"line": 7, "text": "x", "highlights": [[0, 1]]}
    assert plain(_hit("x"))["selection"] == [[3, 1, 2, 4], [3, 6, 7, 9]]
