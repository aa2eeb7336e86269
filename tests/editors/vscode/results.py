"""The list that stays, as a person reads it."""

from __future__ import annotations

from dataclasses import dataclass

from tests.editors.vscode.search import ANY, Place, place, search
from tests.editors.vscode.workbench import Row, Workbench

NEXT = "Control+F8"
PREVIOUS = "Control+Shift+F8"
KEEP_AS_LIST = "Alt+o"
OPEN_AS_LIST = ("Shift+Alt+q", "l")

_ROWS = """rows => rows.map(row => [
    Number(row.dataset.index),
    row.querySelector('.label-name').textContent,
    row.querySelector('.label-description')?.textContent ?? '',
    Number(row.getAttribute('aria-level')),
    [...row.querySelectorAll('.highlight')].map(mark => mark.textContent),
])"""

_HAS_KEYBOARD = "document.activeElement?.closest('.part.panel') != null"


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row of the list: a hit on level 1, a line of its file on level 2."""

    index: int
    label: str
    description: str
    level: int
    marked: list[str]

    @property
    def place(self) -> Place | None:
        return place(Row(self.index, self.label, self.description, False))


def rows(window: Workbench) -> list[ListRow]:
    """Those in sight, from top to bottom."""
    found = window.page.eval_on_selector_all(".part.panel .customview-tree .monaco-list-row", _ROWS)
    return sorted((ListRow(*cells) for cells in found), key=lambda row: row.index)


def message(window: Workbench) -> str:
    """What stands above the rows."""
    above = window.page.query_selector(".part.panel .tree-explorer-viewlet-tree-view > .message")
    return "" if above is None else above.text_content() or ""


def wait_for_list(window: Workbench, told: str) -> None:
    """Until the list says this and has the keyboard, which would leave a box that is open."""
    window.wait(f"list that says {told!r}", lambda: message(window).startswith(told))
    window.wait("list with the keyboard", lambda: window.page.evaluate(_HAS_KEYBOARD))


def keep_as_list(window: Workbench, query: str) -> None:
    """Searches any word, of which the first row holds all as typed, and keeps what is found."""
    search(window, query, ANY)
    evidence = f"[{', '.join(query.split())}]"
    window.wait("answer", lambda: any(evidence in row.description for row in window.rows()[:1]))
    window.press(KEEP_AS_LIST)
    wait_for_list(window, f"{query} (any word)")
