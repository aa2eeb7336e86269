"""Functions and tables of Lua without functions in them are not read."""

from __future__ import annotations

import pytest
from tests.index.units.bodies.same import assert_emptied, assert_same

_EMPTIED = [
    """local x = 1
-- Doc.
local function a(b)
  if b then
    c("end")
  end
end
function M.d()
  e()
end
""",
    """local x
M.A = {
  b = 1,
  c = { 2 },
}
M.d = function(e)
	f()
end
""",
    """local x
return {
  a = function()
    b()
  end,
  ["c"] = d,
}
""",
    """local x\r
function a()\r
  b()\r
end\r
function c:d()\r
  e()\r
end\r
""",
    """local x
foo("a", function()
  b()
end)
local function c()
  d()
end
""",
]
_SAME = [
    """local x
function a()
  local function b()
  end
  c = d or function()
  end
end
""",
    """local x
function a()
  b = [[
end
  ]]
end
function c()
  d()
end
""",
    """local x
--[[
function a()
  b()
end
]]
function c()
  d()
end
""",
    """local x
function a()
b()
  c()
end
function d() e() end
""",
]


@pytest.mark.parametrize("text", _EMPTIED)
def test_what_defines_nothing_is_not_read(text: str) -> None:
    assert_emptied("lua", text)


@pytest.mark.parametrize("text", _SAME)
def test_all_is_found(text: str) -> None:
    assert_same("lua", text)
