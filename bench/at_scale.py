"""What asking a tree of a million units costs: `python -m bench.at_scale TABLE ...`.

Tables: `ranked`, `sentence`, `common`, `stages`, `symbols`, `saves`, `restart`, `memory`; all of
them without one. `--tree` is a tree that is there already, `--home` where its index and the other
engines' live from one run to the next, `--json` a file that gets the figures, too. The tree is
every fourth file of Debian's linux-source-6.1.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sqlite3
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from bench import asking_at_scale, serving_at_scale
from bench.corpora import CACHE, linux_quarter
from bench.scale import Figure, Indexed

TABLES: dict[str, Callable[[Indexed], list[Figure]]] = {
    "ranked": asking_at_scale.ranked,
    "sentence": asking_at_scale.sentence,
    "common": asking_at_scale.common,
    "stages": asking_at_scale.stages,
    "symbols": serving_at_scale.symbols,
    "saves": serving_at_scale.saves,
    "restart": serving_at_scale.restart,
    "memory": serving_at_scale.memory,
}


@dataclass(frozen=True, slots=True)
class _Asked:
    tables: list[str]
    tree: Path | None
    home: Path
    json: Path | None


def main() -> None:
    """Prints the tables that were asked for."""
    asked = _arguments()
    indexed = Indexed.of(asked.tree or linux_quarter(), asked.home)
    print(f"{indexed.n_units:,} units in {indexed.n_files:,} files. {_machine()}")
    found = {}
    for name in asked.tables or TABLES:
        figures = TABLES[name](indexed)
        found[name] = [figure.plain() for figure in figures]
        print(f"\n## {name}\n")
        print("| what | n | p50 | p95 | max | unit |\n|---|---|---|---|---|---|")
        for figure in figures:
            print(figure.row(), flush=True)
    if asked.json is not None:
        about = {"machine": _machine(), "units": indexed.n_units, "files": indexed.n_files}
        asked.json.write_text(json.dumps(about | {"tables": found}, indent=1), encoding="utf-8")


def _arguments() -> _Asked:
    parser = argparse.ArgumentParser(prog="python -m bench.at_scale")
    parser.add_argument("tables", nargs="*", metavar="TABLE")
    parser.add_argument("--tree", type=Path)
    parser.add_argument("--home", type=Path, default=CACHE / "at-scale")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    return _Asked(given.tables, given.tree, given.home, given.json)


def _machine() -> str:
    versions = []
    for name in ("numpy", "tantivy", "bm25s"):
        try:
            versions.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            versions.append(f"no {name}")
    python = platform.python_version()
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    return (
        f"{os.cpu_count()} cores, {platform.machine()}, {sys.platform}, CPython {python}, "
        f"SQLite {sqlite3.sqlite_version}, {', '.join(versions)}; load {load}."
    )


if __name__ == "__main__":
    main()
