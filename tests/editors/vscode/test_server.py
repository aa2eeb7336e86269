"""One server for a window: it is told of, asked, made anew and ended."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser
from tests.editors.vscode.browser import new_page
from tests.editors.vscode.code_server import CodeServer
from tests.editors.vscode.processes import servers, servers_of
from tests.editors.vscode.search import search, wait_for_hit
from tests.editors.vscode.workbench import Workbench


def test_the_status_is_shown_as_the_server_words_it(window: Workbench, tree: Path) -> None:
    window.run("Stemguard: Show Status")

    window.wait("status", lambda: window.text().startswith(f"{tree}  ready"))
    assert "files     4" in window.text()


def test_the_log_says_which_server_runs(window: Workbench, command: Path) -> None:
    window.run("Stemguard: Show Log")

    said = f"The PATH gives the server: {command} serve"
    window.wait("log", lambda: said in window.panel_text())


def test_why_a_unit_ranks_where_it_does_is_shown_as_the_server_words_it(window: Workbench) -> None:
    search(window, "copying")
    wait_for_hit(window, ("pkg/names.py", 12))
    window.press("Alt+y")

    window.wait("explanation", lambda: "rank 1 of 11" in window.text())
    assert window.text().startswith("pkg/names.py:12:5  function  copying")


def test_the_status_item_offers_what_can_be_done(window: Workbench) -> None:
    window.page.click("[id$='stemguard.status'] a")

    wanted = {
        "Search Workspace (any word)",
        "Show Status",
        "Show Log",
        "Restart Server",
        "Rebuild Index",
    }
    window.wait("menu", lambda: wanted <= set(window.labels()))


def test_a_rebuild_reads_everything_anew(window: Workbench, index: Path) -> None:
    before = _changed(index)

    window.run("Stemguard: Rebuild Index")

    window.wait("rebuilt index", lambda: _changed(index) != before)
    window.wait_for_status("Ready: 18 units in 4 files")


def test_a_restart_leaves_one_server(window: Workbench, home: Path, index: Path) -> None:
    before = servers_of(index, home)
    assert len(before) == 1

    window.run("Stemguard: Restart Server")

    window.wait(
        "one other server", lambda: len(now := servers_of(index, home)) == 1 and now != before
    )
    window.wait_for_status("Ready: 18 units in 4 files")
    search(window, "limits")
    wait_for_hit(window, ("docs/guide.md", 9))


def test_a_window_that_is_loaded_anew_has_one_server_and_a_closed_one_none(
    window: Workbench, server: CodeServer, browser: Browser, tmp_path: Path, home: Path
) -> None:
    others = servers(home)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("# A note\n")
    other = Workbench(new_page(browser))
    other.open(server.folder(tmp_path / "notes"))
    other.wait_for_status(" in 1 files")
    (first,) = servers(home) - others

    other.page.reload()
    other.wait("one server", lambda: len(now := servers(home) - others) == 1 and first not in now)
    other.wait_for_status(" in 1 files")

    other.page.close(run_before_unload=True)
    window.wait_for("servers left", others, lambda: servers(home))
    other.page.context.close()


def _changed(index: Path) -> list[int]:
    return [file.stat().st_mtime_ns for file in sorted(index.glob("index.db*"))]
