"""Several folders as one corpus, each without those in it that are folders themselves.

Folders come and go while they are asked; whoever asks here hears nothing of it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from stemguard.domain.corpus import Corpus
from stemguard.domain.errors import IndexDamaged, IndexUnavailable
from stemguard.domain.joined import Joined, Part
from stemguard.folder import Folder, Seen

_Answer = TypeVar("_Answer")


class Together:
    """The folders, in the order that breaks ties; `folders` is replaced as a whole."""

    def __init__(self) -> None:
        self.folders: tuple[Folder, ...] = ()
        self._making = threading.Lock()
        self._made: _Made | None = None

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

    def asked(self, ask: Callable[[Corpus, tuple[Folder, ...]], _Answer]) -> _Answer:
        """What the corpus of all folders answers.

        It is asked again where a folder was removed meanwhile, and where another process made an
        index anew. Raises IndexDamaged, once, where an index is lost: what an empty one answers
        would pass for an answer.
        """
        damaged = 0
        while True:
            folders = self.folders
            try:
                with self._corpus(folders) as corpus:
                    return ask(corpus, folders)
            except IndexDamaged:
                damaged += 1
                if damaged > len(folders) or any(folder.is_lost for folder in folders):
                    raise
            except IndexUnavailable:
                if folders is self.folders:
                    raise

    @contextmanager
    def _corpus(self, folders: tuple[Folder, ...]) -> Iterator[Corpus]:
        with ExitStack() as stack:
            seen = [stack.enter_context(folder.snapshot()) for folder in folders]
            yield seen[0].snapshot if len(seen) == 1 else self._joined(folders, seen)

    def _joined(self, folders: tuple[Folder, ...], seen: Sequence[Seen]) -> Corpus:
        """The last one made if it is still that: to make one costs a pass over all units."""
        snapshots = [snapshot for snapshot, _ in seen]
        versions = tuple(version for _, version in seen)
        with self._making:
            made = self._made
            if made is None or (made.folders, made.versions) != (folders, versions):
                parts = [
                    Part(snapshot, number, hidden_folders=inner_folders(folder.root, folders))
                    for number, (folder, snapshot) in enumerate(
                        zip(folders, snapshots, strict=True)
                    )
                ]
                made = self._made = _Made(folders, versions, Joined(parts))
        return made.corpus.through(snapshots)


def inner_folders(root: Path, folders: tuple[Folder, ...]) -> frozenset[str]:
    """Which of the folders lie in a root, relative to it, with `/`."""
    return frozenset(
        folder.root.relative_to(root).as_posix()
        for folder in folders
        if folder.root != root and folder.root.is_relative_to(root)
    )


@dataclass(frozen=True, slots=True)
class _Made:
    """The corpus of folders in these versions; its own snapshots are not asked any more."""

    folders: tuple[Folder, ...]
    versions: tuple[tuple[int, int], ...]
    corpus: Joined
