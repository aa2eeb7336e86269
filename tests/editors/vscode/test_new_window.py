"""What holds in a window that was just opened, and in one whose extensions have died."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from playwright.sync_api import Browser
from tests.editors.vscode.browser import new_page
from tests.editors.vscode.code_server import CodeServer
from tests.editors.vscode.conftest import new_project
from tests.editors.vscode.processes import extension_hosts
from tests.editors.vscode.search import open_search, search, wait_for_hit
from tests.editors.vscode.workbench import Workbench


def test_a_search_opens_at_once_after_the_escape_from_the_first(
    server: CodeServer, browser: Browser, tmp_path: Path
) -> None:
    window = _opened(server, browser, new_project(tmp_path))
    search(window, "limits")
    wait_for_hit(window, ("docs/guide.md", 9))

    window.press("Escape", "Alt+q")

    window.wait_for("search", "Search, any word", window.title)
    window.type("limits")
    wait_for_hit(window, ("docs/guide.md", 9))
    window.page.context.close()


def test_escape_works_after_the_extensions_have_died_with_a_search_open(
    server: CodeServer, browser: Browser, tmp_path: Path, home: Path
) -> None:
    others = extension_hosts(home)
    window = _opened(server, browser, new_project(tmp_path))
    (host,) = extension_hosts(home) - others
    open_search(window)

    os.kill(host, signal.SIGKILL)
    window.wait("other extensions", lambda: extension_hosts(home) - others - {host})
    window.wait_for_status("Ready: 18 units in 4 files")

    window.press("F1")
    window.wait_for("command palette", ">", window.quick_input)
    window.press("Escape")
    window.wait_for("end of the palette", None, window.quick_input)
    window.page.context.close()


def _opened(server: CodeServer, browser: Browser, tree: Path) -> Workbench:
    """A window in which nothing was done yet: VS Code goes other ways the first time."""
    window = Workbench(new_page(browser))
    window.open(server.folder(tree))
    window.wait_for_status("Ready: 18 units in 4 files")
    return window
