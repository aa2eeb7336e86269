"""`python -m bench.remembering`: what remembering extraction costs, and what it spares.

Two branches of 3,000 source files, each file of one differing from that of the other. A first index
with and without a memory says what remembering costs; then the other branch is checked out, which
cuts every text, and the first one again, which cuts none. Processor seconds are of the writer and
its worker together, without what it takes to start one; what is compared ran in turns.
"""

from __future__ import annotations

import os
import resource
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench import corpora
from bench.units import places_in
from stemguard import Selection
from stemguard.ports.extraction_memory import ExtractionMemory
from stemguard.store.sqlite.remembered import RememberedTexts
from stemguard.store.sqlite.store import SqliteStore
from stemguard.sync.indexer import Indexer, Reads, SyncReport
from stemguard.sync.turns import Turns
from stemguard.sync.workers import Workers

N_FILES = 3_000
ROUNDS = 3
_MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Spent:
    """A sync: what it did, and processor seconds of this process and of its worker."""

    report: SyncReport
    own_s: float
    worker_s: float

    @property
    def total_s(self) -> float:
        """All of it."""
        return self.own_s + self.worker_s


def sync(
    root: Path, store: SqliteStore, memory: ExtractionMemory | None, start_s: float = 0.0
) -> Spent:
    """Brings a store up to date, with a worker of its own: its time is known when it ends."""
    pool = Workers(1)
    indexer = Indexer(
        root, Selection(), store, pool, Turns(), lock_folder=None, environment={}, memory=memory
    )
    own, theirs = time.process_time(), _children_s()
    report = indexer.sync(reads=Reads.CHANGED, progress=lambda _: None, cancelled=lambda: False)
    pool.close()
    return Spent(report, time.process_time() - own, _children_s() - theirs - start_s)


def branch(n_files: int) -> dict[str, bytes]:
    """So many source files: of ansible and the standard library, every so many by path."""
    files = {}
    for folder in (corpora.ansible(), corpora.standard_library()):
        for place in places_in(folder):
            if place.path.endswith((".py", ".rst", ".md", ".yml", ".txt")):
                files[f"{folder.name}/{place.path}"] = folder / place.path
    step = len(files) / n_files
    paths = sorted(files)
    chosen = [paths[int(number * step)] for number in range(n_files)]
    return {path: files[path].read_bytes() for path in chosen}


def check_out(root: Path, files: Mapping[str, bytes], after: bytes) -> None:
    """Writes the files, each with something after it, as a checkout does: moved into its place."""
    for path, content in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        beside = root / f"{path}.new"
        beside.write_bytes(content + after)
        beside.replace(root / path)


def main() -> None:
    """Prints the figures."""
    files = branch(N_FILES)
    source = sum(map(len, files.values()))
    plain, remembering, there, back = [], [], [], []
    with tempfile.TemporaryDirectory() as temporary:
        start_s = _start_s(Path(temporary))
        root = Path(temporary) / "root"
        for number in range(ROUNDS):
            check_out(root, files, b"")
            place = Path(temporary) / f"plain-{number}"
            store = SqliteStore.open(place, "bench")
            plain.append(sync(root, store, None, start_s))
            store.close()
            place = Path(temporary) / f"remembering-{number}"
            store = SqliteStore.open(place, "bench")
            memory = RememberedTexts(place, "bench")
            remembering.append(sync(root, store, memory, start_s))
            index_bytes, memory_bytes = store.size_bytes(), memory.size_bytes()
            check_out(root, files, b"\n# of the other branch\n")
            there.append(sync(root, store, memory, start_s))
            check_out(root, files, b"")
            back.append(sync(root, store, memory, start_s))
            memory.close()
            store.close()
    print(f"## Remembering: {N_FILES} files, {source / _MEGABYTE:.1f} MB, {ROUNDS} rounds\n")
    for name, spent in (
        ("first index, nothing remembered", plain),
        ("first index, remembered", remembering),
        ("to another branch, all cut", there),
        ("back again, all recalled", back),
    ):
        own, worker = median(s.own_s for s in spent), median(s.worker_s for s in spent)
        report = spent[0].report
        print(
            f"- {name}: {own + worker:.2f} s of processor, {own:.2f} s of it in the writer;"
            f" {report.parsed} cut, {report.recalled} recalled"
        )
    print(f"- remembering costs {_ratio(remembering, plain) - 1:.1%} of a first index")
    print(f"- going back costs {_ratio(back, there):.1%} of going there")
    print(f"- of a first index: {_ratio(back, plain):.1%}")
    print(
        f"- on disk: index {index_bytes / source:.1%} of the source,"
        f" memory {memory_bytes / source:.1%}"
    )


def _ratio(some: list[Spent], others: list[Spent]) -> float:
    """The median of the ratios, round by round."""
    return median(a.total_s / b.total_s for a, b in zip(some, others, strict=True))


def _start_s(place: Path) -> float:
    """What a worker spends on a root of one small file."""
    check_out(place / "one", {"a.py": "# \u00e9\n".encode()}, b"")
    store = SqliteStore.open(place / "of-one", "bench")
    spent = sync(place / "one", store, None)
    store.close()
    return spent.worker_s


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    os.nice(5)
    main()
