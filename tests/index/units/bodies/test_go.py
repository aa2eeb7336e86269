"""Go's functions without types of their own are not read."""

from __future__ import annotations

import pytest
from tests.index.units.bodies.same import assert_emptied, assert_read, assert_same

_EMPTIED = [
    "package a\n\n// Doc.\nfunc a(b int) (int, error) {\n\tif b {\n\t\tf(func() {\n\t\t})\n\t}\n}\n"
    "\nfunc (r *R) m() {\n\treturn\n}\n",
    "package a\r\n\r\nfunc a() {\r\n\tb()\r\n\r\n\tc()\r\n}\r\n\r\nfunc d() {\r\n}\r\n",
    "package a\n\nfunc a() {\n\tb := `\n\t}`\n\tc := '\\u1234'\n}\n\nfunc d() {}\n",
    "package a\n\nfunc a() {\n\tswitch b := b.(type) {\n\tcase int:\n\t}\n}\n",
    'package a\n\nfunc é() {\n\tb("日本")\n}\n\nfunc 日() {\n\tb()\n}\n',
]
_READ = [
    "package a\n\nfunc a() {\n\ttype T struct {\n\t\tb int\n\t}\n}\n",
    "package a\n\nfunc a() {\n\tvar b []struct{ c, d int }\n}\n",
    "package a\n\nfunc a() {\n\tb := `\n}\n\nfunc c() {\n\t`\n}\n",
    "package a\n\nfunc a() {\n\t/*\n}\n*/\n\tb()\n}\n",
    "package a\n\nfunc a(b interface {\n\tm()\n}) {\n}\n",
]
_BROKEN = [
    "package a\n\nfunc a() {\n\tb(\n\nfunc c() {\n\td()\n}\n\ntype T int\n",
    "package a\n\nfunc a() {\nb()\n}\n\nfunc c() {\n  d(\n  }\n}\n\nfunc e() {\n\tf()\n}\n",
    "package a\n\nfunc a() {\n\tb()\n",
]


@pytest.mark.parametrize("text", _EMPTIED)
def test_what_defines_nothing_is_not_read(text: str) -> None:
    assert_emptied("go", text)


@pytest.mark.parametrize("text", _READ)
def test_what_may_define_or_go_beyond_the_body_is_read(text: str) -> None:
    assert_read("go", text)
    assert_same("go", text)


@pytest.mark.parametrize("text", _BROKEN)
def test_what_is_broken_hides_nothing_that_would_be_found(text: str) -> None:
    assert_same("go", text)
