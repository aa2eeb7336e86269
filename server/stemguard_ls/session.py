"""What one client has opened: its folders, its settings, and the index behind them."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Collection
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from stemguard.domain.errors import IndexUnavailable
from stemguard.domain.query import Tiers, View
from stemguard.search.request import Answer, Hit, SearchRequest, Sources
from stemguard.search.searcher import Placed
from stemguard.workspace import IndexState, SyncReport, WatchMode, Workspace
from stemguard_ls.abilities import Abilities
from stemguard_ls.config import SECTION, Settings, load, stamp
from stemguard_ls.convert import (
    Encoding,
    column_of,
    explain_result,
    item,
    path_of,
    search_result,
    status_result,
    symbol,
)
from stemguard_ls.editor_settings import EditorSettings
from stemguard_ls.folders import OpenFolders, folders_of
from stemguard_ls.open_documents import OpenDocuments, is_searched
from stemguard_ls.progress import ProgressWindow, ProgressWindows
from stemguard_ls.protocol import (
    DEFAULT_LIMIT,
    DEFAULT_SYMBOL_LIMIT,
    MOST_EXAMPLES,
    MOST_ROWS,
    ExplainParams,
    ExplainResult,
    InitializeParams,
    SearchParams,
    SearchResult,
    StatusResult,
)
from stemguard_ls.refused import INVALID_PARAMS, Refused
from stemguard_ls.rpc import StemguardProtocol
from stemguard_ls.sayings import Sayings
from stemguard_ls.upkeep import Upkeep

log = logging.getLogger(__name__)

T = TypeVar("T")

#: Workers are ended with their pipes; what a thread still does is not worth a longer wait.
_LONGEST_END_S = 2.0


class Session:
    """One client's session. The event loop's thread changes it; searches come from any thread.

    The workspace is replaced as a whole when settings change what is in an index.
    """

    def __init__(self, rpc: StemguardProtocol) -> None:
        self.abilities = Abilities()
        self.settings = Settings()
        self.documents = OpenDocuments()
        self._rpc = rpc
        self._sayings = Sayings(rpc)
        self._folders = OpenFolders(self._sayings.warn, self.documents.hand_to)
        self._editor = EditorSettings()
        self._upkeep = Upkeep(
            rpc, self._folders, self._sayings, self._take_settings, self._is_stale
        )
        self._stamp: tuple[object, ...] = ()

    def open(self, params: InitializeParams) -> None:
        """Opens the client's folders; nothing of them is read before `start`."""
        self.abilities = self._upkeep.abilities = Abilities.of(params.capabilities)
        self._editor = EditorSettings(params.initialization_options)
        self._folders.paths = folders_of(params)
        self._settle()
        self._upkeep.start()

    def start(self) -> None:
        """Begins to index, after the client's settings have been asked for."""
        if self.abilities.registers_configuration:
            self._rpc.register("workspace/didChangeConfiguration", {"section": SECTION})
        self._upkeep.settle()

    def stop(self) -> None:
        """Ends indexing soon; does not wait for it."""
        self._upkeep.stop(0.0)

    def close(self) -> None:
        """Ends indexing, searching and the workers; what is indexed stays good."""
        self._upkeep.stop(_LONGEST_END_S)
        self._folders.close()

    def configure(self, pushed: object) -> None:
        """Takes settings that the client pushes, or asks for them where it has them to be asked."""
        self._editor.push(pushed)
        self._upkeep.settle()

    def change_folders(self, added: Collection[str], removed: Collection[str]) -> None:
        """Adds and removes folders by their URIs, and indexes what is new."""
        gone = {path_of(uri) for uri in removed}
        kept = [folder for folder in self._folders.paths if folder not in gone]
        new = [path for uri in added if (path := path_of(uri)) is not None and path not in kept]
        self._folders.paths = (*kept, *dict.fromkeys(new))
        self._upkeep.settle()

    def changed(self, uris: Collection[str]) -> None:
        """Looks at files that the client says have changed, whatever happened to them."""
        paths = {path for uri in uris if (path := path_of(uri)) is not None}
        paths = paths.union(*(self._folders.ruled_by(path) for path in paths))
        if paths:
            real = {self._folders.real_path(path) for path in paths}
            self._folders.workspace.tell(real)

    def rescan(self, window: ProgressWindow | None) -> Future[SyncReport]:
        """Looks at everything, in a window of the client's if it has one."""
        return self._upkeep.rescan(window)

    def rebuild(self, window: ProgressWindow | None) -> Future[SyncReport]:
        """Reads everything anew, in a window of the client's if it has one."""
        return self._upkeep.rebuild(window)

    @property
    def windows(self) -> ProgressWindows:
        """The windows in which the client shows work."""
        return self._upkeep.windows

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
            sources=self._shown(params.sources),
            limit=params.limit or self.settings.limit or DEFAULT_LIMIT,
            offset=params.offset,
            explain=params.explain,
        )
        answer, roots, state = self._asked(lambda workspace: workspace.answer(request))
        items = [item(hit, roots, self.encoding) for hit in answer.hits]
        took_ms = 1000 * (time.perf_counter() - started)
        return search_result(answer, request, items, state, took_ms)

    def symbols(self, query: str) -> tuple[Answer, tuple[Path, ...]]:
        """What a symbol picker is shown, and the folders its hits count by."""
        limit = self.settings.limit or DEFAULT_SYMBOL_LIMIT
        request = SearchRequest(query, sources=self.settings.shown, limit=limit)
        answer, roots, _ = self._asked(lambda workspace: workspace.symbols(request))
        return answer, roots

    def symbols_named(self, name: str, uri: str) -> list[dict[str, Any]]:
        """The symbols of a name that one file, or document, has as it is searched now."""
        path = path_of(uri)

        def looked_up(workspace: Workspace) -> list[Hit]:
            place = None if path is None else self._folders.place_of(path)
            folder, inside = place or (None, uri)
            # A document's URI is no path for a glob, but its end is.
            glob = f"/{inside}" if folder else inside.rpartition("/")[2]
            glob = re.sub(r"([^\w/])", r"\\\1", glob)
            request = SearchRequest("", paths=(glob,), names=(name,), limit=MOST_ROWS)
            roots = (*workspace.roots, None)
            hits = workspace.symbols(request).hits
            return [hit for hit in hits if (roots[hit.folder], hit.path) == (folder, inside)]

        hits, roots, _ = self._asked(looked_up)
        return [symbol(hit, roots, self.encoding) for hit in hits]

    def explain(self, params: ExplainParams) -> ExplainResult:
        """Why the unit at a location ranks where it does, or is not there."""
        uri = params.location.uri
        if not is_searched(uri):
            raise Refused(INVALID_PARAMS, "`location.uri` must be the URI of a file.")
        path = path_of(uri)
        start = params.location.range.start
        request = SearchRequest(
            params.query,
            match=params.match,
            view=View(params.view),
            prefix=params.prefix,
            sources=self._shown(params.sources),
        )

        def explained(workspace: Workspace) -> Placed | None:
            real = uri if path is None else self._folders.real_path(path)
            text = workspace.read_text(real) or ""
            lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            line = lines[start.line] if start.line < len(lines) else ""
            column = column_of(line, start.character, self.encoding)
            return workspace.explain(request, real, start.line, column)

        placed, roots, _ = self._asked(explained)
        return explain_result(placed, roots, self.encoding)

    def status(self) -> StatusResult:
        """What is known of each folder."""
        waiting = self._upkeep.waiting()
        (statuses, documents), _, _ = self._asked(
            lambda workspace: (workspace.status(), workspace.skipped_documents())
        )
        for status in statuses:
            for notice in status.notices:
                self._sayings.note_of(status.root, notice)
        is_busy = self._upkeep.is_busy
        found = []
        for status in statuses:
            more = waiting.get(status.root, [])
            named = (*status.pending_examples, *filter(None, more))
            now = replace(
                status,
                state="indexing" if is_busy else status.state,
                pending=status.pending + len(more),
                pending_examples=named[:MOST_EXAMPLES],
                notices=self._sayings.notices_of(status.root),
            )
            found.append(now)
        return status_result(found, documents)

    def _shown(self, sources: str | None) -> Sources:
        """What a request wants shown, else what the setting says."""
        return self.settings.shown if sources is None else Sources(sources)

    def _asked(self, ask: Callable[[Workspace], T]) -> tuple[T, tuple[Path, ...], IndexState]:
        """What the workspace answers, its folders, and a state that is not newer than the answer.

        An index that cannot be used is looked at, and one that broke and was put anew is filled.
        """
        waiting = self._upkeep.n_waiting
        try:
            state = self._upkeep.index_state(self._folders.workspace)
            answer, roots = self._folders.asked(ask)
        except IndexUnavailable as error:
            self._sayings.warn(str(error))
            self._upkeep.rescan()
            raise
        # Work that is due and not begun counts as indexing.
        name = "indexing" if self._upkeep.is_busy else state.state
        return answer, roots, replace(state, state=name, pending=state.pending + waiting)

    def _take_settings(self) -> WatchMode:
        """Asks for the settings and opens what they and the folders ask for."""
        if self.abilities.has_configuration:
            self._editor.pull(self._rpc)
        self._settle()
        return WatchMode(self.settings.watch)

    def _is_stale(self) -> bool:
        """Whether the settings or the folders on disk are others than were taken."""
        paths = self._folders.paths
        return self._stamp != stamp(paths[0] if paths else None) or self._folders.have_moved

    def _settle(self) -> None:
        paths = self._folders.paths
        self._stamp = stamp(paths[0] if paths else None)
        self.settings, wrong = load(self._editor.layer, paths[0] if paths else None)
        for sentence in wrong:
            self._sayings.warn(sentence)
        self._folders.settle(self.settings)
