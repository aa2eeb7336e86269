"""Lists the default keys, after `make editors`.

`python -m tests.editors.vscode.list_default_keys`
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from pathlib import Path

from tests.editors.vscode.browser import chromium, new_page
from tests.editors.vscode.code_server import code_server
from tests.editors.vscode.default_keys import KEPT
from tests.editors.vscode.workbench import Workbench

#: The workbench believes the browser's word for where it runs.
_VISITORS = {
    "linux": "X11; Linux x86_64",
    "mac": "Macintosh; Intel Mac OS X 10_15_7",
    "windows": "Windows NT 10.0; Win64; x64",
}
_KEY = r'"key": +("(?:[^"\\]|\\.)*")'
_FIRST_LINE = "Override key bindings by placing them into your key bindings file"


def _ask(editor: Path, folder: Path) -> None:
    (folder / "empty").mkdir()
    env = {"PATH": os.environ["PATH"], "HOME": str(folder)}
    with (
        code_server(editor, folder / "extensions", folder / "data", env, {}) as server,
        chromium(folder / "browser") as browser,
    ):
        for platform, system in _VISITORS.items():
            page = new_page(browser, f"Mozilla/5.0 ({system}) AppleWebKit/537.36 Chrome/150.0.0.0")
            window = Workbench(page)
            window.open(server.folder(folder / "empty"))
            keys = _listed(window, select_all="Meta+a" if platform == "mac" else "Control+a")
            said = {"version": (editor / "version").read_text().strip(), "keys": keys}
            (KEPT / f"{platform}.json").write_text(json.dumps(said, indent=1) + "\n")
            page.context.close()


def _listed(window: Workbench, select_all: str) -> list[str]:
    """All of them: extensions bring theirs in while the window already works."""
    before: list[str] = []
    while True:
        window.run("Preferences: Open Default Keyboard Shortcuts (JSON)")
        window.wait("list of keys", lambda: _FIRST_LINE in window.text())
        window.page.click(f".view-line:has-text('{_FIRST_LINE}')")
        window.press(select_all)
        window.page.evaluate("document.execCommand('copy')")
        text = window.page.evaluate("navigator.clipboard.readText()")
        keys = sorted({json.loads(found) for found in re.findall(_KEY, text)})
        if "markdown.showPreviewToSide" in text and keys == before:
            return keys
        before = keys
        window.run("View: Close All Editors")
        window.page.wait_for_timeout(2000)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        _ask(Path(__file__).parents[3] / ".cache" / "editors" / "vscode", Path(folder))
