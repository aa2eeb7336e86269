"""A workspace: one or more folders, indexed, searched as one corpus. The library's front door."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from stemguard.domain.corpus import Corpus
from stemguard.domain.errors import Cancelled, IndexUnavailable, Unreadable
from stemguard.domain.query import Match, Tiers, View
from stemguard.domain.unit import Unit
from stemguard.folder import Folder, RootStatus, SkippedFiles, is_huge
from stemguard.location import StoredIndex, clean_indexes, default_cache, list_indexes
from stemguard.ports.posting_store import Snapshot
from stemguard.search.request import Answer, SearchRequest, named_member
from stemguard.search.searcher import Placed, explain_unit, search, search_symbols
from stemguard.sync.indexer import Progress, Reads, SyncReport
from stemguard.sync.reading import read_content, rules_of
from stemguard.sync.selection import Selection
from stemguard.sync.workers import Workers
from stemguard.together import Together, inner_folders
from stemguard.units.extract import extract

__all__ = [
    "IndexState",
    "Progress",
    "RootStatus",
    "Selection",
    "SkippedFiles",
    "StoredIndex",
    "SyncReport",
    "Workspace",
    "clean_indexes",
    "list_indexes",
]


@dataclass(frozen=True, slots=True)
class IndexState:
    """How far the whole workspace is: `pending` files have changed and are not in yet.

    `state` is "empty" where no root was ever indexed, "indexing" or "ready".
    """

    state: str
    files: int
    units: int
    pending: int
    generation: int


#: A root above this is no project of somebody's, and takes gigabytes of memory to be compared.
_MOST_FILES = 2_000_000

_Answer = TypeVar("_Answer")


def _never() -> bool:
    return False


def _unheard(progress: Progress) -> None:
    pass


class Workspace:
    """Folders searched together; statistics are those of all of them.

    A context manager. Every method may be called from any thread; one sync runs at a time, and
    searches never wait for it.
    """

    def __init__(
        self, selection: Selection, cache: Path, workers: int | None, *, huge_roots: bool
    ) -> None:
        self._selection = selection
        self._cache = cache
        self._huge_roots = huge_roots
        self._workers = Workers(workers)
        self._together = Together()
        self._changing = threading.Lock()
        self._syncing = threading.Lock()
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
        path = Path(root)
        if not path.is_dir():
            raise Unreadable(f"{root} is not a folder.")
        path = path.resolve()
        if is_huge(path, os.environ) and not self._huge_roots:
            raise Unreadable(f"{path} is too large to be indexed unless `hugeRoots` is set.")
        with self._changing:
            if path not in self.roots:
                most_files = None if self._huge_roots else _MOST_FILES
                added = Folder(
                    path, self._selection, self._cache, self._workers, os.environ, most_files
                )
                self._together.folders = (*self._together.folders, added)

    def remove_root(self, root: str | Path) -> None:
        """Removes a folder; one that is not there is ignored. Its index stays on disk.

        A sync of it is ended, one of other folders is not waited for.
        """
        path = Path(root).resolve()
        with self._changing:
            gone = [folder for folder in self._together.folders if folder.root == path]
            # First, so that a search that finds it closed has others to ask.
            self._together.folders = tuple(
                folder for folder in self._together.folders if folder.root != path
            )
        for folder in gone:
            folder.close()

    def sync(
        self,
        *,
        progress: Callable[[Progress], None] = _unheard,
        cancelled: Callable[[], bool] = _never,
        only: Collection[Path] | None = None,
    ) -> SyncReport:
        """Makes the indexes what new ones would be, reading only what changed.

        `only` are files or folders to look at instead of everything; those outside every root are
        ignored. Blocks. Raises Cancelled, also where the workspace is closed meanwhile,
        IndexUnavailable, and, once the other roots are done, Unreadable where one cannot be listed
        or is too large. What was indexed until then stays good.
        """
        return self._sync(Reads.CHANGED, only, progress, cancelled)

    def rebuild(
        self,
        *,
        progress: Callable[[Progress], None] = _unheard,
        cancelled: Callable[[], bool] = _never,
    ) -> SyncReport:
        """Reads every file anew; until it is done, answers come from what is there."""
        return self._sync(Reads.ALL, None, progress, cancelled)

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
            lambda corpus, folders: search(corpus, request, _reader(folders, self._selection))
        )

    def symbols(self, request: SearchRequest) -> Answer:
        """What a symbol picker is shown while its user types; without previews."""
        return self._together.asked(lambda corpus, _: search_symbols(corpus, request))

    def explain(self, request: SearchRequest, path: Path, line: int, column: int) -> Placed | None:
        """Why the innermost unit at a place ranks where it does, or is not there.

        None where no unit is; `line` and `column` count from 0, the column in characters.
        """

        def explained(corpus: Corpus, folders: tuple[Folder, ...]) -> Placed | None:
            for position, folder in _by_depth(folders):
                relative = _relative(path, folder.root)
                if relative:
                    return explain_unit(corpus, request, position, relative, line, column)
            return None

        return self._together.asked(explained)

    def units(self, path: str | Path) -> list[Unit]:
        """The units of a file as it is on disk now, in key order, whether it is indexed or not.

        Raises Unreadable where it cannot be read, and where an index would refuse it for its name,
        its size or its content.
        """
        path = Path(path).absolute()
        real = _with_real_folder(path)
        root, relative = self._place(path) or (real.parent, real.name)
        try:
            content = read_content(relative, rules_of(str(root), self._selection))
        except OSError as error:
            raise Unreadable(f"{path} cannot be read: {error.strerror}.") from error
        if content.reason:
            raise Unreadable(f"{path} is not searched: {content.reason}.")
        return list(extract(relative, content.text, content.language).units)

    def read_text(self, path: Path) -> str | None:
        """The text of a file now, as it is searched.

        None where the file is in no root, cannot be read, or would be refused by an index.
        """
        place = self._place(path.absolute())
        return None if place is None else _text_at(*place, self._selection)

    def status(self) -> list[RootStatus]:
        """What is known of each root, in order."""
        return self._together.of_each(Folder.status)

    def index_state(self) -> IndexState:
        """How far the indexes are; what several of them hold counts once."""
        folders = self._together.folders
        counts = self._together.of_each(lambda folder: folder.asked(_counts))
        files, units, generation = (sum(column) for column in zip((0, 0, 0), *counts, strict=True))
        if any(inner_folders(folder.root, folders) for folder in folders):
            files, units = self._together.asked(lambda corpus, _: (corpus.n_files, corpus.n_units))
        state = "ready" if generation else "empty"
        return IndexState(
            state="indexing" if self._syncing.locked() else state,
            files=files,
            units=units,
            pending=sum(folder.pending for folder in folders),
            generation=generation,
        )

    def close(self) -> None:
        """Ends the workers and the use of the indexes; a sync that runs is cancelled first."""
        self._closing.set()
        with self._changing:
            folders, self._together.folders = self._together.folders, ()
        with self._syncing:
            self._workers.close()
        for folder in folders:
            folder.close()

    def _sync(
        self,
        reads: Reads,
        only: Collection[Path] | None,
        progress: Callable[[Progress], None],
        cancelled: Callable[[], bool],
    ) -> SyncReport:
        def stopped() -> bool:
            return self._closing.is_set() or cancelled()

        report = SyncReport()
        refused: Unreadable | None = None
        with self._syncing:
            for folder in self._together.folders:
                looked_at = None if only is None else _inside(only, folder.root)
                if looked_at == []:
                    continue
                try:
                    report += folder.sync(looked_at, reads, progress, stopped)
                except Unreadable as error:
                    refused = refused or error
                except (Cancelled, IndexUnavailable):
                    # That a folder was removed meanwhile is no news to the others.
                    if self._closing.is_set() or folder in self._together.folders:
                        raise
        if self._closing.is_set():
            raise Cancelled("The workspace was closed.")
        if refused is not None:
            raise refused
        return report

    def _place(self, path: Path) -> tuple[Path, str] | None:
        """The innermost root that holds a path, and the path from there; None if none does."""
        candidates = [_with_real_folder(path)]
        if self._selection.follow_symlinks and ".." not in path.parts:
            candidates.insert(0, path)
        for candidate in candidates:
            for _, folder in _by_depth(self._together.folders):
                relative = _relative(candidate, folder.root)
                if relative:
                    return folder.root, relative
        return None


def _relative(path: Path, root: Path) -> str | None:
    """The path from a root to a path in it, "" for itself; None if it is not in it."""
    try:
        relative = path.relative_to(root).as_posix()
    except ValueError:
        return None
    return "" if relative == "." else relative


def _counts(snapshot: Snapshot) -> tuple[int, int, int]:
    return snapshot.n_files, snapshot.n_units, snapshot.generation


def _inside(paths: Collection[Path], root: Path) -> list[str]:
    relatives = (_relative(path, root) for path in paths)
    return [relative for relative in relatives if relative is not None]


def _by_depth(folders: tuple[Folder, ...]) -> list[tuple[int, Folder]]:
    """The folders with their positions, inner ones first."""
    return sorted(enumerate(folders), key=lambda item: -len(item[1].root.parts))


def _with_real_folder(path: Path) -> Path:
    """The path with the links to its folder followed, but not one that the file itself is."""
    try:
        return path.parent.resolve() / path.name
    # A loop of links before Python 3.13, or a name that no file can have.
    except (RuntimeError, ValueError):
        return path


def _text_at(root: Path, relative: str, selection: Selection) -> str | None:
    try:
        content = read_content(relative, rules_of(str(root), selection))
    except OSError:
        return None
    return None if content.reason else content.text


def _reader(folders: tuple[Folder, ...], selection: Selection) -> Callable[[int, str], str | None]:
    return lambda folder, path: _text_at(folders[folder].root, path, selection)
