"""The store of one root: file states, and the postings of every unit.

Integers and terms cross this port, floats and query strings do not; what a term is, and every
division, is decided in the domain. One process writes at a time; readers never wait for it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from stemguard.domain.corpus import Corpus
from stemguard.domain.unit import FromPath, Unit


class FileState(NamedTuple):
    """What tells that a file is unchanged. `content_hash` is b"" where it was never read."""

    size: int
    mtime_ns: int
    inode: int
    ctime_ns: int
    content_hash: bytes


@dataclass(frozen=True, slots=True)
class Origin:
    """What of a file's units is due to its text, and what to its path.

    `key` stands for the text and its language. `from_path` says of each unit what it takes from the
    path; `is_generated` that the text calls itself generated.
    """

    key: bytes
    from_path: tuple[FromPath, ...]
    is_generated: bool


class Recalled(Protocol):
    """What a text yields, had from an `ExtractionMemory`; only that memory's packer can read it."""

    @property
    def n_units(self) -> int:
        """The number of its units."""


@dataclass(frozen=True, slots=True)
class IndexedFile:
    """What a file yields. `reason` says why it is not searched, or why only its text is.

    With one it is not remembered, and has no units where it is not searched. Its units are in
    `units`, or those of `recalled`. Without an `origin`, all that units have is their own.
    """

    path: str
    state: FileState
    reason: str = ""
    units: tuple[Unit, ...] = ()
    origin: Origin | None = None
    recalled: Recalled | None = None


#: The one path that all others are below.
EVERYTHING = ("",)


class Batch(Protocol):
    """Indexed files in the form that one store writes; made by its `packer`, perhaps elsewhere."""

    @property
    def paths(self) -> Sequence[str]:
        """The files in it, each once."""


class Snapshot(Corpus, Protocol):
    """A corpus that stays the same until it is left, whatever is written meanwhile."""

    @property
    def generation(self) -> int:
        """Grows with every committed write; equal generations of a store are equal corpora."""

    @property
    def last_write(self) -> float | None:
        """When files were last written or forgotten, a Unix time; None where none ever were."""

    @property
    def is_whole(self) -> bool:
        """Whether everything there was has ever been written: `complete` was called."""

    def states(self, below: Collection[str] = EVERYTHING) -> Mapping[str, FileState]:
        """The states of known files, skipped ones included: of these paths, and of those below.

        Paths are those of files or folders, without a `/` at the end; "" is above all. The cost
        follows the paths and what is found, not the size of the index.
        """

    def skipped(self, below: Collection[str] = EVERYTHING) -> Mapping[str, str]:
        """The reasons of files that have one: of these paths and below them."""

    def states_after(self, path: str, most: int) -> Sequence[tuple[str, FileState]]:
        """The first known files behind a path, ascending by path, with their states."""


class PostingStore(Protocol):
    """One root's index."""

    def snapshot(self) -> AbstractContextManager[Snapshot]:
        """The newest committed state; any thread may take one, and use it on that thread alone.

        Raises IndexUnavailable where there is none. Reading from it raises IndexDamaged where
        something is missing that was written.
        """

    def packer(self) -> Callable[[Sequence[IndexedFile]], Batch]:
        """A function that another process can be sent, to make batches from files.

        The units of a file must be in key order; no path may come twice.
        """

    def corpus_of(self, batch: Batch) -> Corpus:
        """The units of a batch as a corpus of their own, in memory; nothing is written."""

    def write(
        self,
        batches: Sequence[Batch] = (),
        removed: Collection[str] = (),
        touched: Mapping[str, FileState] | None = None,
    ) -> int:
        """Puts the files of the batches in place of what was known of them, in one transaction.

        `removed` files are forgotten, unknown ones ignored; `touched` files have a new state and
        the same content. A path that is both written and removed is written. Returns the new
        generation. Raises IndexUnavailable and changes nothing where the disk refuses; IndexBusy
        where another program is in the way, after which the same may be tried again.
        """

    def complete(self) -> None:
        """Remembers, as long as there is this index, that all was written. Raises as `write`."""

    def tidy(self) -> None:
        """Merges what many writes left behind; answers do not change. Raises as `write`."""

    def size_bytes(self) -> int:
        """What it takes on disk; 0 where it takes none."""

    def close(self) -> None:
        """Ends its use; open snapshots stay good until they are left."""
