"""The library, the command line and LSP give the answer that brute force gives over the same files.

The files are written from the corpora of the worked vectors, and the queries are theirs.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from tests.e2e.conftest import Run
from tests.e2e.raw_client import RawClient

from stemguard import Hit, Unit, UnitKey, Workspace
from stemguard.testing.oracle import oracle_rank

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "index/vectors/ranking.json").read_text(encoding="utf-8")
)
QUERIES = [query for corpus in VECTORS for query in corpus["queries"]]
#: Brute force takes a while each: enough to see every kind of query.
ORACLE_QUERIES = QUERIES[::3]
#: And so does a process.
TERMINAL_QUERIES = QUERIES[::24]

Row = tuple[UnitKey, int, int, int, float]


@pytest.fixture
def tree(folder: Path) -> Path:
    """The first corpora as files: Python for code, Markdown for sections, text for the rest."""
    for number, corpus in enumerate(VECTORS[:9]):
        for place, unit in enumerate(corpus["units"]):
            name, text = _file(place, unit)
            path = folder / f"c{number}" / unit["container"] / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return folder


def _file(place: int, unit: dict[str, Any]) -> tuple[str, str]:
    body = unit["body"].replace("\r", " ")
    if unit["kind"] == "section":
        return f"s{place}.md", f"intro {unit['doc']}\n\n# {unit['name']}\n\n{body}\n"
    if unit["kind"] == "file":
        return f"{unit['name']}-{place}.dat", body
    word = "".join(c if c.isalnum() or c == "_" else "_" for c in unit["name"]) or "x"
    comment = "".join(f"    # {line}\n" for line in body.splitlines())
    folder = "test_" if unit["multiplier"] == 0.5 else ""
    doc = unit["doc"].replace("\\", " ").replace('"', " ")
    define = "class" if unit["kind"] == "class" else "def"
    head = f"{define} n_{word}:" if define == "class" else f"def n_{word}():"
    return f"{folder}{place}.py", f'{head}\n    """{doc}"""\n{comment}    pass\n'


def _units(workspace: Workspace, tree: Path) -> list[Unit]:
    files = sorted(path for path in tree.rglob("*") if path.is_file())
    return [unit for file in files for unit in workspace.units(file)]


def _expected(units: list[Unit], query: dict[str, Any]) -> list[Row]:
    found = oracle_rank(
        units,
        query["query"],
        match=query["match"],
        view=query["view"],
        prefix=query["prefix"],
        tiers=query["tiers"],
    )
    return [(row.key, row.tier, row.held, row.named, row.score) for row in found.rows[:1000]]


def _seen(item: dict[str, Any]) -> tuple[object, ...]:
    """What a client sees of an item."""
    place = unquote(urlsplit(item["location"]["uri"]).path).split("/project/", 1)[1]
    start = item["location"]["range"]["start"]["line"]
    grades = (item["tier"], item["held"], item["named"], item["score"])
    return (place, start, item["kind"], item["name"], item["container"], *grades)


def _shown(hit: Hit) -> tuple[object, ...]:
    """The same of a hit of the library."""
    grades = (hit.tier, hit.held, hit.named, hit.score)
    return (hit.path, hit.range.start.line, hit.kind, hit.name, hit.container, *grades)


def _flags(query: dict[str, Any]) -> list[str]:
    match = query["match"]
    flags = [f"--{match}"] if isinstance(match, str) else ["--at-least", str(match)]
    flags += ["--names"] if query["view"] == "names" else []
    flags += ["--prefix"] if query["prefix"] else []
    flags += ["--tiers", query["tiers"]] if query["tiers"] else []
    return [*flags, "--", query["query"]]


# Many hundred answers, a whole process for some.
@pytest.mark.timeout(600)
def test_three_doors_and_brute_force_give_one_answer(
    tree: Path, client: RawClient, run: Run, home: Path
) -> None:
    client.initialize(tree)
    client.ready()
    with Workspace.open(tree, cache=home / "cache" / "stemguard") as workspace:
        workspace.sync()
        units = _units(workspace, tree)
        assert len(units) > 150
        for query in QUERIES:
            options = {name: query[name] for name in ("view", "prefix", "tiers")}
            hits = workspace.search(
                query["query"], match=query["match"], limit=1000, **options
            ).hits
            found = [(h.key, h.tier, h.held, h.named, h.score) for h in hits]
            if query in ORACLE_QUERIES:
                assert found == _expected(units, query), query
            params = {k: v for k, v in options.items() if v is not None}
            match = query["match"]
            params["match"] = match if isinstance(match, str) else {"atLeast": match}
            items = client.search(query["query"], limit=1000, **params)
            assert [_seen(item) for item in items] == [_shown(hit) for hit in hits], query
            if query in TERMINAL_QUERIES:
                said = run("search", "--json", "--limit", "1000", *_flags(query), cwd=tree)
                assert said.returncode == (0 if hits else 1), said.stderr
                items = json.loads(said.stdout)["items"]
                assert [_seen(item) for item in items] == [_shown(hit) for hit in hits], query
