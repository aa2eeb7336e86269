"""`python -m bench.figures`: what indexing, asking and serving cost on ansible-core 2.14.3.

Absolute times are of one machine in one moment; the ratios beside them are what is meant.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench import corpora
from bench.indexing import Indexed, Room, Stages, build_fts5, index, room, stages
from bench.peers import Fts5
from bench.querying import (
    AGAIN,
    FIRST,
    FTS5,
    LIMIT,
    N_QUERIES,
    RIPGREP,
    SEED,
    SHOWN,
    Times,
    Words,
    compare,
    compare_ripgrep,
    draw_queries,
)
from bench.serving import cache_of, serve, start
from bench.units import Worded, places_in, read, worded
from stemguard import Selection
from stemguard.domain.corpus import Corpus
from stemguard.domain.query import Match
from stemguard.location import format_version, index_folder
from stemguard.store.sqlite.store import SqliteStore

_MEGABYTE = 1_000_000
_QUERY = "copy file"
#: Words of names, each in more than a hundred units; a picker sends one while it is typed.
_SYMBOLS = ("get", "set", "run", "test", "module", "file", "path", "add", "parse", "read", "load")
_SYMBOL_ROUNDS = 15
_PERCENTILES = ((0.5, "p50"), (0.95, "p95"), (1.0, "max"))


def main() -> None:
    """Prints every figure."""
    root = corpora.ansible()
    with tempfile.TemporaryDirectory() as temporary:
        home = Path(temporary)
        _print_index(index(root, cache_of(home), _QUERY))
        units = read(places_in(root), worded)
        peer = _print_room(room(root, cache_of(home), units), home, units)
        for name, folder, suffix in (
            ("all files", root, ""),
            ("`.py` alone", root, ".py"),
            ("the standard library's `.py`", corpora.standard_library(), ".py"),
        ):
            _print_stages(name, stages(folder, suffix))
        queries = draw_queries(units)
        store_folder = index_folder(cache_of(home), root.resolve(), Selection())
        store = SqliteStore.open(store_folder, format_version())
        with store.snapshot() as snapshot:
            _print_queries(snapshot, peer, root, queries)
        store.close()
        _print_serving(root, home)


def _print_index(found: Indexed) -> None:
    megabytes = found.source_bytes / _MEGABYTE
    print(f"## Indexing: {found.files} files, {found.units} units, {megabytes:.1f} MB\n")
    print(f"- skipped: {found.skipped} files")
    print(f"- cold: {found.cold_s:.2f} s, {found.files / found.cold_s:.0f} files/s")
    share = found.first_answer_s / found.cold_s
    print(f"- first answer: {found.first_answer_s:.2f} s, {share:.0%} of cold")
    share = found.warm_s / found.cold_s
    print(f"- second run: {found.warm_s:.2f} s, {share:.1%} of cold, {found.warm_parsed} parsed")
    total = found.own_cpu_s + found.workers_cpu_s
    print(f"- processor: {total:.2f} s, {found.own_cpu_s / total:.0%} of it in the writer")
    share = found.bytes_on_disk / found.source_bytes
    print(f"- on disk: {found.bytes_on_disk / _MEGABYTE:.2f} MB, {share:.1%} of the source")


def _print_room(found: Room, home: Path, units: Sequence[Worded]) -> Fts5:
    each = found.posting_bytes / found.postings
    print(f"- postings: {found.postings}, {each:.2f} bytes each")
    folder = home / "fts5"
    folder.mkdir()
    peer, spent, size = build_fts5(folder / "fts5.db", units)
    print(f"- SQLite FTS5 porter, units given: {spent:.2f} s of processor, ", end="")
    print(f"{size / _MEGABYTE:.2f} MB, {size / found.posting_bytes:.1f} times our postings\n")
    return peer


def _print_stages(name: str, found: Stages) -> None:
    parts = {
        "read and decode": found.decode_s,
        "parse": found.parse_s,
        "cut, beyond the parse": found.cut_s - found.parse_s,
        "tokenize, count and pack": found.pack_s,
    }
    total = sum(parts.values())
    shares = ", ".join(f"{part} {spent / total:.0%}" for part, spent in parts.items())
    print(f"- a worker over {name}: {shares}")
    print(f"  - whole / parse alone: {found.whole_s / found.parse_s:.2f}")


def _print_queries(corpus: Corpus, peer: Fts5, root: Path, queries: Sequence[Words]) -> None:
    print(f"\n## Asking: {N_QUERIES} queries, seed {SEED}, best {LIMIT}\n")
    print("| mode | what | p50 | p95 | max |\n|---|---|---|---|---|")
    modes: tuple[tuple[str, Match], ...] = (("or", "any"), ("and", "all"))
    for mode, match in modes:
        times = compare(corpus, peer, queries, match)
        for what, spent in times.items():
            print(_row(mode, f"{what}, processor ms", spent))
        for what in (FIRST, AGAIN):
            print(_ratios(mode, f"FTS5 / {what}", times[FTS5], times[what]))
    beside = compare_ripgrep(corpus, root, queries)
    for what, spent in beside.items():
        print(_row("or", f"{what}, wall ms", spent))
    if beside:
        print(_ratios("or", f"ripgrep / {SHOWN}", beside[RIPGREP], beside[SHOWN]))
    else:
        print("\nripgrep: not installed")


def _print_serving(root: Path, home: Path) -> None:
    served = serve(root, home, _SYMBOLS * _SYMBOL_ROUNDS)
    print("\n## Serving\n\n| what | p50 | p95 | max |\n|---|---|---|---|")
    for what, times in (("100 rows", served.full), ("no row", served.empty)):
        cells = " | ".join(f"{times.percentile(p) * 1000:.2f}" for p, _ in _PERCENTILES)
        print(f"| `workspace/symbol`, {what} ({len(times.seconds)} asked), ms | {cells} |")
    print(f"\n- resident: {served.resident_kb / 1000:.0f} MB, at most {served.peak_kb / 1000:.0f}")
    searches, nothings = start(root, home, _QUERY)
    ratio = searches.percentile(0.5) / nothings.percentile(0.5)
    print(f"- a search in the terminal: {searches.percentile(0.5):.2f} s as a whole process,")
    print(f"  {ratio:.1f} times an interpreter that does nothing")


def _row(mode: str, what: str, times: Times) -> str:
    cells = " | ".join(f"{times.percentile(p) * 1000:.2f}" for p, _ in _PERCENTILES)
    return f"| {mode} | {what} | {cells} |"


def _ratios(mode: str, what: str, above: Times, below: Times) -> str:
    cells = " | ".join(f"{above.percentile(p) / below.percentile(p):.1f}" for p, _ in _PERCENTILES)
    return f"| {mode} | **{what}** | {cells} |"


if __name__ == "__main__":
    main()
