"""What is wrong is said in a sentence, with a way out."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.editors.vscode.browser import new_page
from tests.editors.vscode.code_server import CodeServer, code_server
from tests.editors.vscode.conftest import EDITOR, choose_server, new_home, new_project
from tests.editors.vscode.search import places, search, wait_for_hit
from tests.editors.vscode.workbench import Workbench

Ranked = Callable[..., list[tuple[str, int, int]]]


@pytest.mark.timeout(400)
def test_who_has_no_server_is_told_so_and_can_install_it_once_python_is_there(
    extensions: Path, browser: Browser, tree: Path, tmp_path: Path
) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    pip = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    env = new_home(tmp_path / "home", str(programs)) | pip

    with code_server(
        EDITOR, extensions, tmp_path / "data", env, {}, "--disable-workspace-trust"
    ) as server:
        window = Workbench(new_page(browser))
        window.open(server.folder(tree))
        window.wait(
            "message", lambda: _told(window, "The Stemguard server was not found: no setting")
        )
        assert window.status() == "Stemguard: The server was not found"
        search(window, "limits")
        window.wait_for("row", ["The Stemguard server was not found."], window.labels)
        window.press("Escape")

        _choose(window, "Install")
        window.wait("message", lambda: _told(window, "No Python 3.11 or newer is on the PATH"))

        python = programs / "python3"
        python.write_text(f'#!/bin/sh\nexec {sys._base_executable} "$@"\n')  # type: ignore[attr-defined]
        python.chmod(0o755)
        window.run("Stemguard: Install the Server")
        window.wait_for_status("Ready: 18 units in 4 files", patience_s=240)
        search(window, "limits")
        wait_for_hit(window, ("docs/guide.md", 9))
        window.page.context.close()


def test_a_server_that_ends_while_it_starts_is_told_of_and_can_be_started_again(
    server: CodeServer, browser: Browser, command: Path, tmp_path: Path
) -> None:
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    tree = new_project(tmp_path)
    choose_server(tree, program)

    window = Workbench(new_page(browser))
    window.open(server.folder(tree))
    ended = "The server ended while it started; the log says why."
    window.wait("message", lambda: _told(window, ended))
    assert window.status() == f"Stemguard: {ended}"
    assert len(window.notifications()) == 1

    program.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
    _choose(window, "Restart")
    window.wait_for_status("Ready: 21 units in 5 files")
    window.page.context.close()


def test_a_broken_index_is_made_anew_and_searched_right(
    window: Workbench, tree: Path, index: Path, ranked: Ranked
) -> None:
    wanted = [(path, line + 1) for path, line, _ in ranked("copying", tree, "--prefix")]

    (index / "index.db").write_bytes(b"no database " * 5000)
    window.run("Stemguard: Restart Server")
    window.wait_for_status("Ready: 18 units in 4 files")
    search(window, "copying")

    window.wait_for("rows", wanted, lambda: places(window.all_rows()))


def _told(window: Workbench, words: str) -> bool:
    return any(words in told for told in window.notifications())


def _choose(window: Workbench, way: str) -> None:
    window.page.click(f".notifications-toasts .monaco-button:has-text('{way}')")
