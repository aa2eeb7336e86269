"""Rust's functions without items of their own are not read."""

from __future__ import annotations

import pytest
from tests.index.units.bodies.same import assert_emptied, assert_read, assert_same

_EMPTIED = [
    "use x;\n\n/// Doc.\npub(crate) async fn a<T: B>(c: T) -> Result<(), D> {\n    e(|f| {\n"
    "        g();\n    });\n}\nstruct H;\n",
    "use x;\nimpl A {\n    pub const unsafe fn b(\n        &self,\n        c: D,\n"
    "    ) -> E\n    where\n        D: F,\n    {\n        g();\n    }\n    const H: I = 1;\n}\n",
    "use x;\n#[test]\nfn a() {\n    let b = C { d: 1 };\n    match b {\n        _ => {}\n"
    "    }\n}\nfn e() {}\n",
    "use x;\r\nfn a() {\r\n    b();\r\n\r\n}\r\nstruct C {\r\n    d: E,\r\n}\r\n",
    'use x;\nfn a() {\n    b("}", \'{\', "\\"");\n    c(r#"{"d": 1}"#); // }\n    /* } */\n'
    '    e("\\"");\n}\nstruct F;\n',
    "use x;\nconst A: &[B] = &[\n    1,\n    2,\n];\nstatic C: D = E {\n    f: 1,\n};\n",
    "use x;\nfn a() {\n    let b: fn(c) -> d = e;\n    f.union(g);\n"
    "    let h: Box<dyn I> = j;\n}\nstruct K;\n",
    "use x;\ntrait A {\n    fn b(&self) {\n        c();\n    }\n    fn d(&self);\n    type E;\n}\n",
]
_READ = [
    "use x;\nstruct A<T>\nwhere\n    T: B,\n{\n    c: T,\n}\n",
    "use x;\npub enum A {\n    B,\n    C(D),\n}\nunion E {\n    f: G,\n}\n",
    "use x;\nimpl<T> A for B<\n    T,\n> {\n    const C: D = 1;\n}\n",
    'use x;\nmod a {\n    pub const B: C = 1;\n}\nextern "C" {\n    static D: E;\n}\n',
    "use x;\nfn a() {\n    //! Inner.\n    b();\n}\n",
    'use x;\nfn a() {\n    b("\n}\n\nfn c() {\n    ");\n}\n',
    "use x;\nfn a() {\n    /*\n}\nfn c() {\n    */\n}\n",
]
_INNER = [
    "fn b() {}",
    "struct B { c: D }",
    "enum B { C }",
    "impl B for C {}",
    "impl<T> B<T> {\n        const C: D = 1;\n    }",
    "impl<T: Fn(u8)> B for C<T> {}",
    "trait B {}",
    "type B<C> = D<C>;",
    "type B = C;",
    "mod b {}",
    "union B { c: D }",
    "macro_rules! b { () => {} }",
    "const B: C = 1;",
]
_BROKEN = [
    "use x;\nfn a() {\n    b(\n\nfn c() {\n    d();\n}\nstruct E;\n",
    "use x;\nimpl A {\n    fn b() {\n        c.\n    }\n\n    fn d() {\n        e();\n"
    "    }\n}\nstruct F;\n",
    "use x;\nfn a() {\nb();\n}\nfn c() {\n    d();\n}\nstruct E;\n",
    "use x;\nfn a() {\n    b();\n",
]


@pytest.mark.parametrize("text", _EMPTIED)
def test_what_defines_nothing_is_not_read(text: str) -> None:
    assert_emptied("rust", text)


@pytest.mark.parametrize("text", _READ)
def test_what_may_define_or_go_beyond_the_body_is_read(text: str) -> None:
    assert_read("rust", text)
    assert_same("rust", text)


@pytest.mark.parametrize("inner", _INNER)
def test_what_is_defined_in_a_body_is_found(inner: str) -> None:
    assert_same("rust", f"use x;\nfn a() {{\n    {inner}\n}}\n")
    assert_same("rust", f"use x;\nfn a() {{\n    f();\n    {inner}\n    g();\n}}\n")


@pytest.mark.parametrize("text", _BROKEN)
def test_what_is_broken_hides_nothing_that_would_be_found(text: str) -> None:
    assert_same("rust", text)
