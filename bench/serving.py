"""What an editor and a terminal feel: round trips, memory, and a whole process."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.querying import Times
from bench.wire import Client

#: Symbol pickers show so many.
_ROWS = 100
#: A client that waits longer has been told nothing.
_PATIENCE_S = 300.0
_TIMES_STARTED = 10

#: The server as an editor starts it.
SERVE = [sys.executable, "-m", "stemguard_ls", "serve"]


@dataclass(frozen=True, slots=True)
class Served:
    """Round trips of `workspace/symbol` with 100 rows and with none; resident kilobytes."""

    full: Times
    empty: Times
    resident_kb: int
    peak_kb: int


def serve(root: Path, home: Path, words: Sequence[str]) -> Served:
    """Asks a server over an index that is there for the words that give it a full page."""
    with Client(SERVE, environment_of(home)) as client:
        open_folder(client, root)
        wait_until_ready(client)
        full: list[float] = []
        for word in words:
            spent, rows = _ask(client, word)
            if rows == _ROWS:
                full.append(spent)
        empty = [_ask(client, f"zzqx{word}")[0] for word in words]
        status = Path(f"/proc/{client.pid}/status").read_text(encoding="utf-8")
        return Served(
            Times(tuple(full)), Times(tuple(empty)), _kb(status, "VmRSS"), _kb(status, "VmHWM")
        )


def start(root: Path, home: Path, query: str) -> tuple[Times, Times]:
    """Wall time of a search as a whole process, and of an interpreter that does nothing."""
    command = [sys.executable, "-m", "stemguard_ls", "search", query, str(root)]
    nothing = [sys.executable, "-c", "pass"]
    searches, nothings = [], []
    for _ in range(_TIMES_STARTED):
        searches.append(_run(command, home))
        nothings.append(_run(nothing, home))
    return Times(tuple(searches)), Times(tuple(nothings))


def cache_of(home: Path) -> Path:
    """Where a process with this home keeps its indexes."""
    return home / "stemguard"


def open_folder(client: Client, root: Path, watch: str = "auto") -> None:
    """Begins a session with one folder; `watch` is the setting."""
    params = {
        "processId": os.getpid(),
        "capabilities": {},
        "workspaceFolders": [{"uri": root.as_uri(), "name": root.name}],
        "initializationOptions": {"watch": watch},
    }
    client.ask("initialize", params)
    client.tell("initialized", {})


def status_of(client: Client) -> dict[str, Any]:
    """What a server says of its one folder."""
    (root,) = client.ask("stemguard/status", {})["roots"]
    status: dict[str, Any] = root
    return status


def wait_until_ready(client: Client) -> None:
    """Waits until every folder is indexed."""
    deadline = time.monotonic() + _PATIENCE_S
    while time.monotonic() < deadline:
        roots = client.ask("stemguard/status", {})["roots"]
        if roots and all(root["state"] == "ready" and root["units"] for root in roots):
            return
        time.sleep(0.2)
    raise TimeoutError("The server did not finish its index.")


def resident_kb(pid: int) -> int:
    """What a process has in memory."""
    return _kb(Path(f"/proc/{pid}/status").read_text(encoding="utf-8"), "VmRSS")


def _ask(client: Client, word: str) -> tuple[float, int]:
    start = time.perf_counter()
    found = client.ask("workspace/symbol", {"query": word})
    return time.perf_counter() - start, len(found or [])


def _run(command: Sequence[str], home: Path) -> float:
    start = time.perf_counter()
    environment, nowhere = environment_of(home), subprocess.DEVNULL
    subprocess.run(command, env=environment, stdout=nowhere, stderr=nowhere, check=True)
    return time.perf_counter() - start


def environment_of(home: Path) -> dict[str, str]:
    """The environment of a process with this home for its indexes."""
    return os.environ | {"XDG_CACHE_HOME": str(home)}


def _kb(status: str, name: str) -> int:
    (line,) = (line for line in status.splitlines() if line.startswith(f"{name}:"))
    return int(line.split()[1])
