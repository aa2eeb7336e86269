"""Runs of definitions or of comments, of which the grammar reads the first alone."""

from __future__ import annotations

import pytest
from tests.index.units.bodies.same import assert_none_lost, assert_same

from stemguard.units.definitions import definitions_of
from stemguard.units.lines import Lines
from stemguard.units.runs import RUNS

_RUNS = {
    "c": [
        "\n#define ONE 1\n#define TWO  (ONE + 1)\t\n\nint three;\n",
        "\r\n#define ONE 1\r\n#define TWO 2\r\n#define THREE 3\r\nint four;\r\n",
        """/* Größen */
struct held {
  int a;
#define ONE 1
#define TWO 2
#define LAST 3 /* The last. */
  int b; /* Behind. */
};
/* Of four. */
# define FOUR 4
# define FIVE 5
""",
        """/** @file */
#ifndef GUARD_H
#define GUARD_H
#define ONE 1
#define TWO 2
#endif
""",
    ],
    "css": [
        """@media print {
  a { b: c }
  d > e, .f::before { g: "}"; h: url(i) }
}
#j { k: l }
m { n: var(--o) }
/* Of two. */
p { q: r }
s[t="u"] { v: w } x{y:z}
""",
        "/* ä */a{b:c}.d:not(.e){}f+g{h:i}\n",
        """ä { b: c }
.d { e: f;
  g { h: i }
  j { k: l }
  m { n: o }
}
p { q: r }
""",
        "@keyframes a {\n  from { b: c }\n  to { d: e }\n}\n.f { g: h }\n.i { j: k }\n",
        f"a {{ b: c }}\nd {{ e: f }}\n{', '.join(['.long'] * 70)} {{ g: h }}\ni {{ j: k }}\n",
    ],
    "rust": [
        """//! Of all.

/// Of one: größer.
/// More.
/// Still more.
fn one() {}

// Apart.
// From all.
// That comes.

struct Two {
    /// A field.
    /// `"` and `/*`.
    ///
    /// The end.
    three: u8,
}
""",
        "\r\n/// One.\r\n/// Two.\r\n/// Three.\r\nfn one() {}\r\n",
    ],
}
_PARTS_OF_SOMETHING_ELSE = {
    "c": ["/*\n#define ONE 1\n#define TWO 2\n#define THREE 3 */\nint four;\n"],
    "css": ["/* {a { b: c }\nd { e: f }\n*/\ng { h: i }\n"],
    "rust": [
        'const A: &str = "\n// a\n// b\n// c\n";\nfn one() {}\n',
        'const A: &str = r#"\n// a\n// "b"\n// c\n"#;\nfn one() {}\n',
        "/* a\n// b\n// c /*\n// d\n*/\nfn none() {}\n*/\nfn one() {}\n",
    ],
}
_READ = {
    "c": [
        "\n#define ONE 1\n\n#define TWO /* 2 */ 2\n#define THREE \\\n3\n",
        "\n#define ONE\n#define TWO\n",
        "\n#define ONE(a) a\n#define TWO(a) a\n",
    ],
    "css": [
        "\n.a { --b: c }\n.d { /* e */ f: g }\n@page { h: i }\n",
        "\n.a { b: c }\n",
    ],
    "rust": [
        "\n//! a\n//! b\n//! c\nfn one() {}\n",
        "\nfn one() {}\n// a\n// b\n// c\n",
        'const A: &str = "\n// a\n// b\n// c";\nfn one() {}\n',
        "/* a\n// b\n// c\n// d */\nfn one() {}\n",
    ],
}


def _rows(texts: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(language, text) for language, row in texts.items() for text in row]


@pytest.mark.parametrize(("language", "text"), _rows(_RUNS))
def test_a_run_is_found_though_its_first_is_read_alone(language: str, text: str) -> None:
    source = text.encode()
    shortened = RUNS[language].shortened(source)
    assert shortened is not None
    assert len(shortened.source) < len(source)
    assert_same(language, text)


@pytest.mark.parametrize(("language", "text"), _rows(_PARTS_OF_SOMETHING_ELSE))
def test_a_run_that_is_a_part_of_something_else_defines_nothing(language: str, text: str) -> None:
    assert RUNS[language].shortened(text.encode()) is not None
    assert_same(language, text)
    assert len(definitions_of(language)(Lines(text)).marks) == 1 + (text[:5] == "const")


@pytest.mark.parametrize(("language", "text"), _rows(_READ))
def test_what_is_no_run_is_read(language: str, text: str) -> None:
    assert RUNS[language].shortened(text.encode()) is None


@pytest.mark.parametrize(("language", "text"), _rows(_RUNS))
def test_nothing_is_lost_of_a_text_that_is_cut_in_a_line(language: str, text: str) -> None:
    for at in range(len(text)):
        assert_none_lost(language, text[:at])


def test_the_macros_of_a_structure_are_in_it() -> None:
    text = "struct held {\n#define ONE 1\n#define TWO 2\n  int a;\n};\n"
    marks = definitions_of("c")(Lines(text)).marks
    assert [(mark.kind, mark.name, mark.container) for mark in marks] == [
        ("struct", "held", ""),
        ("macro", "ONE", "held"),
        ("macro", "TWO", "held"),
        ("field", "a", "held"),
    ]
