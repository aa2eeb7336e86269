"""What a request is refused with, where it has no result: a code and one sentence."""

from __future__ import annotations

import asyncio
from concurrent.futures import CancelledError

from stemguard.domain.errors import BadRequest, Cancelled, StemguardError

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
NOT_INITIALIZED = -32002
CANCELLED = -32800
CONTENT_MODIFIED = -32801
REQUEST_FAILED = -32803


class Refused(Exception):
    """A request that is answered with an error; the message is one sentence."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def refusal(error: BaseException, method: str) -> Refused:
    """What a client is told of whatever ended the handling of a request."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, BadRequest):
        return Refused(INVALID_PARAMS, str(error))
    if isinstance(error, CancelledError | asyncio.CancelledError | Cancelled):
        return Refused(CANCELLED, "The request was cancelled.")
    if isinstance(error, StemguardError):
        return Refused(REQUEST_FAILED, str(error))
    return Refused(INTERNAL_ERROR, f"`{method}` failed: {type(error).__name__}.")
