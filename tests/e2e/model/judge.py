"""What must be answered: by brute force over raw texts, and by an index made afresh."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.e2e.model.texts import Question
from tests.e2e.model.world import units

from stemguard import Unit, Workspace
from stemguard.domain.query import Match
from stemguard.search.request import SearchRequest
from stemguard.testing.oracle import OracleRow, oracle_rank
from stemguard_ls.convert import Encoding, item, range_of, symbol_kind, words
from stemguard_ls.convert import symbol as symbol_of
from stemguard_ls.protocol import DEFAULT_SYMBOL_LIMIT

#: An answer in a form that is compared with `==`.
Judged = dict[str, Any]

_START = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}


def judged(question: Question, result: Any) -> Judged:  # noqa: ANN401 - any JSON
    """What a door answered, as far as brute force can tell what it must be."""
    if question.method == "workspace/symbol":
        return {"symbols": [_symbol(one) for one in result]}
    states = [(w["word"], w["state"]) for w in result["words"] if w["state"] != "excluded"]
    items = [_item(one) for one in result["items"]]
    return {"total": result["total"], "words": states, "items": items}


def expected(
    question: Question, texts: Mapping[str, str], root: Path, encoding: Encoding
) -> Judged:
    """What brute force over the texts answers."""
    found = list(units(texts))
    by_key = {unit.key: unit for unit in found}
    params = question.params
    if question.method == "workspace/symbol":
        return {
            "symbols": [_unit_symbol(u, root, encoding) for u in _symbols(found, params["query"])]
        }
    answer = oracle_rank(
        found,
        params["query"],
        match=_match(params),
        view=params["view"],
        prefix=params["prefix"],
        tiers=params.get("tiers"),
    )
    page = answer.rows[params["offset"] :][: params["limit"]]
    return {
        "total": len(answer.rows),
        "words": list(answer.states.items()),
        "items": [_row(row, by_key[row.key], root, encoding) for row in page],
    }


class Afresh:
    """An index of a copy of the texts, made in a cache of its own."""

    def __init__(self, base: Path, texts: Mapping[str, str]) -> None:
        root = base / "project"
        for path, content in texts.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            with (root / path).open("w", encoding="utf-8", newline="") as file:
                file.write(content)
        self._workspace = Workspace.open(root, cache=base / "cache")
        self._workspace.sync()

    def __enter__(self) -> Afresh:
        return self

    def __exit__(self, *_: object) -> None:
        self._workspace.close()

    def answer(self, question: Question, encoding: Encoding, root: Path) -> Any:  # noqa: ANN401
        """The result of a request as a server would send it, as if the copy were at `root`."""
        params, roots = question.params, (root,)
        if question.method == "workspace/symbol":
            request = SearchRequest(params["query"], limit=DEFAULT_SYMBOL_LIMIT)
            found = self._workspace.symbols(request)
            return [symbol_of(hit, roots, encoding) for hit in found.hits]
        answer = self._workspace.search(**{**params, "match": _match(params)})
        items = [item(hit, roots, encoding) for hit in answer.hits]
        return {"items": items, "total": answer.total, "words": words(answer.words)}


def whole(result: Any) -> Any:  # noqa: ANN401 - any JSON
    """An answer without what differs between two of one state."""
    if isinstance(result, list):
        return result
    return {name: result[name] for name in ("items", "total", "words")}


def _match(params: Mapping[str, Any]) -> Match:
    match: Match | dict[str, int] = params["match"]
    return match["atLeast"] if isinstance(match, dict) else match


def _item(one: Mapping[str, Any]) -> tuple[object, ...]:
    grades = (one["tier"], one["held"], one["named"], one["score"], one["evidence"])
    place = (one["location"]["uri"], one["location"]["range"])
    return (*place, one["selectionRange"], one["name"], one["kind"], one["container"], *grades)


def _row(row: OracleRow, unit: Unit, root: Path, encoding: Encoding) -> tuple[object, ...]:
    evidence = {word: rung for word, (rung, _) in row.evidence.items()}
    grades = (row.tier, row.held, row.named, row.score, evidence)
    place = (
        (root / row.key.path).as_uri(),
        range_of(unit.range, encoding),
        range_of(unit.selection, encoding),
    )
    return (*place, unit.name, unit.kind, unit.container, *grades)


def _symbol(one: Mapping[str, Any]) -> tuple[object, ...]:
    place = (one["location"]["uri"], one["location"]["range"])
    return (*place, one["name"], one["kind"], one["containerName"])


def _unit_symbol(unit: Unit, root: Path, encoding: Encoding) -> tuple[object, ...]:
    place = _START if unit.kind == "file" else range_of(unit.selection, encoding)
    return (
        (root / unit.key.path).as_uri(),
        place,
        unit.name,
        symbol_kind(unit.kind),
        unit.container,
    )


def _symbols(found: Sequence[Unit], query: str) -> list[Unit]:
    """Names first, then everything, up to the limit."""
    by_key = {unit.key: unit for unit in found}
    keys = [
        row.key
        for view in ("names", "all")
        for row in oracle_rank(found, query, match="any", view=view, prefix=True).rows
    ]
    return [by_key[key] for key in dict.fromkeys(keys)][:DEFAULT_SYMBOL_LIMIT]
