"""Messages in and out of one client: over pipes, a TCP connection or a web socket.

Reading has a thread of its own, so that it never waits for anything but input.
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import re
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

log = logging.getLogger(__name__)

#: A longer message is read past and refused: no request is, and a file that long is not searched.
MOST_BYTES = 32 * 1024 * 1024
#: A head longer than this is not one of LSP.
_LONGEST_HEAD = 16 * 1024

#: A page of the web may not reach into the user's files: no `Origin`, or one of this machine.
_ORIGINS = [None, re.compile(r"https?://(localhost|127\.0\.0\.1)(:\d+)?")]

#: What a page of the web sends where it takes a port for that of its own server.
_HTTP = re.compile(rb"[A-Z]+ \S+ HTTP/")
_LENGTH = re.compile(rb"(?im)^content-length[ \t]*:[ \t]*(\d{1,18})[ \t]*\r?$")
_HEAD_END = re.compile(rb"\r?\n\r?\n")


class Fault(NamedTuple):
    """Input that holds no message; `sentence` says why."""

    sentence: str


class Connection(Protocol):
    """One client."""

    def messages(self) -> Iterator[bytes | Fault]:
        """The bodies of messages until the end of input."""

    def send(self, body: bytes) -> None:
        """Sends the body of a message. One caller at a time; raises OSError."""

    def close(self) -> None:
        """Ends the connection."""


class Stream:
    """A client behind two streams of bytes, with `Content-Length` before each message."""

    def __init__(
        self,
        read: Callable[[int], bytes],
        write: Callable[[bytes], object],
        close: Callable[[], None] = lambda: None,
    ) -> None:
        self._read = read
        self._write = write
        self._buffer = bytearray()
        self.close = close

    def messages(self) -> Iterator[bytes | Fault]:
        """The bodies of messages until the end of input."""
        while (head := self._head()) is not None:
            if _HTTP.match(head):
                log.warning("A client that speaks HTTP was turned away.")
                return
            length = _LENGTH.search(head)
            if length is None:
                yield Fault("The message has no Content-Length.")
            elif (size := int(length.group(1))) > MOST_BYTES:
                yield Fault(f"The message is longer than {MOST_BYTES} bytes.")
                if not self._skip(size):
                    return
            elif not self._fill(size):
                return
            else:
                yield self._taken(size)

    def send(self, body: bytes) -> None:
        """Sends the body of a message."""
        self._write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    def _head(self) -> bytes | None:
        """The lines before a body; None at the end of input, or where it is not LSP at all."""
        while (end := _HEAD_END.search(self._buffer)) is None:
            if len(self._buffer) > _LONGEST_HEAD or not self._more():
                return None
        head = bytes(self._buffer[: end.start()])
        del self._buffer[: end.end()]
        return head

    def _fill(self, size: int) -> bool:
        while len(self._buffer) < size:
            if not self._more():
                return False
        return True

    def _skip(self, size: int) -> bool:
        while size > len(self._buffer):
            size -= len(self._buffer)
            self._buffer.clear()
            if not self._more():
                return False
        del self._buffer[:size]
        return True

    def _taken(self, size: int) -> bytes:
        body = bytes(self._buffer[:size])
        del self._buffer[:size]
        return body

    def _more(self) -> bool:
        try:
            data = self._read(65536)
        except OSError:
            return False
        self._buffer += data
        return bool(data)


def stdio() -> Stream:
    """The client that started this process.

    Whatever else writes to standard output, native code and children included, writes to standard
    error from now on, and nothing else reads standard input.
    """
    incoming, outgoing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr

    def write(data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(outgoing, rest) :]

    return Stream(lambda size: os.read(incoming, size), write)


@contextlib.contextmanager
def tcp(host: str, port: int, said: Callable[[str], None]) -> Iterator[Stream]:
    """The first client that connects; `said` gets the address that is listened on."""
    with socket.create_server((host, port)) as listening:
        said(f"tcp://{host}:{listening.getsockname()[1]}")
        connection, _ = listening.accept()
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with connection:
        yield Stream(connection.recv, connection.sendall, lambda: _hang_up(connection))


def _hang_up(connection: socket.socket) -> None:
    # A client that left with something unread is not connected any more.
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


class WebSocket:
    """A client behind a web socket, one message a frame."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection

    def messages(self) -> Iterator[bytes | Fault]:
        """The bodies of messages until the end of input."""
        for data in self._connection:
            yield data.encode(errors="replace") if isinstance(data, str) else data

    def send(self, body: bytes) -> None:
        """Sends the body of a message."""
        try:
            self._connection.send(body.decode())
        except ConnectionClosed as error:
            raise BrokenPipeError from error

    def close(self) -> None:
        """Ends the connection."""
        self._connection.close()


@contextlib.contextmanager
def web_socket(host: str, port: int, said: Callable[[str], None]) -> Iterator[WebSocket]:
    """The first client that connects; later ones are turned away."""
    arrived: queue.SimpleQueue[ServerConnection] = queue.SimpleQueue()
    first = threading.Lock()
    served = threading.Event()

    def serve_one(connection: ServerConnection) -> None:
        if first.acquire(blocking=False):
            arrived.put(connection)
            served.wait()

    with serve(serve_one, host, port, origins=_ORIGINS, max_size=MOST_BYTES) as listening:
        threading.Thread(target=listening.serve_forever, daemon=True).start()
        said(f"ws://{host}:{listening.socket.getsockname()[1]}")
        try:
            yield WebSocket(arrived.get())
        finally:
            served.set()
