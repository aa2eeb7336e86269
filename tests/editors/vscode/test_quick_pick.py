"""The live search keeps the server's order, and leads where its rows say."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.editors.vscode.processes import servers_of
from tests.editors.vscode.search import (
    ALL,
    ANY,
    COUNTED,
    NAMES,
    SELECTION,
    look_at,
    open_search,
    places,
    search,
    wait_for_hit,
)
from tests.editors.vscode.workbench import Cursor, Workbench

_PROGRESS = ".quick-input-widget .monaco-progress-container.active"

Ranked = Callable[..., list[tuple[str, int, int]]]


@pytest.mark.parametrize(
    ("keys", "query", "flags"),
    [
        (ANY, "copying", ("--any",)),
        (ANY, '"copies" -tree', ("--any",)),
        (ALL, "copy file", ("--all",)),
        (NAMES, "copy", ("--names",)),
    ],
)
def test_the_rows_are_in_the_order_of_the_server(
    window: Workbench,
    tree: Path,
    ranked: Ranked,
    keys: tuple[str, ...],
    query: str,
    flags: tuple[str, ...],
) -> None:
    wanted = [(path, line + 1) for path, line, _ in ranked(query, tree, "--prefix", *flags)]
    assert wanted

    open_search(window, keys)
    window.type(query)

    window.wait_for("rows", wanted, lambda: places(window.all_rows()))


def test_rows_without_the_query_in_their_names_keep_their_places(window: Workbench) -> None:
    search(window, "copying")

    wanted = ["copying", COUNTED, "zeta_first", "Copying a tree"]
    window.wait_for("first rows", wanted, lambda: window.labels()[:4])


def test_rows_say_how_each_word_was_found(window: Workbench) -> None:
    search(window, "copies plac")

    said = {"pkg/store.py:9  [copies, plac ~prefix]", "pkg/store.py:3  [copies ~stem]"}
    window.wait(
        "evidence",
        lambda: said <= {row.description.removeprefix("Store  ") for row in window.all_rows()},
    )


def test_typing_on_ends_with_the_answer_to_the_last_text(
    window: Workbench, tree: Path, ranked: Ranked
) -> None:
    wanted = [(path, line + 1) for path, line, _ in ranked("tree -copying", tree, "--prefix")]

    open_search(window)
    window.type("copying")
    window.press(*["Backspace"] * 7)
    window.type("tree -copying")

    window.wait_for("rows", wanted, lambda: places(window.all_rows()))
    assert window.quick_input() == "tree -copying"


@pytest.mark.parametrize(
    ("query", "row", "cursor"),
    [
        ("copy limit", ("pkg/store.py", 3), Cursor("store.py", 3, 18)),
        ("copying files", ("docs/guide.md", 1), Cursor("guide.md", 1, 3)),
    ],
)
def test_a_row_leads_to_its_name_behind_characters_beyond_the_bmp(
    window: Workbench, query: str, row: tuple[str, int], cursor: Cursor
) -> None:
    search(window, query, NAMES)
    wait_for_hit(window, row)
    look_at(window, row)
    window.press("Enter")

    window.wait_for("cursor", cursor, window.cursor)
    window.wait("closed box", lambda: window.quick_input() is None)


def test_rows_are_shown_while_one_moves_through_them(window: Workbench) -> None:
    search(window, "copying")

    window.wait_for("shown at first", "names.py", window.tab)
    look_at(window, ("pkg/store.py", 12))
    window.wait_for("shown next", "store.py", window.tab)
    window.wait("line with the hit", lambda: f"def {COUNTED}" in window.text())
    assert window.quick_input() == "copying"


def test_escape_leads_back_to_where_one_was(window: Workbench) -> None:
    window.open_file("pkg/names.py")
    window.press("Control+g")
    window.type("5:3")
    window.press("Enter", "Shift+End")
    before = window.wait("selection", lambda: window.selection())

    search(window, "limits")
    window.wait_for("shown", "guide.md", window.tab)
    window.press("Escape")

    window.wait_for("editors", [["names.py"]], window.tabs)
    window.wait_for("selection", before, window.selection)


def test_escape_leaves_no_editor_where_none_was(window: Workbench) -> None:
    search(window, "limits")
    window.wait_for("shown", "guide.md", window.tab)
    window.press("Escape")

    window.wait("end of all editors", lambda: not any(window.tabs()))


def test_escape_leads_back_to_the_settings_in_front_of_the_editors(window: Workbench) -> None:
    window.open_file("pkg/names.py")
    window.run("Preferences: Open Settings (UI)")
    window.wait("settings", lambda: window.page.is_visible(".settings-editor"))
    before = window.tabs()

    search(window, "limits")
    window.wait("shown", lambda: any("guide.md" in group for group in window.tabs()))
    window.press("Escape")

    window.wait_for("editors", before, window.tabs)
    assert window.page.is_visible(".settings-editor")


def test_escape_leaves_the_preview_that_another_editor_hides(window: Workbench) -> None:
    search(window, "zeta_first", NAMES)
    window.wait_for("shown", "names.py", window.tab)
    window.page.click(".editor-group-container.active .view-lines")
    window.wait_for("end of the search", None, window.quick_input)
    window.open_file("docs/guide.md")

    search(window, "copy limit", NAMES)
    wait_for_hit(window, ("pkg/store.py", 3))
    look_at(window, ("pkg/store.py", 3))
    window.wait_for("shown", "store.py", window.tab)
    window.press("Escape")

    window.wait_for("editor", "guide.md", window.tab)
    window.wait_for("editors", [["guide.md", "names.py"]], lambda: [sorted(*window.tabs())])


def test_enter_takes_the_answer_to_what_was_typed(window: Workbench) -> None:
    search(window, "limits")
    window.press("Enter")

    window.wait_for("cursor", Cursor("guide.md", 9, 4), window.cursor)


def test_a_search_goes_on_with_the_server_that_follows_one_that_was_killed(
    window: Workbench, home: Path, index: Path
) -> None:
    open_search(window)
    (killed,) = servers_of(index, home)
    os.kill(killed, signal.SIGSTOP)
    window.type("limits")
    window.wait("sign of work", lambda: window.page.is_visible(_PROGRESS))

    os.kill(killed, signal.SIGKILL)

    wait_for_hit(window, ("docs/guide.md", 9))


def test_control_and_enter_open_to_the_side(window: Workbench) -> None:
    window.open_file("pkg/names.py")

    search(window, "limits")
    wait_for_hit(window, ("docs/guide.md", 9))
    window.press("Control+Enter")

    window.wait_for("editors", [["names.py"], ["guide.md"]], window.tabs)
    window.wait_for("cursor", Cursor("guide.md", 9, 4), window.cursor)


def test_the_manner_of_the_search_changes_by_buttons_and_keys(window: Workbench) -> None:
    search(window, "copy file")
    window.wait_for("any", "Search, any word · 11 found", window.title)

    window.page.click(".quick-input-titlebar [aria-label^='Any Word']")
    window.wait_for("all", "Search, all words · 5 found", window.title)
    window.press("Alt+b")
    window.wait_for("code", "Search, all words, code · 2 found", window.title)
    window.press("Alt+b")
    window.wait_for("documents", "Search, all words, documents · 3 found", window.title)
    window.press("Alt+i")
    window.wait_for("names", "Search, all words, names, documents · 3 found", window.title)


def test_a_search_is_remembered_until_it_is_forgotten(window: Workbench) -> None:
    search(window, "limits")
    wait_for_hit(window, ("docs/guide.md", 9))
    window.press("Enter")
    window.wait_for("end of the search", None, window.quick_input)

    open_search(window)
    window.wait_for("latest search", ["limits"], lambda: window.labels()[:1])
    window.press("Enter")
    wait_for_hit(window, ("docs/guide.md", 9))
    window.press("Escape")

    open_search(window)
    window.wait_for("latest search", ["limits"], lambda: window.labels()[:1])
    window.page.hover(".quick-input-list .monaco-list-row[data-index='1']")
    window.page.click(".quick-input-list [aria-label^='Forget This Search']")
    window.wait("end of the row", lambda: "limits" not in window.labels())


def test_a_search_that_found_something_is_remembered_after_escape(window: Workbench) -> None:
    search(window, "zeta")
    wait_for_hit(window, ("pkg/names.py", 4))
    window.press("Escape")

    open_search(window)
    window.wait_for("latest search", ["zeta"], lambda: window.labels()[:1])


def test_what_is_selected_is_searched_for(window: Workbench) -> None:
    window.open_file("pkg/names.py")
    window.press("Control+g")
    window.type("12:6")
    window.press("Enter", *SELECTION)

    window.wait_for("words", "copying", window.quick_input)
    wait_for_hit(window, ("pkg/names.py", 12))


def test_nothing_found_is_said(window: Workbench) -> None:
    search(window, "copying zzyzx", ALL)
    window.wait("unknown word", lambda: "no unit holds `zzyzx`" in (window.title() or ""))
    window.press(*["Backspace"] * 13)
    window.type("zzyzx")
    window.wait_for("row", ["Nothing found"], window.labels)
