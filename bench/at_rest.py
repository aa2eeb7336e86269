"""What a server takes of the processor, and what it costs to look at a large tree."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from stemguard import Selection, Workspace
from stemguard.location import format_version, index_folder
from stemguard.ports.posting_store import FileState
from stemguard.store.sqlite.store import SqliteStore
from stemguard.sync.indexer import SyncReport
from stemguard.sync.survey import survey
from stemguard.sync.walk import unwatched

_FILES_IN_A_FOLDER = 20
_FOLDERS_IN_A_FOLDER = 80
_TICKS_PER_S = os.sysconf("SC_CLK_TCK")
#: The fields of /proc/PID/stat after the name: parent, and time in user and system mode, of the
#: process itself and of its children that have ended, in ticks. See proc(5).
_PARENT, _TIMES = 1, slice(11, 15)


@dataclass(frozen=True, slots=True)
class Looks:
    """Processor seconds of a survey, and of a look at everything, of a tree that did not change."""

    survey_s: float
    rescan_s: float


def share_of_a_core(pid: int, seconds: float) -> float:
    """What a process and all its children take of a processor while so much time passes."""
    before, start = _used_s(pid), time.monotonic()
    time.sleep(seconds)
    return (_used_s(pid) - before) / (time.monotonic() - start)


def make_tree(root: Path, n_folders: int) -> int:
    """Writes small files into so many folders, none of which is deep; returns how many files."""
    for number in range(n_folders):
        outer, inner = divmod(number, _FOLDERS_IN_A_FOLDER)
        folder = root / f"part_{outer:03}" / f"folder_{inner:02}"
        folder.mkdir(parents=True)
        for n in range(_FILES_IN_A_FOLDER):
            text = f"Note {n} of folder {number}\n"
            (folder / f"note_{n:02}.txt").write_text(text, encoding="utf-8")
    return n_folders * _FILES_IN_A_FOLDER


def index(root: Path, cache: Path) -> SyncReport:
    """A first index; its workers start within its time."""
    with Workspace.open(root, cache=cache) as workspace:
        return workspace.sync()


def look(root: Path, cache: Path) -> Looks:
    """Looks at a tree that is indexed, both ways; nothing is read."""
    store = SqliteStore.open(index_folder(cache, root.resolve(), Selection()), format_version())

    def pages(path: str, most: int) -> Sequence[tuple[str, FileState]]:
        with store.snapshot() as snapshot:
            return snapshot.states_after(path, most)

    start = time.process_time()
    differing = survey(
        str(root),
        Selection(),
        pages,
        environment=os.environ,
        duty=1.0,
        wait=lambda _: False,
        on_folder=unwatched,
    )
    if next(differing, None) is not None:
        raise ValueError(f"{root} has changed since it was indexed.")
    survey_s = time.process_time() - start
    store.close()
    with Workspace.open(root, cache=cache) as workspace:
        start = time.process_time()
        workspace.sync()
        return Looks(survey_s, time.process_time() - start)


def _used_s(pid: int) -> float:
    """Processor seconds of a process and of all below it, those that have ended included."""
    stats = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            text = (folder / "stat").read_text(encoding="utf-8")
        except OSError:
            continue
        stats[int(folder.name)] = text.rpartition(")")[2].split()
    total, pending = 0, [pid]
    while pending:
        one = pending.pop()
        total += sum(map(int, stats[one][_TIMES]))
        pending += [child for child, stat in stats.items() if int(stat[_PARENT]) == one]
    return total / _TICKS_PER_S
