"""Which index stands for a root now: the one in the cache, one in its place, or one for a while.

The only module that names a concrete store.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from stemguard.domain.corpus import Corpus
from stemguard.domain.errors import Cancelled, IndexUnavailable, IndexUnwritable
from stemguard.location import (
    format_version,
    has_another_version,
    index_folder,
    make_index_folder,
    use_index_folder,
)
from stemguard.ports.posting_store import Batch, IndexedFile, PostingStore
from stemguard.store.memory import MemoryStore
from stemguard.store.sqlite.connect import is_there
from stemguard.store.sqlite.pack import PackedBatch, pack
from stemguard.store.sqlite.remembered import RememberedTexts
from stemguard.store.sqlite.store import SqliteStore
from stemguard.store.sqlite.unwritten import corpus_of
from stemguard.sync.selection import Selection

#: Is asked where there is no index yet.
NOT_MADE: PostingStore = MemoryStore()


class IndexInUse:
    """The index of a root, and what is remembered beside it. Any thread may ask.

    `folder` is None where no other process sees the index, `memory` where there is none. `has_gaps`
    says that it stands in another's place and was not filled yet. `note` gets sentences for a
    person.
    """

    def __init__(
        self, root: Path, selection: Selection, cache: Path, note: Callable[[str], None]
    ) -> None:
        self.has_gaps = False
        self.memory: RememberedTexts | None = None
        self.folder: Path | None = None
        self._root = root
        self._selection = selection
        self._cache = cache
        self._note = note
        self._place = index_folder(cache, root, selection)
        # What follows, and all above, changes under this lock.
        self._opening = threading.Lock()
        self._store: SqliteStore | None = None
        self._version = 0
        self._is_closed = False
        self._folder_in_use = ExitStack()
        self._in_use = ExitStack()

    def opened(self) -> tuple[SqliteStore | None, int]:
        """The index where there is one, also if another process made it, and its number."""
        with self._opening:
            if self._is_closed:
                raise IndexUnavailable(f"{self._root} is no longer part of the workspace.")
            if self._store is None and is_there(self._place):
                self._open_store()
            return self._store, self._version

    def made(self) -> SqliteStore:
        """The index, which is made where there is none."""
        with self._opening:
            if self._is_closed:
                raise Cancelled(f"{self._root} is no longer part of the workspace.")
            return self._store or self._open_store()

    def replace(self, damaged: SqliteStore) -> None:
        """Opens the index anew, unless another thread has done so; the next sync fills it."""
        with self._opening:
            if self._store is damaged and not self._is_closed:
                damaged.close()
                self._store = None
                self.has_gaps = True
                store = self._open_store()
                if not store.was_rebuilt:
                    self._note_anew("its file was damaged.")

    def leave(self, full: SqliteStore, error: IndexUnwritable) -> None:
        """Makes room, or goes on in a temporary folder, where that is not what has no room."""
        with self._opening:
            if self._store is not full or (self.memory is not None and self.memory.forget()):
                return
            if self.folder is None:
                raise error
            # Not closed yet: searches that have begun may read from it.
            self._in_use.callback(full.close)
            self._open_temporary(error)

    def _open_store(self) -> SqliteStore:
        """The index in the cache, else one in a temporary folder that goes with this process."""
        folder = self._place
        is_new = not is_there(folder)
        try:
            make_index_folder(self._cache, self._root, self._selection)
            store = SqliteStore.open(folder, format_version())
        except (OSError, IndexUnavailable) as error:
            return self._open_temporary(error)
        self._folder_in_use.close()
        self._folder_in_use = use_index_folder(folder)
        if store.was_rebuilt:
            self._note_anew(store.was_rebuilt)
        elif is_new and not self.has_gaps and self._has_another_version():
            self._note_anew("another version had made it, or one with other grammars.")
        return self._take(store, folder)

    def _open_temporary(self, error: Exception) -> SqliteStore:
        self._note(f"The index of {self._root} is kept for this session only: {_reason(error)}")
        # Each its own: searches may still read from the one before.
        place = self._in_use.enter_context(tempfile.TemporaryDirectory(prefix="stemguard-"))
        return self._take(SqliteStore.open(Path(place), format_version()), None)

    def _take(self, store: SqliteStore, index_folder: Path | None) -> SqliteStore:
        self._store, self.folder = store, index_folder
        self._forget_memory()
        # Beside an index that goes with this process it would only take room.
        if index_folder is not None:
            self.memory = RememberedTexts(index_folder, format_version())
        self._version += 1
        return store

    def _forget_memory(self) -> None:
        if self.memory is not None:
            self.memory.close()
        self.memory = None

    def _has_another_version(self) -> bool:
        return has_another_version(self._cache, self._root, self._selection)

    @property
    def shared_place(self) -> Path | None:
        """Where others look for the index, be it there or not; None where they do not see it."""
        with self._opening:
            return self._place if self._store is None else self.folder

    def shared_folder(self) -> Path | None:
        """The folder of the index, made if missing; None where no other process sees it."""
        with self._opening:
            if self._store is not None:
                return self.folder
        try:
            return make_index_folder(self._cache, self._root, self._selection)
        except OSError:
            return None

    def sizes_bytes(self) -> tuple[int, int]:
        """What the index takes on disk, and what is remembered beside it."""
        with self._opening:
            index = 0 if self._store is None else self._store.size_bytes()
            return index, 0 if self.memory is None else self.memory.size_bytes()

    def close(self) -> None:
        """Ends the use of the index, for good; no sync may run."""
        with self._opening:
            self._is_closed = True
            if self._store is not None:
                self._store.close()
            self._store = None
            self._forget_memory()
            self._folder_in_use.close()
            self._in_use.close()

    def _note_anew(self, why: str) -> None:
        self._note(f"The index of {self._root} was made anew: {why}")


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{error.strerror or type(error).__name__}."
    return str(error)


def document_packer() -> Callable[[Sequence[IndexedFile]], Batch]:
    """What packs the units of an open document, in whichever process."""
    return pack


def document_corpus(batch: Batch) -> Corpus:
    """The units of a batch of `document_packer`, as they are searched; nothing is written."""
    assert isinstance(batch, PackedBatch)
    return corpus_of(batch)


def document_reason(batch: Batch) -> str:
    """Why the document of such a batch is not searched, or only as text; "" where it is."""
    assert isinstance(batch, PackedBatch)
    [document] = batch.files
    return document.reason
