"""VS Code's workbench as a person has it: keys go in, what is shown comes out."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from playwright.sync_api import Page

#: Generous: the machine may be busy with other things.
PATIENCE_S = 60.0

_CLEAR_RESULTS = ".part.panel [aria-label='Clear Results']"
_QUICK_INPUT = '.quick-input-widget:not([style*="display: none"])'

#: Only the rows in sight are in the page, in no order; labels hold runs of highlighted text.
_ROWS = """rows => rows.map(row => [
    Number(row.dataset.index),
    row.querySelector('.label-name')?.textContent.replaceAll('\u00a0', ' ').trim() ?? '',
    row.querySelector('.label-description')?.textContent ?? '',
    row.classList.contains('focused'),
])"""

#: What lies under the decorations of extensions that are no whole line, in the active editor.
_MARKED = """editor => {
    const marks = [...editor.querySelectorAll('.cdr[class*=TextEditorDecorationType]')];
    const characters = [];
    const lines = editor.querySelector('.view-lines');
    const walk = document.createTreeWalker(lines, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        for (let at = 0; at < walk.currentNode.length; at++) {
            const range = document.createRange();
            range.setStart(walk.currentNode, at);
            range.setEnd(walk.currentNode, at + 1);
            const box = range.getBoundingClientRect();
            const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
            characters.push([range.toString(), ...middle]);
        }
    }
    return marks.map(mark => mark.getBoundingClientRect()).map(box => characters
        .filter(([, x, y]) => box.left < x && x < box.right && box.top < y && y < box.bottom)
        .map(([character]) => character).join(''));
}"""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the quick pick, as it is read."""

    index: int
    label: str
    description: str
    focused: bool


@dataclass(frozen=True, slots=True)
class Cursor:
    """The active editor and its cursor, as the tab and the status bar name them: from 1."""

    file: str
    line: int
    column: int


