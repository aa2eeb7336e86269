"""Beginning, end and odd bytes: what holds of the process, whatever it is asked."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.e2e.raw_client import RawClient
from tests.patience import LONGEST_WAIT_S
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"capabilities": {}, "processId": None},
}
SHUTDOWN = {"jsonrpc": "2.0", "id": 2, "method": "shutdown"}
EXIT = {"jsonrpc": "2.0", "method": "exit"}


def test_exit_without_shutdown_is_a_failure(client: RawClient, folder: Path) -> None:
    (folder / "a.py").write_text("def f(): pass\n")
    client.initialize(folder)
    client.request("stemguard/search", {"query": "f"})
    client.notify("exit")
    assert client.exit_code() == 1


def test_the_end_of_input_ends_the_server_in_the_midst_of_its_work(
    client: RawClient, folder: Path, tmp_path: Path
) -> None:
    for number in range(300):
        (folder / f"f{number}.py").write_text(f"def name_{number}(): pass\n" * 50)
    client.initialize(folder)
    client.wait(lambda: True, "nothing")
    assert client.process.stdin is not None
    client.process.stdin.close()
    assert client.exit_code() == 1
    assert "Traceback" not in (tmp_path / "stderr.txt").read_text()


def test_odd_bytes_are_answered_and_the_next_message_is_read(client: RawClient) -> None:
    client.send_bytes(b"Hello: there\r\n\r\n")
    client.send_body(b"{nothing")
    client.send_body(b"[" * 200_000)
    client.send_body(b" " * (32 * 1024 * 1024 + 1))
    client.send(INITIALIZE)
    assert "capabilities" in client.answer(1)["result"]
    errors = [answer["error"] for answer in client.answers(None)]
    assert [(error["code"], error["message"]) for error in errors] == [
        (-32600, "The message has no Content-Length."),
        (-32700, "The message is not JSON."),
        (-32700, "The message is nested too deep."),
        (-32600, "The message is longer than 33554432 bytes."),
    ]
    assert client.leave() == 0


def test_a_server_whose_parent_dies_ends_though_its_input_is_open(client: RawClient) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as parent:
        client.initialize(processId=parent.pid)
        client.call("stemguard/status")
        parent.kill()
    assert client.exit_code() == 1


def test_a_parent_that_cannot_be_seen_is_not_watched(client: RawClient) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait(LONGEST_WAIT_S)
    client.initialize(processId=gone.pid)
    with pytest.raises(subprocess.TimeoutExpired):
        client.process.wait(1.5)
    assert client.leave() == 0


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
def test_a_terminated_server_ends_in_order(client: RawClient, tmp_path: Path) -> None:
    client.initialize()
    client.call("stemguard/status")
    client.process.send_signal(signal.SIGTERM)
    assert client.exit_code() == 1
    assert "Traceback" not in (tmp_path / "stderr.txt").read_text()


def test_a_client_that_connects_by_tcp_is_served(
    new_client: Callable[..., RawClient], tmp_path: Path
) -> None:
    client = new_client("--tcp", "127.0.0.1:0")
    host, port = _address(client, tmp_path, "tcp")
    with socket.create_connection((host, port), LONGEST_WAIT_S) as connection:
        connection.sendall(b"".join(map(_frame, (INITIALIZE, SHUTDOWN, EXIT))))
        answers = b""
        while data := connection.recv(65536):
            answers += data
    assert answers.count(b"Content-Length: ") == 2
    assert answers.endswith(b'{"jsonrpc":"2.0","id":2,"result":null}')
    assert client.exit_code() == 0


def test_a_client_that_leaves_tcp_with_answers_unread_is_no_failure(
    new_client: Callable[..., RawClient], tmp_path: Path
) -> None:
    client = new_client("--tcp", "127.0.0.1:0")
    with socket.create_connection(_address(client, tmp_path, "tcp"), LONGEST_WAIT_S) as connection:
        connection.sendall(_frame(INITIALIZE) + _frame(SHUTDOWN))
        # As soon as anything of the answers is here, unread, leaving is a reset.
        connection.recv(1)
        connection.sendall(_frame(EXIT))
    assert client.exit_code() == 0
    assert "not connected" not in (tmp_path / "stderr.txt").read_text()


def test_a_page_of_the_web_is_not_served_by_tcp(
    new_client: Callable[..., RawClient], tmp_path: Path
) -> None:
    client = new_client("--tcp", "127.0.0.1:0")
    with socket.create_connection(_address(client, tmp_path, "tcp"), LONGEST_WAIT_S) as connection:
        connection.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\n" + _frame(INITIALIZE))
        answer = connection.recv(65536)
    assert answer == b""
    assert client.exit_code() == 1


def test_a_client_that_connects_by_web_socket_is_served_but_no_page_of_the_web(
    new_client: Callable[..., RawClient], tmp_path: Path
) -> None:
    client = new_client("--ws", "127.0.0.1:0")
    host, port = _address(client, tmp_path, "ws")
    with pytest.raises(InvalidStatus):
        connect(f"ws://{host}:{port}", origin=Origin("https://example.org"))
    with connect(f"ws://{host}:{port}") as connection:
        connection.send(json.dumps(INITIALIZE))
        assert json.loads(connection.recv(LONGEST_WAIT_S))["id"] == 1
        connection.send(json.dumps(SHUTDOWN))
        assert json.loads(connection.recv(LONGEST_WAIT_S))["result"] is None
        connection.send(json.dumps(EXIT))
        assert client.exit_code() == 0


def _frame(message: object) -> bytes:
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def _address(client: RawClient, tmp_path: Path, scheme: str) -> tuple[str, int]:
    log = tmp_path / "stderr.txt"
    client.poll(lambda: f"{scheme}://" in log.read_text(), "the address")
    found = re.search(rf"{scheme}://(.*):(\d+)\n", log.read_text())
    assert found is not None
    return found[1], int(found[2])
