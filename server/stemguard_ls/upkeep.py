"""Keeps the indexes of a session current: what is due, in which lane, and what is told of it.

Two threads do the work: one what may take long, one a few files, so that a save never waits for a
first index; the library lets the one give way to the other.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path

from stemguard.domain.errors import Cancelled, StemguardError, TooManyFiles, Unreadable
from stemguard.workspace import IndexState, Progress, SyncReport, WatchMode, Workspace
from stemguard_ls.abilities import Abilities
from stemguard_ls.config import PROJECT_FILES
from stemguard_ls.folders import OpenFolders
from stemguard_ls.indexing import Due, Indexing
from stemguard_ls.progress import INDEXING, ProgressWindow, ProgressWindows
from stemguard_ls.protocol import INDEX_CHANGED, IndexChanged
from stemguard_ls.rpc import StemguardProtocol
from stemguard_ls.sayings import Sayings

#: A look at fewer files than that is over before anybody could read of it.
_WORTH_A_WINDOW = 20
#: To read the state of an index costs what a search costs; nobody counts batches.
_SECONDS_BETWEEN_NEWS = 0.1
#: What fails for want of memory or processes may be well soon; what does not costs a look a minute.
_FIRST_RETRY_S = 2.0
_LONGEST_RETRY_S = 60.0


class Upkeep:
    """Any thread may ask.

    `settle` takes new settings and folders, on a thread of this class; `is_stale` says whether
    there are some.
    """

    def __init__(
        self,
        rpc: StemguardProtocol,
        folders: OpenFolders,
        sayings: Sayings,
        settle: Callable[[], WatchMode],
        is_stale: Callable[[], bool],
    ) -> None:
        self.abilities = Abilities()
        self.windows = ProgressWindows(rpc)
        self._rpc = rpc
        self._folders = folders
        self._sayings = sayings
        self._settle = settle
        self._is_stale = is_stale
        self._long = Indexing(lambda due: self._work(self._long, due))
        self._short = Indexing(lambda due: self._work(self._short, due))
        self._watched: Workspace | None = None
        self._generation = -1
        self._hears_client = False
        self._told_at = 0.0
        # The files that a look has found and was stopped before.
        self._left: set[Path] = set()
        # What could not be looked at, when it is tried again, and how long that is put off.
        self._failed: set[Path] = set()
        self._retry_at = 0.0
        self._retry_after_s = _FIRST_RETRY_S

    def start(self) -> None:
        """Begins with what is due already."""
        self._generation = self._folders.workspace.index_state().generation
        self._long.start()
        self._short.start()

    def stop(self, timeout_s: float) -> None:
        """Ends both threads after what they do now, which is cancelled."""
        self._long.stop(timeout_s)
        self._short.stop(timeout_s)

    def settle(self) -> Future[SyncReport]:
        """Takes other settings or folders; what is new in them is looked at."""
        return self._long.ask(settings=True)

    def rescan(self, window: ProgressWindow | None = None) -> Future[SyncReport]:
        """Looks at everything, in a window of the client's if it has one."""
        return self._long.ask(everything=True, window=window)

    def rebuild(self, window: ProgressWindow | None) -> Future[SyncReport]:
        """Reads everything anew, in a window of the client's if it has one."""
        return self._long.ask(rebuild=True, window=window)

    @property
    def is_busy(self) -> bool:
        """Whether anything is due or being done, settles, or is to be tried again."""
        busy = self._long.is_busy or self._short.is_busy
        return busy or bool(self._failed or self._folders.workspace.waiting())

    def waiting(self) -> dict[Path, list[str]]:
        """By root, the files that are known to have changed and that nobody reads yet."""
        found: dict[Path, list[str]] = {}
        for root, path in sorted(self._queued()):
            named = os.fsencode(path).decode("utf-8", "backslashreplace")
            found.setdefault(root, []).append(named)
        return found

    @property
    def n_waiting(self) -> int:
        """How many files those are: every search asks, and has no time to name them."""
        return len(self._queued())

    def index_state(self, workspace: Workspace) -> IndexState:
        """The state now; where an index was put in another's place, everything is looked at."""
        known = self._generation
        state = workspace.index_state()
        # Generations grow.
        if state.generation < known:
            self._generation = state.generation
            self.rescan()
        return state

    def _queued(self) -> list[tuple[Path, str]]:
        """The roots and paths of what is known to have changed; whole roots are not counted."""
        workspace = self._folders.workspace
        queued = (
            self._long.paths | self._short.paths | workspace.waiting() | self._left | self._failed
        )
        places = map(self._folders.place_of, queued.difference(workspace.roots))
        return [place for place in places if place is not None]

    def _watch(self, workspace: Workspace, mode: WatchMode) -> None:
        """Has a workspace watched, once: all of it is looked at, then what changes."""
        if workspace is self._watched:
            return
        self._watched = workspace
        workspace.watch(
            partial(self._look, workspace),
            mode,
            has_client_watching=self.abilities.registers_watchers,
            each_second=partial(self._beat, workspace),
        )
        self._beat(workspace)

    def _look(self, workspace: Workspace, paths: Collection[Path]) -> None:
        """Takes what has settled: whole roots, and files and folders in them."""
        roots = set(paths).intersection(workspace.roots)
        rest = set(paths) - roots
        if any(path.name in PROJECT_FILES for path in rest) and self._is_stale():
            self.settle()
        if roots:
            self._long.ask(paths=roots)
        if rest:
            self._short.ask(paths=rest)

    def _beat(self, workspace: Workspace) -> None:
        """Tells what has to be told though nothing was done here."""
        with suppress(StemguardError):
            self._tell_change(workspace)
        self._hear(workspace)
        if workspace is self._watched and self._is_stale():
            self.settle()
        if self._failed and time.monotonic() >= self._retry_at:
            again, self._failed = self._failed, set()
            self._look(workspace, again)
        is_client_asked = "client" in workspace.watching().values()
        if is_client_asked and self.abilities.registers_watchers and not self._hears_client:
            self._hears_client = True
            watchers = {"watchers": [{"globPattern": "**/*"}]}
            self._rpc.register("workspace/didChangeWatchedFiles", watchers)

    def _work(self, lane: Indexing, due: Due) -> SyncReport:
        """Does what is due, on a lane's thread."""
        if due.settings:
            mode = self._settle()
            self._watch(self._folders.workspace, mode)
        workspace = self._folders.workspace
        if due.rebuild:
            work: Callable[..., SyncReport] = workspace.rebuild
        elif due.everything:
            work = workspace.sync
        elif due.paths:
            work = partial(workspace.sync, only=set(due.paths))
        else:
            return SyncReport()
        with ExitStack() as stack:
            return self._synced(workspace, lane, due, work, partial(self._open_window, stack, due))

    def _synced(
        self,
        workspace: Workspace,
        lane: Indexing,
        due: Due,
        work: Callable[..., SyncReport],
        open_window: Callable[[], None],
    ) -> SyncReport:
        """Does work and tells of each change of the index; its failure is said, and raised."""
        begun: dict[Path, Progress] = {}
        if lane is self._long and workspace.index_state().state != "ready":
            open_window()

        def progress(now: Progress) -> None:
            lane.begin_with_paths()
            begun[now.root] = now
            if now.total > _WORTH_A_WINDOW:
                open_window()
            done = sum(progress.done for progress in begun.values())
            total = sum(progress.total for progress in begun.values())
            for window in due.windows:
                window.report(done, total)
            if time.monotonic() - self._told_at >= _SECONDS_BETWEEN_NEWS:
                self._tell_change(workspace)

        def cancelled() -> bool:
            # Not before it is known, and can be said, what is left then.
            stopped = begun and any(window.cancelled.is_set() for window in due.windows)
            return bool(stopped) or lane.stopping.is_set()

        looked_at = frozenset(due.paths) or frozenset(workspace.roots)
        try:
            report = work(progress=progress, cancelled=cancelled)
            self._left = {path for path in self._left if not _is_in(path, looked_at)}
            self._retry_after_s = _FIRST_RETRY_S
            self._end_windows(workspace, due)
            return report
        except Cancelled:
            self._left |= {root / path for root, now in begun.items() for path in now.waiting}
            raise
        except TooManyFiles as error:
            self._sayings.warn(str(error))
            raise
        except Exception as error:
            # That a root is gone is said by who watches it, and looked at when it returns.
            if not isinstance(error, Unreadable) or all(root.is_dir() for root in workspace.roots):
                if isinstance(error, StemguardError):
                    self._sayings.warn(str(error))
                self._put_off(looked_at)
            raise
        finally:
            self._tell_change(workspace)
            self._hear(workspace)

    def _open_window(self, stack: ExitStack, due: Due) -> None:
        """Shows the work in a window of its own, unless it has one or the client shows none."""
        if due.windows or not self.abilities.reports_progress or due.is_unseen:
            return
        window = stack.enter_context(self.windows.stoppable(self.windows.create(), INDEXING))
        if window is None:
            due.is_unseen = True
        else:
            due.windows.append(window)

    def _end_windows(self, workspace: Workspace, due: Due) -> None:
        if due.windows:
            state = workspace.index_state()
            for window in due.windows:
                window.end(f"{state.units} units in {state.files} files")

    def _put_off(self, paths: Collection[Path]) -> None:
        """Has something that could not be looked at tried again, later each time."""
        self._failed |= set(paths)
        self._retry_at = time.monotonic() + self._retry_after_s
        self._retry_after_s = min(2 * self._retry_after_s, _LONGEST_RETRY_S)

    def _tell_change(self, workspace: Workspace) -> None:
        self._told_at = time.monotonic()
        state = self.index_state(workspace)
        if state.generation != self._generation:
            self._generation = state.generation
            params: IndexChanged = {"generation": state.generation, "files": state.files}
            self._rpc.notify(INDEX_CHANGED, params)

    def _hear(self, workspace: Workspace) -> None:
        for root, notice in workspace.notices():
            self._sayings.note_of(root, notice)


def _is_in(path: Path, places: Collection[Path]) -> bool:
    return path in places or any(folder in places for folder in path.parents)