class Workbench:
    """One window."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, url: str) -> None:
        self.page.goto(url, wait_until="domcontentloaded", timeout=PATIENCE_S * 1000)
        self.page.wait_for_selector(".monaco-workbench", timeout=PATIENCE_S * 1000)
        self.wait("a status bar", lambda: self.status_items())

    def clear(self) -> None:
        """Closes what is open: pick, notifications and editors."""
        self.press("Escape")
        self.wait("end of the pick", lambda: self.quick_input() is None)
        if self.notifications():
            self.run("Notifications: Clear All Notifications")
        if any(self.tabs()):
            self.press("Control+k", "Control+w")
        if self.page.is_visible(_CLEAR_RESULTS):
            self.page.click(_CLEAR_RESULTS)
        if self.page.is_visible(".part.panel"):
            self.press("Control+j")
        self.wait("end of all editors", lambda: not any(self.tabs()))

    def hide_side_bar(self) -> None:
        if self.page.is_visible(".part.sidebar"):
            self.press("Control+b")

    def wait(self, what: str, seen: Callable[[], T], patience_s: float = PATIENCE_S) -> T:
        """The first truth that is seen."""
        limit = time.monotonic() + patience_s
        while True:
            value = seen()
            if value:
                return value
            if time.monotonic() > limit:
                raise AssertionError(f"{patience_s:.0f} s brought no {what}")
            self.page.wait_for_timeout(50)

    def wait_for(self, what: str, wanted: object, seen: Callable[[], object]) -> None:
        """Until just that is seen."""
        limit = time.monotonic() + PATIENCE_S
        value = seen()
        while value != wanted and time.monotonic() < limit:
            self.page.wait_for_timeout(50)
            value = seen()
        assert value == wanted, f"{PATIENCE_S:.0f} s brought no {what} {wanted!r}, but {value!r}"

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    def run(self, title: str) -> None:
        """A command, by its title in the palette."""
        self.press("F1")
        self.wait("command palette", lambda: self.quick_input() is not None)
        self.page.locator(f"{_QUICK_INPUT} input[type=text]").fill(f">{title}")
        self.wait(
            f"command {title!r} in the palette",
            lambda: any(row.focused and row.label == title for row in self.rows()),
        )
        self.press("Enter")

    def open_file(self, path: str) -> None:
        """By its name, as with the keys of Go to File."""
        self.press("Control+p")
        self.wait("file picker", lambda: self.quick_input() is not None)
        self.type(path)
        name = path.rpartition("/")[2]
        self.wait(
            f"file {path!r} in the picker",
            lambda: any(row.focused and row.label == name for row in self.rows()),
        )
        self.press("Enter")
        self.wait(f"editor of {name}", lambda: self.tab() == name)

    def quick_input(self) -> str | None:
        """What is typed in the quick pick that is open; None where there is none."""
        box = self.page.query_selector(f"{_QUICK_INPUT} input[type=text]")
        return None if box is None else box.input_value()

    def title(self) -> str | None:
        """The title of the quick pick that is open."""
        title = self.page.query_selector(f"{_QUICK_INPUT} .quick-input-title")
        return None if title is None else title.text_content()

    def rows(self) -> list[Row]:
        """The rows of the quick pick that are in sight, from top to bottom."""
        found = self.page.eval_on_selector_all(
            f"{_QUICK_INPUT} .quick-input-list .monaco-list-row", _ROWS
        )
        return sorted((Row(*cells) for cells in found), key=lambda row: row.index)

    def all_rows(self) -> list[Row]:
        """All rows, scrolled through from the first; none where they change meanwhile."""
        rows: dict[int, Row] = {}
        if not self.rows():
            return []
        self.page.locator(f"{_QUICK_INPUT} .quick-input-list .monaco-list").hover()
        self.page.mouse.wheel(0, -100_000)
        while True:
            self.page.wait_for_timeout(100)
            sight = self.rows()
            if not sight or sight[0].index > len(rows):
                return []
            before = len(rows)
            rows.update((row.index, row) for row in sight)
            if len(rows) == before:
                self.page.mouse.move(0, 0)
                return [rows[index] for index in sorted(rows)]
            self.page.mouse.wheel(0, 200)

    def labels(self) -> list[str]:
        """Those of the rows that are in sight."""
        return [row.label for row in self.rows()]

    def tab(self) -> str | None:
        """The name of the active editor."""
        tab = self.page.query_selector(".editor-group-container.active .tab.active")
        return None if tab is None else tab.get_attribute("data-resource-name")

    def tabs(self) -> list[list[str]]:
        """The names of the editors, group by group."""
        return [
            [
                tab.get_attribute("data-resource-name") or ""
                for tab in group.query_selector_all(".tab")
            ]
            for group in self.page.query_selector_all(".editor-group-container")
        ]

    def cursor(self) -> Cursor | None:
        """None where no text is edited."""
        words, tab = self.selection(), self.tab()
        if words is None or tab is None:
            return None
        line, column = words.partition(" (")[0].removeprefix("Ln ").split(", Col ")
        return Cursor(tab, int(line), int(column))

    def selection(self) -> str | None:
        """Cursor and selection, as the status bar words them."""
        return next((item for item in self.status_items() if item.startswith("Ln ")), None)

    def status_items(self) -> list[str]:
        items = self.page.query_selector_all(".statusbar-item:not(.hidden)")
        return [(item.text_content() or "").strip().replace("\u00a0", " ") for item in items]

    def notifications(self) -> list[str]:
        """What is said in the corner."""
        toasts = self.page.query_selector_all(".notification-list-item-message")
        return [toast.text_content() or "" for toast in toasts]

    def dialog(self) -> str | None:
        box = self.page.query_selector(".monaco-dialog-box")
        return None if box is None else box.text_content()

    def text(self) -> str:
        """The lines of the active editor that are in sight."""
        return self._lines(".editor-group-container.active")

    def panel_text(self) -> str:
        """The lines of the output in the panel that are in sight."""
        return self._lines(".part.panel")

    def _lines(self, part: str) -> str:
        lines = self.page.eval_on_selector_all(
            f"{part} .view-lines .view-line",
            "lines => lines.map(line => [line.offsetTop, line.textContent])",
        )
        return "\n".join(line for _, line in sorted(lines)).replace("\u00a0", " ")

    def wait_for_status(self, words: str, patience_s: float = PATIENCE_S) -> None:
        """What the extension's item in the status bar is to say, to the ear."""
        wanted = f"status item that says {words!r}"
        self.wait(wanted, lambda: words in (self.status() or ""), patience_s)

    def status(self) -> str | None:
        """What the extension's item in the status bar says to the ear."""
        item = self.page.query_selector("[id$='stemguard.status'] a")
        return None if item is None else item.get_attribute("aria-label")

    def marked(self) -> list[str]:
        """The words that extensions mark in the active editor."""
        editor = self.page.query_selector(".editor-group-container.active .monaco-editor")
        return [] if editor is None else list(editor.evaluate(_MARKED))
