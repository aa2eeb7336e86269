"""Whole messages through a pipe: a worker waits for them, the process that it works for never does.

A message is its length in 8 bytes and its pickle. A worker that stops halfway through one must not
stop whoever hears it.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from struct import Struct

_LENGTH = Struct("<Q")
#: Linux fills a pipe with no more at a time.
_CHUNK_BYTES = 1 << 16


def send(descriptor: int, message: object) -> None:
    """Sends a message, waiting for whoever reads. Raises OSError where nobody does."""
    _write_all(descriptor, _framed(message))


def receive(descriptor: int) -> object:
    """The next message, waiting for it. Raises EOFError where none will come."""
    (length,) = _LENGTH.unpack(_read_exactly(descriptor, _LENGTH.size))
    return pickle.loads(_read_exactly(descriptor, length))


class Outgoing:
    """The end that sends without waiting."""

    def __init__(self, descriptor: int) -> None:
        os.set_blocking(descriptor, False)
        self._descriptor = descriptor
        self._unsent = memoryview(b"")

    def fileno(self) -> int:
        """The descriptor, to be polled while something is unsent."""
        return self._descriptor

    @property
    def is_sent(self) -> bool:
        """Whether nothing waits to be sent."""
        return not self._unsent

    def put(self, message: object) -> None:
        """Makes this the message to be sent; the one before must be."""
        assert self.is_sent, "one message at a time"
        self._unsent = memoryview(_framed(message))

    def push(self) -> bool:
        """Sends what the pipe takes; whether it took any. Raises OSError where nobody reads."""
        before = len(self._unsent)
        try:
            while self._unsent:
                self._unsent = self._unsent[os.write(self._descriptor, self._unsent) :]
        except BlockingIOError:
            pass
        return len(self._unsent) < before

    def close(self) -> None:
        """Closes the pipe; what is unsent is lost."""
        os.close(self._descriptor)


class Incoming:
    """The end that hears without waiting."""

    def __init__(self, descriptor: int) -> None:
        os.set_blocking(descriptor, False)
        self._descriptor = descriptor
        self._heard = bytearray()

    def fileno(self) -> int:
        """The descriptor, to be polled."""
        return self._descriptor

    def pull(self) -> None:
        """Reads what is there. Raises EOFError where nothing will come any more."""
        try:
            while chunk := os.read(self._descriptor, _CHUNK_BYTES):
                self._heard += chunk
        except BlockingIOError:
            return
        raise EOFError

    def messages(self) -> Iterator[object]:
        """The messages that are there as a whole, each once."""
        while len(self._heard) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._heard)
            end = _LENGTH.size + length
            if len(self._heard) < end:
                return
            with memoryview(self._heard) as heard, heard[_LENGTH.size : end] as pickled:
                message = pickle.loads(pickled)
            del self._heard[:end]
            yield message

    def close(self) -> None:
        """Closes the pipe."""
        os.close(self._descriptor)


def _framed(message: object) -> bytes:
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(data)) + data


def _write_all(descriptor: int, data: bytes) -> None:
    unsent = memoryview(data)
    while unsent:
        unsent = unsent[os.write(descriptor, unsent) :]


def _read_exactly(descriptor: int, length: int) -> bytes:
    data = bytearray()
    while len(data) < length:
        chunk = os.read(descriptor, min(length - len(data), 1 << 20))
        if not chunk:
            raise EOFError
        data += chunk
    return bytes(data)
