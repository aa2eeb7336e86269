"""Which key does what. The help on the screen and the keyboard read the same table."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from stemguard_ls.cli.interactive.state import (
    Left,
    State,
    chosen,
    escaped,
    left,
    moved,
    paused,
    toggled_help,
    toggled_match,
    toggled_sources,
    toggled_view,
)

#: More rows than any answer has.
_ALL_ROWS = 10_000


class Key(NamedTuple):
    """`codes` are prompt_toolkit's names of the keys; `does` takes the rows that are on a page."""

    codes: tuple[str, ...]
    shown: str
    help: str
    does: Callable[[State, int], State]


KEYS = (
    Key(("enter",), "Enter", "print where the hit is, and leave", lambda s, _: chosen(s)),
    Key(("down", "c-n"), "Down, Ctrl-N", "next hit", lambda s, _: moved(s, 1)),
    Key(("up", "c-p"), "Up, Ctrl-P", "hit before", lambda s, _: moved(s, -1)),
    Key(("pagedown",), "PgDn", "a page down", lambda s, page: moved(s, page)),
    Key(("pageup",), "PgUp", "a page up", lambda s, page: moved(s, -page)),
    Key(("home",), "Home", "best hit", lambda s, _: moved(s, -_ALL_ROWS)),
    Key(("end",), "End", "last hit", lambda s, _: moved(s, _ALL_ROWS)),
    Key(("tab",), "Tab", "any word, all words", lambda s, _: toggled_match(s)),
    Key(("c-t",), "Ctrl-T", "names alone, or everything", lambda s, _: toggled_view(s)),
    Key(("s-tab",), "Shift-Tab", "code, documents, or both", lambda s, _: toggled_sources(s)),
    Key(("f1",), "F1", "these keys", lambda s, _: toggled_help(s)),
    Key(("c-z",), "Ctrl-Z", "to the shell, until `fg`", lambda s, _: paused(s)),
    Key(("escape",), "Esc", "leave", lambda s, _: escaped(s)),
    Key(("c-c", "c-g", "<sigint>"), "Ctrl-C", "leave", lambda s, _: left(s, Left.BY_KEY)),
)
