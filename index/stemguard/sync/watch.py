"""Hints from the kernel: which paths of a root may have changed. The disk decides.

The folders watched are those a walk enters, each from before it is listed, so that nothing falls
between. Why the library's own recursive observer is not used: decision record 10.
"""

from __future__ import annotations

import errno
import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from stemguard.sync.git_layout import exclude_files
from stemguard.sync.layers import rule_files_above
from stemguard.sync.walk import VERSION_CONTROL

if TYPE_CHECKING:
    from watchdog.observers.inotify_c import CallbackId, InotifyEvent, InotifyFD, WatchDescriptor

# Bits of the kernel's interface, inotify(7). The library names them, too, but takes 50 ms to load.
_MODIFY = 0x2
_ATTRIB = 0x4
_CLOSE_WRITE = 0x8
_MOVED_FROM = 0x40
_MOVED_TO = 0x80
_CREATE = 0x100
_DELETE = 0x200
_DELETE_SELF = 0x400
_MOVE_SELF = 0x800
_UNMOUNT = 0x2000
_ONLYDIR = 0x01000000
_EXCL_UNLINK = 0x04000000
_LEAVES = _MOVED_FROM | _DELETE
_COMES_OR_GOES = _LEAVES | _MOVED_TO | _CREATE
#: Neither opened nor read nor closed unwritten: our own reading would make events.
_MASK = (
    _COMES_OR_GOES | _MODIFY | _ATTRIB | _CLOSE_WRITE | _DELETE_SELF | _MOVE_SELF
    | _ONLYDIR | _EXCL_UNLINK
)  # fmt: skip
#: The library's number for the watch of a folder that may not be read.
_NOT_WATCHED = -1
_NOTHING_THERE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)


class FolderWatch:
    """Watches the folders of one root that are added; `on_hint` hears of paths relative to it.

    A hint is a file, a folder with all that is below, or "" for everything; it comes in a thread of
    the watch's own, or in that of `add`. `on_trouble` hears, once, why changes may be missed.
    Neither may call back.
    """

    def __init__(
        self,
        root: str,
        on_hint: Callable[[str], None],
        on_trouble: Callable[[str], None],
        environment: Mapping[str, str],
    ) -> None:
        self.is_complete = True
        self._root = root
        self._environment = environment
        self._on_trouble = on_trouble
        # Held while a watch is made, so that no event of it comes before it is known.
        self._lock = threading.Lock()
        self._inotify = self._started()
        self._tree = _Tree(on_hint, self._lock, self._remove)
        self._rules = _Rules(on_hint, self._lock)
        self._numbers = count(1)
        for file in rule_files_above(Path(root), environment):
            self._watch_rules(file, "")

    @property
    def folders(self) -> frozenset[str]:
        """The folders of the root that are watched, as they were added."""
        with self._lock:
            return frozenset(self._tree.watches)

    def add(self, folder: str) -> None:
        """Watches a folder, "" or `a/b/`, and the rules of a repository that begins there.

        What is not there, or may not be listed, is not watched. Any thread may call it, again and
        again.
        """
        path = f"{self._root}/{folder}"
        self._watch(folder, path, self._tree)
        if os.path.lexists(f"{path}.git"):
            for file in exclude_files(Path(path), self._environment):
                self._watch_rules(file, folder[:-1])

    def close(self) -> None:
        """Ends all watches; what is added from now on is not watched."""
        with self._lock:
            inotify, self._inotify = self._inotify, None
        if inotify is not None:
            inotify.stop()

    def _started(self) -> InotifyFD | None:
        if sys.platform != "linux":
            self._fail("this system has no inotify")
            return None
        from watchdog.observers.inotify_c import InotifyFD

        try:
            inotify = InotifyFD()
        except OSError as error:
            self._fail(error.strerror)
            return None
        inotify.start()
        return inotify

    def _watch_rules(self, file: Path, hint: str) -> None:
        """Watches a file of rules, which need not be there, in its folder, which must."""
        folder = os.path.realpath(file.parent)
        self._rules.expect(f"{folder}/{file.name}", hint)
        self._watch(f"{folder}/", folder, self._rules)

    def _watch(self, folder: str, path: str, watched: _Tree | _Rules) -> None:
        try:
            status = os.stat(path)  # noqa: PTH116 - a Path a folder is a cost
            identity = (status.st_dev, status.st_ino)
            with self._lock:
                if self._inotify is not None and not watched.watches.has(folder, identity):
                    self._remove(watched.outdated(folder))
                    self._make(self._inotify, folder, identity, path, watched)
        except OSError as error:
            if error.errno not in _NOTHING_THERE and error.errno != errno.EACCES:
                self._fail(error.strerror)

    def _make(
        self,
        inotify: InotifyFD,
        folder: str,
        identity: tuple[int, int],
        path: str,
        watched: _Tree | _Rules,
    ) -> None:
        from watchdog.observers.inotify_c import CallbackId, Mask

        # A name of its own for each: the kernel gives a folder that was moved its old watch.
        name = CallbackId(next(self._numbers))
        number = inotify.add_callback(os.fsencode(path), Mask(_MASK), watched, name)
        if number == _NOT_WATCHED:
            inotify.remove_callbacks([(number, name)])
        else:
            self._remove(watched.watches.learn(folder, _Watch(number, name, identity)))

    def _remove(self, gone: list[_Watch]) -> None:
        inotify = self._inotify
        if inotify is not None and gone:
            inotify.remove_callbacks([(watch.number, watch.name) for watch in gone])

    def _fail(self, reason: str | None) -> None:
        if self.is_complete:
            self.is_complete = False
            self._on_trouble(f"{self._root} cannot be watched whole: {reason}.")


