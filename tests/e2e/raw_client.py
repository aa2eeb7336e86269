"""A client that reads every byte the server writes, and sends whatever a test wants to send."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.patience import LONGEST_WAIT_S

Message = dict[str, Any]


#: Python whose files are closed to it as to any user, though it be root's. It gives up two
#: capabilities, CAP_DAC_OVERRIDE (1) and CAP_DAC_READ_SEARCH (2), with PR_CAPBSET_DROP (24).
WITHOUT_PRIVILEGES = (
    sys.executable,
    "-c",
    "import ctypes, os, sys\n"
    "for capability in (1, 2): ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)\n"
    "os.execv(sys.executable, [sys.executable, *sys.argv[1:]])",
)


class RawClient:
    """A server process and its client. Requests of the server are answered as they come."""

    def __init__(
        self, *arguments: str, env: Mapping[str, str], stderr: Path, python: Sequence[str]
    ) -> None:
        self.stray = b""
        self.received: list[Message] = []
        self.settings: Mapping[str, object] | None = {}
        self._answered: dict[Any, list[Message]] = {}
        self._ended = False
        self._changed = threading.Condition()
        self._writing = threading.Lock()
        self._next_id = 0
        with stderr.open("wb") as log:
            self.process = subprocess.Popen(
                [*python, "-m", "stemguard_ls", "serve", *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env=dict(env),
            )
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def send_bytes(self, data: bytes) -> None:
        """Sends bytes as they are."""
        assert self.process.stdin is not None
        with self._writing:
            self.process.stdin.write(data)
            self.process.stdin.flush()

    def send_body(self, body: bytes) -> None:
        """Sends a body in a frame."""
        self.send_bytes(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    def send(self, message: object) -> None:
        """Sends JSON in a frame."""
        self.send_body(json.dumps(message).encode())

    def request(self, method: str, params: object = None) -> int:
        """Sends a request and returns its id."""
        self._next_id += 1
        message: Message = {"jsonrpc": "2.0", "id": self._next_id, "method": method}
        if params is not None:
            message["params"] = params
        self.send(message)
        return self._next_id

    def notify(self, method: str, params: object = None) -> None:
        """Sends a notification."""
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def answer(self, msg_id: object) -> Message:
        """The first answer to an id."""
        self.wait(lambda: bool(self.answers(msg_id)), f"an answer to {msg_id}")
        return self.answers(msg_id)[0]

    def answers(self, msg_id: object) -> list[Message]:
        """All answers to an id until now."""
        return self._answered.get(msg_id, [])

    def call(self, method: str, params: object = None) -> Any:  # noqa: ANN401 - any JSON
        """The result of a request that must not fail."""
        answer = self.answer(self.request(method, params))
        assert "error" not in answer, answer
        return answer["result"]

    def error(self, method: str, params: object = None) -> tuple[int, str]:
        """The code and the sentence of a request that must fail."""
        answer = self.answer(self.request(method, params))
        assert "result" not in answer, answer
        return answer["error"]["code"], answer["error"]["message"]

    def of(self, method: str) -> list[Any]:
        """The params of all messages of a method that the server has sent."""
        return [m.get("params") for m in list(self.received) if m.get("method") == method]

    def wait(self, until: Callable[[], bool], what: str, limit_s: float = LONGEST_WAIT_S) -> None:
        """Waits for messages until something is true of them."""
        with self._changed:
            done = self._changed.wait_for(lambda: until() or self._ended, limit_s)
        assert done, f"waited {limit_s} s for {what}; got {self.received[-5:]}"
        assert until(), f"the server ended before {what}"

    def initialize(self, *folders: Path, capabilities: object = None, **more: object) -> Message:
        """Opens folders and says `initialized`."""
        opened = [{"uri": folder.as_uri(), "name": folder.name} for folder in folders]
        params = {
            "processId": os.getpid(),
            "rootUri": None,
            "capabilities": {} if capabilities is None else capabilities,
            "workspaceFolders": opened,
            **more,
        }
        result: Message = self.call("initialize", params)
        self.notify("initialized", {})
        return result

    def ready(self) -> None:
        """Waits until everything was looked at, and nothing more is due."""
        self.call("workspace/executeCommand", {"command": "stemguard.rescan"})
        self.poll(lambda: "indexing" not in self._states(), "nothing to be due")

    def poll(self, until: Callable[[], bool], what: str, limit_s: float = LONGEST_WAIT_S) -> None:
        """Asks again whenever the server has said something, or a while has passed."""
        deadline = time.monotonic() + limit_s
        while not until():
            assert time.monotonic() < deadline, f"asked for {limit_s} s for {what}"
            with self._changed:
                self._changed.wait(0.05)

    def _states(self) -> list[str]:
        return [root["state"] for root in self.call("stemguard/status")["roots"]]

    def symbols(self, query: str) -> list[Message]:
        """What a symbol picker is shown."""
        found: list[Message] = self.call("workspace/symbol", {"query": query})
        return found

    def search(self, query: str, **params: object) -> list[Message]:
        """The items of a search."""
        items: list[Message] = self.call("stemguard/search", {"query": query, **params})["items"]
        return items

    def leave(self) -> int:
        """Ends the session as a client should; the exit code."""
        self.call("shutdown")
        self.notify("exit")
        return self.exit_code()

    def exit_code(self, limit_s: float = LONGEST_WAIT_S) -> int:
        """Waits for the server to end."""
        return self.process.wait(limit_s)

    def close(self) -> None:
        """Ends the server, however it is."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(LONGEST_WAIT_S)
        self._thread.join(LONGEST_WAIT_S)
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            with suppress(BrokenPipeError):
                stream.close()

    def _read(self) -> None:
        for message in self._frames():
            if "method" in message and "id" in message:
                self._reply(message)
            with self._changed:
                self.received.append(message)
                if "method" not in message:
                    self._answered.setdefault(message.get("id"), []).append(message)
                self._changed.notify_all()
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _frames(self) -> Iterator[Message]:
        """Every frame; the first byte that belongs to none ends the reading and is kept."""
        assert self.process.stdout is not None
        read = self.process.stdout
        while line := read.readline():
            name, _, length = line.partition(b": ")
            if name != b"Content-Length" or read.readline() != b"\r\n":
                self.stray = line + read.read()
                return
            yield json.loads(read.read(int(length)))

    def _reply(self, request: Message) -> None:
        result: object = None
        if request["method"] == "workspace/configuration":
            result = [self.settings for _ in request["params"]["items"]]
        with suppress(BrokenPipeError):
            self.send({"jsonrpc": "2.0", "id": request["id"], "result": result})


@contextmanager
def raw_client(
    *arguments: str,
    env: Mapping[str, str],
    stderr: Path,
    python: Sequence[str] = (sys.executable,),
) -> Iterator[RawClient]:
    """A client whose server ends with the block; stray bytes on its output fail the test."""
    client = RawClient(*arguments, env=env, stderr=stderr, python=python)
    try:
        yield client
    finally:
        client.close()
    assert client.stray == b""
