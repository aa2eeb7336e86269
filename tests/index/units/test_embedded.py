"""Pages, components and notebooks: their text is divided, and their code is read as if alone."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from stemguard.units.extract import EXTRACTORS, extract
from stemguard.units.lines import Lines
from stemguard.units.outline import Mark

FIXTURES = Path(__file__).parent / "languages"
LANGUAGES = ("html", "vue", "svelte", "jupyter")

_TAGS = (
    *("<h1>", "</h1>", "<H2 id='a'>", "</h3>", "<h4", "<b>", "</", "<!--", "-->", "<!-->", "<?"),
    *("<script>", "<script type=module>", '<script lang="ts">', "</script>", "</script", "?>"),
    *("<style>", "</style >", "<title>", "</title>", "<textarea>", "<template>", "</template>"),
    *(
        "<template lang='pug'>",
        "<docs>",
        "<br/>",
        "<script/>",
        '<p title="',
        "'>",
        "/>",
        "<%",
        "%>",
    ),
    *("<%", "%>", "{{", "}}", "{%", "%}", "{#", "#}", "<![CDATA[", "]]>", "&amp;", "<?xml ?>"),
    *("function a() {}", "const b = 1", ".c { d: e }", "😀", "é", "\n", "\r\n", "\r", " ", "text"),
    "<img alt='x'>",
    "src='data:image/png;base64,aGVsbG8='",
)
_JSON = (
    *(
        '{"cells": [',
        '{"cell_type": "code", ',
        '{"cell_type": "markdown", ',
        '"source": [',
        "]",
        "}",
    ),
    *(
        '"source": "',
        '"# A\\n"',
        '"def a():\\n"',
        '"    pass"',
        '"',
        "\\",
        "\\u00e9",
        "\\ud83d\\ude00",
    ),
    *(
        '{"worksheets": [',
        '{"cell_type": "heading", "level": 2, ',
        '"input": ["%%bash\\nf() { :; }"]',
    ),
    *('"metadata": {"kernelspec": {"language": "R"}}', "\\ud83d", "\\u0000", ",", ":", "{", "["),
    *("<<<<<<< ours\n", "😀", "é", "\n", "\r\n", "\r", " ", "1", "null", "# B", '"\\n'),
)


def texts(pieces: Sequence[str]) -> st.SearchStrategy[str]:
    """Texts of these pieces; a draw a text, not a draw a piece."""
    drawn = st.binary(max_size=30)
    return drawn.map(lambda letters: "".join(pieces[letter % len(pieces)] for letter in letters))


def _assert_divided(text: str, language: str) -> None:
    extraction = extract("a/b", text, language)
    stretches = sorted(stretch for own in extraction.spans for stretch in own)
    assert "".join(text[start:end] for start, end in stretches) == text
    assert all(left[1] == right[0] for left, right in pairwise(stretches))
    keys = [unit.key for unit in extraction.units]
    assert len(set(keys)) == len(keys)
    outline = EXTRACTORS[language](Lines(text))
    for mark in outline.marks:
        assert 0 <= mark.start <= mark.selection[0] <= mark.selection[1] <= mark.end <= len(text)
        assert mark.range[0] <= mark.declared <= mark.range[1]
    if outline.text is not None:
        assert len(outline.text) == len(text)
        assert Lines(outline.text).starts == Lines(text).starts


@settings(deadline=None)
@given(texts(_TAGS), st.sampled_from(("html", "vue", "svelte")))
@example("<h1>a<script>function a() {}</script>", "html")
@example("<script><!--<script></script>", "html")
@example("<template><docs><script>const b = 1", "vue")
def test_the_units_of_any_tags_hold_the_text_once(text: str, language: str) -> None:
    _assert_divided(text, language)


@settings(deadline=None)
@given(texts(_JSON))
@example('{"cells": [{"cell_type": "code", "source": "def a():\\n    pass')
def test_the_units_of_any_notebook_hold_the_text_once(text: str) -> None:
    _assert_divided(text, "jupyter")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ending", ["\n", "\r", "\r\n"])
def test_a_text_that_breaks_off_anywhere_is_still_divided(language: str, ending: str) -> None:
    (fixture,) = (FIXTURES / language).glob("example.*")
    text = fixture.read_text("utf-8").replace("\n", ending)
    for end in range(0, len(text), 37):
        _assert_divided(text[:end], language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_line_endings_change_nothing_that_is_found(language: str) -> None:
    (fixture,) = (FIXTURES / language).glob("example.*")
    text = fixture.read_text("utf-8")
    first, *others = (
        [
            (mark.name, mark.kind, mark.container, mark.doc, mark.language)
            for mark in EXTRACTORS[language](Lines(text.replace("\n", ending))).marks
        ]
        for ending in ("\n", "\r", "\r\n")
    )
    assert others == [first, first]


@pytest.mark.parametrize(
    ("host", "language", "opening", "closing"),
    [
        ("html", "javascript", "<h1>😀</h1>\n<script>", "</script>"),
        ("html", "css", "<!-- é -->\n  <style>", "</style>"),
        ("vue", "typescript", '<template>{{ "😀" }}</template><script lang="ts">', "</script>"),
        ("vue", "javascriptreact", "😀\n<script setup lang='jsx'>", "</script>"),
        ("svelte", "typescript", "{#if a < b}{/if}<script context=module lang=ts>", "</script>"),
        ("svelte", "css", "<h1>é</h1><style>", "</style>"),
    ],
)
def test_a_script_is_read_as_if_it_stood_alone(
    host: str, language: str, opening: str, closing: str
) -> None:
    (fixture,) = (FIXTURES / language).glob("example.*")
    code = fixture.read_text("utf-8")
    by = len(opening)
    alone = EXTRACTORS[language](Lines(code)).marks
    inside = EXTRACTORS[host](Lines(f"{opening}{code}{closing}\n<p>behind")).marks
    found = [mark for mark in inside if mark.kind != "section"]
    assert alone
    assert found == [_moved(mark, by, language) for mark in alone]


def _moved(mark: Mark, by: int, language: str) -> Mark:
    return mark._replace(
        start=mark.start + by,
        end=mark.end + by,
        declared=mark.declared + by,
        range=(mark.range[0] + by, mark.range[1] + by),
        selection=(mark.selection[0] + by, mark.selection[1] + by),
        named=tuple((start + by, end + by) for start, end in mark.named),
        language=language,
    )


@pytest.mark.parametrize("indent", [None, 1, 4])
@pytest.mark.parametrize("ensure_ascii", [True, False])
@pytest.mark.parametrize("in_lines", [True, False])
def test_a_cell_is_read_as_if_it_stood_alone(
    indent: int | None, ensure_ascii: bool, in_lines: bool
) -> None:
    code = '# 😀 "Keeps".\nclass Käfer:\n    def 鳥(self):\n\treturn "\\n"\n\nGRÖSSE = 1  # é'
    source = code.splitlines(keepends=True) if in_lines else code
    cells = [
        {"cell_type": "markdown", "source": "# 😀", "metadata": {}},
        {"cell_type": "code", "source": source, "metadata": {}, "outputs": []},
    ]
    text = json.dumps({"cells": cells}, indent=indent, ensure_ascii=ensure_ascii)
    alone = EXTRACTORS["python"](Lines(code)).marks
    outline = EXTRACTORS["jupyter"](Lines(text))
    found = [mark for mark in outline.marks if mark.kind != "section"]
    assert [mark.name for mark in alone] == ["Käfer", "鳥", "GRÖSSE"]
    for there, here in zip(found, alone, strict=True):
        assert there[:3] == here[:3]
        assert (there.doc, there.language) == (here.doc, "python")
        assert json.loads(f'"{text[slice(*there.selection)]}"') == code[slice(*here.selection)]
        assert _code_in(text, there.start, there.end) == code[here.start : here.end]
        assert len(there.named) == len(here.named)


def _code_in(text: str, start: int, end: int) -> str:
    """What a stretch of JSON says that begins and ends in strings."""
    return "".join(
        json.loads(f'"{piece}"') for piece in re.split(r'(?<!\\)",\s*"', text[start:end])
    )


def _languages(text: str, language: str) -> list[tuple[str, str]]:
    return [(unit.name, unit.language) for unit in extract("a/b", text, language).units]


def test_a_unit_has_the_language_that_it_is_written_in() -> None:
    page = "<h1>Title</h1><style>.a {}</style><script>function b() {}</script>"
    assert _languages(page, "html") == [
        ("b", "html"),
        ("Title", "html"),
        (".a", "css"),
        ("b", "javascript"),
    ]
    component = "<script lang=ts>let a</script><style lang=scss>.b {}</style>"
    assert _languages(component, "vue") == [("b", "vue"), ("a", "typescript")]


@pytest.mark.parametrize(
    ("attributes", "language"),
    [
        ("", "javascript"),
        (" type=module", "javascript"),
        (" TYPE='Text/JavaScript; charset=utf-8'", "javascript"),
        (' type="text/babel" data-type="x"', "javascriptreact"),
        (' type="text/typescript"', "typescript"),
        (' data-lang="py" lang="tsx"', "typescriptreact"),
        (" type=text/python", "python"),
        (' type="application/json"', None),
        (' type="text/x-template"', None),
        (' type="importmap"', None),
        (' type="speculationrules"', None),
        (' lang="coffee"', None),
    ],
)
def test_a_script_says_what_it_is_written_in(attributes: str, language: str | None) -> None:
    code = "def a(): pass" if language == "python" else "function a() {}"
    marks = EXTRACTORS["html"](Lines(f"<script{attributes}>{code}</script>")).marks
    assert [(mark.name, mark.language) for mark in marks] == ([("a", language)] if language else [])
