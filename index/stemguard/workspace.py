"""A workspace: one or more folders, indexed, searched as one corpus. The library's front door."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import TypeVar

from stemguard.buffers import Buffers
from stemguard.domain.errors import Cancelled, IndexUnavailable, StemguardError, Unreadable
from stemguard.domain.query import Match, Tiers, View
from stemguard.domain.unit import Unit
from stemguard.folder import Folder
from stemguard.live import Live, WatchMode
from stemguard.location import StoredIndex, clean_indexes, default_cache, list_indexes
from stemguard.overlays import Overlays
from stemguard.places import inside, real_root
from stemguard.root_status import IndexState, RootStatus, SkippedFiles
from stemguard.search.request import Answer, SearchRequest, named_member
from stemguard.search.searcher import Placed, explain_unit, search, search_symbols
from stemguard.standing import index_state, skipped_outside, statuses
from stemguard.sync.indexer import Progress, Reads, SyncReport
from stemguard.sync.selection import Selection
from stemguard.sync.workers import Workers
from stemguard.texts import Texts
from stemguard.together import Searched, Together

__all__ = [
    "IndexState",
    "Progress",
    "RootStatus",
    "Selection",
    "SkippedFiles",
    "StoredIndex",
    "SyncReport",
    "WatchMode",
    "Workspace",
    "clean_indexes",
    "list_indexes",
]

#: A root above this is no project of somebody's, and takes gigabytes of memory to be compared.
_MOST_FILES = 2_000_000

#: A save has the file read and the document cut at once, and to start a worker takes longer.
_WARM_WITH_DOCUMENTS = 2

_Answer = TypeVar("_Answer")


def _never() -> bool:
    return False


def _unheard(progress: Progress) -> None:
    pass


def _nothing() -> None:
    pass


def _raise(error: StemguardError) -> None:
    raise error


class Workspace:
    """Folders searched together; statistics are those of all of them.

    A context manager. Every method may be called from any thread. Searches wait for no sync, and a
    sync of a few files waits for none of everything.
    """

    def __init__(
        self, selection: Selection, cache: Path, workers: int | None, *, huge_roots: bool
    ) -> None:
        self._selection = selection
        self._cache = cache
        self._huge_roots = huge_roots
        self._workers = Workers(workers)
        self._together = Together(lambda: self._buffers.overlays)
        self._texts = Texts(self._together, selection, self._workers)
        self._buffers = Buffers(self._texts.place_of, Overlays(selection, self._workers).make)
        self._live: Live | None = None
        self._changing = threading.Lock()
        self._closing = threading.Event()

    @classmethod
    def open(
        cls,
        *roots: str | Path,
        selection: Selection | None = None,
        cache: Path | None = None,
        workers: int | None = None,
        huge_roots: bool = False,
    ) -> Workspace:
        """Opens the index of every root, where there is one; `sync` makes it and reads the root.

        `cache` is the folder that indexes live in, by default one of the user's cache. Raises
        Unreadable for a root that is no folder, or that is a home folder or the root of a file
        system unless `huge_roots` allows it.
        """
        workspace = cls(
            selection or Selection(), cache or default_cache(), workers, huge_roots=huge_roots
        )
        try:
            for root in roots:
                workspace.add_root(root)
        except Unreadable:
            workspace.close()
            raise
        return workspace

    def __enter__(self) -> Workspace:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def roots(self) -> tuple[Path, ...]:
        """The folders, in the order that breaks ties."""
        return tuple(folder.root for folder in self._together.folders)

    def add_root(self, root: str | Path) -> None:
        """Adds a folder at the end; one that is there already stays. Raises as `open`."""
        self.change_roots([root], [])

    def remove_root(self, root: str | Path) -> None:
        """Removes a folder; one that is not there is ignored. Its index stays on disk.

        A sync of it is ended, one of other folders is not waited for.
        """
        self.change_roots([], [root])

    def change_roots(
        self,
        added: Iterable[str | Path],
        removed: Iterable[str | Path],
        refused: Callable[[StemguardError], None] = _raise,
    ) -> None:
        """Adds and removes folders at one go: no answer is of some of the changes alone.

        `refused` gets what `open` raises for a folder, which is left out.
        """
        with self._changing:
            given_up = {
                root if root in self.roots else root.resolve() for root in map(Path, removed)
            }
            kept = {folder.root: folder for folder in self._together.folders}
            gone = [kept.pop(root) for root in given_up if root in kept]
            for root in added:
                try:
                    path = real_root(root, os.environ, huge_roots=self._huge_roots)
                    if path not in kept:
                        kept[path] = self._opened(path)
                except StemguardError as error:
                    refused(error)
            # First, so that a search that finds one closed has others to ask.
            self._together.folders = tuple(kept.values())
        self._buffers.move()
        if self._live is not None:
            self._live.attend()
        for folder in gone:
            folder.close()

    def edit(
        self, document_id: str, path: str | Path | None, text: str, language: str = ""
    ) -> None:
        """A document is open, or has another text: that is the truth for its file until it closes.

        Returns at once; the text is searched after a pause, and not long after the first change.
        `document_id` is what a hit outside of all roots has for its path. `path` is absolute or
        seen from the current folder, which a hit's own path need not be, and None for what is no
        file. `language` is an LSP identifier; it counts where the name of the file tells none.
        """
        place = None if path is None else Path(path).absolute()
        self._buffers.edit(document_id, place, text, language)
        self._workers.warm = _WARM_WITH_DOCUMENTS

    def close_document(self, document_id: str) -> None:
        """A document is closed: from now on its file is what is on disk."""
        self._buffers.close_document(document_id)
        self._workers.warm = _WARM_WITH_DOCUMENTS if self._buffers.are_open else 1

    def sync(
        self,
        *,
        progress: Callable[[Progress], None] = _unheard,
        cancelled: Callable[[], bool] = _never,
        on_wait: Callable[[], None] = _nothing,
        only: Collection[Path] | None = None,
    ) -> SyncReport:
        """Makes the indexes what new ones would be, reading only what changed.

        `only` are files or folders to look at instead of everything; those outside every root are
        ignored. Blocks. Raises Cancelled, also where the workspace is closed meanwhile,
        IndexUnavailable, and, once the other roots are done, Unreadable where one cannot be listed
        or is too large. What was indexed until then stays good.

        `on_wait` is called when another process that indexes a root has kept this one waiting for
        half a second; what it raises ends the sync.
        """
        return self._sync(Reads.CHANGED, only, progress, cancelled, on_wait)

    def watch(
        self,
        look: Callable[[Collection[Path]], None],
        mode: WatchMode = WatchMode.AUTO,
        *,
        has_client_watching: bool = False,
        each_second: Callable[[], None] = _nothing,
    ) -> None:
        """Calls `look` with files and folders to be synced, until this is closed.

        It is to return soon. Each root, and each that is added later, is handed to it at once, to
        be looked at whole; the rest comes in a thread, in which `each_second` is called, too. What
        `tell` is told is handed on as well: whoever tells has client watching. To be called once at
        most.
        """
        self._live = Live(
            lambda: self._together.folders,
            look,
            mode,
            has_client_watching=has_client_watching,
            each_second=each_second,
        )
        self._live.start()

    def tell(self, paths: Collection[Path]) -> None:
        """Says that files or folders may have changed: once nothing more comes, they are looked at.

        Nothing happens where nobody watches.
        """
        if self._live is not None:
            self._live.tell(paths)

    def watching(self) -> dict[Path, str]:
        """How changes of each root come in, as in its status."""
        return {folder.root: folder.watch for folder in self._together.folders}

    def notices(self) -> list[tuple[Path, str]]:
        """What is to be said to a person of each root; each sentence is given out once."""
        return [
            (folder.root, notice)
            for folder in self._together.folders
            for notice in folder.take_notices()
        ]

    def waiting(self) -> frozenset[Path]:
        """What may have changed and was not handed to whoever looks yet."""
        return frozenset() if self._live is None else self._live.waiting()

    def rebuild(
        self,
        *,
        progress: Callable[[Progress], None] = _unheard,
        cancelled: Callable[[], bool] = _never,
        on_wait: Callable[[], None] = _nothing,
    ) -> SyncReport:
        """Reads every file anew; until it is done, answers come from what is there."""
        return self._sync(Reads.ALL, None, progress, cancelled, on_wait)

    def search(
        self,
        query: str,
        *,
        match: Match = "any",
        view: str = "all",
        prefix: bool = False,
        tiers: str | None = None,
        kinds: tuple[str, ...] = (),
        languages: tuple[str, ...] = (),
        paths: tuple[str, ...] = (),
        limit: int = 50,
        offset: int = 0,
        explain: bool = False,
    ) -> Answer:
        """The units that match a query, best first. Raises BadRequest for a bad parameter."""
        return self.answer(
            SearchRequest(
                query,
                match=match,
                view=named_member(View, "view", view),
                prefix=prefix,
                tiers=None if tiers is None else named_member(Tiers, "tiers", tiers),
                kinds=kinds,
                languages=languages,
                paths=paths,
                limit=limit,
                offset=offset,
                explain=explain,
            )
        )

    def answer(self, request: SearchRequest) -> Answer:
        """The answer to a request, with previews."""
        return self._together.asked(
            lambda searched: search(searched.corpus, request, self._texts.reader(searched))
        )

    def symbols(self, request: SearchRequest) -> Answer:
        """What a symbol picker is shown while its user types; without previews."""
        return self._together.asked(lambda searched: search_symbols(searched.corpus, request))

    def explain(
        self, request: SearchRequest, path: Path | str, line: int, column: int
    ) -> Placed | None:
        """Why the innermost unit at a place ranks where it does, or is not there.

        `path` is that of a file, or the id of a document. None where no unit is; `line` and
        `column` count from 0, the column in characters.
        """

        def explained(searched: Searched) -> Placed | None:
            place = self._texts.where(searched, path)
            return place and explain_unit(searched.corpus, request, *place, line, column)

        return self._together.asked(explained)

    def units(self, path: str | Path) -> list[Unit]:
        """The units of a file as it is now, in key order, whether it is indexed or not.

        It is as on disk, unless a document in its place is searched. Raises Unreadable where it
        cannot be read, and where an index would refuse it for its name, its size or its content.
        """
        return self._texts.units(Path(path).absolute())

    def read_text(self, path: Path | str) -> str | None:
        """The text of a file, or of a document by its id, now, as it is searched.

        None where the file is in no root, cannot be read, or would be refused by an index.
        """
        return self._texts.read(path)

    def status(self) -> list[RootStatus]:
        """What is known of each root, in order."""
        return statuses(self._together, self._buffers, self._texts)

    def skipped_documents(self) -> tuple[SkippedFiles, ...]:
        """Open documents outside of all roots that are not searched, or only as text."""
        return skipped_outside(self._together, self._buffers)

    def index_state(self) -> IndexState:
        """How far the indexes are; what several of them hold counts once."""
        return index_state(self._together, self._buffers)

    def close(self) -> None:
        """Ends the workers and the use of the indexes; syncs that run are cancelled first."""
        self._closing.set()
        if self._live is not None:
            self._live.close()
        self._buffers.close()
        with self._changing:
            folders, self._together.folders = self._together.folders, ()
        for folder in folders:
            folder.close()
        self._workers.close()

    def _opened(self, root: Path) -> Folder:
        most_files = None if self._huge_roots else _MOST_FILES
        return Folder(root, self._selection, self._cache, self._workers, os.environ, most_files)

    def _sync(
        self,
        reads: Reads,
        only: Collection[Path] | None,
        progress: Callable[[Progress], None],
        cancelled: Callable[[], bool],
        on_wait: Callable[[], None],
    ) -> SyncReport:
        def stopped() -> bool:
            return self._closing.is_set() or cancelled()

        report = SyncReport()
        refused: Unreadable | None = None
        folders = [folder for folder in self._together.folders if not folder.is_gone]
        looks = {folder: None if only is None else inside(only, folder.root) for folder in folders}
        try:
            for folder, looked_at in looks.items():
                if looked_at == []:
                    continue
                try:
                    report += folder.sync(looked_at, reads, progress, stopped, on_wait)
                except Unreadable as error:
                    refused = refused or error
                except (Cancelled, IndexUnavailable):
                    # That a folder was removed meanwhile is no news to the others.
                    if self._closing.is_set() or folder in self._together.folders:
                        raise
        finally:
            for folder, looked_at in looks.items():
                folder.met(looked_at)
        self._together.look_again()
        if self._closing.is_set():
            raise Cancelled("The workspace was closed.")
        if refused is not None:
            raise refused
        return report
