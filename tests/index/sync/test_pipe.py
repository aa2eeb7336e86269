"""Messages through a real pipe."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator

import pytest

from stemguard.sync.pipe import Incoming, Outgoing, receive, send


@pytest.fixture
def ends() -> Iterator[tuple[int, int]]:
    reader, writer = os.pipe()
    yield reader, writer
    for descriptor in (reader, writer):
        try:
            os.close(descriptor)
        except OSError:
            continue


def test_a_message_that_is_there_by_half_is_not_waited_for(ends: tuple[int, int]) -> None:
    reader, writer = ends
    incoming = Incoming(reader)
    send(writer, "first")
    send(writer, "second")
    whole = os.read(reader, 1000)
    os.write(writer, whole[:-1])
    incoming.pull()
    assert list(incoming.messages()) == ["first"]
    incoming.pull()
    assert list(incoming.messages()) == []
    os.write(writer, whole[-1:])
    incoming.pull()
    assert list(incoming.messages()) == ["second"]


def test_the_end_of_a_pipe_comes_after_what_was_said(ends: tuple[int, int]) -> None:
    reader, writer = ends
    incoming = Incoming(reader)
    send(writer, "last words")
    os.close(writer)
    with pytest.raises(EOFError):
        incoming.pull()
    assert list(incoming.messages()) == ["last words"]


def test_a_message_larger_than_a_pipe_is_sent_piece_by_piece(ends: tuple[int, int]) -> None:
    reader, writer = ends
    outgoing = Outgoing(writer)
    message = list(range(100_000))
    outgoing.put(message)
    assert [outgoing.push(), outgoing.push()] == [True, False]
    heard: list[object] = []
    listener = threading.Thread(target=lambda: heard.append(receive(reader)), daemon=True)
    listener.start()
    while not outgoing.is_sent:
        outgoing.push()
    listener.join(10)
    assert heard == [message]


def test_a_message_that_never_ends_is_the_end(ends: tuple[int, int]) -> None:
    reader, writer = ends
    os.write(writer, b"\x09\0\0\0\0\0\0\0half")
    os.close(writer)
    with pytest.raises(EOFError):
        receive(reader)
