"""What is due to be indexed, and the one thread that does it.

What comes in while the thread works is put together: a hundred saves are one look at the disk.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from stemguard.domain.errors import Cancelled, StemguardError
from stemguard.workspace import SyncReport

log = logging.getLogger(__name__)


class Window(Protocol):
    """Where work is shown, and from where it is stopped."""

    @property
    def cancelled(self) -> threading.Event:
        """Set where somebody has stopped it."""

    def report(self, done: int, total: int) -> None:
        """Shows how far it is, in files."""

    def end(self, message: str) -> None:
        """Closes it with a last word."""


@dataclass(slots=True)
class Due:
    """Work to be done at one go: settings first, then a rebuild, everything, or `paths` alone.

    `windows` show all of it, whoever asked for which part; `is_unseen` where the client shows none.
    """

    settings: bool = False
    rebuild: bool = False
    everything: bool = False
    paths: set[Path] = field(default_factory=set)
    waiting: list[Future[SyncReport]] = field(default_factory=list)
    windows: list[Window] = field(default_factory=list)
    is_unseen: bool = False

    @property
    def is_anything(self) -> bool:
        """Whether there is work."""
        return self.settings or self.rebuild or self.everything or bool(self.paths)


class Indexing:
    """The thread. `work` does what is due and may raise; `ask` may be called from any thread."""

    def __init__(self, work: Callable[[Due], SyncReport]) -> None:
        self.stopping = threading.Event()
        self._work = work
        self._due = Due()
        self._done_now: Due | None = None
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="indexing", daemon=True)

    def start(self) -> None:
        """Begins with what is due already."""
        self._thread.start()

    def ask(
        self,
        *,
        settings: bool = False,
        rebuild: bool = False,
        everything: bool = False,
        paths: Collection[Path] = (),
        window: Window | None = None,
    ) -> Future[SyncReport]:
        """Adds to what is due; the future is done with the run that covers it."""
        asked: Future[SyncReport] = Future()
        with self._changed:
            due = self._due
            due.settings |= settings
            due.rebuild |= rebuild
            due.everything |= everything
            due.paths.update(paths)
            due.waiting.append(asked)
            due.windows += [] if window is None else [window]
            self._changed.notify()
        return asked

    @property
    def is_busy(self) -> bool:
        """Whether anything is due or being done."""
        with self._changed:
            return self._done_now is not None or self._due.is_anything

    @property
    def paths(self) -> frozenset[Path]:
        """The paths that were asked for and are not begun with."""
        with self._changed:
            begun = self._done_now.paths if self._done_now is not None else ()
            return frozenset(self._due.paths).union(begun)

    def begin_with_paths(self) -> None:
        """Says that the work is at the files: whoever does it knows from now on what is left."""
        with self._changed:
            if self._done_now is not None:
                self._done_now.paths = set()

    def stop(self, timeout_s: float) -> None:
        """Ends the thread after what it is doing now, which sees `stopping`."""
        self.stopping.set()
        with self._changed:
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join(timeout_s)

    def _run(self) -> None:
        while (due := self._next()) is not None:
            outcome = self._outcome(due)
            with self._changed:
                self._done_now = None
            _settle(due, outcome)
        _settle(self._due, Cancelled("The server is shutting down."))

    def _outcome(self, due: Due) -> SyncReport | Exception:
        try:
            return self._work(due)
        except StemguardError as error:
            # A sentence that the user is told; a traceback says no more.
            log.info("Indexing ended: %s", error)
            return error
        except Exception as error:
            log.exception("Indexing failed")
            return error

    def _next(self) -> Due | None:
        with self._changed:
            self._changed.wait_for(lambda: self.stopping.is_set() or self._due.is_anything)
            if self.stopping.is_set():
                return None
            self._done_now, self._due = self._due, Due()
            return self._done_now


def _settle(due: Due, outcome: SyncReport | Exception) -> None:
    for asked in due.waiting:
        if not asked.set_running_or_notify_cancel():
            continue
        if isinstance(outcome, Exception):
            asked.set_exception(outcome)
        else:
            asked.set_result(outcome)
