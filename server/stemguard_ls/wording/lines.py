"""Lines for a person as data: text in pieces with the names of their styles."""

from __future__ import annotations

from collections.abc import Iterable

Piece = str | tuple[str, str]
"""Text, or text and its style."""

Line = tuple[Piece, ...]

#: A line is cut here where no terminal says how wide it is: machine-made lines help nobody.
PAGE_WIDTH = 160

#: What a terminal would obey instead of show; a tab becomes one blank, so that columns stay.
_UNSHOWN = {
    **dict.fromkeys([*range(0x20), *range(0x7F, 0xA0)], "\N{REPLACEMENT CHARACTER}"),
    **dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)], "\N{REPLACEMENT CHARACTER}"),
    ord("\t"): " ",
}


def visible(text: str) -> str:
    """A text without what a terminal would obey; as long as before."""
    return text.translate(_UNSHOWN)


def visible_pieces(line: Line) -> list[tuple[str, str]]:
    """The pieces of a line as they may be shown, each with its style."""
    return [
        (visible(piece), "") if isinstance(piece, str) else (visible(piece[0]), piece[1])
        for piece in line
    ]


def as_text(lines: Iterable[Line]) -> str:
    """Lines without styles, `\\n` between them and nowhere else."""
    return "\n".join("".join(text for text, _ in visible_pieces(line)) for line in lines)
