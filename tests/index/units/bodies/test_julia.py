"""Functions of Julia that define nothing are not read."""

from __future__ import annotations

import pytest
from tests.index.units.bodies.same import assert_emptied, assert_same

_EMPTIED = [
    """x = 1
"Doc."
function a(b::C; d=1) where C
    if b
        e
    else
        f
    end
end
g(h) = i
""",
    """x = 1
module A
function b(
    c,
    d,
)
    e
end
end
""",
    """x = 1\r
macro a(b)\r
    c\r
end\r
function d()\r
    e\r
end\r
""",
]
_SAME = [
    """x = 1
function a()
    b(c) = d
    e(f)::G = h
    const I = 1
end
""",
    """x = 1
function a()
    #=
end
    =#
end
function b()
    c
end
""",
    """x = 1
if a
    struct B
        c
    end
end
""",
]


@pytest.mark.parametrize("text", _EMPTIED)
def test_what_defines_nothing_is_not_read(text: str) -> None:
    assert_emptied("julia", text)


@pytest.mark.parametrize("text", _SAME)
def test_all_is_found(text: str) -> None:
    assert_same("julia", text)
