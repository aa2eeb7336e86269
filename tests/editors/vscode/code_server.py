"""VS Code's server, with a home, settings and extensions of its own."""

from __future__ import annotations

import json
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

#: A place where nobody listens: no gallery is asked for anything.
_NOWHERE = "http://127.0.0.1:9"
_GALLERY = {"serviceUrl": _NOWHERE, "itemUrl": _NOWHERE, "resourceUrlTemplate": _NOWHERE}

#: What keeps the workbench from showing or fetching things of its own.
QUIET = {
    "chat.disableAIFeatures": True,
    "editor.minimap.enabled": False,
    "editor.stickyScroll.enabled": False,
    "extensions.autoCheckUpdates": False,
    "extensions.autoUpdate": False,
    "files.autoSave": "off",
    "git.enabled": False,
    "telemetry.telemetryLevel": "off",
    "update.mode": "none",
    "workbench.enableExperiments": False,
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "workbench.startupEditor": "none",
    "workbench.tips.enabled": False,
}


class CodeServer:
    """Where it is asked, and what it was told."""

    def __init__(self, address: str, process: subprocess.Popen[bytes], data: Path) -> None:
        self.address = address
        self.pid = process.pid
        self.settings = data / "User" / "settings.json"

    def folder(self, folder: Path) -> str:
        return f"{self.address}/?folder={quote(str(folder))}"

    def workspace(self, file: Path) -> str:
        return f"{self.address}/?workspace={quote(str(file))}"


def install_extension(editor: Path, vsix: Path, extensions: Path, env: Mapping[str, str]) -> None:
    """As a user does who has the file."""
    done = subprocess.run(
        [*_command(editor), "--extensions-dir", extensions, "--install-extension", vsix],
        env=_environment(env),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@contextmanager
def code_server(
    editor: Path,
    extensions: Path,
    data: Path,
    env: Mapping[str, str],
    settings: Mapping[str, object],
    *flags: str,
) -> Iterator[CodeServer]:
    """One that listens on a port of its own, and is ended with all that it started."""
    (data / "User").mkdir(parents=True)
    (data / "User" / "settings.json").write_text(json.dumps({**QUIET, **settings}))
    port = _free_port()
    words = [
        *_command(editor),
        *("--bind-addr", f"127.0.0.1:{port}", "--auth", "none", "--config", data / "config.yaml"),
        *("--user-data-dir", data, "--extensions-dir", extensions),
        *("--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"),
        *flags,
    ]
    with (data / "log").open("wb") as log:
        process = subprocess.Popen(
            words, env=_environment(env), stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
    try:
        address = f"http://127.0.0.1:{port}"
        _wait_for_answer(f"{address}/healthz", process, data / "log")
        yield CodeServer(address, process, data)
    finally:
        process.terminate()
        process.wait(30)


def _command(editor: Path) -> list[str | Path]:
    return [editor / "node24/bin/node", editor / "node_modules/code-server/out/node/entry.js"]


def _environment(env: Mapping[str, str]) -> dict[str, str]:
    return {**env, "EXTENSIONS_GALLERY": json.dumps(_GALLERY)}


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        assert isinstance(port, int)
        return port


def _wait_for_answer(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    limit = time.monotonic() + 60
    while time.monotonic() < limit and process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            time.sleep(0.05)
    raise AssertionError(f"code-server does not answer: {log.read_text()}")
