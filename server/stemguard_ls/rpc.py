"""JSON-RPC as LSP wants it, on top of pygls: every request is answered once, whatever it is.

pygls structures a message before it looks at it, so a malformed one is never answered, and it
leaves the lifecycle of a session to its users. Here a message is plain JSON until its id, its
method and the phase of the session are known to be good. Handlers of ours come before pygls's own,
which keep buffers of their own and read capabilities that a newer client may have changed.
"""

from __future__ import annotations

import asyncio
import contextvars
import json
import logging
import threading
import uuid
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from enum import Enum
from functools import partial
from typing import Any, NamedTuple, TypeGuard, TypeVar

import cattrs
from lsprotocol import types
from pygls.feature_manager import is_thread_function
from pygls.protocol import LanguageServerProtocol

from stemguard.domain.errors import Cancelled
from stemguard_ls.protocol import PARAMS, Token
from stemguard_ls.refused import (
    CANCELLED,
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    NOT_INITIALIZED,
    PARSE_ERROR,
    REQUEST_FAILED,
    Refused,
    refusal,
)
from stemguard_ls.strict import WrongValue, read

log = logging.getLogger(__name__)

#: A search holds the interpreter's lock most of its time; more threads only wait for each other.
_SEARCH_THREADS = 2

MsgId = int | str
T = TypeVar("T")


class Prepared(NamedTuple):
    """A result that is JSON already: made on the thread that searched, not on the event loop."""

    json: bytes

    @classmethod
    def of(cls, result: object) -> Prepared:
        """A result of plain JSON values."""
        return cls(_dump(result))


class _Phase(Enum):
    NEW = "new"
    BEGINNING = "beginning"
    RUNNING = "running"
    SHUT_DOWN = "shut down"


