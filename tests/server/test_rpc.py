from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests.patience import LONGEST_WAIT_S

from stemguard.domain.errors import BadRequest, Unreadable
from stemguard_ls.protocol import SymbolParams
from stemguard_ls.refused import Refused
from stemguard_ls.rpc import Prepared
from stemguard_ls.server import StemguardServer

Message = dict[str, Any]


class Wire:
    """A server's protocol without processes: what is received, and what is sent."""

    def __init__(self) -> None:
        self.sent: list[Message] = []
        self.exits: list[int] = []
        self.server = StemguardServer()
        self.protocol = self.server.protocol
        self.release = threading.Event()
        self.may_begin = threading.Event()
        self.may_begin.set()
        self.failure: Exception | None = None
        self._arrived = threading.Condition()
        self._taking = threading.RLock()
        self.protocol.connect(self._send, self._exit, self._take)
        self._register()

    def receive(self, message: object) -> list[Message]:
        """Takes a message; what is sent at once."""
        before = len(self.sent)
        body = json.dumps(message).encode()
        self._take(lambda: self.protocol.in_turn(lambda: self.protocol.receive(body)))
        return self.sent[before:]

    def request(self, method: str, msg_id: object = 1, **more: object) -> list[Message]:
        """Takes a request."""
        return self.receive({"jsonrpc": "2.0", "id": msg_id, "method": method, **more})

    def initialize(self) -> None:
        """Begins the session."""
        before = len(self.sent)
        self.request("initialize", "begin", params={"capabilities": {}})
        self.wait_for(before + 1)

    def wait_for(self, number: int) -> list[Message]:
        """Waits until so many messages have been sent."""
        with self._arrived:
            assert self._arrived.wait_for(lambda: len(self.sent) >= number, LONGEST_WAIT_S)
        return self.sent

    def wait_for_exit(self) -> list[int]:
        """Waits until the session is over; its exit codes."""
        with self._arrived:
            assert self._arrived.wait_for(lambda: bool(self.exits), LONGEST_WAIT_S)
        return self.exits

    def _take(self, work: Callable[[], None]) -> None:
        """Stands for the event loop: one thing at a time."""
        with self._taking:
            work()

    def _exit(self) -> None:
        with self._arrived:
            self.exits.append(self.protocol.exit_code)
            self._arrived.notify_all()

    def _send(self, body: bytes) -> None:
        with self._arrived:
            self.sent.append(json.loads(body))
            self._arrived.notify_all()

    def _register(self) -> None:
        server = self.server

        @server.feature("initialize")
        @server.thread()
        def initialize(ls: StemguardServer, params: object) -> Message:
            assert self.may_begin.wait(LONGEST_WAIT_S)
            if self.failure is not None:
                raise self.failure
            return {"capabilities": {}}

        @server.feature("shutdown")
        def shutdown(ls: StemguardServer, params: object) -> None:
            return None

        @server.feature("workspace/symbol")
        def symbols(ls: StemguardServer, params: SymbolParams) -> object:
            return Prepared.of([params.query])

        @server.feature("test/raise")
        def fail(ls: StemguardServer, params: str) -> None:
            raise {
                "refused": Refused(-32801, "It is stale."),
                "bad": BadRequest("`limit` is bad."),
                "unreadable": Unreadable("It cannot be read."),
                "bug": KeyError("secret"),
            }[params]

        @server.feature("test/wait")
        @server.thread()
        def wait(ls: StemguardServer, params: object) -> str:
            assert self.release.wait(LONGEST_WAIT_S)
            return "done"


@pytest.fixture
def wire() -> Iterator[Wire]:
    wire = Wire()
    yield wire
    wire.release.set()
    wire.protocol.disconnect()


@pytest.fixture
def begun(wire: Wire) -> Wire:
    wire.initialize()
    wire.sent.clear()
    return wire


