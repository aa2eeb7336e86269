"""JavaScript's and TypeScript's functions without functions and types of their own are not read."""

from __future__ import annotations

import pytest
from tests.index.units.bodies.same import assert_emptied, assert_read, assert_same

_LANGUAGES = ("javascript", "javascriptreact", "typescript", "typescriptreact")
_EMPTIED = [
    "let x;\nfunction a(b, c = {}) {\n  if (b) {\n    c(() => {\n    });\n  }\n}\nconst y = 1;\n",
    "let x;\nclass A extends B {\n  c = 1;\n  async d(e) {\n    await f(e);\n  }\n"
    "  get g() {\n    return 1;\n  }\n}\n",
    "let x;\nexport const a = async (b) => {\n  return b.map((c) => c + 1);\n};\nlet y;\n",
    "let x;\ndescribe('a', function () {\n  it('b', () => {\n    c();\n  });\n});\nlet y;\n",
    "let x;\nconst a = {\n  b: 1,\n  c: [\n    2,\n  ],\n};\nconst d = [\n  3,\n];\n",
    "let x;\nfunction a(\n  b,\n  c,\n) {\n  d(`\n  ${e}\n  }`);\n  f();\n}\nlet y;\n",
    "let x;\nfunction a({\n  b,\n  c,\n}) {\n  d();\n}\nlet y;\n",
    "let x;\r\nfunction a() {\r\n  b();\r\n\r\n}\r\nclass C {\r\n  d() {\r\n    e();\r\n"
    "  }\r\n}\r\n",
    "let x;\nif (a) {\n  b();\n} else {\n  c();\n}\ntry {\n  d();\n} catch (e) {\n  f();\n"
    "}\nlet y;\n",
    "let x;\nfunction a() {\n  b('}', \"{\", /[{]/); // }\n  /* } */\n}\nlet y;\n",
    "let x;\nA.prototype.b = function (c) {\n  return d(function () {\n    e();\n  });\n};\n"
    "let y;\n",
    "let x;\nimport {\n  a,\n  b,\n} from 'c';\nexport {\n  x,\n};\n",
    "let x;\nmodule.exports = {\n  a: 1,\n};\n",
]
_READ = [
    "let x;\nconst {\n  a,\n  b,\n} = c();\n",
    "let x;\nclass A {\n  b = 1;\n  #c = 2;\n}\n",
    "let x;\nconst A = class extends B {\n  c = 1;\n};\n",
    "let x;\nclass A extends mixin(\n  B,\n) {\n  c = 1;\n}\n",
    "let x;\nclass A\n  extends B {\n  c = 1;\n}\n",
]
_INNER = [
    "function b() {}",
    "const b = () => 1;",
    "const b = async (c, { d } = {}) => {\n  };",
    "const b = function () {};",
    "b.c = (d) => d;",
    "e({ b() {} });",
    "e({\n    b(c = f(g())) {},\n    get h() { return 1; },\n  });",
    "e({\n    async b() {\n    },\n    *['c']() {\n    },\n  });",
    "e({ b: (c) => c, d: function () {} });",
    "class B {}",
    "return class B extends C {};",
    "return function b() {};",
    "c(function b() {});",
    "e = {\n    b: async function () {},\n  };",
    "e = {\n    b:\n      (c) => c,\n  };",
]
_BROKEN = [
    "let x;\nfunction a() {\n  b(\n\nfunction c() {\n  d();\n}\nconst y = 1;\n",
    "let x;\nclass A {\n  b() {\n    c(\n\n  d() {\n    e();\n  }\n}\nconst y = 1;\n",
    "let x;\nfunction a() {\nb();\n}\nfunction c() {\n  d();\n}\nconst y = 1;\n",
    "let x;\nfunction a() {\n  b(`\n}\n\nfunction c() {\n  d();\n}\n",
    "let x;\nfunction a() {\n  b();\n",
    "let x;\nconst s = `\nfunction a() {\n  ${b}\n}\n`;\nconst t = `\n  {\n`;\nlet y;\n",
]
_TYPED_EMPTIED = [
    "let x;\nexport class A<T> implements B {\n  constructor(\n    private c: D,\n"
    "    e: F,\n  ) {\n    super();\n  }\n  g(): H | null {\n    return 1;\n  }\n}\n",
    "let x;\nfunction a<T extends B>(c: T): { d: number } {\n  return e(c);\n}\nlet y: number;\n",
    "let x;\n@A({\n  b: 'c',\n})\nexport class D {\n  e: F = {\n    g: 1,\n  };\n}\n",
    "let x;\nconst a = (b: C): D => {\n  return b as unknown as D;\n};\nlet y;\n",
]
_TYPED_READ = [
    "let x;\ninterface A<T = {}> extends B {\n  c: D;\n  e(): F;\n}\n",
    "let x;\nexport type A = {\n  b: C;\n};\n",
    "let x;\nexport const enum A {\n  B,\n  C = 1,\n}\n",
    "let x;\ndeclare global {\n  const a: B;\n}\n",
    "let x;\nnamespace A.B {\n  export const c = 1;\n}\n",
    "let x;\ndeclare module 'a' {\n  const b: C;\n}\n",
    "let x;\nexport abstract class A\n  implements B {\n  c: D;\n}\n",
]
_TYPED_INNER = [
    "interface B { c: D }",
    "type B = C;",
    "enum B { C }",
    "const b = (c: D): E => c;",
    "const b = <T,>(c: T) => c;",
    "e({\n    b(c: D): E<F> {\n    },\n  });",
]


@pytest.mark.parametrize("language", _LANGUAGES)
@pytest.mark.parametrize("text", _EMPTIED)
def test_what_defines_nothing_is_not_read(language: str, text: str) -> None:
    assert_emptied(language, text)


@pytest.mark.parametrize("text", _TYPED_EMPTIED)
def test_what_defines_nothing_is_not_read_with_types(text: str) -> None:
    assert_emptied("typescript", text)


@pytest.mark.parametrize("language", _LANGUAGES)
@pytest.mark.parametrize("text", _READ)
def test_what_is_no_body_is_read(language: str, text: str) -> None:
    assert_read(language, text)
    assert_same(language, text)


@pytest.mark.parametrize("text", _TYPED_READ)
def test_what_is_no_body_but_a_type_is_read(text: str) -> None:
    assert_read("typescript", text)
    assert_same("typescript", text)


@pytest.mark.parametrize("language", _LANGUAGES)
@pytest.mark.parametrize("inner", _INNER)
def test_what_is_defined_in_a_body_is_found(language: str, inner: str) -> None:
    assert_same(language, f"let x;\nfunction a() {{\n  {inner}\n}}\n")
    assert_same(language, f"let x;\nfunction a() {{\n  f();\n  {inner}\n  g();\n}}\n")


@pytest.mark.parametrize("inner", _TYPED_INNER)
def test_what_is_defined_in_a_body_is_found_with_types(inner: str) -> None:
    assert_same("typescript", f"let x;\nfunction a() {{\n  f();\n  {inner}\n  g();\n}}\n")


@pytest.mark.parametrize("language", _LANGUAGES)
@pytest.mark.parametrize("text", _BROKEN)
def test_what_is_broken_hides_nothing_that_would_be_found(language: str, text: str) -> None:
    assert_same(language, text)
