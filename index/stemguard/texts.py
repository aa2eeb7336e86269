"""The texts behind what is searched: of open documents as they are searched, of files on disk."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from stemguard.documents import Document, Overlay, Place
from stemguard.domain.errors import Unreadable
from stemguard.domain.unit import Unit
from stemguard.places import innermost, with_real_folder
from stemguard.ports.posting_store import IndexedFile
from stemguard.sync.reading import Content, read_content, rules_of
from stemguard.sync.selection import Selection
from stemguard.sync.tasks import TextTask
from stemguard.sync.workers import Workers
from stemguard.together import Searched, Together
from stemguard.units.languages import NOTEBOOK


@dataclass(frozen=True, slots=True)
class Cut:
    """What a worker made of texts, as it is."""

    files: Sequence[IndexedFile]

    @property
    def paths(self) -> Sequence[str]:
        """The files in it, each once."""
        return [file.path for file in self.files]


class Texts:
    """By path, or by the id of a document. Any thread may ask."""

    def __init__(self, together: Together, selection: Selection, workers: Workers) -> None:
        self._together = together
        self._selection = selection
        self._workers = workers

    def place_of(self, document: Document) -> Place:
        """Which file a document is, among the roots there are now."""
        if document.path is None:
            return Place(None, document.id)
        place = self._place(document.path)
        return Place(*place) if place else Place(None, str(with_real_folder(document.path)))

    def where(self, searched: Searched, path: Path | str) -> tuple[int, str] | None:
        """The position of the folder that something is in, and its path there.

        Documents outside of all folders are in the one behind the last; None for other files.
        """
        roots = [folder.root for folder in searched.folders]
        if isinstance(path, str):
            return len(roots), path
        place = innermost(path, roots, follow_symlinks=self._selection.follow_symlinks)
        if place is not None:
            return roots.index(place[0]), place[1]
        outside = Place(None, str(with_real_folder(path)))
        return next(
            (at for at, overlay in searched.overlays.items() if overlay.place == outside), None
        )

    def read(self, path: Path | str) -> str | None:
        """The text of something now; None where an index would not have it."""
        overlay = self._overlay_at(path)
        if overlay is not None:
            return None if overlay.reason else overlay.text
        place = self._place(Path(path).absolute())
        return None if place is None else self._on_disk(*place)

    def reader(self, searched: Searched) -> Callable[[int, str], str | None]:
        """Reads what is searched, by the position of its folder and its path there.

        Of a notebook that is its cells: a word that it printed is no evidence.
        """

        def read(folder: int, path: str) -> str | None:
            overlay = searched.overlays.get((folder, path))
            if overlay is not None:
                return _searched(overlay.text, overlay.language)
            content = self._content(searched.folders[folder].root, path)
            return None if content is None else _searched(content.text, content.language)

        return read

    def units(self, path: Path) -> list[Unit]:
        """The units of a file now, in key order. Raises Unreadable where an index has none."""
        real = with_real_folder(path)
        root, relative = self._place(path) or (real.parent, real.name)
        overlay = self._overlay_at(path)
        if overlay is not None:
            content = Content(overlay.text, overlay.language, overlay.reason)
        else:
            try:
                content = read_content(relative, rules_of(str(root), self._selection))
            except OSError as error:
                raise Unreadable(f"{path} cannot be read: {error.strerror}.") from error
        if content.reason:
            raise Unreadable(f"{path} is not searched: {content.reason}.")
        return self._cut(relative, content.text, content.language)

    def _cut(self, path: str, text: str, language: str) -> list[Unit]:
        """In a process of its own: what a grammar crashes on takes this one not along."""
        # Its size was looked at; in UTF-8 it may have more bytes.
        rules = rules_of("", self._selection)._replace(max_file_size=sys.maxsize)
        task = TextTask(path, text, language, rules, Cut)
        (finished,) = self._workers.run([task], lambda: False)
        assert isinstance(finished.batch, Cut)
        (indexed,) = finished.batch.files
        if not indexed.units:
            raise Unreadable(f"{path} is not searched: {indexed.reason}.")
        return list(indexed.units)

    def _place(self, path: Path) -> tuple[Path, str] | None:
        roots = [folder.root for folder in self._together.folders]
        return innermost(path, roots, follow_symlinks=self._selection.follow_symlinks)

    def _overlay_at(self, path: Path | str) -> Overlay | None:
        def overlay(searched: Searched) -> Overlay | None:
            at = self.where(searched, path)
            return None if at is None else searched.overlays.get(at)

        return self._together.asked(overlay)

    def _on_disk(self, root: Path, relative: str) -> str | None:
        content = self._content(root, relative)
        return None if content is None else content.text

    def _content(self, root: Path, relative: str) -> Content | None:
        try:
            content = read_content(relative, rules_of(str(root), self._selection))
        except OSError:
            return None
        return None if content.reason else content


def _searched(text: str, language: str) -> str:
    # Imported for no other file: most searches show no notebook.
    if language == NOTEBOOK:
        from stemguard.units.notebook import sources_alone

        text = sources_alone(text)
    return text
