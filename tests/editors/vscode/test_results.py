"""The list that stays keeps the server's order, and outlives the server."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

from tests.editors.vscode.processes import servers_of
from tests.editors.vscode.results import (
    KEEP_AS_LIST,
    NEXT,
    OPEN_AS_LIST,
    PREVIOUS,
    ListRow,
    keep_as_list,
    message,
    rows,
    wait_for_list,
)
from tests.editors.vscode.search import ALL, ANY, places, search
from tests.editors.vscode.workbench import Cursor, Workbench

_SELECTED = ".part.panel .customview-tree .monaco-list-row.selected"

Ranked = Callable[..., list[tuple[str, int, int]]]


def test_the_next_results_are_in_the_order_of_the_server_at_its_columns(
    window: Workbench, tree: Path, ranked: Ranked
) -> None:
    wanted = [
        Cursor(path.rpartition("/")[2], line + 1, column + 1)
        for path, line, column in ranked("copying", tree, "--prefix")
    ]
    assert len(wanted) == 11

    keep_as_list(window, "copying")

    for cursor in [*wanted, wanted[0]]:
        window.press(NEXT)
        window.wait_for("next result", cursor, window.cursor)
    window.press(PREVIOUS)
    window.wait_for("previous result", wanted[-1], window.cursor)


def test_quick_steps_are_all_made_and_a_list_that_is_made_again_begins_at_its_top(
    window: Workbench,
) -> None:
    keep_as_list(window, "copying")
    window.press(NEXT, NEXT, NEXT)
    window.wait_for("third result", Cursor("names.py", 4, 5), window.cursor)

    keep_as_list(window, "copying")
    window.wait("list with no row selected", lambda: not window.page.is_visible(_SELECTED))
    window.press(NEXT)
    window.wait_for("first result", Cursor("names.py", 12, 5), window.cursor)


def test_the_list_is_of_the_last_search_in_its_manner(window: Workbench) -> None:
    _search_and_list(window, ANY, "any word · 11 found")
    wait_for_list(window, "copy file (any word): 11")
    _search_and_list(window, ALL, "all words · 5 found")
    wait_for_list(window, "copy file (all words): 5")


def test_the_list_is_of_what_was_typed_though_its_answer_is_not_there_yet(
    window: Workbench,
) -> None:
    search(window, "limits")
    window.press(KEEP_AS_LIST)

    wait_for_list(window, "limits (any word): 3 found")


def test_matched_words_are_marked_in_the_list_and_in_the_editor(window: Workbench) -> None:
    keep_as_list(window, "copying")

    wanted = ("At most three copies are made at a time.", ["copies"])
    window.wait("marks", lambda: wanted in [(row.label, row.marked) for row in rows(window)])
    window.press(NEXT)
    window.wait_for("result", Cursor("names.py", 12, 5), window.cursor)
    window.wait("mark", lambda: "copying" in window.marked())


def test_a_result_opens_to_the_lines_around_it(window: Workbench) -> None:
    keep_as_list(window, "limits")
    window.wait("hit", lambda: len(rows(window)) >= 1)
    window.page.click(".part.panel .customview-tree .monaco-list-row >> nth=0")
    window.press("ArrowRight")

    wanted = ["8  ", "9  ## Limits", "10  "]
    window.wait(
        "lines", lambda: set(wanted) <= {row.label for row in rows(window) if row.level == 2}
    )


def test_a_killed_server_is_started_again_and_the_list_stays(
    window: Workbench, tree: Path, home: Path, index: Path
) -> None:
    keep_as_list(window, "tree")
    before = window.wait("list", lambda: _hold("tree", rows(window)))
    (killed,) = servers_of(index, home)

    os.kill(killed, signal.SIGKILL)
    window.wait("other server", lambda: servers_of(index, home) - {killed})
    assert rows(window) == before

    added = tree / "docs" / "more.md"
    added.write_text("# A tree more\n")
    try:
        window.wait_for_status("in 5 files")
        window.run("Stemguard: Refresh Results")
        window.wait("new hit", lambda: ("docs/more.md", 1) in [row.place for row in rows(window)])
    finally:
        added.unlink()
        window.wait_for_status("Ready: 18 units in 4 files")
    assert len(servers_of(index, home)) == 1


def test_a_refresh_shows_what_has_changed(window: Workbench, tree: Path) -> None:
    keep_as_list(window, "limits")
    added = tree / "docs" / "more.md"

    added.write_text("# Limits of it all\n")
    try:
        window.wait("remark", lambda: "files have changed since" in message(window))
        window.run("Stemguard: Refresh Results")
        window.wait("new hit", lambda: ("docs/more.md", 1) in [row.place for row in rows(window)])
    finally:
        added.unlink()
        window.wait_for_status("Ready: 18 units in 4 files")


def _search_and_list(window: Workbench, keys: tuple[str, ...], told: str) -> None:
    search(window, "copy file", keys)
    window.wait("hits", lambda: told in (window.title() or "") and places(window.rows()))
    window.press("Escape", *OPEN_AS_LIST)


def _hold(word: str, found: list[ListRow]) -> list[ListRow]:
    """The rows where all hold the word; none as long as others are there."""
    return found if all(word in row.label.lower() for row in found) else []
