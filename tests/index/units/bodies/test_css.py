"""Declarations in CSS are not read, but for custom properties."""

from __future__ import annotations

import pytest
from tests.index.units.bodies.same import assert_emptied, assert_same

_EMPTIED = [
    """a { color: red }
b,
c > d {
  x: y;
  z: "}";
}
""",
    """@media print {
  a { b: c }
  /* Doc. */
  d {
    e: f(g);
  }
}
""",
    """a {\r
  b: url(data:x;y,z);\r
}\r
c { d: 'e' }\r
""",
    """@keyframes a {
  from { b: c }
  to { d: e }
}
""",
    """a { b: c;
  &:hover { d: e }
}
f { g: var(--h) }
""",
]
_SAME = [
    """:root {
  --a: 1;
  --b: { c: d };
}
""",
    """a {
  b: c; /* } */
}
d { e: f }
""",
    """/* a { b: c */ d { e: f } /* } */
""",
    """a { b: c
d { e: f }
g { h: i }
""",
    """a[b="{"] { c: d }
e { f: g }
""",
    """a { b: "c
}
d { e: f }
""",
    """a {}
b { }
""",
]


@pytest.mark.parametrize("text", _EMPTIED)
def test_what_defines_nothing_is_not_read(text: str) -> None:
    assert_emptied("css", text)


@pytest.mark.parametrize("text", _SAME)
def test_all_is_found(text: str) -> None:
    assert_same("css", text)