def _error(msg_id: object, code: int, sentence: str) -> Message:
    return {"jsonrpc": "2.0", "id": msg_id, "error": {"code": code, "message": sentence}}


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        (b"{", _error(None, -32700, "The message is not JSON.")),
        (b"", _error(None, -32700, "The message is not JSON.")),
        (b"\xff\xfe", _error(None, -32700, "The message is not JSON.")),
        (b"[" * 100_000, _error(None, -32700, "The message is nested too deep.")),
        (b'{"a":' * 100_000, _error(None, -32700, "The message is nested too deep.")),
        (b"9" * 10_000, _error(None, -32700, "The message is not JSON.")),
        (b"[]", _error(None, -32600, "A message must be an object.")),
        (b"null", _error(None, -32600, "A message must be an object.")),
        (b"{}", _error(None, -32600, "`method` must be a string.")),
        (b'{"id":3}', _error(3, -32600, "`method` must be a string.")),
        (b'{"id":3,"method":5}', _error(3, -32600, "`method` must be a string.")),
        (b'{"id":3,"method":"x"}', _error(3, -32600, "`jsonrpc` must be '2.0'.")),
        (
            b'{"jsonrpc":"1.0","id":"a","method":"x"}',
            _error("a", -32600, "`jsonrpc` must be '2.0'."),
        ),
        *(
            (
                b'{"jsonrpc":"2.0","id":%b,"method":"shutdown"}' % msg_id,
                _error(None, -32600, "`id` must be a string or a whole number."),
            )
            for msg_id in (b"null", b"true", b"1.5", b"[]", b"{}")
        ),
        (
            b'{"jsonrpc":"2.0","id":3,"method":"workspace/symbol"}',
            _error(3, -32602, "`query` is missing."),
        ),
        (
            b'{"jsonrpc":"2.0","id":3,"method":"workspace/symbol","params":{"query":null}}',
            _error(3, -32602, "`query` is missing."),
        ),
        (
            b'{"jsonrpc":"2.0","id":3,"method":"workspace/symbol","params":[1]}',
            _error(3, -32602, "`params` must be an object."),
        ),
        (
            b'{"jsonrpc":"2.0","id":3,"method":"workspaceSymbol/resolve",'
            b'"params":{"name":"x","kind":1}}',
            _error(3, -32602, "`location`: required field missing."),
        ),
        (
            b'{"jsonrpc":"2.0","id":3,"method":"stemguard/nothing"}',
            _error(3, -32601, "There is no method `stemguard/nothing`."),
        ),
    ],
)
def test_a_message_that_cannot_be_meant_is_answered_once(
    begun: Wire, body: bytes, answer: Message
) -> None:
    begun.protocol.receive(body)
    assert begun.sent == [answer]


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "2.0", "method": "stemguard/nothing"},
        {"jsonrpc": "2.0", "method": "textDocument/didSave", "params": 5},
        {"jsonrpc": "2.0", "method": "$/setTrace", "params": {"value": "verbose"}},
        {"jsonrpc": "2.0", "method": "$/cancelRequest"},
        {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": [1]}},
        {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 77}},
        {"jsonrpc": "2.0", "method": 5},
        {"jsonrpc": "2.0", "id": 77, "result": None},
        {"jsonrpc": "2.0", "id": None, "error": {"code": 1, "message": "x"}},
    ],
)
def test_what_needs_no_answer_gets_none(begun: Wire, message: Message) -> None:
    assert begun.receive(message) == []


def test_before_initialize_requests_are_refused_and_notifications_dropped(wire: Wire) -> None:
    refusal = _error(1, -32002, "The server is not initialized.")
    assert wire.request("workspace/symbol", params={"query": "x"}) == [refusal]
    assert wire.request("shutdown") == [refusal]
    assert wire.receive({"jsonrpc": "2.0", "method": "initialized", "params": {}}) == []


def test_an_initialize_that_fails_leaves_the_server_to_be_initialized(wire: Wire) -> None:
    assert wire.request("initialize", params={}) == [
        _error(1, -32602, "`capabilities` is missing.")
    ]
    wire.initialize()
    assert wire.request("workspace/symbol", params={"query": "x"})[0]["result"] == ["x"]


