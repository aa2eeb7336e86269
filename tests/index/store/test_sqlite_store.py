"""The store on disk: what is true of it alone."""

from __future__ import annotations

from pathlib import Path

from stemguard.ports.posting_store import PostingStore
from stemguard.store.sqlite.policy import Limits
from stemguard.store.sqlite.store import SqliteStore
from stemguard.testing.store_compliance import StoreCompliance


class TestSqliteStore(StoreCompliance):
    def open_store(self, place: Path) -> PostingStore:
        return SqliteStore.open(place, "1")


class TestSqliteStoreThatMergesAllTheTime(StoreCompliance):
    def open_store(self, place: Path) -> PostingStore:
        return SqliteStore.open(place, "1", Limits(segments=2, tidy_segments=1, dead_share=0.0))
