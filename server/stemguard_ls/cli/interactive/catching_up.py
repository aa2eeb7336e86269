"""The thread that keeps the index current while somebody searches, and says how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

from stemguard.domain.errors import Cancelled, StemguardError
from stemguard.workspace import Progress, WatchMode, Workspace

#: While a first index grows, the list follows it so often.
_SECONDS_BETWEEN_LOOKS = 0.5

_ANOTHER = "another process is indexing"


class CatchingUp:
    """Syncs what the workspace says has changed.

    `stand` is told how far it is, `changed` that the index is another, and how far it is, or None
    where that is as before. All are called in threads, and none once `end` has returned.
    """

    def __init__(
        self,
        workspace: Workspace,
        stand: Callable[[str], None],
        changed: Callable[[str | None], None],
        fail: Callable[[Exception], None],
    ) -> None:
        self._workspace = workspace
        self._stand = stand
        self._changed = changed
        self._fail = fail
        self._due: SimpleQueue[Collection[Path]] = SimpleQueue()
        self._generation = -1
        self._looked_at = 0.0
        self._thread = Thread(target=self._run, name="catching up", daemon=True)

    def start(self, mode: WatchMode) -> None:
        """Has everything looked at, and then what changes."""
        self._stand("looking for changes")
        self._workspace.watch(self._due.put, mode, each_second=self._follow)
        self._thread.start()

    def end(self) -> None:
        """Closes the workspace, which ends what is being done."""
        self._workspace.close()
        self._due.put(())
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        try:
            while paths := self._due.get():
                self._sync(paths)
        except Cancelled:
            pass
        except Exception as error:
            self._fail(error)

    def _sync(self, paths: Collection[Path]) -> None:
        standing = ""
        try:
            self._workspace.sync(
                only=paths, progress=self._report, on_wait=lambda: self._stand(_ANOTHER)
            )
        except Cancelled:
            raise
        except StemguardError as error:
            standing = str(error)
        self._changed(standing)

    def _report(self, progress: Progress) -> None:
        if not progress.total:
            return
        self._stand(f"indexing {100 * progress.done // progress.total} %")
        if time.monotonic() - self._looked_at >= _SECONDS_BETWEEN_LOOKS:
            self._looked_at = time.monotonic()
            self._changed(None)

    def _follow(self) -> None:
        """Sees what another process has written that leads here."""
        with suppress(StemguardError):
            generation = self._workspace.index_state().generation
            if generation != self._generation:
                self._generation = generation
                self._changed(None)
