"""Functions of the shell that define nothing are not read."""

from __future__ import annotations

import pytest
from tests.index.units.bodies.same import assert_emptied, assert_same

_EMPTIED = [
    """x=1
# Doc.
a() {
  local b=1
  if c; then
    d "}"
  fi
}
function e {
  f
}
""",
    """x=1
a()
{
	b
}
function c()
{
	d
}
""",
    """x=1\r
a() {\r
  b 'c'\r
}\r
d() {\r
  e\r
}\r
""",
    """x=1
if a; then
  b
elif c; then
  d
else
  e
fi
f() {
  g
}
""",
    """x=1
for a in b; do
  c
done
d() {
  e
}
""",
]
_SAME = [
    """x=1
a() {
  b <<END
}
END
}
c() {
  d
}
""",
    """x=1
a() {
  b() {
    c
  }
}
""",
    """x=1
awk '
function a() {
  b
}
'
c() {
  d
}
""",
    """x=1
if a; then
  readonly B=1
  export C=2
  alias d=e
fi
""",
]


@pytest.mark.parametrize("text", _EMPTIED)
def test_what_defines_nothing_is_not_read(text: str) -> None:
    assert_emptied("shellscript", text)


@pytest.mark.parametrize("text", _SAME)
def test_all_is_found(text: str) -> None:
    assert_same("shellscript", text)
