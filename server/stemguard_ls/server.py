"""The server: one process for one client, from its first message to its last."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
import time
from functools import partial
from importlib.metadata import version
from typing import Any

from pygls.lsp.server import LanguageServer

from stemguard_ls.refused import INVALID_REQUEST
from stemguard_ls.rpc import StemguardProtocol
from stemguard_ls.session import Session
from stemguard_ls.transport import Connection, Fault

log = logging.getLogger(__name__)

#: How long the end may take before the process is ended as it is.
_LONGEST_END_S = 5.0
#: How often the parent is looked for; it is a fallback, the end of input comes first.
_SECONDS_BETWEEN_LOOKS = 1.0


class StemguardServer(LanguageServer):
    """What handlers get as `ls`."""

    protocol: StemguardProtocol

    def __init__(self) -> None:
        super().__init__("stemguard", version("stemguard"), protocol_cls=StemguardProtocol)
        self.session = Session(self.protocol)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._over: asyncio.Future[int] | None = None

    def report_server_error(self, error: Exception, source: Any) -> None:  # noqa: ANN401 - pygls's
        """Errors go to the log; what the user can act on, the session says."""
        log.error("%s", error)

    def serve(self, connection: Connection) -> int:
        """Serves one client until it leaves; returns the exit code of the process."""
        return asyncio.run(self._serve(connection))

    def end(self) -> None:
        """Ends the session, from any thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._end)
        _end_anyway_later()

    def watch_parent(self, pid: int) -> None:
        """Ends the server after its parent, if that lives: a container hides who it is."""
        if os.name == "posix" and _is_alive(pid):
            threading.Thread(target=self._watch, args=(pid,), daemon=True).start()

    async def _serve(self, connection: Connection) -> int:
        self._loop = asyncio.get_running_loop()
        self._over = self._loop.create_future()
        if os.name == "posix":
            self._loop.add_signal_handler(signal.SIGTERM, self.end)
        self.protocol.connect(connection.send, self.end, self._loop.call_soon_threadsafe)
        threading.Thread(target=self._read, args=(connection,), name="reading", daemon=True).start()
        try:
            return await self._over
        finally:
            self.protocol.disconnect()
            self.session.close()
            connection.close()

    def _read(self, connection: Connection) -> None:
        """The reading thread: it waits for input alone, so a cancel is seen at once."""
        loop = self._loop
        if loop is None:
            return
        try:
            for message in connection.messages():
                loop.call_soon_threadsafe(self.protocol.in_turn, partial(self._take, message))
            loop.call_soon_threadsafe(self.protocol.in_turn, self._end)
            _end_anyway_later()
        except RuntimeError:
            pass  # the loop is closed: the session is over

    def _take(self, message: bytes | Fault) -> None:
        if isinstance(message, Fault):
            self.protocol.refuse(None, INVALID_REQUEST, message.sentence)
            return
        try:
            self.protocol.receive(message)
        except Exception:
            log.exception("A message could not be dealt with")

    def _end(self) -> None:
        if self._over is not None and not self._over.done():
            self._over.set_result(self.protocol.exit_code)

    def _watch(self, pid: int) -> None:
        while _is_alive(pid):
            time.sleep(_SECONDS_BETWEEN_LOOKS)
        self.end()


def _end_anyway_later() -> None:
    """Ends the process in a while; no stuck thread keeps it from that."""

    def end() -> None:
        time.sleep(_LONGEST_END_S)
        os._exit(1)

    threading.Thread(target=end, daemon=True).start()


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
