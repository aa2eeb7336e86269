"""Which part of a root is looked at: some files and folders, and what is below them."""

from __future__ import annotations

from collections.abc import Collection


class Scope:
    """Paths relative to the root, "" for all of it. A question costs no more for many paths."""

    def __init__(self, paths: Collection[str]) -> None:
        #: Without a `/` at an end.
        self.paths = frozenset(path.strip("/") for path in paths)
        #: By folder on the way to a path, "" or `a/b/`: the entries that lead on.
        self._ways: dict[str, set[str]] = {}
        for path in self.paths:
            self._add(path)

    def holds(self, path: str) -> bool:
        """Whether a path is one of those, or below one."""
        if path in self.paths or "" in self.paths:
            return True
        end = path.rfind("/")
        while end > 0:
            if path[:end] in self.paths:
                return True
            end = path.rfind("/", 0, end)
        return False

    def entries(self, folder: str) -> Collection[str] | None:
        """The entries of a folder, "" or `a/b/`, to be looked at; None for all of them."""
        return None if self.holds(folder[:-1]) else self._ways.get(folder, ())

    def _add(self, path: str) -> None:
        start = 0
        while start >= 0 and path:
            end = path.find("/", start)
            name = path[start:] if end < 0 else path[start:end]
            self._ways.setdefault(path[:start], set()).add(name)
            start = end + 1 if end >= 0 else -1
