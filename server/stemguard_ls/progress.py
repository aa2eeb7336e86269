"""Progress of long work in the client's window, where the client shows such."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from stemguard_ls.protocol import Token
from stemguard_ls.refused import Refused
from stemguard_ls.rpc import StemguardProtocol

INDEXING = "Stemguard: indexing"

#: A window is redrawn for each report, and nobody reads faster.
_SECONDS_BETWEEN_REPORTS = 0.1
#: A client that does not answer is not waited for; the work goes on unseen.
_LONGEST_WAIT_S = 5.0


class ProgressWindow:
    """One piece of work as a client shows it, from any thread. After `end` nothing is shown."""

    def __init__(self, rpc: StemguardProtocol, token: Token) -> None:
        self.token = token
        self.cancelled = threading.Event()
        self._rpc = rpc
        self._reported_at = 0.0
        self._percentage = 0
        self._is_over = False
        self._sending = threading.Lock()

    def begin(self, title: str, *, cancellable: bool) -> None:
        """Opens the window."""
        self._send("begin", title=title, cancellable=cancellable, percentage=0)

    def report(self, done: int, total: int) -> None:
        """Says how far the work is; most calls are left out, the last is not."""
        now = time.monotonic()
        if total and (done == total or now - self._reported_at >= _SECONDS_BETWEEN_REPORTS):
            self._reported_at = now
            message = f"{done} of {total} files"
            # What there is to do may grow; what a window shows must not shrink.
            self._percentage = max(self._percentage, 100 * done // total)
            self._send("report", message=message, percentage=self._percentage)

    def end(self, message: str) -> None:
        """Closes the window with a last word; one that is closed stays so."""
        self._send("end", message=message)

    def _send(self, kind: str, **more: object) -> None:
        with self._sending:
            if not self._is_over:
                self._is_over = kind == "end"
                self._rpc.notify(
                    "$/progress", {"token": self.token, "value": {"kind": kind, **more}}
                )


class ProgressWindows:
    """The windows that are open, so that a client's cancel finds its work."""

    def __init__(self, rpc: StemguardProtocol) -> None:
        self._rpc = rpc
        # Windows, not tokens: nothing keeps a client from using a token twice.
        self._open: list[ProgressWindow] = []
        # A client may cancel what it has agreed to before it is opened.
        self._created: set[Token] = set()
        self._cancelled_early: set[Token] = set()

    def create(self) -> Token | None:
        """A token that the client has agreed to; None where it did not. Not for the event loop."""
        token = str(uuid.uuid4())
        self._created.add(token)
        try:
            self._rpc.ask("window/workDoneProgress/create", {"token": token}, _LONGEST_WAIT_S)
        except Refused:
            self._created.discard(token)
            return None
        return token

    @contextmanager
    def stoppable(self, token: Token | None, title: str) -> Iterator[ProgressWindow | None]:
        """A window for work that asks it whether to stop; none without a token.

        It is open as long as the block, which may end it with a word of its own.
        """
        if token is None:
            yield None
            return
        with self._shown(token, title, cancellable=True) as opened:
            yield opened

    @contextmanager
    def told(self, token: Token | None, title: str) -> Iterator[None]:
        """A window for a request that is over soon; none for one without a token."""
        if token is None:
            yield
            return
        with self._shown(token, title, cancellable=False):
            yield

    def cancel(self, token: Token) -> None:
        """What the client's cancel does; a token that is not open is ignored."""
        if token in self._created:
            self._cancelled_early.add(token)
        for opened in tuple(self._open):
            if opened.token == token:
                opened.cancelled.set()

    @contextmanager
    def _shown(self, token: Token, title: str, *, cancellable: bool) -> Iterator[ProgressWindow]:
        opened = ProgressWindow(self._rpc, token)
        self._open.append(opened)
        self._created.discard(token)
        if token in self._cancelled_early:
            self._cancelled_early.discard(token)
            opened.cancelled.set()
        opened.begin(title, cancellable=cancellable)
        try:
            yield opened
        except BaseException as error:
            opened.end(str(error))
            raise
        else:
            opened.end("")
        finally:
            self._open.remove(opened)
