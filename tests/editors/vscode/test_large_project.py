"""In a real project the order holds beyond what is in sight, and so do the pictures of it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from tests.editors.vscode.conftest import SHOTS
from tests.editors.vscode.results import NEXT, keep_as_list
from tests.editors.vscode.search import look_at, open_search, places, search
from tests.editors.vscode.workbench import Workbench

Ranked = Callable[..., list[tuple[str, int, int]]]

#: What the pictures show: two hits as typed, and what is below them, of which this is one.
QUERY = "renaming"
BELOW = ("module_utils/basic.py", 1653)


def test_rows_beyond_what_is_in_sight_keep_the_order_and_more_come_on_request(
    large_window: Workbench, large_tree: Path, ranked: Ranked
) -> None:
    found = ranked("copying files", large_tree, "--prefix", "--limit", "100")
    wanted = [(path, line + 1) for path, line, _ in found]
    assert len(wanted) == 100

    large_window.clear()
    search(large_window, "copying files")
    large_window.wait("answer", lambda: "best 50 of " in (large_window.title() or ""))
    large_window.press("Control+End")
    large_window.wait("last row", lambda: "Show 50 more" in large_window.labels())
    large_window.press("Enter")

    large_window.wait_for("rows", wanted, lambda: places(large_window.all_rows()))


def test_the_quick_pick_is_pictured(large_window: Workbench) -> None:
    large_window.clear()
    large_window.hide_side_bar()
    _type_query(large_window)
    look_at(large_window, BELOW)
    large_window.wait("mark", lambda: "rename" in large_window.marked())

    _picture(large_window, "vscode-search.png")


def test_the_list_of_results_is_pictured(large_window: Workbench) -> None:
    large_window.clear()
    large_window.hide_side_bar()
    keep_as_list(large_window, QUERY)
    for line in (1051, 10, 101, 10, 1653):
        large_window.press(NEXT)
        large_window.wait_for("line", line, lambda: _line(large_window))
    large_window.wait("mark", lambda: "rename" in large_window.marked())

    _picture(large_window, "vscode-results.png")


def test_the_explanation_is_pictured(large_window: Workbench) -> None:
    large_window.clear()
    large_window.hide_side_bar()
    _type_query(large_window)
    look_at(large_window, BELOW)
    large_window.press("Alt+y")
    large_window.wait("explanation", lambda: "rank 5 of " in large_window.text())

    _picture(large_window, "vscode-why.png")


def _type_query(window: Workbench) -> None:
    """Until it is answered, and not what was typed on the way."""
    open_search(window)
    window.type(QUERY)
    window.wait("answer", lambda: any(f"[{QUERY}]" in row.description for row in window.rows()))


def _line(window: Workbench) -> int | None:
    cursor = window.cursor()
    return None if cursor is None else cursor.line


def _picture(window: Workbench, name: str) -> None:
    folder = Path(os.environ.get("STEMGUARD_SHOTS", SHOTS))
    folder.mkdir(parents=True, exist_ok=True)
    window.page.screenshot(path=folder / name)
    assert (folder / name).stat().st_size < 200_000
