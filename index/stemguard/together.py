"""Several folders and the open documents as one corpus.

Of a folder, what is in another one is left out, and the files that open documents differ from;
those documents stand in their place. Folders come and go while they are asked; whoever asks here
hears nothing of it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from stemguard.documents import Overlay
from stemguard.domain.corpus import Corpus
from stemguard.domain.errors import IndexDamaged, IndexUnavailable
from stemguard.domain.joined import Joined, Part
from stemguard.folder import Folder
from stemguard.ports.posting_store import Snapshot

_Answer = TypeVar("_Answer")

Versions = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Searched:
    """What is searched for the length of a query.

    `overlays` are the open documents in it, by the position of their folder and their path there;
    those outside of all folders have the position behind the last, and their ids for paths.
    """

    corpus: Corpus
    folders: tuple[Folder, ...]
    overlays: Mapping[tuple[int, str], Overlay]


class Together:
    """The folders, in the order that breaks ties; `folders` is replaced as a whole.

    `overlays` gives the open documents, the same tuple for as long as they are the same.
    """

    def __init__(self, overlays: Callable[[], tuple[Overlay, ...]]) -> None:
        self.folders: tuple[Folder, ...] = ()
        self._overlays = overlays
        self._making = threading.Lock()
        self._joined: _Joined | None = None
        self._covered: _Covered | None = None
        self._admitted: dict[tuple[Path, str], bool] = {}

    def of_each(self, ask: Callable[[Folder], _Answer]) -> list[_Answer]:
        """What each folder answers; one that is removed meanwhile is left out."""
        answers = []
        for folder in self.folders:
            try:
                answers.append(ask(folder))
            except IndexUnavailable:
                if folder in self.folders:
                    raise
        return answers

    def asked(self, ask: Callable[[Searched], _Answer]) -> _Answer:
        """What the corpus of all folders and documents answers.

        It is asked again where a folder was removed meanwhile, and where another process made an
        index anew. Raises IndexDamaged, once, where an index is lost: what an empty one answers
        would pass for an answer.
        """
        damaged = 0
        while True:
            folders = self.folders
            try:
                with self._searched(folders, self._overlays()) as searched:
                    return ask(searched)
            except IndexDamaged:
                damaged += 1
                if damaged > len(folders) or any(folder.is_lost for folder in folders):
                    raise
            except IndexUnavailable:
                if folders is self.folders:
                    raise

    def look_again(self) -> None:
        """What hides files may have changed: documents that are not indexed are judged anew."""
        self._covered = None
        self._admitted = {}

    @contextmanager
    def _searched(
        self, folders: tuple[Folder, ...], overlays: tuple[Overlay, ...]
    ) -> Iterator[Searched]:
        with ExitStack() as stack:
            seen = [stack.enter_context(folder.snapshot()) for folder in folders]
            snapshots = [snapshot for snapshot, _ in seen]
            versions = tuple(version for _, version in seen)
            covered = self._covered_by(folders, snapshots, versions, overlays) if overlays else None
            if covered is not None and covered.corpus is not None:
                parts = [overlay.corpus for overlay in covered.active.values()]
                yield Searched(
                    covered.corpus.through([*snapshots, *parts]), folders, covered.active
                )
            elif len(folders) == 1:
                yield Searched(snapshots[0], folders, {})
            else:
                with self._making:
                    joined = self._joined_of(folders, snapshots, versions)
                yield Searched(joined.through(snapshots), folders, {})

    def _covered_by(
        self,
        folders: tuple[Folder, ...],
        snapshots: Sequence[Snapshot],
        versions: Versions,
        overlays: tuple[Overlay, ...],
    ) -> _Covered:
        """The folders and what covers them, the last one made if it is still that."""
        with self._making:
            made = self._covered
            if (
                made is None
                or made.overlays is not overlays
                or (made.folders, made.versions) != (folders, versions)
            ):
                active = _active(folders, snapshots, overlays, self._admits)
                corpus = None
                if active:
                    joined = self._joined_of(folders, snapshots, versions)
                    corpus = _cover(joined, snapshots, active)
                made = self._covered = _Covered(folders, versions, overlays, active, corpus)
            return made

    def _admits(self, folder: Folder, path: str) -> bool:
        """Whether a file at a path would be indexed; asked once until rules may have changed."""
        known = self._admitted
        if (folder.root, path) not in known:
            known[folder.root, path] = folder.admits(path)
        return known[folder.root, path]

    def _joined_of(
        self, folders: tuple[Folder, ...], snapshots: Sequence[Snapshot], versions: Versions
    ) -> Joined:
        """The last one made if it is still that: to make one costs a pass over all units."""
        made = self._joined
        if made is None or (made.folders, made.versions) != (folders, versions):
            parts = [
                Part(snapshot, number, hidden_folders=inner_folders(folder.root, folders))
                for number, (folder, snapshot) in enumerate(zip(folders, snapshots, strict=True))
            ]
            made = self._joined = _Joined(folders, versions, Joined(parts))
        return made.corpus


def inner_folders(root: Path, folders: tuple[Folder, ...]) -> frozenset[str]:
    """Which of the folders lie in a root, relative to it, with `/`."""
    return frozenset(
        folder.root.relative_to(root).as_posix()
        for folder in folders
        if folder.root != root and folder.root.is_relative_to(root)
    )


@dataclass(frozen=True, slots=True)
class _Joined:
    """The corpus of folders in these versions; its own snapshots are not asked any more."""

    folders: tuple[Folder, ...]
    versions: Versions
    corpus: Joined


@dataclass(frozen=True, slots=True)
class _Covered:
    """The same with what covers it; None for a corpus where nothing does."""

    folders: tuple[Folder, ...]
    versions: Versions
    overlays: tuple[Overlay, ...]
    active: Mapping[tuple[int, str], Overlay]
    corpus: Joined | None


def _active(
    folders: Sequence[Folder],
    snapshots: Sequence[Snapshot],
    overlays: Sequence[Overlay],
    admits: Callable[[Folder, str], bool],
) -> dict[tuple[int, str], Overlay]:
    """The documents that differ from what is indexed, by position of the folder and path."""
    active = {}
    for number, (folder, snapshot) in enumerate(zip(folders, snapshots, strict=True)):
        inside = {one.place.path: one for one in overlays if one.place.root == folder.root}
        states = snapshot.states(inside) if inside else {}
        for path, overlay in inside.items():
            state = states.get(path)
            # What was never read may be refused for its name: documents are, too.
            if state is None or not state.content_hash:
                differs = admits(folder, path)
            else:
                differs = state.content_hash != overlay.content_hash
            if differs:
                active[number, path] = overlay
    for overlay in overlays:
        if overlay.place.root is None:
            active[len(folders), overlay.document.id] = overlay
    return active


def _cover(
    joined: Joined, snapshots: Sequence[Snapshot], active: Mapping[tuple[int, str], Overlay]
) -> Joined:
    hidden: dict[int, list[str]] = {}
    for number, path in active:
        if number < len(snapshots):
            hidden.setdefault(number, []).append(path)
    added = [Part(overlay.corpus, number) for (number, _), overlay in active.items()]
    return joined.covered(snapshots, hidden, added)
