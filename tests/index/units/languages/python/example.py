#!/usr/bin/env python3
"""Shapes, and where they are drawn.

On any canvas.
"""

from __future__ import annotations

import abc
from typing import Protocol, TypeAlias

# The most corners.
LIMIT = 64
FIRST = SECOND = 1  # and the second
drawn = 0

#: Any number of metres.
METRES: float = 0.0

Places: TypeAlias = dict[str, "Point"]
type Pair[T] = tuple[T, T]  # of a kind

if True:
    FALLBACK = None

    def where_it_is_true() -> None: ...


class Shape(Protocol):
    """What can be drawn."""

    CORNERS = 0
    label: str

    @property
    @abc.abstractmethod
    def area(self) -> float:
        """In square metres."""

    @area.setter
    def area(self, value: float) -> None: ...


# A place on the map.
#
# It never moves.
@dataclass(
    frozen=True,
)
class Point[N](Shape):
    x: N
    y: N

    def __init__(self, x: N) -> None:
        self.x = x
        LOCAL = 1

    # Not about adding, as a line is empty between them.

    async def add(
        self,
        by: N,
    ) -> Point[N]:
        """Adds to a point."""

        def local(n: int) -> int:
            return n

        class Counter:
            def count(self) -> None: ...

        return self

    class Inner:
        r'''Knows \n nothing.'''

        class Deep:
            pass


def twice(text: str) -> str:
    f"""No documentation, as it is computed."""
    return text * 2


def outer():
    # The first statement is documentation.
    'Says it.'
    return lambda x: x


try:
    import fast
except ImportError:

    def fast(): ...


def naïve_größe(): ...


if __name__ == "__main__":
    twice("")
