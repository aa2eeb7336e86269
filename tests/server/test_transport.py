from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stemguard_ls.transport import MOST_BYTES, Fault, Stream


def _messages(data: bytes, chunk: int) -> list[bytes | Fault]:
    rest = bytearray(data)

    def read(size: int) -> bytes:
        taken = bytes(rest[: min(size, chunk)])
        del rest[: len(taken)]
        return taken

    return list(Stream(read, lambda data: None).messages())


def _frame(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


@given(st.lists(st.binary(max_size=60), max_size=5), st.integers(1, 200))
@example([b"", b"\r\n\r\n", b"Content-Length: 3\r\n\r\n"], 1)
def test_bodies_arrive_whole_however_the_bytes_are_cut(bodies: list[bytes], chunk: int) -> None:
    assert _messages(b"".join(map(_frame, bodies)), chunk) == bodies


@given(st.binary(max_size=300), st.integers(1, 50))
def test_any_bytes_come_to_an_end(data: bytes, chunk: int) -> None:
    for message in _messages(data, chunk):
        assert isinstance(message, bytes | Fault)


@pytest.mark.parametrize(
    "head",
    [
        b"content-length: 2\r\n\r\n",
        b"Content-Type: x; charset=utf-8\r\nContent-Length:2\r\n\r\n",
        b"Content-Length: 2\r\nContent-Type: x\r\n\r\n",
        b"Content-Length: 2\n\n",
    ],
)
def test_a_head_may_be_written_as_clients_do(head: bytes) -> None:
    assert _messages(head + b"{}" + _frame(b"[]"), 100) == [b"{}", b"[]"]


def test_a_head_without_a_length_is_said_and_passed_over() -> None:
    data = b"Content-Length: -5\r\n\r\n" + b"X: y\r\n\r\n" + _frame(b"{}")
    fault = Fault("The message has no Content-Length.")
    assert _messages(data, 100) == [fault, fault, b"{}"]


def test_nothing_is_read_of_who_speaks_http() -> None:
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n"
    assert _messages(head + b"{}" + _frame(b"{}"), 3) == []


def test_a_message_that_is_too_long_is_said_and_passed_over() -> None:
    data = _frame(b" " * (MOST_BYTES + 1)) + _frame(b"{}")
    assert _messages(data, 1 << 20) == [
        Fault("The message is longer than 33554432 bytes."),
        b"{}",
    ]


def test_input_that_never_ends_a_head_is_given_up() -> None:
    assert _messages(b"x" * 100_000, 1000) == []


def test_a_message_is_sent_in_one_piece() -> None:
    sent: list[bytes] = []
    Stream(lambda size: b"", sent.append).send(b"{}")
    assert sent == [b"Content-Length: 2\r\n\r\n{}"]
