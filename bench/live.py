"""`python -m bench.live`: how soon answers follow what happens, and what idling costs.

Real servers, files, checkouts and renames. Times depend on the machine and on what else it does;
the ratios beside them are of turns taken in the same run. Names of parts as arguments run these
alone: `saves`, `many`, `queries`, `documents`, `rest`, `large`.
"""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from statistics import median

import numpy

from bench import corpora
from bench.at_rest import index, look, make_tree, share_of_a_core
from bench.following import (
    Place,
    copy_files,
    fill,
    keystrokes,
    make_branches,
    name_of,
    rest,
    save,
    sources,
    switch,
    until_both_find,
    until_found,
    until_moved,
    until_searched,
    until_told,
)
from bench.querying import Times
from bench.serving import (
    SERVE,
    cache_of,
    environment_of,
    open_folder,
    status_of,
    wait_until_ready,
)
from bench.wire import Client

N_SAVES = 60
N_FOLLOWED = 30
N_SWITCHED = 3_000
N_BRANCHES = 3
N_NAMED = 20
N_MOVED = 300
N_MOVES = 10
N_FOLDERS = 4_000
LINES = {300: 40, 20_000: 20}
IDLE_S = 20.0
SWEPT_S = 30.0
#: The first sweep begins a minute after a root is watched, and takes longer than is measured.
_UNTIL_A_SWEEP_S = 65.0
#: A picker asks as its user types.
_BETWEEN_QUERIES_S = 0.02
_QUERIES_BETWEEN_LOOKS = 10
_QUERIES = ("get", "set", "copy file", "test", "module path", "par", "read", "loa", "zqnowhere")
_N_IDLE_QUERIES = 500
_PERCENTILES = (0.5, 0.95, 0.99, 1.0)


def saves(home: Path) -> None:
    """One save, seen by a server that watches, by one that is told, and by one that follows."""
    roots = [_ansible(home / name) for name in ("watched", "told")]
    files = sources(roots[0])
    every = len(files) // N_SAVES
    seen, told, searched, led, followed = [], [], [], [], []
    with _serving(home / "1", roots[0]) as watching, _serving(home / "2", roots[1], "off") as off:
        for number, path in enumerate(files[: every * N_SAVES : every]):
            name = name_of("saved", number)
            rest()
            seen.append(until_found(watching, name, save(roots[0] / path, name)))
            rest()
            told.append(until_told(Place(off, roots[1]), name, save(roots[1] / path, name)))
            spent = until_searched(roots[0], name)
            searched += [] if spent is None else [spent]
        with _serving(home / "1", roots[0], expected="follows") as following:
            for number, path in enumerate(files[:N_FOLLOWED]):
                name = name_of("followed", number)
                rest()
                moment = save(roots[0] / path, name)
                leader, follower = until_both_find(watching, following, name, moment)
                led.append(leader)
                followed.append(follower)
    _heading("One save, from its close until it is found, ms")
    rows = {
        "the server watches": seen,
        "a server that does not, and `stemguard.rescan`": told,
        "ripgrep through all files": searched,
        "two servers: the one that leads": led,
        "two servers: the one that follows": followed,
    }
    _table({what: Times(tuple(spent)) for what, spent in rows.items() if spent})
    _ratio("rescan / watched, medians", told, seen)
    _ratio("follower / leader, medians", followed, led)
    if searched:
        _ratio("watched / ripgrep, medians", seen, searched)
    else:
        print("- ripgrep: not installed")


def many(home: Path) -> None:
    """Thousands of files changed by a checkout, and a folder of hundreds renamed."""
    roots = [_ansible(home / name) for name in ("watched", "told")]
    for root in roots:
        word = fill(root / "here", N_MOVED)
    branches = make_branches(roots[0], N_SWITCHED, N_BRANCHES, N_NAMED)
    there, back, first = [], [], []
    with _serving(home / "1", roots[0]) as watching:
        place = Place(watching, roots[0])
        for number, branch in enumerate(branches.names):
            there.append(switch(place, branches, branch))
            back.append(switch(place, branches, ""))
            files = home / f"files-{number}"
            copy_files(roots[0], branches.files, files)
            first.append(index(files, home / f"index-{number}"))
        moved, told = [], []
        with _serving(home / "2", roots[1], "off") as off:
            for number in range(N_MOVES):
                old, new = ("here", "there") if number % 2 == 0 else ("there", "here")
                rest()
                moved.append(until_moved(watching, word, roots[0] / old, roots[0] / new, N_MOVED))
                rest()
                start = time.perf_counter()
                (roots[1] / old).rename(roots[1] / new)
                off.ask("workspace/executeCommand", {"command": "stemguard.rescan"})
                told.append(time.perf_counter() - start)
    _heading(f"{N_SWITCHED:,} files in one checkout, from its end until all is right, s")
    print("| what | seconds | cut | recalled |\n|---|---|---|---|")
    for what, switches in (("to a branch never seen", there), ("back again", back)):
        for one in switches:
            print(f"| {what} | {one.seconds:.2f} | {one.parsed} | {one.recalled} |")
    for report in first:
        read = f"{report.parsed} | {report.recalled}"
        print(f"| a first index of these files | {report.seconds:.2f} | {read} |")
    to, fro = ([one.seconds for one in switches] for switches in (there, back))
    _ratio("back / there, medians", fro, to)
    anew = [report.seconds for report in first]
    _ratio("there / first index, medians", to, anew)
    _ratio("back / first index, medians", fro, anew)
    _heading(f"A folder of {N_MOVED} files renamed, until all are found there and none here, ms")
    what = "a server that does not, until `stemguard.rescan` is answered"
    _table({"the server watches": Times(tuple(moved)), what: Times(tuple(told))})
    _ratio("rescan / watched, medians", told, moved)


