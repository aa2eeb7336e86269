"""The text of an open document, and the edits a client makes to it.

Lines end at `\\n`, `\\r\\n` and `\\r` alone, as LSP has it, and stay as they are. Positions count
in the code units that are agreed on with the client.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from stemguard_ls.convert import Encoding, column_of

_LINE_END = re.compile(r"(\r\n|\n|\r)")
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Edit:
    """A new text for what is between two places, each a line and a number of code units.

    A number beyond the end of a line is its end, a line beyond the last is the end of the text,
    and a place within a character is before it. Places in the wrong order change places.
    """

    start: tuple[int, int]
    end: tuple[int, int]
    text: str


class Text:
    """A text as its lines. An edit costs what it changes, but for moving the lines behind it."""

    def __init__(self, text: str, encoding: Encoding) -> None:
        self._encoding = encoding
        self._lines = _split(_paired(text))
        self._has_strays = _has_surrogates(text)

    def __str__(self) -> str:
        """The whole text; half a pair, which is in no file, is U+FFFD."""
        text = "".join(self._lines)
        return _SURROGATE.sub("\ufffd", text) if self._has_strays else text

    def apply(self, edit: Edit) -> None:
        """Makes an edit."""
        (first, from_column), (last, to_column) = sorted(map(self._place, (edit.start, edit.end)))
        before, after = self._lines[first][:from_column], self._lines[last][to_column:]
        # A line that a carriage return ends goes on where a line feed comes next.
        if not before and first > 0 and self._lines[first - 1].endswith("\r"):
            first -= 1
            before = self._lines[first]
        self._has_strays = self._has_strays or _has_surrogates(edit.text)
        lines = _split(_paired(before + edit.text + after))
        # The last line alone has no end.
        if last + 1 < len(self._lines):
            lines.pop()
        self._lines[first : last + 1] = lines

    def _place(self, place: tuple[int, int]) -> tuple[int, int]:
        """The line, and the column in characters."""
        line, character = place
        if line >= len(self._lines):
            return len(self._lines) - 1, len(self._lines[-1])
        content = self._lines[line].rstrip("\r\n")
        return line, column_of(content, character, self._encoding)


def _split(text: str) -> list[str]:
    """The lines with their ends; the last has none, and is empty behind an end."""
    pieces = _LINE_END.split(text)
    return [*map("".join, zip(pieces[::2], pieces[1::2], strict=False)), pieces[-1]]


def _paired(text: str) -> str:
    """The text with two halves that meet as the one character that they are."""
    if not _has_surrogates(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _has_surrogates(text: str) -> bool:
    return not text.isascii() and _SURROGATE.search(text) is not None
