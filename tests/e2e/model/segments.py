"""What an index file says of its segments, read from outside while servers use it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

#: Other processes may hold the file for a moment.
_BUSY_S = 10.0


class _File(NamedTuple):
    """Where an index has a file; both ids are numbers of rows."""

    id: int
    state: bytes
    segment: int | None


class Segments:
    """Counts the merges, at least, and the live segments, of the index in a cache.

    A file whose row is the one it was, and whose segment is not, was moved by a merge.
    """

    def __init__(self, cache: Path) -> None:
        self.merges = 0
        self.most_live = 0
        self._cache = cache
        self._files: dict[bytes, _File] = {}

    def look(self) -> None:
        """Looks at the index as it is now."""
        for database in self._cache.glob("*/index.db"):
            address = f"{database.as_uri()}?mode=ro"
            with closing(sqlite3.connect(address, uri=True, timeout=_BUSY_S)) as connection:
                live = connection.execute("select count(*) from segments where n_live > 0")
                self.most_live = max(self.most_live, live.fetchone()[0])
                rows = connection.execute("select path, id, state, segment from files")
                now = {path: _File(*rest) for path, *rest in rows}
        moved = {
            file.segment
            for path, file in now.items()
            if (before := self._files.get(path)) is not None
            and (file.id, file.state) == (before.id, before.state)
            and file.segment != before.segment
        }
        self.merges += len(moved)
        self._files = now
