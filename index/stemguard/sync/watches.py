"""Which folders have a watch of the kernel, and what is known to be hidden in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from stemguard.sync.walk import Hides

if TYPE_CHECKING:
    from watchdog.observers.inotify_c import CallbackId, WatchDescriptor


class Watch(NamedTuple):
    """A watch of the kernel, the name of its callback, and the folder's device and inode."""

    number: WatchDescriptor
    name: CallbackId
    identity: tuple[int, int]


class Watches:
    """Which folders have a watch; a folder is "" or a path that ends with `/`."""

    def __init__(self) -> None:
        self._watches: dict[str, Watch] = {}
        self._folders: dict[int, str] = {}
        #: To forget a folder must not cost a pass over all of them.
        self._inner: dict[str, set[str]] = {}
        self._rules: dict[str, Hides] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self._watches)

    def has(self, folder: str, identity: tuple[int, int]) -> bool:
        """Whether what is now at this path is watched, as being there."""
        watch = self._watches.get(folder)
        return watch is not None and watch.identity == identity

    def folder(self, number: int) -> str | None:
        """Where a watch is, None for one that is no longer known."""
        return self._folders.get(number)

    def learn_rules(self, folder: str, hides: Hides) -> None:
        """Keeps what is hidden in a folder, as long as that has a watch."""
        if folder in self._watches:
            self._rules[folder] = hides

    def hides(self, folder: str, name: str, is_folder: bool) -> bool:
        """Whether an entry of a folder is known to be hidden."""
        hides = self._rules.get(folder)
        return hides is not None and hides(name, is_folder)

    def forget_rules(self, folder: str) -> None:
        """Takes nothing for hidden in a folder and all below it."""
        for within in self._below(folder):
            self._rules.pop(within, None)

    def learn(self, folder: str, watch: Watch) -> list[Watch]:
        """Takes a new watch; returns what it was before, if the folder has moved here."""
        before = self._folders.get(watch.number)
        moved = [] if before is None else self.forget(before)
        self._watches[folder] = watch
        self._folders[watch.number] = folder
        if folder:
            self._inner.setdefault(_above(folder), set()).add(folder)
        return moved

    def forget(self, folder: str) -> list[Watch]:
        """Forgets a folder alone; returns the watch it had, if any."""
        watch = self._watches.pop(folder, None)
        if watch is None:
            return []
        del self._folders[watch.number]
        self._rules.pop(folder, None)
        above = self._inner.get(_above(folder))
        if above is not None:
            above.discard(folder)
            if not above:
                del self._inner[_above(folder)]
        return [watch]

    def drop(self, folder: str) -> list[Watch]:
        """Forgets a folder and all below it; returns the watches they had."""
        return [watch for gone in self._below(folder) for watch in self.forget(gone)]

    def end(self, number: int) -> None:
        """Forgets a watch that the kernel has ended."""
        folder = self._folders.get(number)
        if folder is not None:
            self.forget(folder)

    def _below(self, folder: str) -> Iterator[str]:
        """The folder and all below it, each asked for what it holds before it is given."""
        pending = [folder]
        while pending:
            within = pending.pop()
            pending += self._inner.get(within, ())
            yield within


def _above(folder: str) -> str:
    return folder[: folder.rfind("/", 0, -1) + 1]
