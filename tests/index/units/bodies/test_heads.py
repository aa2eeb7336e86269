"""What looks like a function's head and is none: its members have no words of their own."""

from __future__ import annotations

import pytest
from tests.index.units.bodies.same import assert_same

from stemguard.units.bodies import laid_out

_TEXTS = [
    ("rust", "unsafe impl Kind for A {\n    const ID: u32 = 7;\n}\n"),
    ("rust", "unsafe trait Kind {\n    const ID: u32;\n}\n"),
    ("rust", 'unsafe extern "C" {\n    pub static other: i32;\n}\n'),
    ("rust", "const _: () = {\n    const INNER: u8 = 1;\n    static USED: u8 = 1;\n};\n"),
    ("rust", "impl<const N: usize> Tr\nfor [u8; N] {\n    const C: usize = N;\n}\n"),
    (
        "csharp",
        "public class Repo<T>\nwhere T : class, new()\n{\n    public int Count;\n"
        "    public string Name { get; set; }\n}\n",
    ),
    ("c", "__attribute__((packed)) struct header {\n    uint8_t kind;\n};\n"),
    ("c", "_Alignas(16) struct vec {\n  float x;\n};\n"),
    ("c", '__attribute__((visibility("default"))) enum e1 {\n    E_A,\n};\n'),
    ("cpp", "DECLARE_ALIGNED(16) class C {\n    int x;\n};\n"),
    (
        "java",
        'class A {\n    void b() {\n        c(new D("x; y") {\n            public void e() {\n'
        "                f();\n            }\n        });\n    }\n}\n",
    ),
    (
        "java",
        "class A {\n    void b() {\n        c(new D(new int[]{1, 2}) {\n"
        "            private int count;\n        });\n    }\n}\n",
    ),
    (
        "kotlin",
        'enum class Op {\n    minus {\n        override val sign = "-"\n    };\n\n'
        "    abstract val sign: String\n}\n",
    ),
    ("php", "<?php\nfunction a() {\n    Function Named() { return 1; }\n}\n"),
]


@pytest.mark.parametrize(("language", "text"), _TEXTS)
def test_members_of_what_is_no_function_are_found(language: str, text: str) -> None:
    assert_same(language, text)
    assert_same(language, text.replace("\n", "\r\n"))


def test_a_text_with_a_long_line_is_read() -> None:
    bodies = laid_out(r".*\{", r"\}", "x", ())
    text = b"\na {\n  b\n}\n"
    assert bodies.emptied(text) != text
    text += b"c" * 1001
    assert bodies.emptied(text) == text
