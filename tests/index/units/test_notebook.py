"""What of a notebook is prose, what is code and in which language, and what is not searched."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from stemguard.units.decode import decode
from stemguard.units.extract import EXTRACTORS, extract
from stemguard.units.lines import Lines
from stemguard.units.notebook_cells import Source, read_notebook


def _code(source: str, **fields: object) -> dict[str, object]:
    return {"cell_type": "code", "source": source, **fields}


def _prose(source: str) -> dict[str, object]:
    return {"cell_type": "markdown", "source": source}


def _text(*cells: dict[str, object], **fields: object) -> str:
    return json.dumps({"cells": cells, **fields}, indent=1)


def _marks(text: str) -> list[tuple[str, str, str]]:
    marks = EXTRACTORS["jupyter"](Lines(text)).marks
    return [(mark.name, mark.kind, mark.language) for mark in marks]


def _kernel(name: str) -> dict[str, object]:
    return {"kernelspec": {"language": name}}


_texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
_values: st.SearchStrategy[object] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | _texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_texts, inner, max_size=3),
    max_leaves=6,
)


@settings(deadline=None)
@given(
    st.lists(
        st.fixed_dictionaries(
            {"source": _texts | st.lists(_texts, max_size=3)},
            optional={"cell_type": st.sampled_from(("code", "raw", "markdown")), "o": _values},
        ),
        max_size=4,
    ),
    _values,
    st.sampled_from((None, 0, 1, 4)),
    st.booleans(),
)
@example([{"source": ["😀\n", '\\"']}], {"source": ["a"], "cells": [{"source": "b"}]}, None, True)
def test_cells_have_the_sources_that_json_says(
    cells: list[dict[str, object]], other: object, indent: int | None, is_ascii: bool
) -> None:
    whole = {"before": other, "cells": cells, "behind": other}
    text = json.dumps(whole, indent=indent, ensure_ascii=is_ascii)
    found = read_notebook(text).cells
    sources = [Source(text, cell.strings) for cell in found]
    assert [source.text for source in sources] == [
        "".join(cell["source"]) if isinstance(cell["source"], list) else cell["source"]
        for cell in cells
    ]
    assert [cell.kind for cell in found] == [cell.get("cell_type", "") for cell in cells]
    for source in sources:
        for at, character in enumerate(source.text):
            start, end = source.stretch(at, at + 1)
            # Two escapes make a character beyond the first 65,536.
            assert json.loads(f'"{text[start:end]}"') == character


@pytest.mark.parametrize(
    ("metadata", "code", "language"),
    [
        ({}, "def a(): pass", "python"),
        (_kernel("python"), "def a(): pass", "python"),
        ({"language_info": {"name": "ipython", "version": "3"}}, "def a(): pass", "python"),
        ({"kernelspec": {"name": "python3"}}, "def a(): pass", "python"),
        ({"kernelspec": {"name": "x"}, "language_info": {"name": "go"}}, "func a() {}", "go"),
        (_kernel("Rust"), "fn a() {}", "rust"),
        (_kernel("C++17"), "int a() { return 1; }", "cpp"),
        (_kernel("C#"), "class a {}", "csharp"),
        (_kernel("bash"), "a() { :; }", "shellscript"),
        (_kernel("TypeScript"), "function a(): void {}", "typescript"),
        (_kernel("R"), "def a(): pass", None),
        (_kernel("no such language"), "def a(): pass", None),
    ],
)
def test_code_is_in_the_language_of_the_kernel(
    metadata: dict[str, object], code: str, language: str | None
) -> None:
    marks = _marks(_text(_code(code), metadata=metadata))
    assert [(name, found) for name, _, found in marks] == ([("a", language)] if language else [])


def test_a_cell_may_be_in_another_language() -> None:
    text = _text(
        _code("%%javascript\nfunction a() {}"),
        _code("%%bash\nb() { :; }"),
        _code("%%html\n<h1>def c(): pass</h1>"),
        _code("%%time\ndef d(): pass"),
        _code("fn e() {}", metadata={"vscode": {"languageId": "rust"}}),
        _code("class F {}", metadata={"dotnet_interactive": {"language": "csharp"}}),
    )
    assert _marks(text) == [
        ("a", "function", "javascript"),
        ("b", "function", "shellscript"),
        ("d", "function", "python"),
        ("e", "function", "rust"),
        ("F", "class", "csharp"),
    ]


def test_what_speaks_to_ipython_breaks_no_code() -> None:
    source = "%matplotlib inline\n!pip install 'x\n?b\ndef a():\n    %timeit b(\n    return 5 % 3"
    assert _marks(_text(_code(source))) == [("a", "function", "python")]


def test_sections_hold_the_cells_below_their_headings() -> None:
    text = _text(
        _code("import before"),
        _prose("# First\n\nprose"),
        _code("import below\ndef a():\n    inner = 1"),
        _prose("more\n## Second"),
        _code("last = 1"),
    )
    units = extract("a.ipynb", text, "jupyter").units
    assert [(unit.name, unit.kind, unit.container, unit.body.split()) for unit in units] == [
        ("a.ipynb", "file", "", []),
        ("a.ipynb", "section", "", ["import", "before"]),
        ("First", "section", "", ["prose", "import", "below", "more"]),
        ("a", "function", "", ["def", "():", "inner", "=", "1"]),
        ("Second", "section", "First", ["last", "=", "1"]),
    ]


def test_outputs_metadata_and_pictures_are_not_searched() -> None:
    outputs = [{"data": {"image/png": "aGVsbG8=", "text/plain": ["printed"]}, "output_type": "x"}]
    picture = "![a](data:image/png;base64,aGVsbG8=)"
    text = _text(
        _code("import kept", outputs=outputs, metadata={"tags": ["tagged"]}),
        {**_prose(picture), "attachments": {"a.png": {"image/png": "aGVsbG8="}}},
        metadata=_kernel("python"),
    )
    words = " ".join(unit.body for unit in extract("a", text, "jupyter").units).split()
    assert words == ["import", "kept", "![a](data:image/png;base64,", ")"]


def test_escapes_are_searched_as_what_they_stand_for() -> None:
    text = '{"cells": [{"cell_type": "raw", "source": ["caf\\u00e9\\tna\\u00efve\\n", "\\"x\\""]}]}'
    words = " ".join(unit.body for unit in extract("a", text, "jupyter").units).split()
    assert words == ["café", "naïve", '"x"']


def test_a_notebook_of_format_3_is_read() -> None:
    cells = [
        {"cell_type": "heading", "level": 2, "source": ["Title"]},
        {"cell_type": "code", "language": "python", "input": ["def a():\n", "  pass"]},
        {"cell_type": "markdown", "source": ["### Inner"]},
    ]
    text = json.dumps({"nbformat": 3, "worksheets": [{"cells": cells, "metadata": {}}]})
    marks = EXTRACTORS["jupyter"](Lines(text)).marks
    assert [(mark.name, mark.container) for mark in marks] == [
        ("Title", ""),
        ("a", ""),
        ("Inner", "Title"),
    ]


@pytest.mark.parametrize(
    "broken",
    [
        '{"cells": [%s',
        '{"cells": [%s, {"cell_type": "code", "source": ["def b(',
        '{"cells": [%s, {"cell_type": "code", "outputs": [{"data": {"image/png": "aGVs',
        '<<<<<<< ours\n{"cells": [\n%s\n=======\n>>>>>>> theirs\n]}',
        '{"cells": [{"source": ["cut off\n]}, %s,,]}}}',
        '{"cells": [{"outputs": "not \\q JSON", "source": 1.5e3, x: y}, %s]}',
    ],
)
def test_a_broken_notebook_gives_what_can_be_read(broken: str) -> None:
    cell = json.dumps(_code("def a():\n    pass"))
    assert ("a", "function", "python") in _marks(broken % cell)


@pytest.mark.parametrize("text", ["", "[]", "null", '"cells"', "# Title\n", '{"cells": {}}'])
def test_what_is_no_notebook_has_no_sections(text: str) -> None:
    assert _marks(text) == []


def test_a_picture_in_one_line_does_not_make_a_notebook_minified() -> None:
    picture = {"output_type": "display_data", "data": {"image/png": "a" * 200_000}}
    text = _text(_code("def a(): pass", outputs=[picture]))
    assert decode(text.encode(), "a/B.ipynb").text == text
    assert decode(text.encode(), "b.json").reason == "minified"
