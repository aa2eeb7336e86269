"""Rows of punctuation that mark titles: how long they are and what level they stand for."""

from __future__ import annotations

import re
import unicodedata

#: One ASCII punctuation character, repeated.
ROW = re.compile(r"([!-/:-@\[-`{-~])\1*")


def column_width(text: str) -> int:
    """How many columns a text takes where a row is drawn under it."""
    if text.isascii():
        return len(text)
    return sum(_columns(character) for character in text)


class Levels:
    """The levels of titles by the style of their rows: in the order in which the styles appear."""

    def __init__(self) -> None:
        self._styles: list[str] = []
        self._level = 0

    def level_of(self, style: str) -> int:
        """The level of the next title, from 1.

        A new style is one level below the title before it. It becomes the style of that level
        unless the level has one: then the document is inconsistent, and says nothing for later.
        """
        if style in self._styles:
            self._level = self._styles.index(style) + 1
        else:
            if self._level == len(self._styles):
                self._styles.append(style)
            self._level += 1
        return self._level


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