def queries(home: Path) -> None:
    """`workspace/symbol` while a first index runs, and when nothing does."""
    root = _ansible(home / "root")
    words = cycle(_QUERIES)
    busy, idle = [], []
    with Client(SERVE, environment_of(home / "1")) as client:
        start = time.perf_counter()
        open_folder(client, root)
        while True:
            busy += [_asked(client, next(words)) for _ in range(_QUERIES_BETWEEN_LOOKS)]
            if status_of(client)["state"] == "ready":
                break
        took = time.perf_counter() - start
        wait_until_ready(client)
        idle = [_asked(client, next(words)) for _ in range(_N_IDLE_QUERIES)]
    _heading(f"`workspace/symbol` while a first index runs ({took:.1f} s), ms")
    during, after = Times(tuple(busy)), Times(tuple(idle))
    _table({"while it runs": during, "when nothing does": after})
    for share in _PERCENTILES[:3]:
        ratio = during.percentile(share) / after.percentile(share)
        print(f"- **while / when nothing, p{share * 100:.0f}: {ratio:.1f}**")


def documents(home: Path) -> None:
    """A change of an open document until it is found."""
    root = _ansible(home / "root")
    with _serving(home / "1", root) as client:
        typed = {lines: keystrokes(Place(client, root), lines, n) for lines, n in LINES.items()}
    _heading("A change of an open document until it is found, ms")
    _table({f"{lines:,} lines": times for lines, times in typed.items()})
    short, long = (list(times.seconds) for times in typed.values())
    _ratio("long / short, medians", long, short)


def at_rest(home: Path) -> None:
    """What servers take of a processor when nothing happens."""
    root = _ansible(home / "root")
    with _serving(home / "1", root) as leader:
        rest()
        alone = share_of_a_core(leader.pid, IDLE_S)
        with _serving(home / "1", root, expected="follows") as follower:
            rest()
            followed = share_of_a_core(follower.pid, IDLE_S)
    _heading(f"Nothing happens for {IDLE_S:.0f} s")
    print(f"- a server that watches: {alone:.2%} of a core, its workers included")
    print(f"- one that follows: {followed:.2%}")


def large(home: Path) -> None:
    """A sweep of 80,000 files, and a server over them."""
    root = home / "root"
    n_files = make_tree(root, N_FOLDERS)
    spent = index(root, cache_of(home)).seconds
    found = look(root, cache_of(home))
    with _serving(home, root) as client:
        watched_since = time.monotonic()
        rest()
        nothing = share_of_a_core(client.pid, IDLE_S)
        time.sleep(max(0.0, watched_since + _UNTIL_A_SWEEP_S - time.monotonic()))
        sweeping = share_of_a_core(client.pid, SWEPT_S)
    _heading(f"{n_files:,} small files in {N_FOLDERS:,} folders")
    print(f"- first index: {spent:.1f} s")
    print(f"- one sweep: {found.survey_s:.2f} s of processor; a look at everything,")
    print(f"  which compares and reads nothing: {found.rescan_s:.2f} s")
    print(f"- **sweep / look at everything: {found.survey_s / found.rescan_s:.2f}**")
    print(f"- a server before its first sweep: {nothing:.2%} of a core over {IDLE_S:.0f} s")
    print(f"- while it sweeps: {sweeping:.2%} of a core over {SWEPT_S:.0f} s")


PARTS: dict[str, Callable[[Path], None]] = {
    "saves": saves,
    "many": many,
    "queries": queries,
    "documents": documents,
    "rest": at_rest,
    "large": large,
}


def main() -> None:
    """Prints the parts that are named, or all."""
    print(
        f"CPython {platform.python_version()}, numpy {numpy.__version__}, SQLite"
        f" {sqlite3.sqlite_version}, {platform.system()} {platform.release()},"
        f" {os.cpu_count()} cores; load {_load()} at the beginning"
    )
    for name in sys.argv[1:] or PARTS:
        with tempfile.TemporaryDirectory() as temporary:
            PARTS[name](Path(temporary).resolve())
        print(f"\nload {_load()} at the end")


@contextmanager
def _serving(
    home: Path, root: Path, watch: str = "auto", expected: str = "inotify"
) -> Iterator[Client]:
    """A server with an index of a folder; one that is to watch does."""
    with Client(SERVE, environment_of(home)) as client:
        open_folder(client, root, watch)
        wait_until_ready(client)
        found = status_of(client)["watch"]
        if watch == "auto" and found != expected:
            raise ValueError(f"The server says `{found}` of how changes come in.")
        yield client


def _ansible(to: Path) -> Path:
    """A copy of ansible that may be changed."""
    return Path(shutil.copytree(corpora.ansible(), to))


def _asked(client: Client, query: str) -> float:
    time.sleep(_BETWEEN_QUERIES_S)
    start = time.perf_counter()
    client.ask("workspace/symbol", {"query": query})
    return time.perf_counter() - start


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f}"


def _heading(text: str) -> None:
    print(f"\n### {text}\n")


def _table(rows: dict[str, Times]) -> None:
    print("| what | times | p50 | p95 | p99 | max |\n|---|---|---|---|---|---|")
    for what, times in rows.items():
        cells = " | ".join(f"{times.percentile(share) * 1000:.1f}" for share in _PERCENTILES)
        print(f"| {what} | {len(times.seconds)} | {cells} |")
    print()


def _ratio(what: str, above: Sequence[float], below: Sequence[float]) -> None:
    print(f"- **{what}: {median(above) / median(below):.2f}**")


if __name__ == "__main__":
    main()
