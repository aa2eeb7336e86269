defmodule Drawing.Point do
  @moduledoc """
  A place on the map.
  """

  use Base
  import Other

  @limit 64

  @typedoc "Any number of metres."
  @type metres :: number
  @opaque hidden(a) :: {a, a}

  @doc "Starts at the origin."
  @callback start(label :: String.t()) :: :ok

  defstruct [:x, label: ""]

  @doc """
  Moves it.

  By metres.
  """
  @spec move(t, metres) :: t
  def move(point, 0), do: point

  def move(point, dx) do
    inner = fn value -> value end
    inner.(dx)
  end

  # Known here alone.
  defp secret, do: 1

  def empty?(point) when is_map(point) do
    true
  end

  @doc false
  defmacro unless_open(clause) do
    quote do
      unquote(clause)
    end
  end

  defguard is_open(value) when value > 0

  defdelegate size(point), to: Other

  def left + right, do: {left, right}

  defmodule Inner do
    def deep, do: :ok
  end
end

# What can be drawn.
defprotocol Shape do
  @doc "In square metres."
  def area(shape)
end

defimpl Shape, for: Drawing.Point do
  def area(_), do: 0
end

defmodule Failure do
  defexception [:message]
end

defmodule FailureTest do
  test "says what went wrong" do
    assert true
  end
end
