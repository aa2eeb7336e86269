"""Lines on a terminal or in a pipe: coloured where a person looks, plain elsewhere."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

from stemguard_ls.wording.lines import PAGE_WIDTH, Line, Piece, visible, visible_pieces

_when = "auto"


def put(*pieces: Piece) -> None:
    """Prints one line."""
    _printer(_when)(visible_pieces(pieces))


def put_all(lines: Iterable[Line]) -> None:
    """Prints lines."""
    for line in lines:
        put(*line)


def choose_colours(when: str) -> None:
    """What is printed from now on has colours "always", "never", or, "auto", on a terminal."""
    global _when
    _when = when


def say(sentence: str) -> None:
    """Prints a sentence to the person, beside the answer."""
    print(visible(sentence), file=sys.stderr)


def width() -> int:
    """How many characters of a line are seen."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else PAGE_WIDTH


def shown_path(root: Path, path: str) -> str:
    """A path in a folder as the person who named the folder would write it."""
    return os.path.normpath(root / path)


@cache
def _printer(when: str) -> Callable[[Sequence[tuple[str, str]]], None]:
    if when == "never" or (when == "auto" and not sys.stdout.isatty()):
        return lambda pieces: print("".join(text for text, _ in pieces))
    from rich.console import Console
    from rich.text import Text

    if when == "always":
        console = Console(
            highlight=False, force_terminal=True, color_system="standard", no_color=False
        )
    else:
        console = Console(highlight=False)

    def on_terminal(pieces: Sequence[tuple[str, str]]) -> None:
        console.print(Text.assemble(*pieces), soft_wrap=True)

    return on_terminal
