"""Hints from the kernel: which paths of a root may have changed. The disk decides.

The folders watched are those a walk enters, each from before it is listed, so that nothing falls
between. Why the library's own recursive observer is not used: decision record 10.
"""

from __future__ import annotations

import errno
import os
import sys
import threading
from collections.abc import Callable, Collection, Mapping
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from stemguard.sync.git_layout import rule_files
from stemguard.sync.layers import RULE_BEARERS, rule_files_above
from stemguard.sync.walk import VERSION_CONTROL, Hides
from stemguard.sync.watches import Watch, Watches

if TYPE_CHECKING:
    from watchdog.observers.inotify_c import InotifyEvent, InotifyFD

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
_ISDIR = 0x40000000
_LEAVES = _MOVED_FROM | _DELETE
_COMES_OR_GOES = _LEAVES | _MOVED_TO | _CREATE
_IS_LOST = _DELETE_SELF | _MOVE_SELF | _UNMOUNT
#: Neither opened nor read nor closed unwritten: our own reading would make events.
_MASK = (
    _COMES_OR_GOES | _MODIFY | _ATTRIB | _CLOSE_WRITE | _DELETE_SELF | _MOVE_SELF
    | _ONLYDIR | _EXCL_UNLINK
)  # fmt: skip
#: The library's number for the watch of a folder that may not be read.
_NOT_WATCHED = -1
_NOTHING_THERE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)
#: Stands for what is above the root, in the place of a folder with rules.
_ABOVE = "/"


