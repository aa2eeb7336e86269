"""What was decoded lately, up to a number of bytes. Any thread may use it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Any


class ByteCache:
    """Values by key; the ones that were not asked for longest go first."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._taken = 0
        self._values: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> Any:  # noqa: ANN401 - holds what its users put in
        """The value, or None."""
        with self._lock:
            entry = self._values.get(key)
            if entry is None:
                return None
            self._values.move_to_end(key)
            return entry[0]

    def put(self, key: Hashable, value: object, size_bytes: int) -> None:
        """Keeps a value while there is room; one that is larger than all of it is not kept."""
        if size_bytes > self._most:
            return
        with self._lock:
            known = self._values.pop(key, None)
            self._taken += size_bytes - (known[1] if known else 0)
            self._values[key] = (value, size_bytes)
            while self._taken > self._most:
                _, (_, freed) = self._values.popitem(last=False)
                self._taken -= freed
