import sysconfig
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from stemguard.domain.unit import Unit
from stemguard.units.decode import decode
from stemguard.units.extract import EXTRACTORS, Extraction, extract
from stemguard.units.languages import language_of
from stemguard.units.lines import Lines

PIECES = st.sampled_from(
    [
        *("def f(): pass", "def f():", "class A:", "    def g(self):", "        return 1", "X = 1"),
        *("async def", "@d", "# c", "    # c", '"""', "'", "(", ")", "[", "if x:", "else:", "\\"),
        *("A = B = 1; C = 2", "    X: int = 3  # é", "type T = int", "\tY = 1", "x = '😀'; Z = 1"),
        *("# Title", "## Sub `x` ##", "Title", "=====", "-----", "---", "```", "~~~", "- a", "> b"),
        *("== Title", "----", "* x", ".. x::", "| a", "<!--", "-->", "<pre>", "[a]: /b", "1. x"),
        *("", "", " ", "\t", "text", "é日😀", "\ufeff", "@generated", "\x0c", "\u2028"),
    ]
)
ENDINGS = st.sampled_from(["\n", "\n", "\n", "\r\n", "\r", "", "\n\n"])
TEXTS = st.lists(st.tuples(PIECES, ENDINGS), max_size=25).map(
    lambda parts: "".join(piece + ending for piece, ending in parts)
)
LANGUAGES = st.sampled_from([*EXTRACTORS, "javascript", ""])


def assert_sound(text: str, extraction: Extraction) -> None:
    units, spans = extraction.units, extraction.spans
    assert len(units) == len(spans)
    stretches = sorted(stretch for owned in spans for stretch in owned)
    assert "".join(text[start:end] for start, end in stretches) == text
    assert all(start < end for start, end in stretches)
    assert [end for _, end in stretches[:-1]] == [start for start, _ in stretches[1:]]
    assert all(list(owned) == sorted(owned) for owned in spans)
    keys = [unit.key for unit in units]
    assert keys == sorted(set(keys))
    assert [key for key in keys if key[1:] == (0, 0, "file")] == [(keys[0].path, 0, 0, "file")]
    lines = Lines(text)
    for unit in units:
        assert unit.name
        assert unit.range.start <= unit.selection.start <= unit.selection.end <= unit.range.end
        assert unit.range.start[:2] <= unit.key[1:3] <= unit.range.end[:2]
        for position in (*unit.range, *unit.selection):
            assert lines.position(lines.starts[position.line] + position.column) == position


def assert_names_are_selected(text: str, units: tuple[Unit, ...]) -> None:
    starts = Lines(text).starts
    for unit in units:
        if unit.kind != "file":
            start, end = unit.selection
            selected = text[starts[start.line] + start.column : starts[end.line] + end.column]
            assert selected == unit.name


@settings(max_examples=400)
@given(TEXTS, LANGUAGES)
@example("", "python")
@example("", "plaintext")
@example("\r", "markdown")
@example("\n" * 200, "restructuredtext")
@example("= A\n----\n", "asciidoc")
@example("async def\ndef f(): pass\n", "python")
def test_the_units_of_any_text_partition_it_in_key_order(text: str, language: str) -> None:
    assert_sound(text, extract("src/a", text, language))


@given(st.text(), LANGUAGES)
@example("\ud800", "python")
@example("def \ud800f(): pass", "python")
@example("\0def f(): pass", "python")
def test_the_units_of_arbitrary_characters_partition_them(text: str, language: str) -> None:
    assert_sound(text, extract("src/a", text, language))


@settings(max_examples=200)
@given(TEXTS)
def test_what_is_selected_in_python_is_the_name(text: str) -> None:
    assert_names_are_selected(text, extract("a.py", text, "python").units)


