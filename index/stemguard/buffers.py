"""Open documents of a workspace: their units are made behind the changes, in another process.

A thread waits until the changes pause, or have gone on for a while, and has the units made. Until
they are, those of the text before are searched.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from stemguard.documents import Document, Overlay, Place, counting
from stemguard.domain.errors import StemguardError

log = logging.getLogger(__name__)

#: A pause that is none while somebody types.
QUIET_S = 0.1
#: However long the typing goes on, it is found after this.
LONGEST_S = 0.5


@dataclass(slots=True)
class Debounce:
    """When to begin with changes: after a pause, and not long after the first of them."""

    first: float | None = None
    last: float = 0.0

    def note(self, now: float) -> None:
        """A change comes."""
        self.first = now if self.first is None else self.first
        self.last = now

    def begin(self) -> None:
        """The changes until now are dealt with."""
        self.first = None

    def wait_s(self, now: float) -> float:
        """How long to wait; 0 or less where it is time, or no change came."""
        if self.first is None:
            return 0.0
        return min(self.last + QUIET_S, self.first + LONGEST_S) - now


class Buffers:
    """The documents, by id. Any thread may call.

    `place_of` says which file a document is, and may ask the disk; `extract` makes the units of one
    and raises a StemguardError where that cannot be done, Cancelled where `stopped` says so.
    """

    def __init__(
        self,
        place_of: Callable[[Document], Place],
        extract: Callable[[Document, Place, Callable[[], bool]], Overlay],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._place_of = place_of
        self._extract = extract
        self._clock = clock
        self._changed = threading.Condition()
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None
        # What follows changes under the condition.
        self._documents: dict[str, Document] = {}
        self._overlays: dict[str, Overlay] = {}
        self._failed: dict[str, Document] = {}
        self._counting: tuple[Overlay, ...] = ()
        self._edition = 0
        self._moves = 0
        self._debounce = Debounce()

    @property
    def overlays(self) -> tuple[Overlay, ...]:
        """What counts now, one a place; the same tuple for as long as nothing changes."""
        return self._counting

    @property
    def are_open(self) -> bool:
        """Whether there is any document."""
        return bool(self._documents)

    def waiting(self) -> list[Document]:
        """The documents whose last change is not searched yet, in the order of their changes."""
        with self._changed:
            waiting = [document for document in self._documents.values() if self._waits(document)]
        return sorted(waiting, key=lambda document: document.edition)

    def edit(self, document_id: str, path: Path | None, text: str, language: str) -> None:
        """A document is opened, or has another text."""
        with self._changed:
            if self._closing.is_set():
                return
            self._edition += 1
            known = self._documents.get(document_id)
            opened = self._edition if known is None else known.opened
            self._documents[document_id] = Document(
                document_id, path, text, language, opened, self._edition
            )
            self._count()
            self._wake()

    def close_document(self, document_id: str) -> None:
        """A document is closed: what is on disk counts at once. One that is not open is ignored."""
        with self._changed:
            self._documents.pop(document_id, None)
            self._overlays.pop(document_id, None)
            self._failed.pop(document_id, None)
            self._count()

    def move(self) -> None:
        """The roots changed: documents that are in another place now count there alone."""
        with self._changed:
            self._moves += 1
            overlays = list(self._overlays.values())
        moved = [one for one in overlays if self._place_of(one.document) != one.place]
        with self._changed:
            for overlay in moved:
                if self._overlays.get(overlay.document.id) is overlay:
                    del self._overlays[overlay.document.id]
            self._count()
            if self._documents:
                self._wake()

    def close(self) -> None:
        """Ends the thread, and forgets the documents."""
        self._closing.set()
        with self._changed:
            self._documents.clear()
            self._overlays.clear()
            self._count()
            self._changed.notify_all()
            thread = self._thread
        if thread is not None:
            thread.join()

    def _wake(self) -> None:
        self._debounce.note(self._clock())
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="documents", daemon=True)
            self._thread.start()
        self._changed.notify_all()

    def _count(self) -> None:
        editions = {document.id: document.edition for document in self._documents.values()}
        self._counting = counting(list(self._overlays.values()), editions)

    def _waits(self, document: Document) -> bool:
        overlay = self._overlays.get(document.id)
        return overlay is None or overlay.document is not document

    def _run(self) -> None:
        while due := self._due():
            for document_id in due:
                self._bring_up(document_id)

    def _due(self) -> list[str]:
        """The documents to begin with, the one changed last first; none where it is over."""
        with self._changed:
            while not self._closing.is_set():
                due = [
                    document
                    for document in self._documents.values()
                    if self._waits(document) and self._failed.get(document.id) is not document
                ]
                wait_s = self._debounce.wait_s(self._clock()) if due else None
                if wait_s is not None and wait_s <= 0:
                    self._debounce.begin()
                    return [one.id for one in sorted(due, key=lambda one: -one.edition)]
                self._changed.wait(wait_s)
        return []

    def _bring_up(self, document_id: str) -> None:
        """Has a document searched as it is now."""
        with self._changed:
            document = self._documents.get(document_id)
            known = self._overlays.get(document_id)
            moves = self._moves
        if document is None:
            return
        try:
            place = self._place_of(document)
            if known is not None and _is_of(known, document, place):
                made = replace(known, document=document)
            else:
                made = self._extract(document, place, self._closing.is_set)
        except Exception as error:
            # It is tried again with its next change, and the others are searched.
            if not isinstance(error, StemguardError | OSError):
                log.exception("A document cannot be searched")
            with self._changed:
                self._failed[document_id] = document
            return
        with self._changed:
            now = self._documents.get(document_id)
            # Closed meanwhile, or opened anew, or no longer in that place.
            if now is not None and now.opened == document.opened and moves == self._moves:
                self._overlays[document_id] = made
                self._count()


def _is_of(overlay: Overlay, document: Document, place: Place) -> bool:
    """Whether an overlay is what a document would give."""
    before = overlay.document
    return (before.text, before.language, overlay.place) == (
        document.text,
        document.language,
        place,
    )
