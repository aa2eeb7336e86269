"""The search of the extension, as a person opens it and reads it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tests.editors.vscode.workbench import Row, Workbench

#: The keys that open it.
ANY = ("Alt+q",)
ALL = ("Shift+Alt+q", "a")
NAMES = ("Shift+Alt+q", "n")
SELECTION = ("Shift+Alt+q", "s")

#: The method of the small project whose name begins beyond the BMP.
COUNTED = "\N{MATHEMATICAL SCRIPT CAPITAL A}_copying"

#: A path and a line from 1.
Place = tuple[str, int]


def open_search(window: Workbench, keys: tuple[str, ...] = ANY) -> None:
    window.press(*keys)
    window.wait("search that is open", lambda: (window.title() or "").startswith("Search, "))


def search(window: Workbench, query: str, keys: tuple[str, ...] = ANY) -> None:
    """Opens the search and puts the whole query in, so that there is one answer to wait for."""
    open_search(window, keys)
    window.page.keyboard.insert_text(query)


def place(row: Row) -> Place | None:
    """Where a row says that it is; None where it is no hit."""
    found = re.search(r"(?:^|  )(\S+):(\d+)(?:  |$)", row.description)
    return None if found is None else (found[1], int(found[2]))


def places(rows: Iterable[Row]) -> list[Place]:
    return [found for row in rows if (found := place(row)) is not None]


def wait_for_hit(window: Workbench, wanted: Place) -> None:
    """Until a hit is in sight."""
    window.wait(f"hit at {wanted}", lambda: wanted in places(window.rows()))


def look_at(window: Workbench, wanted: Place) -> None:
    """Goes down to the row of a hit, as one does by keys."""
    window.wait(f"hit at {wanted}", lambda: _is_focused(window, wanted))


def _is_focused(window: Workbench, wanted: Place) -> bool:
    if any(row.focused and place(row) == wanted for row in window.rows()):
        return True
    window.press("ArrowDown")
    return False
