"""How far a workspace is: its folders, and the open documents that are not searched, or not yet."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from stemguard.buffers import Buffers
from stemguard.documents import Overlay
from stemguard.folder import Folder
from stemguard.places import relative_to
from stemguard.ports.posting_store import Snapshot
from stemguard.root_status import IndexState, RootStatus, SkippedFiles, by_reason
from stemguard.texts import Texts
from stemguard.together import Together, inner_folders


def statuses(together: Together, buffers: Buffers, texts: Texts) -> list[RootStatus]:
    """What is known of each root, in order."""
    waiting: dict[Path, list[str]] = {}
    for document in buffers.waiting():
        place = texts.place_of(document)
        if place.root is not None:
            waiting.setdefault(place.root, []).append(place.path)
    overlays = _searched(together, buffers)
    return [
        replace(
            status,
            pending=status.pending + len(waiting.get(status.root, ())),
            pending_examples=(*waiting.get(status.root, ()), *status.pending_examples),
        )
        for status in together.of_each(lambda folder: folder.status(_reasons(overlays, folder)))
    ]


def skipped_outside(together: Together, buffers: Buffers) -> tuple[SkippedFiles, ...]:
    """Documents outside of all folders that are not searched, or only as text."""
    outside = [one for one in _searched(together, buffers) if one.place.root is None]
    return by_reason({overlay.document.id: overlay.skipped for overlay in outside})


def index_state(together: Together, buffers: Buffers) -> IndexState:
    """How far the indexes are; what several of them hold counts once."""
    folders = together.folders
    # Before what there is: where nothing is to be done, all of it is there.
    is_indexing = any(folder.is_indexing for folder in folders)
    pending = sum(folder.pending for folder in folders) + len(buffers.waiting())
    counts = together.of_each(lambda folder: folder.asked(_counts))
    files, units, generation, begun = (
        sum(column) for column in zip((0, 0, 0, 0), *counts, strict=True)
    )
    if buffers.overlays or any(inner_folders(f.root, folders) for f in folders):
        files, units = together.asked(
            lambda searched: (searched.corpus.n_files, searched.corpus.n_units)
        )
    state = "ready" if generation else "empty"
    return IndexState(
        state="indexing" if begun or is_indexing else state,
        files=files,
        units=units,
        pending=pending,
        generation=generation,
    )


def _searched(together: Together, buffers: Buffers) -> list[Overlay]:
    """The open documents that stand in place of what is indexed, or beside it."""
    if not buffers.overlays:
        return []
    return together.asked(lambda searched: list(searched.overlays.values()))


def _reasons(overlays: list[Overlay], folder: Folder) -> dict[str, str]:
    """The reasons of documents in a folder by their paths there, "" where one is searched.

    Those of folders in it are in it, too, unless it leaves them out.
    """
    reasons = {}
    for overlay in overlays:
        root = overlay.place.root
        path = root and relative_to(root / overlay.place.path, folder.root)
        if path and (root == folder.root or folder.admits(path)):
            reasons[path] = overlay.skipped
    return reasons


def _counts(snapshot: Snapshot) -> tuple[int, int, int, bool]:
    """Files, units, generation, and whether a first index is begun and not whole."""
    is_begun = bool(snapshot.generation) and not snapshot.is_whole
    return snapshot.n_files, snapshot.n_units, snapshot.generation, is_begun
