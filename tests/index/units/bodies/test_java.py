"""Java's methods without types of their own are not read."""

from __future__ import annotations

import pytest
from tests.index.units.bodies.same import assert_emptied, assert_read, assert_same

_EMPTIED = [
    "class A {\n    /** B. */\n    @Override\n    public <T extends B> void b(int c, D... d)"
    " throws E, F {\n        g(x -> {\n            y();\n        });\n    }\n\n"
    "    private A(\n        int b,\n        int c)\n    {\n        super(b);\n    }\n}\n",
    "class A {\r\n\tvoid b() {\r\n\t\tc = '{';\r\n\t\td = \"}\";\r\n\t}\r\n\r\n\tint e;\r\n}\r\n",
    "class A {\n    static final String[] B = {\n        C,\n    };\n\n    @D(names = {\n"
    '        "e"\n    })\n    int f;\n\n    Runnable g = () -> {\n        h();\n    };\n}\n',
    "void main() {\n    a();\n}\n\nvoid b() {\n    c();\n}\n",
    "class A {\n    Class<?> b() {\n        return A.class;\n    }\n\n    record B(int c) {\n"
    "        int d() {\n            return c;\n        }\n    }\n}\n",
    "enum A {\n    A, // a\n    B(1) {\n        int c() {\n            x();\n        }\n    },\n"
    "    @D\n    E(2) {\n        int c() {\n            return 2;\n        }\n    },\n"
    "    @D F(3) {\n        int c() {\n            return 3;\n        }\n    };\n}\n",
    "class A {\n    B b() {\n        return new B() {\n            int c;\n\n"
    "            void d() {\n                e();\n            }\n        };\n    }\n}\n",
]
_READ = [
    "class A {\n    void b() {\n        class C {\n            int d;\n        }\n    }\n}\n",
    "class A {\n    void b() {\n        record C(int d) {}\n        enum E { F }\n    }\n}\n",
    "class A {\n    void b() {\n        c(new D(x,\n            e[0])\n        {\n"
    "            int f;\n        });\n    }\n}\n",
    "class A {\n    B b = new B(1) {\n        int c;\n    };\n    B d = e.new F(g) {\n"
    "        int h;\n    };\n}\n",
    "public record A(\n    int b) {\n    static int c;\n}\n",
    "class A {\n    void b() {\n        /*\n    }\n    */\n        c();\n    }\n}\n",
    'class A {\n    void b() {\n        c = """\n            }\n        ";\n    }\n"""; }\n}\n',
    "class A\n    {\n    void b()\n        {\n        c();\n        }\n    }\n",
]
_BROKEN = [
    "class A {\n    void b() {\n        if (c) {\n    }\n\n    void e() {\n    }\n}",
    "class A {\n    void b() {\n        c(\n\n    void d() {\n    }\n}\n",
    "class A {\nvoid b() {\n  c();\n    }\n      void d() {\n        e();\n      }\n}\n",
]


@pytest.mark.parametrize("text", _EMPTIED)
def test_what_defines_nothing_is_not_read(text: str) -> None:
    assert_emptied("java", text)


@pytest.mark.parametrize("text", _READ)
def test_what_may_define_or_go_beyond_the_body_is_read(text: str) -> None:
    assert_read("java", text)
    assert_same("java", text)


@pytest.mark.parametrize("text", _BROKEN)
def test_what_is_broken_hides_nothing_that_would_be_found(text: str) -> None:
    assert_same("java", text)
