"""Lines on a terminal or in a pipe: coloured where a person looks, plain elsewhere."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

Piece = str | tuple[str, str]
"""Text, or text and its style."""

#: What a terminal would obey instead of show; a tab becomes one blank, so that columns stay.
_UNSHOWN = {
    **dict.fromkeys([*range(0x20), *range(0x7F, 0xA0)], "\N{REPLACEMENT CHARACTER}"),
    **dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)], "\N{REPLACEMENT CHARACTER}"),
    ord("\t"): " ",
}
#: A line in a pipe is cut here: machine-made lines help nobody.
_PIPE_WIDTH = 160


def put(*pieces: Piece) -> None:
    """Prints one line."""
    _printer()([(visible(p), "") if isinstance(p, str) else (visible(p[0]), p[1]) for p in pieces])


def say(sentence: str) -> None:
    """Prints a sentence to the person, beside the answer."""
    print(visible(sentence), file=sys.stderr)


def visible(text: str) -> str:
    """A text without what a terminal would obey; as long as before."""
    return text.translate(_UNSHOWN)


def width() -> int:
    """How many characters of a line are seen."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else _PIPE_WIDTH


def shown_path(root: Path, path: str) -> str:
    """A path in a folder as the person who named the folder would write it."""
    return os.path.normpath(root / path)


@cache
def _printer() -> Callable[[Sequence[tuple[str, str]]], None]:
    if not sys.stdout.isatty():
        return lambda pieces: print("".join(text for text, _ in pieces))
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)

    def on_terminal(pieces: Sequence[tuple[str, str]]) -> None:
        console.print(Text.assemble(*pieces), soft_wrap=True)

    return on_terminal
