"""When hints are acted upon: once they cease to come, and never much later than the first."""

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
        self._paths: set[str] = set()
        self._first = 0.0
        self._last = 0.0

    @property
    def paths(self) -> frozenset[str]:
        """What waits."""
        return frozenset(self._paths)

    def add(self, paths: Collection[str], now: float) -> None:
        """Lets paths wait, those that wait already included: they changed again."""
        if not paths:
            return
        if not self._paths:
            self._first = now
        self._last = now
        self._paths.update(paths)
        if len(self._paths) > _MOST:
            self._paths = {""}

    def due_at(self) -> float | None:
        """When what waits is to be looked at, if nothing new comes; None where nothing waits."""
        if not self._paths:
            return None
        if len(self._paths) > _FEW:
            return min(self._last + _QUIET_OF_MANY_S, self._first + _LONGEST_OF_MANY_S)
        return min(self._last + _QUIET_S, self._first + _LONGEST_S)

    def take(self, now: float) -> frozenset[str]:
        """What is due, which no longer waits."""
        due_at = self.due_at()
        if due_at is None or now < due_at:
            return frozenset()
        taken = frozenset(self._paths)
        self._paths = set()
        return taken
