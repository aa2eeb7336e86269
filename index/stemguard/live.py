"""Keeps the indexes of a workspace current: who watches each root, and what is looked at when."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Iterator
from enum import Enum
from pathlib import Path

from stemguard.folder import Folder
from stemguard.places import relative_to
from stemguard.sync.lead import Lead, Leadership
from stemguard.sync.mounts import read_mounts, shared_file_system
from stemguard.sync.patrol import POLL, SWEEP, Patrol
from stemguard.sync.settle import Settling
from stemguard.sync.walk import unruled, unwatched
from stemguard.sync.watch import FolderWatch

log = logging.getLogger(__name__)

#: A dead leader, a vanished root and a watch that failed are noticed after so long at most.
_TICK_S = 1.0
#: Watches that ran out may be had again when another program has ended.
_NEXT_TRY_S = 60.0
#: A thread that does not end within this goes with the process.
_JOIN_S = 0.5
_INSTEAD = {
    "client": "The editor's word is taken for what changes.",
    "poll": "Changes are looked for every second or so.",
}


class WatchMode(Enum):
    """How changes come in. AUTO is the kernel's word where that is whole, else the next best.

    CLIENT polls where no client watches; OFF looks at a root at first and when it returns.
    """

    AUTO = "auto"
    POLL = "poll"
    CLIENT = "client"
    OFF = "off"


class Live:
    """A thread that hands to `look` what may have changed, once it has settled.

    One process leads each root: it watches, and sweeps for what was missed; the others read what
    it writes. `look` is called with files or folders, "everything of a root" being the root itself,
    and is to return soon: each root at first, and again when one comes to lead it. What settled
    while it raised is handed to it again. `each_second` is called in the thread.
    """

    def __init__(
        self,
        folders: Callable[[], tuple[Folder, ...]],
        look: Callable[[Collection[Path]], None],
        mode: WatchMode,
        *,
        has_client_watching: bool,
        each_second: Callable[[], None],
    ) -> None:
        self._folders = folders
        self._look = look
        self._mode = mode
        self._each_second = each_second
        self._has_client_watching = has_client_watching
        self._roots: dict[Folder, _Root] = {}
        self._lock = threading.Lock()
        self._woken = threading.Event()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="stemguard-live", daemon=True)

    def start(self) -> None:
        """Begins to lead and to watch; each root is handed to `look` before this returns."""
        self.attend()
        self._thread.start()

    def close(self) -> None:
        """Ends all of it; another process may lead."""
        self._closing.set()
        self._woken.set()
        if self._thread.ident is not None:
            self._thread.join(_JOIN_S)
        with self._lock:
            roots, self._roots = self._roots, {}
        for root in roots.values():
            root.end()

    def tell(self, paths: Collection[Path]) -> None:
        """Says that files or folders may have changed; those outside every root are ignored."""
        for folder in self._folders():
            root = self._root_of(folder)
            if root is not None:
                inside = (relative_to(path, folder.root) for path in paths)
                root.hint([path for path in inside if path is not None])

    def waiting(self) -> frozenset[Path]:
        """What may have changed and was not handed to `look` yet."""
        with self._lock:
            roots = list(self._roots.values())
        return frozenset(path for root in roots for path in root.waiting())

    def _run(self) -> None:
        next_tick = time.monotonic() + _TICK_S
        while not self._closing.is_set():
            moments = [next_tick]
            try:
                if time.monotonic() >= next_tick:
                    next_tick = moments[0] = time.monotonic() + _TICK_S
                    self.attend()
                    self._each_second()
                moments += self._hand_on()
            except Exception:  # what fails now may be well in a second
                log.exception("Watching failed")
                self._closing.wait(_TICK_S)
            self._woken.wait(max(0.0, min(moments) - time.monotonic()))
            self._woken.clear()

    def attend(self) -> None:
        """Looks after each root now; any thread may call it when folders came or went."""
        folders = self._folders()
        with self._lock:
            left = [self._roots.pop(folder) for folder in set(self._roots) - set(folders)]
        for gone in left:
            gone.end()
        roots = [root for folder in folders if (root := self._root_of(folder)) is not None]
        due = [root.folder for root in roots if root.attend()]
        for folder in due:
            folder.expect((), ("",))
        if due:
            self._look([folder.root for folder in due])

    def _hand_on(self) -> list[float]:
        """Hands to `look` what has settled; the moments at which more will have."""
        with self._lock:
            roots = list(self._roots.values())
        now = time.monotonic()
        due = [path for root in roots for path in root.take(now)]
        if due:
            try:
                self._look(due)
            except Exception:
                self.tell(due)
                raise
        return [moment for root in roots if (moment := root.due_at()) is not None]

    def _root_of(self, folder: Folder) -> _Root | None:
        """What is known here of a root; None once all is ended."""
        with self._lock:
            if self._closing.is_set():
                return None
            root = self._roots.get(folder)
            if root is None:
                root = _Root(
                    folder,
                    self._mode,
                    self._has_client_watching,
                    self._woken.set,
                    lambda: len(self._roots),
                )
                self._roots[folder] = root
            return root


class _Root:
    """One root: whether this process leads it, how it is watched, and which hints wait.

    Any thread may give hints; all else is for the one that looks after it.
    """

    def __init__(
        self,
        folder: Folder,
        mode: WatchMode,
        has_client_watching: bool,
        wake: Callable[[], None],
        n_roots: Callable[[], int],
    ) -> None:
        self.folder = folder
        self._mode = mode
        self._other = "client" if has_client_watching else "poll"
        self._first_way = {
            WatchMode.AUTO: "inotify",
            WatchMode.POLL: "poll",
            WatchMode.CLIENT: self._other,
            WatchMode.OFF: "off",
        }[mode]
        self._way = self._first_way
        self._wake = wake
        self._n_roots = n_roots
        self._place: tuple[Path | None, Lead] | None = None
        self._leadership: Leadership | None = None
        self._is_leading = False
        self._identity: tuple[int, int] | None = None
        self._watch: FolderWatch | None = None
        self._patrol: Patrol | None = None
        self._trouble = ""
        self._said: set[str] = set()
        self._next_try_at: float | None = None
        self._is_new = True
        self._is_ended = False
        self._attending = threading.Lock()
        self._lock = threading.Lock()
        self._settling = Settling()

    def hint(self, paths: Collection[str]) -> None:
        """Lets paths settle."""
        with self._lock:
            # All of it is looked at when it returns.
            if self.folder.is_gone:
                return
            was_idle = self._settling.due_at() is None
            self._settling.add(paths, time.monotonic())
            is_idle = self._settling.due_at() is None
        # Only the first hint makes the next moment come sooner.
        if was_idle and not is_idle:
            self._wake()

    def due_at(self) -> float | None:
        with self._lock:
            return self._settling.due_at()

    def take(self, now: float) -> list[Path]:
        """What has settled."""
        with self._lock:
            taken = self._settling.take(now)
            left = self._settling.paths
        self.folder.expect(left, taken)
        return [self.folder.root / path for path in sorted(taken)]

    def waiting(self) -> list[Path]:
        with self._lock:
            return [self.folder.root / path for path in self._settling.paths]

    def attend(self) -> bool:
        """Sees to it that the root is watched; says whether to look at all of it."""
        with self._attending:
            if self._is_ended:
                return False
            is_new, self._is_new = self._is_new, False
            return self._attend() or is_new

    def _attend(self) -> bool:
        identity = _identity(self.folder.root)
        if identity is None:
            self._lose()
            return False
        is_other = self.folder.is_gone or identity != self._identity
        self._identity, self.folder.is_gone = identity, False
        if self._mode is WatchMode.OFF:
            return is_other
        if is_other or self._is_time_for_another_try():
            self._stop_watching("off")
            self._way = self._first_way
        self._is_leading = self._leads()
        # What a client says reaches its own server alone.
        if not self._is_leading and self._way != "client":
            self._stop_watching("follows")
            return False
        if self._patrol is None:
            self._begin_watching()
            return True
        if self._watch is not None and not self._watch.is_complete:
            self._fall_back(self._trouble)
            self._next_try_at = time.monotonic() + _NEXT_TRY_S
        return False

    def _is_time_for_another_try(self) -> bool:
        if self._next_try_at is None or time.monotonic() < self._next_try_at:
            return False
        self._next_try_at = None
        return True

    def end(self) -> None:
        """Ends the watching and the lead, for good."""
        with self._attending:
            self._is_ended = True
            self._stop_watching("off")
            if self._leadership is not None:
                self._leadership.give_up()

    def _lose(self) -> None:
        """The root has gone; what is known of it is kept for when it returns."""
        if self.folder.is_gone:
            return
        self._stop_watching("off")
        with self._lock:
            self.folder.is_gone = True
            self._settling = Settling()
        self.folder.expect((), ())
        self.folder.note(f"{self.folder.root} is gone; it is searched again when it returns.")

    def _leads(self) -> bool:
        folder = self.folder.shared_index_folder()
        lead = Lead.SWEEP if self._way == "client" else Lead.WATCH
        if self._leadership is None or (folder, lead) != self._place:
            if self._leadership is not None:
                self._leadership.give_up()
            self._place, self._leadership = (folder, lead), Leadership(folder, lead)
        return self._leadership.try_to_lead(time.monotonic())

    def _begin_watching(self) -> None:
        if self._way != "inotify":
            if self._mode is WatchMode.CLIENT and self._way == "poll":
                self._say(f"The editor tells of no changes in {self.folder.root}.")
            self._patrol_as(self._way)
            return
        file_system = shared_file_system(self.folder.root, read_mounts())
        if file_system is not None:
            self._fall_back(
                f"{self.folder.root} is on {file_system}, where others change files unseen."
            )
            return
        self._trouble = ""
        watch = FolderWatch(
            str(self.folder.root),
            self._hint_one,
            self._note_trouble,
            self.folder.environment,
        )
        self._watch, self.folder.on_folder = watch, watch.add
        self.folder.on_rules = watch.learn
        self._patrol_as("inotify")

    def _fall_back(self, why: str) -> None:
        """Goes on without the kernel's word."""
        self._stop_watching("off")
        self._way = self._other
        self._is_leading = self._leads()
        self._say(why)
        self._patrol_as(self._way)

    def _say(self, why: str) -> None:
        """Says, once, why a root is watched in the way it is."""
        if why not in self._said:
            self._said.add(why)
            self.folder.note(f"{why} {_INSTEAD[self._way]}")

    def _patrol_as(self, watch: str) -> None:
        self.folder.watch = watch
        # What lies behind a link changes without an event of the link.
        if watch == "poll" or (watch == "inotify" and self.folder.follows_symlinks):
            self._patrol = Patrol(self.folder.survey, self._hint_one, POLL)
        else:
            self._patrol = Patrol(self._sweep, self._hint_one, SWEEP)

    def _sweep(self, duty: float, wait: Callable[[float], bool]) -> Iterator[str]:
        """All roots together take the share of one; of several processes, one sweeps."""
        if not self._is_leading:
            return iter(())
        return self.folder.survey(duty / max(1, self._n_roots()), wait)

    def _stop_watching(self, watch: str) -> None:
        if self._patrol is not None:
            self._patrol.end()
        if self._watch is not None:
            self._watch.close()
        self._patrol = self._watch = None
        self.folder.watch = watch
        self.folder.on_folder, self.folder.on_rules = unwatched, unruled

    def _hint_one(self, path: str) -> None:
        self.hint((path,))

    def _note_trouble(self, sentence: str) -> None:
        self._trouble = sentence


def _identity(root: Path) -> tuple[int, int] | None:
    """A folder's device and inode; None where there is none."""
    try:
        if not root.is_dir():
            return None
        status = root.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
