"""Where the lines of a text begin, and what position an offset has in each encoding."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from stemguard.domain.unit import Position, Span

#: Several positions a unit are made, and the constructor of a named tuple takes twice as long.
_made = tuple.__new__

_ENDINGS = re.compile(r"\r\n?|\n")


class Lines:
    """A text and its lines, which end at `\\n`, `\\r\\n` and `\\r` and at nothing else.

    `starts` holds the offset of each line, in code points; a text that ends in a line ending has an
    empty last line, and the empty text has one line. Offsets run from 0 to the length of the text.
    """

    __slots__ = ("_ascii", "_wide", "starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = _starts(text)
        self._ascii = text.isascii()
        self._wide = _NONE if self._ascii else _wide_characters(text)

    def showing(self, text: str) -> Lines:
        """The same lines and positions, with another text of the same length in them."""
        shown = Lines.__new__(Lines)
        shown.text = text
        shown.starts, shown._ascii, shown._wide = self.starts, self._ascii, self._wide
        return shown

    @property
    def is_ascii(self) -> bool:
        """Whether offsets in the bytes of the text are those of its code points."""
        return self._ascii

    def line_at(self, offset: int) -> int:
        """The line that the character at this offset belongs to; its ending belongs to it."""
        return bisect_right(self.starts, offset) - 1

    def end_of(self, line: int) -> int:
        """The offset behind the line's ending."""
        return self.starts[line + 1] if line + 1 < len(self.starts) else len(self.text)

    def contents(self) -> list[str]:
        """Every line without its ending."""
        return _ENDINGS.split(self.text) if "\r" in self.text else self.text.split("\n")

    def position(self, offset: int) -> Position:
        """The line and the three columns of an offset, in logarithmic time on any text."""
        line = bisect_right(self.starts, offset) - 1
        start = self.starts[line]
        column = offset - start
        if self._ascii:
            return _made(Position, (line, column, column, column))
        wide = self._wide
        before, here = bisect_left(wide.offsets, start), bisect_left(wide.offsets, offset)
        utf16 = column + wide.utf16[here] - wide.utf16[before]
        utf8 = column + wide.utf8[here] - wide.utf8[before]
        return _made(Position, (line, column, utf16, utf8))

    def span(self, start: int, end: int) -> Span:
        """The positions of two offsets, the second of which is not before the first."""
        if not self._ascii:
            return _made(Span, (self.position(start), self.position(end)))
        starts = self.starts
        line = bisect_right(starts, start) - 1
        column = start - starts[line]
        first = _made(Position, (line, column, column, column))
        line = bisect_right(starts, end, line) - 1
        column = end - starts[line]
        return _made(Span, (first, _made(Position, (line, column, column, column))))

    def offset_of_byte(self, offset_bytes: int) -> int:
        """The offset in code points of an offset in the UTF-8 bytes of the text."""
        if self._ascii:
            return offset_bytes
        return offset_bytes - self._wide.utf8[bisect_left(self._wide.offsets_bytes, offset_bytes)]


class _Wide(NamedTuple):
    """The characters beyond ASCII: where they are, and how many code units beyond one each the
    first n of them take."""

    offsets: list[int]
    offsets_bytes: list[int]
    utf16: list[int]
    utf8: list[int]


_NONE = _Wide([], [], [0], [0])


def _wide_characters(text: str) -> _Wide:
    # A lone surrogate is kept as three bytes: a position must not depend on valid text.
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    offsets = np.flatnonzero(codes > 0x7F)
    wide = codes[offsets]
    astral = (wide > 0xFFFF).astype(np.int64)
    utf16 = np.concatenate(([0], np.cumsum(astral)))
    utf8 = np.concatenate(([0], np.cumsum(1 + (wide > 0x7FF) + astral)))
    return _Wide(offsets.tolist(), (offsets + utf8[:-1]).tolist(), utf16.tolist(), utf8.tolist())


def _starts(text: str) -> list[int]:
    if "\r" in text:
        return [0, *(ending.end() for ending in _ENDINGS.finditer(text))]
    lengths = [len(line) + 1 for line in text.split("\n")]
    lengths.pop()
    return [0, *accumulate(lengths)]
