"""What is said to a person, each sentence once in a session."""

from __future__ import annotations

from pathlib import Path

from stemguard_ls.rpc import StemguardProtocol

_WARNING, _INFO = 2, 3


class Sayings:
    """Any thread may say something."""

    def __init__(self, rpc: StemguardProtocol) -> None:
        self._rpc = rpc
        self._said: set[str] = set()
        self._notices: dict[Path, list[str]] = {}

    def warn(self, sentence: str) -> None:
        """Shows a sentence to the user."""
        self._say("window/showMessage", _WARNING, sentence)

    def note_of(self, root: Path, sentence: str) -> None:
        """Logs a sentence about a root where the user may look for it, and keeps it."""
        self._notices.setdefault(root, []).append(sentence)
        self._say("window/logMessage", _INFO, sentence)

    def notices_of(self, root: Path) -> tuple[str, ...]:
        """What was said of a root."""
        return tuple(self._notices.get(root, ()))

    def _say(self, method: str, kind: int, sentence: str) -> None:
        if sentence not in self._said:
            self._said.add(sentence)
            self._rpc.notify(method, {"type": kind, "message": sentence})
