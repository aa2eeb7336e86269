"""What it takes to index a tree: time, processor time by stage, and room on disk."""

from __future__ import annotations

import resource
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.peers import Fts5
from bench.units import Worded, places_in
from stemguard import Selection, Workspace
from stemguard.location import index_folder
from stemguard.ports.posting_store import FileState, IndexedFile
from stemguard.store.sqlite.pack import pack
from stemguard.sync.indexer import Progress
from stemguard.sync.reading import ReadRules, Wanted, index_file
from stemguard.units.code import syntax
from stemguard.units.decode import decode
from stemguard.units.extract import extract
from stemguard.units.languages import language_of

#: Files a batch of the stages, about as many as a worker gets.
_BATCH = 256


@dataclass(frozen=True, slots=True)
class Indexed:
    """A first index and a second run over it. Times are wall clock, in seconds."""

    files: int
    skipped: int
    units: int
    source_bytes: int
    cold_s: float
    first_answer_s: float
    warm_s: float
    warm_parsed: int
    own_cpu_s: float
    workers_cpu_s: float
    bytes_on_disk: int


@dataclass(frozen=True, slots=True)
class Room:
    """What an index takes: postings of both views, and the bytes of their rows."""

    postings: int
    posting_bytes: int


@dataclass(frozen=True, slots=True)
class Stages:
    """Processor seconds of reading the files of a tree in one process, by what they went to.

    `parse` is the grammar's parse alone, done once more; `cut` is everything from text to units,
    parse included. `whole` is what a worker does: reading, cutting, posting and packing.
    """

    decode_s: float
    parse_s: float
    cut_s: float
    pack_s: float
    whole_s: float


def index(root: Path, cache: Path, query: str) -> Indexed:
    """Indexes a tree into an empty cache, asks while it is indexed, and looks at it again."""
    answered = 0.0
    start = time.perf_counter()

    with Workspace.open(root, cache=cache) as workspace:

        def ask(progress: Progress) -> None:
            nonlocal answered
            if not answered and progress.done and workspace.search(query).hits:
                answered = time.perf_counter() - start

        own = time.process_time()
        children = _children_cpu_s()
        report = workspace.sync(progress=ask)
        cold = time.perf_counter() - start
        own = time.process_time() - own
        state = workspace.index_state()
        (status,) = workspace.status()
    workers = _children_cpu_s() - children
    start = time.perf_counter()
    with Workspace.open(root, cache=cache) as workspace:
        again = workspace.sync()
        warm = time.perf_counter() - start
    return Indexed(
        files=state.files,
        skipped=report.skipped,
        units=state.units,
        source_bytes=_source_bytes(root),
        cold_s=cold,
        first_answer_s=answered,
        warm_s=warm,
        warm_parsed=again.parsed,
        own_cpu_s=own,
        workers_cpu_s=workers,
        bytes_on_disk=status.bytes_on_disk,
    )


def room(root: Path, cache: Path, units: Sequence[Worded]) -> Room:
    """The postings of a tree's units and the bytes that its index spends on them."""
    terms = (unit.posted.terms for unit in units)
    postings = sum(len(counts.all_counts) + len(counts.names_counts) for counts in terms)
    database = index_folder(cache, root.resolve(), Selection()) / "index.db"
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        (rows,) = connection.execute("select sum(length(data)) from segment_rows").fetchone()
    finally:
        connection.close()
    return Room(postings, int(rows))


def build_fts5(database: Path, units: Sequence[Worded]) -> tuple[Fts5, float, int]:
    """The peer over units that are cut and split already, its processor seconds and its bytes."""
    start = time.process_time()
    peer = Fts5(database, units)
    peer.checkpoint()
    spent = time.process_time() - start
    return peer, spent, sum(file.stat().st_size for file in database.parent.glob("*.db*"))


def stages(root: Path, suffix: str = "") -> Stages:
    """Where a worker's time goes, over the files whose paths end with `suffix`."""
    places = [place for place in places_in(root) if place.path.endswith(suffix)]
    rules = ReadRules(str(root), Selection().max_file_size, (), False)
    spent = dict.fromkeys(("decode", "parse", "cut", "pack"), 0.0)
    batch: list[IndexedFile] = []
    for place in places:
        clock = _Clock()
        decoded = decode((root / place.path).read_bytes(), place.path)
        spent["decode"] += clock.lap()
        if decoded.reason or len(decoded.text) > rules.max_file_size:
            continue
        language = language_of(place.path, {}, decoded.text)
        source = decoded.text.encode()
        clock.lap()
        syntax(language, source)
        spent["parse"] += clock.lap()
        units = extract(place.path, decoded.text, language).units
        spent["cut"] += clock.lap()
        batch.append(IndexedFile(place.path, FileState(0, 0, 0, 0, b""), "", units))
        if len(batch) == _BATCH:
            _pack(batch, spent)
            batch = []
    _pack(batch, spent)
    whole = _whole_s([place.path for place in places], rules)
    return Stages(**{f"{name}_s": seconds for name, seconds in spent.items()}, whole_s=whole)


def _pack(batch: Sequence[IndexedFile], spent: dict[str, float]) -> None:
    """Packs a batch, which begins with its words."""
    clock = _Clock()
    pack(batch)
    spent["pack"] += clock.lap()


def _whole_s(paths: Sequence[str], rules: ReadRules) -> float:
    """Processor seconds of a worker's own functions over the files, as a worker calls them."""
    clock = _Clock()
    for start in range(0, len(paths), _BATCH):
        found = (
            index_file(Wanted(path, b""), rules, time.time_ns())
            for path in paths[start : start + _BATCH]
        )
        pack([file for file in found if isinstance(file, IndexedFile)])
    return clock.lap()


class _Clock:
    """Processor time since it was last asked."""

    def __init__(self) -> None:
        self._last = time.process_time()

    def lap(self) -> float:
        now = time.process_time()
        passed, self._last = now - self._last, now
        return passed


def _children_cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _source_bytes(root: Path) -> int:
    return sum((root / place.path).stat().st_size for place in places_in(root))
