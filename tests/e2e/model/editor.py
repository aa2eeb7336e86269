"""A client without threads that forgets what it has read, and the documents that it has open."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tests.e2e.model.texts import text
from tests.patience import LONGEST_WAIT_S

from stemguard_ls.convert import Encoding

Message = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """A stretch of a text, from one offset up to and without another, and what takes its place."""

    start: int
    end: int
    text: str

    def applied(self, whole: str) -> str:
        """The text after the change."""
        return whole[: self.start] + self.text + whole[self.end :]

    def as_sent(self, whole: str, encoding: Encoding) -> dict[str, object]:
        """The change as LSP has it, of the text before it."""
        start, end = (_position(whole, at, encoding) for at in (self.start, self.end))
        return {"range": {"start": start, "end": end}, "text": self.text}


def some_change(random: Random, whole: str) -> Change:
    """A random small change; neither of its ends is inside of a line ending."""
    places = [at for at in range(len(whole) + 1) if whole[at - 1 : at + 1] != "\r\n"]
    first = random.randrange(len(places))
    reach = random.choice([0, 0, 1, 3, 20, 80])
    last = min(first + random.randint(0, reach), len(places) - 1)
    new = random.choice(["", "\n", "\r\n", "x", " copy ", text(random, ".py"), text(random, ".md")])
    return Change(places[first], places[last], new)


def _position(whole: str, at: int, encoding: Encoding) -> dict[str, int]:
    before = whole[:at].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    codec, size = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}[
        encoding
    ]
    return {"line": len(before) - 1, "character": len(before[-1].encode(codec)) // size}


@dataclass(slots=True)
class Document:
    """An open text: by which of its URIs it was opened, and how often it was changed."""

    uri: str
    text: str
    version: int = 1


class Editor:
    """A server and its client. `shown` are the sentences that the user was shown."""

    def __init__(
        self,
        root: Path,
        env: Mapping[str, str],
        log: Path,
        encoding: Encoding,
        documents: Mapping[str, Document],
    ) -> None:
        self.encoding = encoding
        self.documents: dict[str, Document] = {}
        self.shown: list[str] = []
        self._unread = b""
        self._next_id = 0
        with log.open("ab") as stderr:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "stemguard_ls", "serve"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                env=dict(env),
                bufsize=0,
            )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._stdin, self._stdout = self.process.stdin, self.process.stdout
        params = {
            "processId": os.getpid(),
            "rootUri": None,
            "capabilities": {"general": {"positionEncodings": [encoding]}},
            "workspaceFolders": [{"uri": root.as_uri(), "name": root.name}],
        }
        agreed = self.call("initialize", params)["capabilities"]["positionEncoding"]
        assert agreed == encoding
        self.notify("initialized", {})
        for path, document in documents.items():
            self.open(path, document)

    def open(self, path: str, document: Document) -> None:
        """Opens a document at a path relative to the root."""
        self.documents[path] = document
        shown = {
            "uri": document.uri,
            "languageId": "plaintext",
            "version": document.version,
            "text": document.text,
        }
        self.notify("textDocument/didOpen", {"textDocument": shown})

    def edit(self, path: str, changes: Sequence[Change]) -> None:
        """Changes stretches of a document, each as it is after the one before."""
        document = self.documents[path]
        sent = []
        for change in changes:
            sent.append(change.as_sent(document.text, self.encoding))
            document.text = change.applied(document.text)
        self._send_changes(document, sent)

    def replace(self, path: str, content: str) -> None:
        """Changes a document as a whole."""
        self.documents[path].text = content
        self._send_changes(self.documents[path], [{"text": content}])

    def saved(self, path: str) -> None:
        """Says that a document was written."""
        self.notify("textDocument/didSave", {"textDocument": {"uri": self.documents[path].uri}})

    def close(self, path: str) -> None:
        """Closes a document, saved or not."""
        uri = self.documents.pop(path).uri
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def notify(self, method: str, params: object = None) -> None:
        """Sends a notification."""
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def call(self, method: str, params: object = None) -> Any:  # noqa: ANN401 - any JSON
        """The result of a request that must not fail."""
        self._next_id += 1
        message: Message = {"jsonrpc": "2.0", "id": self._next_id, "method": method}
        self._send(message if params is None else {**message, "params": params})
        deadline = time.monotonic() + LONGEST_WAIT_S
        while True:
            answer = self._read(deadline)
            if "method" not in answer:
                assert answer["id"] == self._next_id, answer
                assert "error" not in answer, answer
                return answer["result"]
            if "id" in answer:
                self._send({"jsonrpc": "2.0", "id": answer["id"], "result": None})
            if answer["method"] == "window/showMessage":
                self.shown.append(answer["params"]["message"])

    def leave(self) -> None:
        """Ends the session as a client should."""
        self.call("shutdown")
        self.notify("exit")
        assert self.process.wait(LONGEST_WAIT_S) == 0
        self._close_pipes()

    def kill(self) -> None:
        """Ends the server without warning."""
        self.process.kill()
        self.process.wait(LONGEST_WAIT_S)
        self._close_pipes()

    def _send_changes(self, document: Document, changes: Sequence[Mapping[str, object]]) -> None:
        document.version += 1
        versioned = {"uri": document.uri, "version": document.version}
        params = {"textDocument": versioned, "contentChanges": changes}
        self.notify("textDocument/didChange", params)

    def _close_pipes(self) -> None:
        self._stdin.close()
        self._stdout.close()

    def _send(self, message: Message) -> None:
        body = json.dumps(message).encode()
        data = b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
        while data:
            data = data[self._stdin.write(data) :]

    def _read(self, deadline: float) -> Message:
        while b"\r\n\r\n" not in self._unread:
            self._read_more(deadline)
        head, _, rest = self._unread.partition(b"\r\n\r\n")
        assert head.startswith(b"Content-Length: "), self._unread[:200]
        length = int(head.removeprefix(b"Content-Length: "))
        pieces, size = [rest], len(rest)
        while size < length:
            self._unread = b""
            self._read_more(deadline)
            pieces.append(self._unread)
            size += len(self._unread)
        whole = b"".join(pieces)
        self._unread = whole[length:]
        message: Message = json.loads(whole[:length])
        return message

    def _read_more(self, deadline: float) -> None:
        ready, _, _ = select.select([self._stdout], [], [], max(deadline - time.monotonic(), 0))
        assert ready, f"no answer in {LONGEST_WAIT_S} s"
        data = os.read(self._stdout.fileno(), 1 << 20)
        assert data, "the server ended"
        self._unread += data
