"""The store in memory."""

from __future__ import annotations

from pathlib import Path

from stemguard.ports.posting_store import PostingStore
from stemguard.store.memory import MemoryStore
from stemguard.testing.store_compliance import StoreCompliance


class TestMemoryStore(StoreCompliance):
    durable = False

    def open_store(self, place: Path) -> PostingStore:
        return MemoryStore()