class StemguardProtocol(LanguageServerProtocol):
    """One session with one client. Sending is for any thread, the rest for the event loop's.

    What the client sends goes through `in_turn`, as `initialize` has a thread of its own.
    """

    def __init__(self, *arguments: Any) -> None:  # noqa: ANN401 - pygls's, passed on
        self._phase = _Phase.NEW
        self._open: dict[MsgId, Future[Any] | None] = {}
        self._pool = ThreadPoolExecutor(_SEARCH_THREADS, thread_name_prefix="search")
        self._send_body: Callable[[bytes], None] | None = None
        self._on_exit: Callable[[], None] = lambda: None
        self._soon: Callable[[Callable[[], None]], object] = lambda work: work()
        self._held: deque[Callable[[], None]] = deque()
        self._sending = threading.Lock()
        self._closing = threading.Lock()
        super().__init__(*arguments)

    def connect(
        self,
        send: Callable[[bytes], None],
        on_exit: Callable[[], None],
        soon: Callable[[Callable[[], None]], object],
    ) -> None:
        """Sends bodies of messages with `send`; `on_exit` is called when `exit` comes.

        `soon`, for any thread, has something done on the thread of `receive`.
        """
        self._send_body = send
        self._on_exit = on_exit
        self._soon = soon

    def disconnect(self) -> None:
        """Ends the session: nothing is sent any more, what is queued is not begun."""
        with self._sending:
            self._send_body = None
        self._pool.shutdown(wait=False, cancel_futures=True)

    @property
    def exit_code(self) -> int:
        """What the process returns if the client leaves now: it is to ask for `shutdown` first."""
        return 0 if self._phase is _Phase.SHUT_DOWN else 1

    def in_turn(self, work: Callable[[], None]) -> None:
        """Does something that came from the client now, or when the session has begun."""
        if self._phase is _Phase.BEGINNING or self._held:
            self._held.append(work)
        else:
            work()

    def receive(self, body: bytes) -> None:
        """Takes one message from the client."""
        try:
            message = json.loads(body)
        except RecursionError:
            self.refuse(None, PARSE_ERROR, "The message is nested too deep.")
        except ValueError:
            self.refuse(None, PARSE_ERROR, "The message is not JSON.")
        else:
            self._take(message)

    def refuse(self, msg_id: MsgId | None, code: int, sentence: str) -> None:
        """Answers a message with an error; the id is None where it cannot be known."""
        error = {"code": code, "message": sentence}
        self._send_data({"jsonrpc": "2.0", "id": msg_id, "error": error})

    def check_cancelled(self) -> None:
        """Raises Cancelled where the client has withdrawn the request the caller answers."""
        if self.msg_id not in self._open:
            raise Cancelled("The request was cancelled.")

    def in_pool(self, work: Callable[..., T], *arguments: object) -> Future[T]:
        """Does work on the threads for searches."""
        return self._pool.submit(contextvars.copy_context().run, work, *arguments)

    def send_partial(self, token: Token, value: object) -> None:
        """Sends a part of a result; the result that follows holds none of it."""
        self.check_cancelled()
        self.notify(types.PROGRESS, {"token": token, "value": value})

    def notify(self, method: str, params: object = None) -> None:
        """Sends a notification; `params` are JSON or an object of lsprotocol."""
        self._send_data({"jsonrpc": "2.0", "method": method, "params": params})

    def request(self, method: str, params: object) -> Future[Any]:
        """Sends a request to the client; the future gets its plain JSON, or Refused.

        Who waits no longer cancels the future, so that nothing is kept for an answer.
        """
        msg_id = str(uuid.uuid4())
        answer: Future[Any] = Future()
        self._request_futures[msg_id] = answer
        answer.add_done_callback(lambda _: self._request_futures.pop(msg_id, None))
        self._send_data({"jsonrpc": "2.0", "id": msg_id, "method": method, "params": params})
        return answer

    def register(self, method: str, options: Mapping[str, Any]) -> None:
        """Registers for what the client sends of its own accord."""
        registration = {"id": method, "method": method, "registerOptions": options}
        self.request("client/registerCapability", {"registrations": [registration]})

    def ask(self, method: str, params: object, longest_s: float) -> Any:  # noqa: ANN401 - any JSON
        """The client's answer to a request. Not for the event loop.

        Raises Refused where the client refuses it, and where it says nothing for so long.
        """
        answer = self.request(method, params)
        try:
            return answer.result(longest_s)
        except (TimeoutError, CancelledError):
            raise Refused(REQUEST_FAILED, "The client does not answer.") from None
        finally:
            answer.cancel()

    def _take(self, message: object) -> None:
        if not isinstance(message, dict):
            self.refuse(None, INVALID_REQUEST, "A message must be an object.")
            return
        if "method" not in message and ("result" in message or "error" in message):
            self._take_response(message)
            return
        msg_id = message.get("id")
        if "id" in message and not _is_id(msg_id):
            self.refuse(None, INVALID_REQUEST, "`id` must be a string or a whole number.")
            return
        try:
            method = _method(message)
            if self._is_protocol_business(method, message):
                return
            self._check_phase(method)
            params = self._params(method, message.get("params"))
        except Refused as error:
            if "id" in message or "method" not in message:
                self.refuse(msg_id, error.code, str(error))
            else:
                log.debug("A notification was left out: %s", error)
            return
        context = contextvars.copy_context()
        if _is_id(msg_id):
            context.run(self._handle_request, msg_id, method, params)
        else:
            context.run(self._handle_notification, method, params)

    def _is_protocol_business(self, method: str, message: Mapping[str, Any]) -> bool:
        """Deals with the two notifications that concern the session itself."""
        if "id" in message:
            return False
        if method == types.EXIT:
            self._on_exit()
            return True
        if method == types.CANCEL_REQUEST:
            params = message.get("params")
            self._cancel(params.get("id") if isinstance(params, dict) else None)
            return True
        return False

    def _check_phase(self, method: str) -> None:
        if method == types.INITIALIZE:
            if self._phase is not _Phase.NEW:
                raise Refused(INVALID_REQUEST, "The server is initialized already.")
        elif self._phase is _Phase.NEW:
            raise Refused(NOT_INITIALIZED, "The server is not initialized.")
        elif self._phase is _Phase.SHUT_DOWN:
            raise Refused(INVALID_REQUEST, "The server is shut down.")

    def _params(self, method: str, params: object) -> Any:  # noqa: ANN401 - by the method
        if method in PARAMS:
            try:
                return read(PARAMS[method], {} if params is None else params)
            except WrongValue as error:
                raise Refused(INVALID_PARAMS, str(error)) from None
        message_type = self.get_message_type(method)
        if message_type is None:
            return params
        envelope = {"jsonrpc": "2.0", "id": 0, "method": method, "params": params}
        try:
            return self._converter.structure(envelope, message_type).params
        except Exception as error:
            raise Refused(INVALID_PARAMS, _first_fault(error)) from None

    def _take_response(self, message: Mapping[str, Any]) -> None:
        msg_id = message.get("id")
        future = self._request_futures.pop(msg_id, None) if _is_id(msg_id) else None
        if future is None or future.done():
            log.debug("A response to no request was left out.")
        elif isinstance(error := message.get("error"), dict):
            future.set_exception(Refused(REQUEST_FAILED, str(error.get("message"))))
        else:
            future.set_result(message.get("result"))

    def _handle_request(self, msg_id: MsgId, method_name: str, params: object) -> None:
        if msg_id in self._open:
            self.refuse(msg_id, INVALID_REQUEST, "`id` is that of a request not answered yet.")
            return
        handler = self.fm.features.get(method_name)
        if handler is None:
            self.refuse(msg_id, METHOD_NOT_FOUND, f"There is no method `{method_name}`.")
            return
        if method_name == types.INITIALIZE:
            self._phase = _Phase.BEGINNING
        self._open[msg_id] = None
        self._ctx_msg_id.set(msg_id)
        answer = partial(self._answer, msg_id, method_name)
        self._execute_handler(msg_id, handler, answer, args=(params,))

    def _handle_notification(self, method_name: str, params: object) -> None:
        handler = self.fm.features.get(method_name)
        if handler is not None:
            self._execute_handler(_NO_ID, handler, _log_failure, args=(params,))

    def _execute_handler(
        self,
        msg_id: MsgId,
        handler: Callable[..., Any],
        callback: Callable[[Future[Any]], None],
        args: tuple[Any, ...] | None = None,
        kwargs: dict[str, Any] | None = None,
    ) -> None:
        if is_thread_function(handler):  # type: ignore[no-untyped-call]  # pygls's
            future = self.in_pool(handler, *(args or ()))
            self._open[msg_id] = future
            future.add_done_callback(callback)
        else:
            super()._execute_handler(msg_id, handler, callback, args, kwargs)
            self._open_future(msg_id)

    def _open_future(self, msg_id: MsgId) -> None:
        """Takes the future of a running coroutine from the futures of what we ask the client."""
        future = self._request_futures.pop(msg_id, None)
        if msg_id in self._open:
            self._open[msg_id] = future

    def _answer(self, msg_id: MsgId, method: str, future: Future[Any]) -> None:
        if not self._close(msg_id):
            return  # answered when it was cancelled
        self._send_outcome(msg_id, method, future)
        if method == types.INITIALIZE:
            if self._phase is _Phase.BEGINNING:
                self._phase = _Phase.NEW
            self._soon(self._take_held)

    def _take_held(self) -> None:
        while self._held and self._phase is not _Phase.BEGINNING:
            self._held.popleft()()

    def _send_outcome(self, msg_id: MsgId, method: str, future: Future[Any]) -> None:
        try:
            result = future.result()
        except (Exception, asyncio.CancelledError) as error:
            refused = refusal(error, method)
            if refused.code == INTERNAL_ERROR:
                log.exception("`%s` failed", method)
            self.refuse(msg_id, refused.code, str(refused))
        else:
            if method in _PHASES:
                self._phase = _PHASES[method]
            self._send_response(msg_id, result)

    def _close(self, msg_id: MsgId) -> bool:
        """Takes a request from the open ones; True for one caller alone."""
        with self._closing:
            if msg_id not in self._open:
                return False
            del self._open[msg_id]
            return True

    def _cancel(self, msg_id: object) -> None:
        """Answers an open request at once; what is still working on it is not heard any more."""
        if not _is_id(msg_id):
            return
        future = self._open.get(msg_id)
        if not self._close(msg_id):
            return  # answered already
        if future is not None:
            future.cancel()
        self.refuse(msg_id, CANCELLED, "The request was cancelled.")

    def _send_response(self, msg_id: MsgId, result: object = None, error: object = None) -> None:
        if isinstance(result, Prepared):
            head = b'{"jsonrpc":"2.0","id":%b,"result":' % _dump(msg_id)
            self._send(b"%b%b}" % (head, result.json))
        else:
            self._send_data({"jsonrpc": "2.0", "id": msg_id, "result": result})

    def _send_data(self, data: object) -> None:
        body = json.dumps(data, default=self._serialize_message, separators=(",", ":"))
        self._send(body.encode())

    def _send(self, body: bytes) -> None:
        with self._sending:
            if self._send_body is None:
                return
            try:
                self._send_body(body)
            except OSError:
                self._send_body = None  # the client is gone; its end of input ends the server


#: What pygls knows the handling of a notification by; no client may use it as an id.
_NO_ID = "\0"
_PHASES = {types.INITIALIZE: _Phase.RUNNING, types.SHUTDOWN: _Phase.SHUT_DOWN}


def _dump(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def _is_id(value: object) -> TypeGuard[MsgId]:
    return isinstance(value, int | str) and not isinstance(value, bool) and value != _NO_ID


def _method(message: Mapping[str, Any]) -> str:
    method = message.get("method")
    if not isinstance(method, str):
        raise Refused(INVALID_REQUEST, "`method` must be a string.")
    if message.get("jsonrpc") != "2.0":
        raise Refused(INVALID_REQUEST, "`jsonrpc` must be '2.0'.")
    return method


def _first_fault(error: Exception) -> str:
    """The first fault of params that lsprotocol could not take, as a sentence."""
    fault = cattrs.transform_error(error)[0]
    what, _, where = fault.partition(" @ $.")
    return f"`{where.removeprefix('params.')}`: {what}." if where else f"{what}."


def _log_failure(future: Future[Any]) -> None:
    if not future.cancelled() and (error := future.exception()) is not None:
        log.error("A notification failed: %s", error, exc_info=error)
