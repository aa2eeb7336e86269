"""What another program is in the way of is tried again until it works, or nobody wants it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from stemguard.domain.errors import Cancelled, IndexBusy

_Done = TypeVar("_Done")


def patiently(
    do: Callable[[], _Done], cancelled: Callable[[], bool], on_wait: Callable[[str], None]
) -> _Done:
    """Does it, as often as it raises IndexBusy, whose sentence is told at each wait.

    How long a try waits is up to whoever raises. Raises Cancelled.
    """
    while True:
        try:
            return do()
        except IndexBusy as busy:
            if cancelled():
                raise Cancelled("Indexing was cancelled.") from busy
            on_wait(str(busy))
