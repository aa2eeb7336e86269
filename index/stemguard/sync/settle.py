"""When hints are acted upon: once they cease to come, and never much later than the first.

Of a few paths each waits for itself, and for new ones, but not for another that changes without
end. Many are one batch.
"""

from __future__ import annotations

from collections.abc import Collection

#: A save is one or a few events at once; whoever types it is to find it within a second.
_QUIET_S = 0.05
_LONGEST_S = 0.5
#: More paths than this are a checkout or a build, which is worth one long look.
_FEW = 20
_QUIET_OF_MANY_S = 0.25
_LONGEST_OF_MANY_S = 3.0
#: Beyond this, to look at everything costs less than to look each path up.
_MOST = 20_000


class Settling:
    """Paths relative to a root that wait to be looked at, "" for all of it.

    Times are seconds of one clock that never goes back. For one thread at a time.
    """

    def __init__(self) -> None:
        # When each path came first and last; the first to come stand first.
        self._times: dict[str, tuple[float, float]] = {}
        self._last = 0.0
        self._last_new = 0.0

    @property
    def paths(self) -> frozenset[str]:
        """What waits."""
        return frozenset(self._times)

    def add(self, paths: Collection[str], now: float) -> None:
        """Lets paths wait, those that wait already included: they changed again."""
        if not paths:
            return
        self._last = now
        for path in paths:
            if path not in self._times:
                self._last_new = now
            first, _ = self._times.get(path, (now, now))
            self._times[path] = (first, now)
        if len(self._times) > _MOST:
            self._times = {"": (self._first(), now)}

    def due_at(self) -> float | None:
        """When the next path is to be looked at, if nothing comes; None where nothing waits."""
        if not self._times:
            return None
        if len(self._times) > _FEW:
            return min(self._last + _QUIET_OF_MANY_S, self._first() + _LONGEST_OF_MANY_S)
        return min(map(self._path_due_at, self._times))

    def take(self, now: float) -> frozenset[str]:
        """What is due, which no longer waits."""
        due_at = self.due_at()
        if due_at is None or now < due_at:
            return frozenset()
        is_batch = len(self._times) > _FEW
        taken = {path for path in self._times if is_batch or self._is_quiet(path, now)}
        for path in taken:
            del self._times[path]
        return frozenset(taken)

    def _first(self) -> float:
        first, _ = next(iter(self._times.values()))
        return first

    def _path_due_at(self, path: str) -> float:
        first, last = self._times[path]
        return min(max(last, self._last_new) + _QUIET_S, first + _LONGEST_S)

    def _is_quiet(self, path: str, now: float) -> bool:
        """Whether a path may be looked at as soon as any other is to be."""
        first, last = self._times[path]
        return now >= min(last + _QUIET_S, first + _LONGEST_S)
