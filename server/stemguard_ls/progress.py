"""Progress of long work in the client's window, where the client shows such."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import Any

from stemguard_ls.protocol import Token
from stemguard_ls.rpc import Refused, StemguardProtocol

#: A window is redrawn for each report, and nobody reads faster.
_SECONDS_BETWEEN_REPORTS = 0.1
#: A client that does not answer is not waited for; the work goes on unseen.
_LONGEST_WAIT_S = 5.0


class ProgressWindow:
    """One piece of work as a client shows it. `report` is for the thread that works."""

    def __init__(self, rpc: StemguardProtocol, token: Token) -> None:
        self.token = token
        self.cancelled = threading.Event()
        self._rpc = rpc
        self._reported_at = 0.0

    def report(self, done: int, total: int) -> None:
        """Says how far the work is; most calls are left out, the last is not."""
        now = time.monotonic()
        if total and (done == total or now - self._reported_at >= _SECONDS_BETWEEN_REPORTS):
            self._reported_at = now
            percentage = 100 * done // total
            message = f"{done} of {total} files"
            self._send({"kind": "report", "message": message, "percentage": percentage})

    def begin(self, title: str, *, cancellable: bool) -> None:
        """Opens the window."""
        begin = {"kind": "begin", "title": title, "cancellable": cancellable, "percentage": 0}
        self._send(begin)

    def end(self, message: str) -> None:
        """Closes the window with a last word."""
        self._send({"kind": "end", "message": message})

    def _send(self, value: dict[str, Any]) -> None:
        self._rpc.notify("$/progress", {"token": self.token, "value": value})


class ProgressWindows:
    """The windows that are open, so that a client's cancel finds its work."""

    def __init__(self, rpc: StemguardProtocol) -> None:
        self._rpc = rpc
        self._open: dict[Token, ProgressWindow] = {}

    def create(self) -> Token | None:
        """A token that the client has agreed to; None where it did not. Not for the event loop."""
        token = str(uuid.uuid4())
        asked = self._rpc.ask("window/workDoneProgress/create", {"token": token})
        try:
            asked.result(_LONGEST_WAIT_S)
        except (Refused, TimeoutError, CancelledError):
            return None
        return token

    @contextmanager
    def window(self, token: Token, title: str) -> Iterator[ProgressWindow]:
        """A window that is open as long as the block, which ends it with a word of its own."""
        opened = ProgressWindow(self._rpc, token)
        self._open[token] = opened
        opened.begin(title, cancellable=True)
        try:
            yield opened
        except BaseException as error:
            opened.end(str(error))
            raise
        finally:
            del self._open[token]

    @contextmanager
    def told(self, token: Token | None, title: str) -> Iterator[None]:
        """A window for a request whose client gave a token; none for one without."""
        if token is None:
            yield
            return
        with self.window(token, title) as opened:
            yield
            opened.end("")

    def cancel(self, token: Token) -> None:
        """What the client's cancel does; a token that is not open is ignored."""
        if (opened := self._open.get(token)) is not None:
            opened.cancelled.set()
