"""A program in a terminal: keys go in, the screen is read."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

LIMIT_S = 60
T = TypeVar("T")


def wait_for(what: str, look: Callable[[], T | None], seen: Callable[[], object]) -> T:
    """What a look gives that is there in the end; else says what was waited for, and seen."""
    end = time.monotonic() + LIMIT_S
    while (found := look()) is None:
        if time.monotonic() > end:
            pytest.fail(f"waited for {what}; what is there:\n{seen()}")
        time.sleep(0.03)
    return found


class Terminal:
    """A terminal of 100 columns and 30 lines with a program in it."""

    def __init__(self, command: list[str], env: dict[str, str], folder: Path) -> None:
        # The name of a socket must be short, and pytest's folders have long ones.
        self.sockets = Path(tempfile.mkdtemp(prefix="sgt"))
        self.env = {**env, "TERM": "screen"}
        size = ["-x", "100", "-y", "30"]
        # What the program leaves on the screen stays after it has ended.
        stay = [";", "set-option", "remain-on-exit", "on"]
        self._tmux("new-session", "-d", "-c", str(folder), *size, *command, *stay)

    def keys(self, *keys: str) -> None:
        """Types keys, named as tmux names them."""
        self._tmux("send-keys", *keys)

    def type(self, text: str) -> None:
        """Types a text."""
        self._tmux("send-keys", "-l", text)

    def screen(self) -> str:
        """What stands on the terminal."""
        return self._tmux("capture-pane", "-p")

    def wait_for(self, text: str) -> str:
        """The screen, once a text is on it."""
        return wait_for(
            f"{text!r} on the screen",
            lambda: screen if text in (screen := self.screen()) else None,
            self.screen,
        )

    def stop(self) -> None:
        """Ends the program."""
        self._tmux("kill-server")
        shutil.rmtree(self.sockets)

    def _tmux(self, *words: str) -> str:
        command = ["tmux", "-f", os.devnull, "-S", str(self.sockets / "tmux"), *words]
        done = subprocess.run(
            command, env=self.env, capture_output=True, text=True, check=False, timeout=LIMIT_S
        )
        assert done.returncode == 0, done.stderr
        return done.stdout