class FolderWatch:
    """Watches the folders of one root that are added; `on_hint` hears of paths relative to it.

    A hint is a file, a folder with all that is below, or "" for everything; it comes in a thread of
    the watch's own, or in that of `add`. What is known to be hidden gives none. `on_trouble` hears,
    once, why changes may be missed. Neither may call back.
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
        self._on_hint = on_hint
        self._on_trouble = on_trouble
        # Held while a watch is made, so that no event of it comes before it is known.
        self._lock = threading.Lock()
        self._inotify = self._started()
        self._tree = _Tree(on_hint, self._change_rules, self._lock, self._remove)
        self._rules = _Rules(self._change_rules, self._lock, self._remove)
        self._numbers = count(1)
        # Counts changes of rules: what a walk that began before one says of them may be old.
        self._n_changes = 0
        self._walk = threading.local()
        self._watch_rules(_ABOVE)

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
        if not folder:
            self._walk.n_changes = self._n_changes
        path = f"{self._root}/{folder}"
        self._watch(folder, path, self._tree)
        if os.path.lexists(f"{path}.git"):
            self._watch_rules(folder)

    def learn(self, folder: str, hides: Hides) -> None:
        """Gives no more hints of what is hidden in a folder that was added, until rules change.

        For the walk that added it, in the same thread; one begins with the root.
        """
        with self._lock:
            if getattr(self._walk, "n_changes", None) == self._n_changes:
                self._tree.watches.learn_rules(folder, hides)

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

    def _change_rules(self, place: str) -> None:
        """Hears that rules of a place have changed, or where they are."""
        folder = "" if place == _ABOVE else place
        with self._lock:
            self._n_changes += 1
            self._tree.watches.forget_rules(folder)
        if not folder:
            self._watch_rules(_ABOVE)
        if place != _ABOVE and os.path.lexists(f"{self._root}/{place}.git"):
            self._watch_rules(place)
        self._on_hint(folder[:-1])

    def _watch_rules(self, place: str) -> None:
        """Watches the files of rules of a folder, or of what is above the root; most are missing.

        Each is watched in the deepest folder on its way that is there.
        """
        watched: set[Path] = set()
        while True:
            # What comes while this is done, a repository as well, is seen in the next turn.
            steps = set(map(_step, self._rule_files(place)))
            self._rules.expect([_real(step) for step in steps], place)
            if steps <= watched:
                return
            for step in sorted(steps - watched, reverse=True):
                folder = _above(_real(step))
                self._watch(folder, folder, self._rules)
            watched |= steps

    def _rule_files(self, place: str) -> list[Path]:
        if place == _ABOVE:
            return rule_files_above(Path(os.path.realpath(self._root)), self._environment)
        return rule_files(Path(self._root, place), self._environment)

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
            self._remove(watched.watches.learn(folder, Watch(number, name, identity)))

    def _remove(self, gone: list[Watch]) -> None:
        inotify = self._inotify
        if inotify is not None and gone:
            inotify.remove_callbacks([(watch.number, watch.name) for watch in gone])

    def _fail(self, reason: str | None) -> None:
        if self.is_complete:
            self.is_complete = False
            self._on_trouble(f"{self._root} cannot be watched whole: {reason}.")


class _Watched:
    """Folders that are watched, and what changes of rules are told to; the kernel calls back."""

    def __init__(
        self,
        on_rules: Callable[[str], None],
        lock: threading.Lock,
        remove: Callable[[list[Watch]], None],
    ) -> None:
        self.watches = Watches()
        self._on_rules = on_rules
        self._lock = lock
        self._remove = remove

    def on_watch_deleted(self, number: int) -> None:
        with self._lock:
            self.watches.end(number)


class _Tree(_Watched):
    """What the events of the watched folders of a root mean."""

    def __init__(
        self,
        on_hint: Callable[[str], None],
        on_rules: Callable[[str], None],
        lock: threading.Lock,
        remove: Callable[[list[Watch]], None],
    ) -> None:
        super().__init__(on_rules, lock, remove)
        self._on_hint = on_hint

    def outdated(self, folder: str) -> list[Watch]:
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
            if name and name not in RULE_BEARERS:
                is_folder = bool(event.mask & _ISDIR)
                if self.watches.hides(folder, name, is_folder):
                    return
        if name == ".gitignore" or (name == ".git" and event.mask & _COMES_OR_GOES):
            self._on_rules(folder)
            return
        hint = _hint(folder, name, event.mask)
        if hint is not None:
            self._on_hint(hint)

    def on_queue_overflow(self) -> None:
        # Folders may have moved unheard. The walk that follows watches them anew.
        with self._lock:
            self._remove(self.watches.drop(""))
        self._on_rules("")


class _Rules(_Watched):
    """Files of rules outside of what is walked, and folders on the way to them, by their names."""

    def __init__(
        self,
        on_rules: Callable[[str], None],
        lock: threading.Lock,
        remove: Callable[[list[Watch]], None],
    ) -> None:
        super().__init__(on_rules, lock, remove)
        self._expected: dict[str, frozenset[str]] = {}
        self._places: dict[str, set[str]] = {}

    def expect(self, paths: Collection[str], place: str) -> None:
        """Tells of a place where one of these changes, and of no others it had before."""
        with self._lock:
            for path in self._expected.get(place, ()):
                self._places[path].discard(place)
                if not self._places[path]:
                    del self._places[path]
            self._expected[place] = frozenset(paths)
            for path in paths:
                self._places.setdefault(path, set()).add(place)

    def outdated(self, folder: str) -> list[Watch]:
        """Forgets what was in the place of a folder; those below are watched for their own sake."""
        return self.watches.forget(folder)

    def on_event(self, event: InotifyEvent) -> None:
        name = os.fsdecode(event.name)
        with self._lock:
            folder = self.watches.folder(event.wd)
            if folder is None:
                return
            if name:
                places = set(self._places.get(folder + name, ()))
            elif event.mask & _IS_LOST:
                self._remove(self.watches.forget(folder))
                places = {
                    place
                    for path, expecting in self._places.items()
                    if _above(path) == folder
                    for place in expecting
                }
            else:
                return
        for place in sorted(places):
            self._on_rules(place)

    def on_queue_overflow(self) -> None:
        pass


def _step(file: Path) -> Path:
    """The file itself, or the first folder on the way to it that is missing."""
    while not file.parent.is_dir() and file.parent != file:
        file = file.parent
    return file


def _real(step: Path) -> str:
    """Its path with all links on the way followed, but not what it is itself."""
    return f"{os.path.realpath(step.parent).rstrip('/')}/{step.name}"


def _hint(folder: str, name: str, mask: int) -> str | None:
    """What is to be looked at after an event; None where nothing is."""
    if not name:
        # That a root itself goes is for whoever knows where it should be.
        return folder[:-1] if folder or mask & _ATTRIB else None
    return None if name in VERSION_CONTROL else folder + name


def _above(path: str) -> str:
    return path[: path.rfind("/") + 1]
