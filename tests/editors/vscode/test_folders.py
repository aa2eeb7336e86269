"""Several folders, and folders that nobody vouches for."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Browser
from tests.editors.vscode.browser import new_page
from tests.editors.vscode.code_server import CodeServer, code_server
from tests.editors.vscode.conftest import EDITOR, choose_server, new_project
from tests.editors.vscode.search import places, search, wait_for_hit
from tests.editors.vscode.workbench import Workbench


def test_rows_say_in_which_of_several_folders_they_are(
    server: CodeServer, browser: Browser, tmp_path: Path
) -> None:
    for name, text in (("first", "# Walrus\n\nA walrus.\n"), ("second", "# Other\n\nA walrus.\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "animal.md").write_text(text)
    workspace = tmp_path / "both.code-workspace"
    workspace.write_text(json.dumps({"folders": [{"path": "second"}, {"path": "first"}]}))
    window = Workbench(new_page(browser))
    window.open(server.workspace(workspace))
    window.wait_for_status("in 2 files")

    search(window, "walrus")

    wanted = [("first/animal.md", 1), ("second/animal.md", 1)]
    window.wait_for("rows", wanted, lambda: places(window.rows()))
    window.page.context.close()


def test_a_folder_that_is_not_trusted_is_searched_and_chooses_no_program(
    extensions: Path, env: dict[str, str], browser: Browser, tmp_path: Path
) -> None:
    tree = new_project(tmp_path)
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/was-run\n")
    program.chmod(0o755)
    choose_server(tree, program)
    prompt = {"security.workspace.trust.startupPrompt": "never"}

    with code_server(EDITOR, extensions, tmp_path / "data", env, prompt) as server:
        window = Workbench(new_page(browser))
        window.open(server.folder(tree))
        window.wait_for_status("Ready: 21 units in 5 files")
        search(window, "limits")
        wait_for_hit(window, ("docs/guide.md", 9))

        assert "Restricted Mode" in window.status_items()
        assert not (tmp_path / "was-run").exists()

        window.press("Escape")
        window.run("Workspaces: Manage Workspace Trust")
        window.page.click(".workspace-trust-buttons-row .monaco-button:has-text('Trust') >> nth=0")
        window.wait("run of the program", (tmp_path / "was-run").exists)
        window.page.context.close()
