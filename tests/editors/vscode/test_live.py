"""What is searched is what a person sees: unsaved edits, and the disk as it is now."""

from __future__ import annotations

from pathlib import Path

from tests.editors.vscode.search import COUNTED, search, wait_for_hit
from tests.editors.vscode.workbench import Workbench


def test_an_unsaved_edit_is_found_with_its_characters_beyond_the_bmp(window: Workbench) -> None:
    window.open_file("pkg/names.py")
    window.press("Control+Home")
    window.page.keyboard.insert_text('SMILE = "😀😀"; WALRUS_TUSK = 2\n')

    search(window, "walrus")
    wait_for_hit(window, ("pkg/names.py", 1))
    window.press("Enter")
    window.wait("cursor", lambda: (at := window.cursor()) and (at.line, at.column) == (1, 15))

    window.run("File: Revert File")
    search(window, "walrus")
    window.wait_for("row", ["Nothing found"], window.labels)


def test_a_file_that_changes_on_disk_is_found(window: Workbench, tree: Path) -> None:
    added = tree / "docs" / "penguins.md"
    added.write_text("# Penguins\n\nThey huddle.\n")
    try:
        window.wait_for_status("in 5 files")
        search(window, "huddling")
        wait_for_hit(window, ("docs/penguins.md", 1))
    finally:
        added.unlink()
        window.wait_for_status("Ready: 18 units in 4 files")


def test_go_to_symbol_in_workspace_finds_names_with_no_file_open(window: Workbench) -> None:
    window.press("Control+t")
    window.wait("symbol picker", lambda: window.quick_input() is not None)
    window.type("copying")

    wanted = ["copying", "Copying a tree", "😀 Copying files", COUNTED]
    # Those that begin with a hash are of VS Code's own Markdown, and come when it has started.
    window.wait_for("symbols", wanted, lambda: [name for name in window.labels() if name[0] != "#"])
