"""Documents that are open in an editor, and what is searched in place of their files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from stemguard.domain.corpus import Corpus

#: A NUL is in the name of no file.
_SEPARATORS = re.compile(r"[/\\:\0]")


@dataclass(frozen=True, slots=True)
class Place:
    """Which file a document is: its path in the innermost root, with `/`.

    Outside of all roots `root` is None, and the path is that of the file with the links to its
    folder followed, or the document's id where it has no file.
    """

    root: Path | None
    path: str


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """A document as it is after a change, equal to itself alone.

    `id` is what the client calls it; `path` is None where it has no file; `language` is what the
    client says it is in. `opened` and `edition` number the changes of all documents: the first of
    this one since it was opened, and the last.
    """

    id: str
    path: Path | None
    text: str
    language: str
    opened: int
    edition: int

    @property
    def name(self) -> str:
        """What a file of it would be called."""
        if self.path is not None:
            return self.path.name
        return _SEPARATORS.split(unquote(self.id))[-1] or "untitled"


@dataclass(frozen=True, slots=True, eq=False)
class Overlay:
    """The units of a document at its place, and the text they were made of, as it may be shown.

    `language` is that of the text. Where an index would refuse it, `reason` says why, there is no
    text, and the corpus has no units. `skipped` is what a status says of it: that, or why a text
    that may be shown is not searched, or only as text.
    """

    document: Document
    place: Place
    content_hash: bytes
    text: str
    language: str
    reason: str
    corpus: Corpus
    skipped: str


def counting(overlays: list[Overlay], editions: dict[str, int]) -> tuple[Overlay, ...]:
    """One overlay a place: of several documents of a file, the one that was changed last.

    `editions` are those of the documents now, which may be ahead of their overlays.
    """
    by_place: dict[Place, Overlay] = {}
    for overlay in sorted(overlays, key=lambda overlay: editions[overlay.document.id]):
        by_place[overlay.place] = overlay
    return tuple(by_place.values())
