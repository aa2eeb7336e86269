"""C#'s methods without functions of their own are not read."""

from __future__ import annotations

import pytest
from tests.index.units.bodies.same import assert_emptied, assert_read, assert_same

_EMPTIED = [
    "namespace A\n{\n    /// <summary>B.</summary>\n    public class B : C\n    {\n"
    "        public B(int c)\n            : base(c)\n        {\n            _c = c;\n        }\n\n"
    "        public async Task<T> D<T>(int e = 1) where T : class, new()\n        {\n"
    "            await foreach (var f in g)\n            {\n            }\n"
    "            if (h)\n            {\n            }\n            else if (i)\n            {\n"
    "            }\n            return await J(k => k.L, () =>\n            {\n"
    "                m();\n            });\n        }\n    }\n}\n",
    "class A {\r\n\tvoid B() {\r\n\t\tc('{', \"}\");\r\n\t}\r\n\tint D { get; set; }\r\n}\r\n",
    "class A {\n    int B\n    {\n        get\n        {\n            return 1;\n        }\n"
    "        set { c(); }\n    }\n    event D E\n    {\n        add\n        {\n            f();\n"
    "        }\n        remove { }\n    }\n    int this[int i] { get { return 1; } }\n}\n",
    "class A {\n    Dictionary<int, B> c = new Dictionary<int, B>()\n    {\n        { 1, d },\n"
    "    };\n    Func<int> e = () =>\n    {\n        return 1;\n    };\n    int f;\n}\n",
    "record A(int B, int C)\n{\n    A() : this(1, 2)\n    {\n        d();\n    }\n}\n\n"
    "class D(int e) : F(e)\n{\n    int g;\n    void H()\n    {\n        i();\n    }\n}\n",
    "class A {\n    void B()\n    {\n        c();\n#if D\n        e();\n#endif\n    }\n}\n",
    "class A {\n    object B() {\n        var c = from d in E(f => f)\n"
    "                where d.G(h => h)\n                select new I(j => j) { };\n"
    "        return k switch {\n            L m when n.O(1) => 2,\n            not P(1) => 3,\n"
    "        };\n    }\n}\n",
]
_READ = [
    "class A {\n    void B() {\n        int C(int d) { return 1; }\n    }\n}\n",
    "class A {\n    void B() {\n        c();\n        static async Task<E[]> D<F>(\n"
    "            F f) where F : class => g;\n    }\n}\n",
    'class A {\n    void B() {\n        (int, string) C(int d) => (1, "");\n    }\n}\n',
    "record A(int B,\n    int C)\n{\n    int d;\n}\n\nstruct E {\n    int f;\n}\n",
    'class A {\n    void B() {\n        var c = @"\n    }\n    void D() {\n";\n    }\n}\n',
    'class A {\n    void B() {\n        var c = $@"{d}\n    ";\n    }\n}\n',
    "class A {\n    void B() {\n        /*\n    }\n    */\n        c();\n    }\n}\n",
    "class A {\n#if B\n    void C(int d)\n    {\n#else\n    void C(long d)\n    {\n#endif\n"
    "        e();\n    }\n}\n",
    "class A\n    {\n    void B()\n        {\n        c();\n        }\n    }\n",
]
_BROKEN = [
    "class A {\n    void B() {\n        if (c) {\n    }\n\n    void D() {\n    }\n}\n",
    "class A {\n    void B() {\n        c(\n\n    void D() {\n    }\n}\n",
    "class A {\nvoid B() {\n  c();\n    }\n      void D() {\n        e();\n      }\n}\n",
    "class A {\n    int B {\n        get {\n    }\n\n    int C {\n        get { return 1; }\n"
    "        set { d(); }\n    }\n\n    int E {\n        get { return 1; }\n    }\n}\n",
]


@pytest.mark.parametrize("text", _EMPTIED)
def test_what_defines_nothing_is_not_read(text: str) -> None:
    assert_emptied("csharp", text)


@pytest.mark.parametrize("text", _READ)
def test_what_may_define_or_go_beyond_the_body_is_read(text: str) -> None:
    assert_read("csharp", text)
    assert_same("csharp", text)


@pytest.mark.parametrize("text", _BROKEN)
def test_what_is_broken_hides_nothing_that_would_be_found(text: str) -> None:
    assert_same("csharp", text)
