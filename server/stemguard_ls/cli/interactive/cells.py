"""How wide a text is on a terminal, where some characters take two cells and some none."""

from __future__ import annotations

from collections.abc import Iterable

from prompt_toolkit.utils import get_cwidth

from stemguard_ls.wording.lines import Line, Piece, visible_pieces


def cells(text: str) -> int:
    """The number of cells that a visible text takes."""
    return get_cwidth(text)


def line_cells(line: Line) -> int:
    """The number of cells that a line takes."""
    return sum(cells(text) for text, _ in visible_pieces(line))


def cut(line: Line, width: int) -> Line:
    """A line as it may be shown, cut where it would be wider than so many cells."""
    room = width
    kept: list[Piece] = []
    for text, style in visible_pieces(line):
        fitting = _fitting(text, room)
        kept.append((text[:fitting], style))
        room -= cells(text[:fitting])
        if fitting < len(text):
            break
    return tuple(kept)


def end_of(text: str, width: int) -> str:
    """A text, or its end after an ellipsis where it takes more than so many cells."""
    if cells(text) <= width:
        return text
    fitting = _fitting(reversed(text), max(width - 1, 0))
    return "\N{HORIZONTAL ELLIPSIS}" + text[len(text) - fitting :]


def _fitting(text: Iterable[str], room: int) -> int:
    """How many of the first characters fit."""
    count = 0
    for character in text:
        room -= cells(character)
        if room < 0:
            break
        count += 1
    return count
