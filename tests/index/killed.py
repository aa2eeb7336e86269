"""What is killed: a process that indexes, saves and rebuilds without end, and says what it is at.

Run as `python killed.py SHARED ROOT CACHE`. For each line on its input, a seed, it forks such a
process and prints its number; at the next line it waits until the process and all that it had
started are gone, and says by which signal. The first byte of SHARED is the phase, the next eight
are the last generation that was written. The product knows nothing of either: its own functions
are wrapped here.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from functools import partial
from pathlib import Path
from random import Random
from struct import Struct
from typing import Any, NoReturn

from stemguard.store.sqlite import connect
from stemguard.store.sqlite import write as sqlite_write
from stemguard.store.sqlite.policy import Limits
from stemguard.store.sqlite.store import SqliteStore
from stemguard.sync import changes, worker, workers
from stemguard.sync.indexer import Indexer
from stemguard.workspace import Workspace

GENERATION = Struct("<Q")
_PR_SET_CHILD_SUBREAPER = 36
#: Batches so small that a first index is several.
_FILES_OF_A_BATCH = 3
_LIMITS = partial(Limits, segments=2, tidy_segments=1, dead_share=0.2)
_MOST_FILES = 16
#: Where a store finds the names that are replaced here.
_STORE = sys.modules[SqliteStore.__module__]
#: One in so many starts its workers as the product does, which takes half a second.
_OWN_WORKERS = 12
_WORDS = (
    *("rotate", "rotating", "rotation", "key", "keys", "open", "opened", "opening", "socket"),
    *("compress", "compressed", "archive", "archives", "config", "configure", "reload", "table"),
)


class Phase(IntEnum):
    """What the process is at."""

    IDLE = 0
    OPENING = 1
    READING = 2
    WRITING = 3
    MERGING = 4
    COMMITTING = 5
    SHRINKING = 6


def edit(root: Path, random: Random) -> list[Path]:
    """Changes a few files of a tree at random; which."""
    edited = []
    for _ in range(random.randint(1, 3)):
        folder = root / random.choice(("", "a", "a/b"))
        folder.mkdir(parents=True, exist_ok=True)
        suffix = random.choice((".py", ".md"))
        path = folder / f"f{random.randrange(_MOST_FILES // 2)}{suffix}"
        edited.append(path)
        kind = random.random()
        if kind < 0.2:
            path.unlink(missing_ok=True)
        elif kind < 0.4 and path.exists():
            moved = path.with_name(f"g{random.randrange(4)}{suffix}")
            path.replace(moved)
            edited.append(moved)
        else:
            path.write_text(_text(random, suffix))
    return edited


def _text(random: Random, suffix: str) -> str:
    def words(most: int) -> list[str]:
        return [random.choice(_WORDS) for _ in range(random.randint(1, most))]

    if suffix == ".md":
        return "".join(f"# {' '.join(words(3))}\n\n{' '.join(words(12))}\n\n" for _ in range(2))
    return "".join(f"def {'_'.join(words(3))}():\n    '{' '.join(words(12))}'\n" for _ in range(2))


class _Marks:
    """The shared memory."""

    def __init__(self, path: Path) -> None:
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), 0)

    @contextmanager
    def at(self, phase: Phase) -> Iterator[None]:
        before = self._memory[0]
        self._memory[0] = phase
        try:
            yield
        finally:
            self._memory[0] = before

    def during(self, phase: Phase, do: Callable[..., Any]) -> Callable[..., Any]:
        def marked(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401 - as what it wraps
            with self.at(phase):
                return do(*arguments, **named)

        return marked

    def mark_all(self) -> None:
        begin = SqliteStore._transaction
        write = SqliteStore.write

        @contextmanager
        def transaction(store: SqliteStore) -> Iterator[Any]:
            with self.at(Phase.IDLE):
                self._memory[0] = Phase.READING
                with begin(store) as connection:
                    self._memory[0] = Phase.WRITING
                    yield connection
                    self._memory[0] = Phase.COMMITTING

        def written(*arguments: Any, **named: Any) -> int:  # noqa: ANN401 - as above
            generation = write(*arguments, **named)
            GENERATION.pack_into(self._memory, 1, generation)
            return generation

        marked: list[tuple[Any, str, Any]] = [
            (SqliteStore, "_transaction", transaction),
            (SqliteStore, "write", written),
            (sqlite_write, "merge", self.during(Phase.MERGING, sqlite_write.merge)),
            (_STORE, "shrink", self.during(Phase.SHRINKING, connect.shrink)),
            (_STORE, "prepare", self.during(Phase.OPENING, connect.prepare)),
            (Indexer, "_sync", self.during(Phase.READING, Indexer._sync)),
        ]
        for owner, name, wrapped in marked:
            setattr(owner, name, wrapped)


class _Forked:
    """What is asked of a `Popen`, of a worker that need not import anything again."""

    def __init__(self, task_reader: int, result_writer: int) -> None:
        self.pid = os.fork()
        if not self.pid:
            _be_a_worker(task_reader, result_writer)
        self._status: int | None = None

    def poll(self) -> int | None:
        if self._status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self._status = status if pid else None
        return self._status

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def wait(self) -> None:
        if self._status is None:
            _, self._status = os.waitpid(self.pid, 0)


def _be_a_worker(task_reader: int, result_writer: int) -> NoReturn:
    # The other ends must not be held open here: a worker ends when they close.
    kept = sorted((task_reader, result_writer))
    for first, end in ((3, kept[0]), (kept[0] + 1, kept[1]), (kept[1] + 1, 4096)):
        os.closerange(first, end)
    sys.argv[1:] = [str(task_reader), str(result_writer)]
    try:
        worker.main()
    finally:
        os._exit(0)


def _go_on_for_ever(root: Path, cache: Path, random: Random) -> NoReturn:
    if random.randrange(_OWN_WORKERS):
        workers._spawn = _Forked  # type: ignore[assignment]
    with Workspace.open(root, cache=cache, workers=random.randint(1, 2)) as workspace:
        workspace.sync()
        while True:
            kind = random.random()
            if kind < 0.1:
                workspace.rebuild()
            elif kind < 0.2:
                edit(root, random)
                workspace.sync()
            else:
                workspace.sync(only=edit(root, random))


def main() -> None:
    """Forks what is to be killed, one after the other."""
    # What a killed process leaves behind becomes a child of this one.
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    shared, root, cache = map(Path, sys.argv[1:])
    changes._MOST_FILES = _FILES_OF_A_BATCH
    vars(_STORE)["Limits"] = _LIMITS
    marks = _Marks(shared)
    marks.mark_all()
    for line in sys.stdin:
        pid = os.fork()
        if not pid:
            _go_on_for_ever(root, cache, Random(int(line)))
        print(pid, flush=True)
        sys.stdin.readline()
        _, status = os.waitpid(pid, 0)
        with suppress(ChildProcessError):
            while True:
                os.wait()
        print(pid, os.WTERMSIG(status), flush=True)


if __name__ == "__main__":
    main()