def test_what_comes_while_the_session_begins_is_answered_after_it(wire: Wire) -> None:
    begin: Message = {"params": {"capabilities": {}}}
    wire.may_begin.clear()
    wire.request("initialize", "first", **begin)
    wire.request("workspace/symbol", 1, params={"query": "x"})
    wire.request("initialize", 2, **begin)
    wire.receive({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": "first"}})
    wire.request("shutdown", 3)
    wire.receive({"jsonrpc": "2.0", "method": "exit"})
    assert wire.sent == []
    wire.may_begin.set()
    assert wire.wait_for(4) == [
        {"jsonrpc": "2.0", "id": "first", "result": {"capabilities": {}}},
        {"jsonrpc": "2.0", "id": 1, "result": ["x"]},
        _error(2, -32600, "The server is initialized already."),
        {"jsonrpc": "2.0", "id": 3, "result": None},
    ]
    assert wire.wait_for_exit() == [0]


def test_a_session_that_failed_to_begin_may_begin_again(wire: Wire) -> None:
    wire.failure = Unreadable("It cannot be read.")
    wire.initialize()
    assert wire.sent == [_error("begin", -32803, "It cannot be read.")]
    wire.failure = None
    wire.initialize()
    assert wire.sent[1]["result"] == {"capabilities": {}}


def test_a_second_initialize_is_refused(begun: Wire) -> None:
    assert begun.request("initialize", params={"capabilities": {}}) == [
        _error(1, -32600, "The server is initialized already.")
    ]


def test_after_shutdown_requests_are_refused(begun: Wire) -> None:
    assert begun.request("shutdown") == [{"jsonrpc": "2.0", "id": 1, "result": None}]
    assert begun.request("workspace/symbol", 2, params={"query": "x"}) == [
        _error(2, -32600, "The server is shut down.")
    ]
    assert begun.request("shutdown", 3) == [_error(3, -32600, "The server is shut down.")]


def test_exit_is_a_failure_unless_shutdown_came_before(begun: Wire) -> None:
    begun.receive({"jsonrpc": "2.0", "method": "exit"})
    begun.request("shutdown")
    begun.receive({"jsonrpc": "2.0", "method": "exit"})
    assert begun.exits == [1, 0]


@pytest.mark.parametrize(
    ("what", "code", "sentence"),
    [
        ("refused", -32801, "It is stale."),
        ("bad", -32602, "`limit` is bad."),
        ("unreadable", -32803, "It cannot be read."),
        ("bug", -32603, "`test/raise` failed: KeyError."),
    ],
)
def test_what_a_handler_raises_becomes_one_sentence(
    begun: Wire, what: str, code: int, sentence: str
) -> None:
    assert begun.request("test/raise", params=what) == [_error(1, code, sentence)]


def test_a_cancelled_request_is_answered_at_once_and_once_whether_it_runs_or_waits(
    begun: Wire,
) -> None:
    for msg_id in range(6):
        begun.request("test/wait", msg_id)
    for msg_id in (0, 5, 5):
        begun.receive({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": msg_id}})
    cancelled = [_error(msg_id, -32800, "The request was cancelled.") for msg_id in (0, 5)]
    assert begun.sent == cancelled
    begun.release.set()
    answers = begun.wait_for(6)
    assert sorted(answer["id"] for answer in answers) == [0, 1, 2, 3, 4, 5]
    assert [answer["id"] for answer in answers if "error" in answer] == [0, 5]


def test_an_id_in_use_is_refused_and_free_again_after_its_answer(begun: Wire) -> None:
    begun.request("test/wait", 1)
    assert begun.request("workspace/symbol", 1, params={"query": "x"}) == [
        _error(1, -32600, "`id` is that of a request not answered yet.")
    ]
    begun.release.set()
    assert begun.wait_for(2)[1]["result"] == "done"
    assert begun.request("workspace/symbol", 1, params={"query": "x"})[0]["result"] == ["x"]


def test_the_answer_of_the_client_reaches_who_asked(begun: Wire) -> None:
    good, bad = begun.protocol.request("a", {}), begun.protocol.request("b", None)
    ids = [message["id"] for message in begun.sent]
    begun.receive({"jsonrpc": "2.0", "id": ids[0], "result": {"and": 1}})
    begun.receive({"jsonrpc": "2.0", "id": ids[1], "error": {"code": 1, "message": "No."}})
    begun.receive({"jsonrpc": "2.0", "id": ids[1], "result": None})
    assert good.result(LONGEST_WAIT_S) == {"and": 1}
    with pytest.raises(Refused, match=r"No\."):
        bad.result(LONGEST_WAIT_S)


def test_nothing_is_kept_for_an_answer_that_does_not_come(begun: Wire) -> None:
    with pytest.raises(Refused, match="does not answer"):
        begun.protocol.ask("a", {}, 0.01)
    assert begun.protocol._request_futures == {}
    late = {"jsonrpc": "2.0", "id": begun.sent[0]["id"], "result": None}
    assert begun.receive(late) == []


def test_nothing_is_sent_after_the_end(begun: Wire) -> None:
    begun.request("test/wait", 1)
    begun.protocol.disconnect()
    begun.release.set()
    begun.protocol.notify("x", {})
    assert begun.sent == []


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
METHODS = st.sampled_from(
    [
        "workspace/symbol",
        "shutdown",
        "workspaceSymbol/resolve",
        "initialize",
        "x",
        "$/cancelRequest",
    ]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["jsonrpc", "id", "method", "params", "result"]),
        JSON | METHODS | st.just("2.0"),
    )
)
@example(
    {"jsonrpc": "2.0", "id": "\ud800", "method": "workspace/symbol", "params": {"query": "\0"}}
)
def test_whatever_has_an_id_and_a_method_is_answered_once(begun: Wire, message: Message) -> None:
    sent = begun.receive(message)
    is_answer = "method" not in message and "result" in message
    is_notification = "id" not in message and "method" in message
    assert len(sent) == (0 if is_answer or is_notification else 1)