def real_files() -> list[Path]:
    """Python and prose from what is installed, and some files of each other kind."""
    library = Path(sysconfig.get_paths()["stdlib"])
    installed = Path(sysconfig.get_paths()["purelib"])
    chosen = sorted(library.glob("*.py"))[::6] + sorted(library.glob("test/test_*.py"))[::40]
    kinds: dict[str, list[Path]] = {}
    for path in sorted(installed.rglob("*")):
        if path.is_file() and path.stat().st_size <= 200_000:
            kinds.setdefault(path.suffix, []).append(path)
    for kind, paths in kinds.items():
        chosen += paths[::3] if kind in (".md", ".rst", ".txt") else paths[:: len(paths) // 10 + 1]
    return chosen


def test_real_files_of_every_kind_are_partitioned() -> None:
    languages: Counter[str] = Counter()
    for path in real_files():
        decoded = decode(path.read_bytes(), path.name)
        if decoded.reason:
            continue
        language = language_of(path.name, {}, decoded.text)
        languages[language] += 1
        extraction = extract(path.name, decoded.text, language)
        assert_sound(decoded.text, extraction)
        if language == "python":
            assert_names_are_selected(decoded.text, extraction.units)
    assert languages.total() > 100
    assert {"python", "plaintext", "markdown", ""} <= languages.keys()


def test_every_file_has_a_unit_of_its_own_name() -> None:
    for language in (*EXTRACTORS, ""):
        (unit,) = extract("a/b/c.x", "", language).units
        assert unit.key == ("a/b/c.x", 0, 0, "file")
        assert (unit.name, unit.container, unit.body) == ("c.x", "a/b", "")


def test_the_container_of_a_file_at_the_root_is_empty() -> None:
    assert extract("c.js", "x", "javascript").units[0].container == ""


def test_a_language_without_an_extractor_has_all_text_in_the_file() -> None:
    extraction = extract("e.pl", "/* 😀 */ function f(){}", "perl")
    assert [unit.kind for unit in extraction.units] == ["file"]
    assert extraction.units[0].body == "/* 😀 */ function f(){}"
    assert extraction.units[0].range.end == (0, 22, 23, 25)


@pytest.mark.parametrize("language", ["plaintext", "markdown", "restructuredtext", "asciidoc"])
def test_prose_without_headings_is_a_section_named_after_its_file(language: str) -> None:
    extraction = extract("doc/notes.txt", "\nFirst line.\n\nSecond.\n", language)
    file, section = extraction.units
    assert file.key == ("doc/notes.txt", 0, 0, "file")
    assert (file.body, extraction.spans[0]) == ("", ())
    assert section.key == ("doc/notes.txt", 1, 0, "section")
    assert (section.name, section.container) == ("notes.txt", "doc")
    assert section.body == "\nFirst line.\n\nSecond.\n"


def test_long_prose_is_cut_into_sections() -> None:
    units = extract("a.txt", "x\n" * 130, "plaintext").units
    assert [unit.key[1:] for unit in units] == [
        (0, 0, "file"),
        (0, 0, "section"),
        (60, 0, "section"),
        (120, 0, "section"),
    ]


def test_prose_of_white_space_alone_has_no_section() -> None:
    extraction = extract("a.txt", "\n \n", "plaintext")
    assert [unit.kind for unit in extraction.units] == ["file"]
    assert extraction.spans == (((0, 3),),)


def test_text_before_the_first_heading_is_a_section_named_after_its_file() -> None:
    units = extract("d/a.md", "Intro.\n\n# Title\n\nText.\n", "markdown").units
    assert [(unit.kind, unit.name, unit.body.strip()) for unit in units] == [
        ("file", "a.md", ""),
        ("section", "a.md", "Intro."),
        ("section", "Title", "Text."),
    ]


def test_generated_files_are_known_by_their_first_ten_lines() -> None:
    assert extract("a.go", "\n" * 9 + "// Code generated by x.", "go").generated
    assert extract("a.js", "/* @generated */", "javascript").generated
    assert not extract("a.go", "\n" * 10 + "// Code generated by x.", "go").generated
    assert not extract("a.go", "// code generated", "go").generated


def test_every_unit_carries_the_factor_of_its_path_and_its_language() -> None:
    units = extract("tests/a.py", "def f(): pass\n", "python").units
    assert [(unit.multiplier, unit.language) for unit in units] == [(0.5, "python")] * 2
    generated = extract("a.py", "# @generated\ndef f(): pass\n", "python").units
    assert [unit.multiplier for unit in generated] == [0.25, 0.25]
    (_, section) = extract("a.txt", "prose", "plaintext").units
    assert section.multiplier == 1.0
