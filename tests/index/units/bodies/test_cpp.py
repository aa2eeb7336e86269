"""C++'s functions without types of their own are not read."""

from __future__ import annotations

import pytest
from tests.index.units.bodies.same import assert_emptied, assert_read, assert_same

_EMPTIED = [
    "int x;\nclass A {\n public:\n  void b() const noexcept override {\n    c();\n  }\n"
    "  int d;\n};\n",
    "int x;\nclass A\n{\npublic:\n    explicit A(int a)\n        : B(a), c_{a},\n"
    "          d_(f(g(a)))\n    {\n        h();\n    }\n    int d;\n};\n",
    "int x;\ntemplate <class T, typename U = int>\nauto f(T t) -> decltype(t)\n{\n"
    "  return t;\n}\nint y;\n",
    "int x;\nnamespace a {\nvoid B::c(int d) const & {\n  e([d](int f) {\n    g();\n  });\n}\n}\n",
    "int x;\nTEST(A, B) {\n  EXPECT_EQ(a, b);\n}\nTEST_F(C, D) {\n  e();\n}\n",
    "int x;\nbool operator==(const A& a, const B& b) {\n  return a;\n}\nA::~A() {\n  b();\n}\n",
    "int x;\nstruct A {\n  bool operator()(int a) const {\n    return a;\n  }\n"
    "  operator bool() const {\n    return 1;\n  }\n};\n",
    "int x;\nvoid f() {\n#if A\n  g();\n#endif\n  for (auto& a : b) {\n    c<int>(a);\n  }\n"
    "}\nint y;\n",
    "int x;\r\nvoid f() {\r\n  g();\r\n}\r\nclass A {\r\n  int b;\r\n};\r\n",
    "int x;\nstatic const A b[] = {\n  {1, 2},\n};\nint y;\n",
    "int x;\nA::A(B b) noexcept : C<D, E>(b) {\n  f();\n}\nint y;\n",
]
_READ = [
    "int x;\nvoid f() {\n  struct A { int b; };\n}\n",
    "int x;\nvoid f() {\n  class A : public B<C> {\n    int b;\n  };\n}\n",
    "int x;\nvoid f() {\n  using A = B<C>;\n}\n",
    "int x;\nvoid f() {\n  enum class A : int { B, C };\n}\n",
    'int x;\nvoid f() {\n  auto a = R"(\n}\nvoid g() {\n  )";\n}\n',
    'int x;\nvoid f() {\n  auto a = R"b(")b";\n}\nint y;\n',
    "int x;\nclass A : public B<decltype(c())> {\n  int b;\n};\n",
    "int x;\nclass A_EXPORT(x) B : public C {\n  int b;\n};\n",
    "int x;\nstruct alignas(16) A {\n  int b;\n};\n",
    "int x;\nenum class A : int {\n  B,\n  C,\n};\n",
    "int x;\nnamespace a::b {\n  int c();\n}\nunion D {\n  int e;\n};\n",
    "int x;\ntemplate <class T = A<B()>>\nclass C\n{\n    T t;\n};\n",
]
_BROKEN = [
    "int x;\nvoid f() {\n  g(\n\nvoid h() {\n  i();\n}\nclass A {\n  int b;\n};\n",
    "int x;\nclass A {\n  void f() {\n    g(\n\n  void h() {\n    i();\n  }\n  int j;\n};\n",
    "int x;\nvoid f() {\n  g();\n",
]


@pytest.mark.parametrize("text", _EMPTIED)
def test_what_defines_nothing_is_not_read(text: str) -> None:
    assert_emptied("cpp", text)


@pytest.mark.parametrize("text", _READ)
def test_what_may_define_or_go_beyond_the_body_is_read(text: str) -> None:
    assert_read("cpp", text)
    assert_same("cpp", text)


@pytest.mark.parametrize("text", _BROKEN)
def test_what_is_broken_hides_nothing_that_would_be_found(text: str) -> None:
    assert_same("cpp", text)
