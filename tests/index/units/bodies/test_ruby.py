"""Methods and blocks of Ruby that define nothing are not read."""

from __future__ import annotations

import pytest
from tests.index.units.bodies.same import assert_emptied, assert_none_lost, assert_same

_EMPTIED = [
    """x
class A
  # Doc.
  def b(c)
    d if c
  rescue E => f
    g
  ensure
    h
  end

  def i = j
end
""",
    """x
def a(
  b:,
  c: 1
)
  d
end
E = {
  f: 1,
}.freeze
G = %w[
  h
]
""",
    """x
RSpec.describe A do
  it 'b' do
    c
  end

  def d
    e
  end
end
""",
    """x\r
module A\r
  private def b\r
    c\r
  end\r
  def self.d\r
    e\r
  end\r
end\r
""",
    """x
def a
  case b
  when c
    d
  else
    e
  end
end
""",
]
_SAME = [
    """x
class A
  private attr_reader(
    :a,
  )
  alias_method(
    :b, :c
  )
end
""",
    """x
def a
  b <<-eos
end
  eos
end
def c
  d
end
""",
    """x
def a
  b <<~TEXT
    end
  TEXT
end
def c
  d
end
""",
    """x
foo do
  A = 1
  attr_reader :b
  define_method(:c) { d }
end
""",
    """x
=begin
def a
  b
end
=end
def c
  d
end
""",
    """x
def a
  "b
  end
  "
end
def c
  d
end
""",
    """x
class A
  alias b c
  B = Struct.new(:c) do
    def d
      e
    end
  end
end
""",
]


@pytest.mark.parametrize("text", _EMPTIED)
def test_what_defines_nothing_is_not_read(text: str) -> None:
    assert_emptied("ruby", text)


@pytest.mark.parametrize("text", _SAME)
def test_all_is_found(text: str) -> None:
    assert_same("ruby", text)


def test_a_call_that_is_typed_between_methods_hides_no_class() -> None:
    text = (
        "module A\n  class B\n  foo(\n    def a\n      x\n    end\n\n    def b(c)\n      y c\n"
        "    end\n\n    def d\n      if e\n        f\n      end\n    end\n  end\nend\n"
    )
    assert_none_lost("ruby", text)
