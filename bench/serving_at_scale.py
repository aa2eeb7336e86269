"""What an editor feels over a large tree: names being typed, saves, a restart, and memory."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.corpora import standard_library
from bench.following import name_of
from bench.querying import Times
from bench.scale import SEED, Figure, Indexed
from bench.serving import SERVE, cache_of, environment_of, open_folder, resident_kb
from bench.typing import document
from bench.wire import Client
from stemguard.domain.query import View
from stemguard.location import format_version
from stemguard.ports.posting_store import FileState, IndexedFile
from stemguard.search.request import SearchRequest
from stemguard.search.searcher import search_symbols
from stemguard.store.sqlite.pack import pack
from stemguard.store.sqlite.store import SqliteStore
from stemguard.units.extract import extract

_ROWS = 100
_NAMES = 60
_LONGEST = 14
_SAVES = 120
_RESTARTS = 7
_LINES = 400
#: Imports apart from the rest, and the answer checked.
_ASK = """
import sys, time
start = time.perf_counter()
from pathlib import Path
from stemguard import Workspace
from stemguard.search.request import SearchRequest
imported = time.perf_counter()
with Workspace.open(sys.argv[1], cache=Path(sys.argv[2])) as workspace:
    found = workspace.symbols(SearchRequest(sys.argv[3], limit=100)).hits
    assert found[0].name == sys.argv[3], found[0]
    done = time.perf_counter()
print(imported - start, done - imported)
"""


def symbols(indexed: Indexed) -> list[Figure]:
    """Round trips of `workspace/symbol` at every letter of names being typed, 100 rows at most."""
    by_length: dict[str, list[float]] = {}
    full: list[float] = []
    with _served(indexed) as client:
        client.ask("workspace/symbol", {"query": "warm"})
        for name in _names(indexed, _NAMES):
            for length in range(1, min(len(name), _LONGEST) + 1):
                start = time.perf_counter()
                found = client.ask("workspace/symbol", {"query": name[:length]}) or []
                spent = time.perf_counter() - start
                by_length.setdefault(_group(length), []).append(spent)
                if len(found) == _ROWS:
                    full.append(spent)
    everything = [spent for times in by_length.values() for spent in times]
    groups = {"every letter": everything, "100 rows": full} | by_length
    return [Figure.of(what, Times(tuple(times))) for what, times in groups.items()]


def saves(indexed: Indexed) -> list[Figure]:
    """One file of 100 functions saved, cut and packed already: until a search finds what is new.

    Once over the large index, once over one of the standard library.
    """
    figures = []
    with tempfile.TemporaryDirectory() as temporary:
        small = Indexed.of(standard_library(), Path(temporary) / "small")
        for one in (small, indexed):
            copied = Path(temporary) / "copied"
            shutil.copytree(one.folder, copied)
            store = SqliteStore.open(copied, format_version())
            times = list(_save(store))
            store.close()
            shutil.rmtree(copied)
            for what, spent in zip(
                ("write", "search", "both"), zip(*times, strict=True), strict=True
            ):
                row = f"{what}, {one.n_units:,} units"
                figures.append(Figure.of(row, Times(spent)))
    return figures


def restart(indexed: Indexed) -> list[Figure]:
    """A new process over an index that is there, until its first right answer. Wall time."""
    (name,) = _names(indexed, 1)
    imports, answers, whole, served = [], [], [], []
    command = [sys.executable, "-c", _ASK, str(indexed.root), str(cache_of(indexed.home)), name]
    environment = environment_of(indexed.home)
    for _ in range(_RESTARTS):
        start = time.perf_counter()
        done = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
        whole.append(time.perf_counter() - start)
        imported, answered = map(float, done.stdout.split())
        imports.append(imported)
        answers.append(answered)
        start = time.perf_counter()
        with _served(indexed) as client:
            if client.ask("workspace/symbol", {"query": name})[0]["name"] != name:
                raise ValueError(f"{name} is not found.")
            served.append(time.perf_counter() - start)
    rows = {
        "library: imports": imports,
        "library: from open to the first answer": answers,
        "library: the whole process": whole,
        "server: from its start to the first answer": served,
    }
    return [Figure.of(what, Times(tuple(times))) for what, times in rows.items()]


def memory(indexed: Indexed) -> list[Figure]:
    """Resident memory of a server that was asked for names and words, in MB."""
    figures = []
    with tempfile.TemporaryDirectory() as temporary:
        small = Indexed.of(standard_library(), Path(temporary))
        for one in (small, indexed):
            with _served(one) as client:
                first = resident_kb(client.pid)
                for name in _names(one, _NAMES):
                    for length in range(1, min(len(name), _LONGEST) + 1):
                        client.ask("workspace/symbol", {"query": name[:length]})
                symbols_asked = resident_kb(client.pid)
                for words in one.draw(_NAMES * 5, 1, 3):
                    client.ask("stemguard/search", {"query": " ".join(words), "limit": _ROWS})
                last = resident_kb(client.pid)
            what = f"{one.n_units:,} units: when ready, after names, after words"
            numbers = (first / 1000, symbols_asked / 1000, last / 1000)
            figures.append(Figure(what, 1, numbers, "MB"))
    return figures


def _names(indexed: Indexed, n: int) -> list[str]:
    """Names of functions and the like, drawn from all units that have one of letters."""
    store = indexed.open()
    try:
        with store.snapshot() as snapshot:
            n_slots = len(snapshot.units().live)
            slots = random.Random(SEED).sample(range(n_slots), n * 10)
            shown = snapshot.describe(slots)
    finally:
        store.close()
    names = [one.name for one in shown if one.key.kind != "file" and one.name.isidentifier()]
    return list(dict.fromkeys(name for name in names if len(name) > 3))[:n]


def _group(length: int) -> str:
    return f"{length} letters" if length <= 4 else "5 letters and more"


@contextmanager
def _served(indexed: Indexed) -> Iterator[Client]:
    with Client(SERVE, environment_of(indexed.home)) as client:
        open_folder(client, indexed.root, watch="off")
        yield client


def _save(store: SqliteStore) -> Iterator[tuple[float, float, float]]:
    for number in range(_SAVES):
        name = name_of("saved", number)
        text = document(_LINES) + f"def {name}():\n    pass\n"
        path = f"saved/module_{number % 7}.py"
        units = extract(path, text, "python").units
        batch = pack([IndexedFile(path, FileState(number, 0, 0, 0, b""), "", units)])
        start = time.perf_counter()
        store.write([batch])
        written = time.perf_counter()
        with store.snapshot() as snapshot:
            found = search_symbols(snapshot, SearchRequest(name, view=View.NAMES, limit=_ROWS))
        done = time.perf_counter()
        if found.hits[0].name != name:
            raise ValueError(f"{name} is not found.")
        yield written - start, done - written, done - start
