"""C's functions and initializers without types of their own are not read."""

from __future__ import annotations

import pytest
from tests.index.units.bodies.same import assert_emptied, assert_read, assert_same

_EMPTIED = [
    "int x;\n\nstatic int\nfoo(struct bar *b,\n    int c)\n{\n\tif (b) {\n\t\tgo(c);\n\t}\n"
    "}\nint y;\n",
    "int x;\nstatic struct a *f(void)\n{\n\tg();\nout:\n\th();\n\n}\nstruct a {\n\tint b;\n};\n",
    "int x;\nint f(int a) {\n#ifdef A\n\tg();\n#else\n\th();\n#endif\n\treturn a;\n}\nint y;\n",
    "int x;\nint f(int a)\n{\n#if A && \\\n    B\n\tg(\n#else\n\th(\n#endif\n\t);\n}\nint y;\n",
    "int x;\r\nint f(void)\r\n{\r\n\tg();\r\n\r\n}\r\nint y;\r\n",
    'int x;\nint f(void)\n{\n\tputs("}");\n\tputs("/* */");\n\t/* } */ g(\'}\');\n}\nint y;\n',
    "int x;\nstatic const struct a b = {\n\t.c = d,\n\t.e = { 1, 2 },\n};\nint y;\n",
    "int x;\nSYSCALL_DEFINE2(a, int, b, int, c)\n{\n\treturn b;\n}\nint y;\n",
    "int x;\nint f(void)\n{\n\tstruct a *b = (struct a *)c;\n\tenum d e;\n}\nint y;\n",
    "int x;\n#ifdef A\nint f(int a)\n{\n#else\nint f(void)\n{\n#endif\n\tg();\n}\nint y;\n",
    "int x;\nstatic int f(void) /* why */\n{\n\tg();\n}\n\nint h(void)\n{\n  \tg();\n}\n",
]
_READ = [
    "int x;\nint f(void)\n{\n\tstruct a { int b; } c;\n}\nint y;\n",
    "int x;\nint f(void)\n{\n\tenum { A, B };\n}\nint y;\n",
    "int x;\nint f(void)\n{\n\ttypedef int a;\n\ta b;\n}\nint y;\n",
    "int x;\nint f(void)\n{\n#define A 1\n\tg(A);\n#undef A\n}\nint y;\n",
    "int x;\nint f(void)\n{\n\t/*\n}\nint g(void)\n{\n\t*/\n}\nint y;\n",
    "int x;\nstruct __attribute__((packed)) a\n{\n\tint b;\n};\nint y;\n",
    "int x;\ntypedef struct __attribute__((packed)) {\n\tint b;\n} a;\nint y;\n",
    "int x;\nstruct PACKED(1) {\n\tint b;\n} a;\nint y;\n",
    'int x;\nextern "C" {\n\tint b(void);\n}\nint y;\n',
    "int x;\nstruct a {\n\tint b;\n\tint (*c)(int d);\n};\nenum e {\n\tF,\n};\n",
    "int x;\n#define A(b) do { \\\n\tg(b); \\\n} while (0)\nint y;\n",
]
_BROKEN = [
    "int x;\nint f(void)\n{\n\tg(\n\nint h(void)\n{\n\ti();\n}\nint y;\n",
    "int x;\nint f(void)\n{\ng();\n}\nint h(void)\n{\n  i(\n  }\n}\nint j(void)\n{\n\tk();\n}\n",
    "int x;\nint f(void)\n{\n\tg();\n",
    "int x;\nint f(int a,\n\nint g(void)\n{\n\th();\n}\nint y;\n",
]


@pytest.mark.parametrize("text", _EMPTIED)
def test_what_defines_nothing_is_not_read(text: str) -> None:
    assert_emptied("c", text)


@pytest.mark.parametrize("text", _READ)
def test_what_may_define_or_go_beyond_the_body_is_read(text: str) -> None:
    assert_read("c", text)
    assert_same("c", text)


@pytest.mark.parametrize("text", _BROKEN)
def test_what_is_broken_hides_nothing_that_would_be_found(text: str) -> None:
    assert_same("c", text)
