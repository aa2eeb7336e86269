"""Surveys a root again and again, to find what nobody told of."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from stemguard.domain.errors import Cancelled, IndexUnavailable, Unreadable
from stemguard.sync.survey import be_nice


@dataclass(frozen=True, slots=True)
class Pacing:
    """The share of a processor a survey may take, and when the next one begins.

    That is `pause_s` after the end of the one before and `period_s` after its beginning, at least.
    """

    duty: float
    pause_s: float
    period_s: float


#: Heals what was missed; nobody is to notice that it runs.
SWEEP = Pacing(duty=0.01, pause_s=60.0, period_s=60.0)
#: In place of being told: a change is to be found within a second where the root is not large.
POLL = Pacing(duty=0.1, pause_s=0.0, period_s=0.7)

#: Takes the share and how to wait, and gives the paths that differ; see `survey`.
Survey = Callable[[float, Callable[[float], bool]], Iterator[str]]


class Patrol:
    """A thread that surveys at a pace until it is ended, the first time after a pause.

    `on_difference` hears of each path as it is found. A survey that cannot be is tried again.
    """

    def __init__(
        self, survey: Survey, on_difference: Callable[[str], None], pacing: Pacing
    ) -> None:
        self._survey = survey
        self._on_difference = on_difference
        self._pacing = pacing
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="stemguard-patrol", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Ends it soon; does not wait for that."""
        self._ended.set()

    def _run(self) -> None:
        be_nice()
        pause_s = self._pacing.period_s
        while not self._ended.wait(pause_s):
            start = time.monotonic()
            self._survey_once()
            took_s = time.monotonic() - start
            pause_s = max(self._pacing.pause_s, self._pacing.period_s - took_s)

    def _survey_once(self) -> None:
        try:
            for path in self._survey(self._pacing.duty, self._ended.wait):
                self._on_difference(path)
        except (Cancelled, IndexUnavailable, Unreadable):
            # Ended, the root or its index gone: whoever began the patrol knows better what to do.
            pass
