"""What texts yielded, kept so that a text seen before need not be cut and counted again.

It is derived data at one remove: all of it may be lost at any time, and nothing that it gives is
other than what the text would yield. A text is known by its key, free of the path of any file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from stemguard.ports.posting_store import Batch, IndexedFile, Recalled

#: What a text with this key yields; None where that is not known.
Recall = Callable[[bytes], Recalled | None]


class MemoryReader(Protocol):
    """The way to a memory that another process can be sent."""

    def open(self) -> AbstractContextManager[Recall]:
        """Looks texts up, on one thread; never raises, nor waits for whoever keeps something.

        What it gives stays good until it is packed.
        """


class ExtractionMemory(Protocol):
    """The texts of one root's index. One process at a time keeps; any number read meanwhile."""

    def reader(self) -> MemoryReader:
        """The way in for a worker."""

    def packer(self) -> Callable[[Sequence[IndexedFile]], Batch]:
        """As the packer of the store, for files of both kinds.

        Units that are not recalled need an origin: what their text yields goes with the batch.
        """

    def keep(self, batch: Batch, most_bytes: int) -> None:
        """Keeps what was learned with a batch, all of it or nothing; never raises.

        What was kept of the same texts is replaced. Above so many bytes, that which was neither
        learned nor recalled for the longest time goes.
        """

    def size_bytes(self) -> int:
        """What it takes on disk."""

    def close(self) -> None:
        """Ends its use; who reads may go on."""
