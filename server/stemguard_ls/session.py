"""What one client has opened: its folders, its settings, and the index behind them."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Collection
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from stemguard.domain.errors import Cancelled, IndexUnavailable, StemguardError
from stemguard.domain.query import Tiers, View
from stemguard.search.request import Answer, Hit, SearchRequest
from stemguard.search.searcher import Placed
from stemguard.workspace import IndexState, Progress, RootStatus, SyncReport, Workspace
from stemguard_ls.abilities import Abilities
from stemguard_ls.config import PROJECT_FILES, SECTION, Settings, load
from stemguard_ls.convert import (
    Encoding,
    column_of,
    explain_result,
    item,
    path_of,
    root,
    search_result,
    symbol,
)
from stemguard_ls.editor_settings import EditorSettings
from stemguard_ls.folders import OpenFolders, folders_of
from stemguard_ls.indexing import Due, Indexing
from stemguard_ls.progress import INDEXING, ProgressWindow, ProgressWindows
from stemguard_ls.protocol import (
    DEFAULT_LIMIT,
    DEFAULT_SYMBOL_LIMIT,
    INDEX_CHANGED,
    MOST_EXAMPLES,
    MOST_ROWS,
    ExplainParams,
    ExplainResult,
    IndexChanged,
    InitializeParams,
    Root,
    SearchParams,
    SearchResult,
)
from stemguard_ls.refused import INVALID_PARAMS, Refused
from stemguard_ls.rpc import StemguardProtocol

log = logging.getLogger(__name__)

T = TypeVar("T")

#: Workers are ended with their pipes; what a thread still does is not worth a longer wait.
_LONGEST_END_S = 2.0
_WARNING, _INFO = 2, 3


class Session:
    """One client's session. The event loop's thread changes it; searches come from any thread.

    The workspace is replaced as a whole when settings change what is in an index.
    """

    def __init__(self, rpc: StemguardProtocol) -> None:
        self.abilities = Abilities()
        self.settings = Settings()
        self.windows = ProgressWindows(rpc)
        self._rpc = rpc
        self._folders = OpenFolders(self.warn)
        self._notices: dict[Path, list[str]] = {}
        self._editor = EditorSettings()
        self._indexing = Indexing(self._work)
        self._said: set[str] = set()
        # By root, how far the last look at everything was where it was cut short.
        self._cut_short: dict[Path, Progress] = {}
        self._generation = -1

    def open(self, params: InitializeParams) -> None:
        """Opens the client's folders; nothing of them is read before `start`."""
        self.abilities = Abilities.of(params.capabilities)
        self._editor = EditorSettings(params.initialization_options)
        self._folders.paths = folders_of(params)
        self._settle()
        self._generation = self._folders.workspace.index_state().generation
        self._indexing.start()

    def start(self) -> None:
        """Begins to index, after the client's settings have been asked for."""
        if self.abilities.registers_watchers and self.settings.watch != "off":
            watchers = {"watchers": [{"globPattern": "**/*"}]}
            self._register("workspace/didChangeWatchedFiles", watchers)
        if self.abilities.registers_configuration:
            self._register("workspace/didChangeConfiguration", {"section": SECTION})
        self._indexing.ask(settings=True, everything=True)

    def stop(self) -> None:
        """Ends indexing soon; does not wait for it."""
        self._indexing.stop(0.0)

    def close(self) -> None:
        """Ends indexing, searching and the workers; what is indexed stays good."""
        self._indexing.stop(_LONGEST_END_S)
        self._folders.close()

    def configure(self, pushed: object) -> None:
        """Takes settings that the client pushes, or asks for them where it has them to be asked."""
        self._editor.push(pushed)
        self._indexing.ask(settings=True)

    def change_folders(self, added: Collection[str], removed: Collection[str]) -> None:
        """Adds and removes folders by their URIs, and indexes what is new."""
        gone = {path_of(uri) for uri in removed}
        kept = [folder for folder in self._folders.paths if folder not in gone]
        new = [path for uri in added if (path := path_of(uri)) is not None and path not in kept]
        self._folders.paths = (*kept, *dict.fromkeys(new))
        self._indexing.ask(settings=True, everything=True)

    def changed(self, uris: Collection[str]) -> None:
        """Looks at files that the client says have changed, whatever happened to them."""
        paths = {path for uri in uris if (path := path_of(uri)) is not None}
        settings = any(path.name in PROJECT_FILES for path in paths)
        paths = paths.union(*(self._folders.ruled_by(path) for path in paths))
        if paths:
            self._indexing.ask(paths=paths, settings=settings)

    def rescan(self, window: ProgressWindow | None) -> Future[SyncReport]:
        """Looks at everything, in a window of the client's if it has one."""
        return self._indexing.ask(everything=True, window=window)

    def rebuild(self, window: ProgressWindow | None) -> Future[SyncReport]:
        """Reads everything anew, in a window of the client's if it has one."""
        return self._indexing.ask(rebuild=True, window=window)

    @property
    def encoding(self) -> Encoding:
        """The position encoding agreed on."""
        return self.abilities.encoding

    def search(self, params: SearchParams) -> SearchResult:
        """The answer to a search. Raises BadRequest."""
        started = time.perf_counter()
        request = SearchRequest(
            params.query,
            match=params.match,
            view=View(params.view),
            prefix=params.prefix,
            tiers=None if params.tiers is None else Tiers(params.tiers),
            kinds=params.kinds,
            languages=params.languages,
            paths=params.paths,
            sources=self.settings.shown,
            limit=params.limit or self.settings.limit or DEFAULT_LIMIT,
            offset=params.offset,
            explain=params.explain,
        )
        answer, roots, state = self._asked(lambda workspace: workspace.answer(request))
        items = [item(hit, roots, self.encoding) for hit in answer.hits]
        took_ms = 1000 * (time.perf_counter() - started)
        return search_result(answer, items, state, took_ms)

    def symbols(self, query: str) -> tuple[Answer, tuple[Path, ...]]:
        """What a symbol picker is shown, and the folders its hits count by."""
        limit = self.settings.limit or DEFAULT_SYMBOL_LIMIT
        request = SearchRequest(query, sources=self.settings.shown, limit=limit)
        answer, roots, _ = self._asked(lambda workspace: workspace.symbols(request))
        return answer, roots

    def symbols_named(self, name: str, uri: str) -> list[dict[str, Any]]:
        """The symbols of a name that one file has as it is indexed now."""
        path = path_of(uri)
        if path is None:
            return []

        def looked_up(workspace: Workspace) -> list[Hit]:
            place = self._folders.place_of(path)
            if place is None:
                return []
            glob = "/" + re.sub(r"([^\w/])", r"\\\1", place[1])
            request = SearchRequest("", paths=(glob,), names=(name,), limit=MOST_ROWS)
            hits = workspace.symbols(request).hits
            return [hit for hit in hits if (workspace.roots[hit.folder], hit.path) == place]

        hits, roots, _ = self._asked(looked_up)
        return [symbol(hit, roots, self.encoding) for hit in hits]

    def explain(self, params: ExplainParams) -> ExplainResult:
        """Why the unit at a location ranks where it does, or is not there."""
        path = path_of(params.location.uri)
        if path is None:
            raise Refused(INVALID_PARAMS, "`location.uri` must be the URI of a file.")
        start = params.location.range.start
        request = SearchRequest(params.query, match=params.match, sources=self.settings.shown)

        def explained(workspace: Workspace) -> Placed | None:
            real = self._folders.real_path(path)
            text = workspace.read_text(real) or ""
            lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            line = lines[start.line] if start.line < len(lines) else ""
            column = column_of(line, start.character, self.encoding)
            return workspace.explain(request, real, start.line, column)

        placed, roots, _ = self._asked(explained)
        return explain_result(placed, roots, self.encoding)

    def status(self) -> list[Root]:
        """What is known of each folder."""
        queued = self._queued()
        statuses, _, _ = self._asked(lambda workspace: workspace.status())
        self._hear(statuses)
        busy = self._indexing.is_busy
        found = []
        for status in statuses:
            left = self._cut_short.get(status.root)
            more = [*(left.waiting if left else ()), *sorted(queued.get(status.root, ()))]
            now = replace(
                status,
                state="indexing" if busy else status.state,
                pending=status.pending + _left(left) + len(queued.get(status.root, ())),
                pending_examples=(*status.pending_examples, *more)[:MOST_EXAMPLES],
                notices=tuple(self._notices.get(status.root, ())),
            )
            found.append(root(now, self._watch()))
        return found

    def warn(self, sentence: str) -> None:
        """Shows a sentence to the user, once in a session."""
        self._say("window/showMessage", _WARNING, sentence)

    def note(self, sentence: str) -> None:
        """Logs a sentence where the user may look for it, once in a session."""
        self._say("window/logMessage", _INFO, sentence)

    def _say(self, method: str, kind: int, sentence: str) -> None:
        if sentence not in self._said:
            self._said.add(sentence)
            self._rpc.notify(method, {"type": kind, "message": sentence})

    def _queued(self) -> dict[Path, list[str]]:
        """By root, the files that are known to have changed and wait for their turn."""
        found: dict[Path, list[str]] = {}
        for path in self._indexing.paths:
            if (place := self._folders.place_of(path)) is not None:
                found.setdefault(place[0], []).append(place[1])
        return found

    def _asked(self, ask: Callable[[Workspace], T]) -> tuple[T, tuple[Path, ...], IndexState]:
        """What the workspace answers, its folders, and a state that is not newer than the answer.

        An index that cannot be used is looked at, and one that broke and was put anew is filled.
        """
        waiting = sum(map(len, self._queued().values()))
        waiting += sum(_left(self._cut_short.get(root)) for root in self._folders.workspace.roots)
        known = self._generation
        try:
            state = self._folders.workspace.index_state()
            answer, roots = self._folders.asked(ask)
        except IndexUnavailable as error:
            self.warn(str(error))
            self._indexing.ask(everything=True)
            raise
        # Generations grow: this is another index.
        if state.generation < known:
            self._generation = state.generation
            self._indexing.ask(everything=True)
        # Work that is due and not begun counts as indexing.
        name = "indexing" if self._indexing.is_busy else state.state
        return answer, roots, replace(state, state=name, pending=state.pending + waiting)

    def _work(self, due: Due) -> SyncReport:
        """Does what is due, on the indexing thread."""
        if due.settings:
            if self.abilities.has_configuration:
                self._editor.pull(self._rpc)
            due.everything |= self._settle()
        workspace = self._folders.workspace
        if not (due.everything or due.rebuild):
            paths = {self._folders.real_path(path) for path in due.paths}
            return self._synced(workspace, due, partial(workspace.sync, only=paths))
        work = workspace.rebuild if due.rebuild else workspace.sync
        needs_window = self.abilities.reports_progress and not due.windows
        token = self.windows.create() if needs_window else None
        with self.windows.stoppable(token, INDEXING) as window:
            if window is None:
                return self._synced(workspace, due, work)
            due.windows.append(window)
            report = self._synced(workspace, due, work)
            state = workspace.index_state()
            window.end(f"{state.units} units in {state.files} files")
            return report

    def _synced(
        self, workspace: Workspace, due: Due, work: Callable[..., SyncReport]
    ) -> SyncReport:
        """Does work and tells of each change of the index; its failure is said, and raised."""

        paths = due.paths
        is_whole = due.everything or due.rebuild
        begun: dict[Path, Progress] = {}

        def progress(now: Progress) -> None:
            self._indexing.begin_with_paths()
            if is_whole:
                begun[now.root] = now
                self._cut_short.pop(now.root, None)
            for window in due.windows:
                window.report(now.done, now.total)
            self._tell_change(workspace)

        def cancelled() -> bool:
            stopped = any(window.cancelled.is_set() for window in due.windows)
            return stopped or self._indexing.stopping.is_set()

        try:
            report = work(progress=progress, cancelled=cancelled)
            if is_whole:
                self._cut_short.clear()
            return report
        except Cancelled:
            self._cut_short.update(begun)
            if paths:
                self._indexing.ask(paths=paths)
            raise
        except StemguardError as error:
            self.warn(str(error))
            raise
        finally:
            self._tell_change(workspace)
            self._hear(workspace.status())

    def _tell_change(self, workspace: Workspace) -> None:
        state = workspace.index_state()
        if state.generation != self._generation:
            self._generation = state.generation
            params: IndexChanged = {"generation": state.generation, "files": state.files}
            self._rpc.notify(INDEX_CHANGED, params)

    def _hear(self, statuses: Collection[RootStatus]) -> None:
        """Keeps the notices of folders, which are given out once, and logs them."""
        for status in statuses:
            for notice in status.notices:
                self._notices.setdefault(status.root, []).append(notice)
                self.note(notice)

    def _settle(self) -> bool:
        """Reads the settings and opens what they and the folders ask for; True if it is new."""
        paths = self._folders.paths
        self.settings, wrong = load(self._editor.layer, paths[0] if paths else None)
        for sentence in wrong:
            self.warn(sentence)
        return self._folders.settle(self.settings)

    def _register(self, method: str, options: dict[str, Any]) -> None:
        registration = {"id": method, "method": method, "registerOptions": options}
        self._rpc.request("client/registerCapability", {"registrations": [registration]})

    def _watch(self) -> str:
        if self.settings.watch == "off":
            return "off"
        return "client" if self.abilities.registers_watchers else "saves"


def _left(progress: Progress | None) -> int:
    """How many files were not done."""
    return progress.total - progress.done if progress else 0