class _Watch(NamedTuple):
    """A watch of the kernel, the name of its callback, and the folder's device and inode."""

    number: WatchDescriptor
    name: CallbackId
    identity: tuple[int, int]


class _Watches:
    """Which folders have a watch; a folder is "" or a path that ends with `/`."""

    def __init__(self) -> None:
        self._watches: dict[str, _Watch] = {}
        self._folders: dict[int, str] = {}
        #: To forget a folder must not cost a pass over all of them.
        self._inner: dict[str, set[str]] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self._watches)

    def has(self, folder: str, identity: tuple[int, int]) -> bool:
        """Whether what is now at this path is watched, as being there."""
        watch = self._watches.get(folder)
        return watch is not None and watch.identity == identity

    def folder(self, number: int) -> str | None:
        """Where a watch is, None for one that is no longer known."""
        return self._folders.get(number)

    def learn(self, folder: str, watch: _Watch) -> list[_Watch]:
        """Takes a new watch; returns what it was before, if the folder has moved here."""
        before = self._folders.get(watch.number)
        moved = [] if before is None else self.forget(before)
        self._watches[folder] = watch
        self._folders[watch.number] = folder
        if folder:
            self._inner.setdefault(_above(folder), set()).add(folder)
        return moved

    def forget(self, folder: str) -> list[_Watch]:
        """Forgets a folder alone; returns the watch it had, if any."""
        watch = self._watches.pop(folder, None)
        if watch is None:
            return []
        del self._folders[watch.number]
        above = self._inner.get(_above(folder))
        if above is not None:
            above.discard(folder)
            if not above:
                del self._inner[_above(folder)]
        return [watch]

    def drop(self, folder: str) -> list[_Watch]:
        """Forgets a folder and all below it; returns the watches they had."""
        dropped = []
        pending = [folder]
        while pending:
            gone = pending.pop()
            pending += self._inner.get(gone, ())
            dropped += self.forget(gone)
        return dropped

    def end(self, number: int) -> None:
        """Forgets a watch that the kernel has ended."""
        folder = self._folders.get(number)
        if folder is not None:
            self.forget(folder)


class _Tree:
    """What the events of the watched folders of a root mean."""

    def __init__(
        self,
        on_hint: Callable[[str], None],
        lock: threading.Lock,
        remove: Callable[[list[_Watch]], None],
    ) -> None:
        self.watches = _Watches()
        self._on_hint = on_hint
        self._lock = lock
        self._remove = remove

    def outdated(self, folder: str) -> list[_Watch]:
        """Forgets what was in the place of a folder that is to be watched."""
        return self.watches.drop(folder)

    def on_event(self, event: InotifyEvent) -> None:
        name = os.fsdecode(event.name)
        with self._lock:
            folder = self.watches.folder(event.wd)
            if folder is None:
                return
            # What moved away still makes events, which must not be told of the old path.
            if name and event.mask & _LEAVES:
                self._remove(self.watches.drop(f"{folder}{name}/"))
            elif not name and event.mask & (_MOVE_SELF | _UNMOUNT) and folder:
                self._remove(self.watches.drop(folder))
        hint = _hint(folder, name, event.mask)
        if hint is not None:
            self._on_hint(hint)

    def on_watch_deleted(self, number: int) -> None:
        with self._lock:
            self.watches.end(number)

    def on_queue_overflow(self) -> None:
        # Folders may have moved unheard. The walk that follows watches them anew.
        with self._lock:
            self._remove(self.watches.drop(""))
        self._on_hint("")


class _Rules:
    """Files of rules outside of what is walked, which are watched in their folders by name."""

    def __init__(self, on_hint: Callable[[str], None], lock: threading.Lock) -> None:
        self.watches = _Watches()
        self._on_hint = on_hint
        self._lock = lock
        self._hints: dict[str, set[str]] = {}

    def expect(self, file: str, hint: str) -> None:
        """Gives a hint where this file changes."""
        with self._lock:
            self._hints.setdefault(file, set()).add(hint)

    def outdated(self, folder: str) -> list[_Watch]:
        """Forgets what was in the place of a folder; those below are watched for their own sake."""
        return self.watches.forget(folder)

    def on_event(self, event: InotifyEvent) -> None:
        with self._lock:
            folder = self.watches.folder(event.wd)
            hints = self._hints.get(f"{folder}{os.fsdecode(event.name)}", set()).copy()
        for hint in hints:
            self._on_hint(hint)

    def on_watch_deleted(self, number: int) -> None:
        with self._lock:
            self.watches.end(number)

    def on_queue_overflow(self) -> None:
        pass


def _hint(folder: str, name: str, mask: int) -> str | None:
    """What is to be looked at after an event; None where nothing is."""
    if not name:
        # That a root itself goes is for whoever knows where it should be.
        return folder[:-1] if folder or mask & _ATTRIB else None
    if name == ".gitignore" or (name == ".git" and mask & _COMES_OR_GOES):
        return folder[:-1]
    return None if name in VERSION_CONTROL else folder + name


def _above(folder: str) -> str:
    return folder[: folder.rfind("/", 0, -1) + 1]
