"""Functions of Elixir that define nothing are not read."""

from __future__ import annotations

import pytest
from tests.index.units.bodies.same import assert_emptied, assert_same

_EMPTIED = [
    """x
defmodule A do
  @moduledoc "B"

  @doc "C"
  def d(e) do
    if e do
      f
    end
  rescue
    g -> h
  end

  def i(j), do: k
end
""",
    """x
defmodule A do
  test "b" do
    c
  end

  describe "d" do
    test "e", %{f: f} do
      g
    end
  end
end
""",
    """x\r
defmodule A do\r
  defp b do\r
    c\r
  end\r
end\r
""",
]
_SAME = [
    """x
defmodule A do
  defmacro b do
    quote do
      def c do
        d
      end
    end
  end
end
""",
    """x
defmodule A do
  def b do
    \"\"\"
  end
    \"\"\"
  end
end
""",
]


@pytest.mark.parametrize("text", _EMPTIED)
def test_what_defines_nothing_is_not_read(text: str) -> None:
    assert_emptied("elixir", text)


@pytest.mark.parametrize("text", _SAME)
def test_all_is_found(text: str) -> None:
    assert_same("elixir", text)
