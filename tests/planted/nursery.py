"""Runs one test after another, each in a new process that has nothing left to import but it.

To start Python and to import what the tests stand on takes four times as long as the test of a row.
Here that is done once, and each run is a fork. Of the project nothing is imported before the fork.

A line of standard input is a JSON array of pytest's arguments; the line that answers it is a JSON
object with the exit `code` and what was `printed`.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
import tempfile
from pathlib import Path
from typing import IO

import pytest

IMPORTED_BY_MANY = (
    "hypothesis.strategies",
    "lsprotocol.types",
    "numpy",
    "pathspec",
    "platformdirs",
    "pygls.lsp.client",
    "pytest_asyncio",
    "pytest_lsp",
    "rich.console",
    "sqlite_utils",
    "Stemmer",
    "tree_sitter",
    "tree_sitter_python",
    "watchdog.observers.inotify_c",
    "xdist.plugin",
)
LONGEST_RUN_S = 100.0


def _main() -> None:
    for module in IMPORTED_BY_MANY:
        importlib.import_module(module)
    for line in sys.stdin:
        with tempfile.TemporaryFile() as printed:
            code = _run(json.loads(line), printed)
            printed.seek(0)
            told = printed.read().decode("utf-8", "replace")
        print(json.dumps({"code": code, "printed": told}), flush=True)


def _run(arguments: list[str], printed: IO[bytes]) -> int:
    child = os.fork()
    if child == 0:
        os.setsid()
        with Path(os.devnull).open("rb") as nothing:
            os.dup2(nothing.fileno(), 0)
        os.dup2(printed.fileno(), 1)
        os.dup2(printed.fileno(), 2)
        code = int(pytest.main(arguments))
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    signal.signal(signal.SIGALRM, lambda *_: os.killpg(child, signal.SIGKILL))
    signal.setitimer(signal.ITIMER_REAL, LONGEST_RUN_S)
    _, status = os.waitpid(child, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    _main()
