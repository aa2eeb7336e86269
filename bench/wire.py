"""A client on the other end of standard input and output: one request at a time."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self


class Client:
    """A language server as a child process. Its own requests are answered with null."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._n_sent = 0

    @property
    def pid(self) -> int:
        """The server's process."""
        return self._process.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self.ask("shutdown", None)
            self.tell("exit", None)
        else:
            self._process.kill()
        self._process.wait(30)

    def ask(self, method: str, params: object) -> Any:  # noqa: ANN401 - any JSON
        """The result of a request. Raises RuntimeError where the server says no or is gone."""
        self._n_sent += 1
        self._send({"id": self._n_sent, "method": method, "params": params})
        while True:
            message = self._receive()
            if "method" in message:
                if "id" in message:
                    self._send({"id": message["id"], "result": None})
            elif message.get("id") == self._n_sent:
                if "error" in message:
                    raise RuntimeError(message["error"]["message"])
                return message["result"]

    def tell(self, method: str, params: object) -> None:
        """Sends a notification."""
        self._send({"method": method, "params": params})

    def _send(self, message: dict[str, object]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._process.stdin.flush()

    def _receive(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        length = 0
        while (line := self._process.stdout.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if not length:
            raise RuntimeError("The server is gone.")
        message: dict[str, Any] = json.loads(self._process.stdout.read(length))
        return message
