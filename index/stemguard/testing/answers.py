"""Small corpora, and what the domain answers over any corpus in the form the oracle answers in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from stemguard.domain.corpus import Corpus
from stemguard.domain.ladder import State
from stemguard.domain.posting import post
from stemguard.domain.query import Match, Tiers, View, parse_query
from stemguard.domain.ranking import Weighed, rank, weigh
from stemguard.domain.unit import Unit, UnitKey
from stemguard.domain.unit_corpus import UnitCorpus
from stemguard.testing.oracle import OracleAnswer, OracleRow, StateName

#: More than any corpus of a test holds.
EVERYTHING = 1_000_000_000

_STATES: dict[State, StateName] = {
    State.KEPT: "kept",
    State.SOFT: "soft",
    State.UNKNOWN: "unknown",
    State.IGNORED: "ignored",
}


def make_unit(
    path: str,
    name: str = "",
    *,
    line: int = 0,
    column: int = 0,
    kind: str = "function",
    container: str = "",
    doc: str = "",
    body: str = "",
    multiplier: float = 1.0,
) -> Unit:
    """A unit of a test: what is not given is empty."""
    key = UnitKey(path, line, column, kind)
    return Unit(key, name, container, doc, body, multiplier)


def corpus_of(units: Iterable[Unit]) -> UnitCorpus:
    """The corpus of these units, in any order."""
    return UnitCorpus(post(unit) for unit in units)


def weigh_text(
    corpus: Corpus, query: str, view: Literal["all", "names"] = "all", *, prefix: bool = False
) -> Weighed:
    """A query's text held against a corpus."""
    return weigh(corpus, parse_query(query, View(view), prefix=prefix), View(view))


def answer(
    corpus: Corpus,
    query: str,
    match: Match = "any",
    view: Literal["all", "names"] = "all",
    *,
    prefix: bool = False,
    tiers: Literal["words", "whole"] | None = None,
    allowed: NDArray[np.bool_] | None = None,
    offset: int = 0,
    limit: int = EVERYTHING,
) -> OracleAnswer:
    """The domain's answer, to be compared with the oracle's by `==`."""
    ranking = rank(
        weigh_text(corpus, query, view, prefix=prefix),
        match,
        tiers=None if tiers is None else Tiers(tiers),
        allowed=allowed,
        offset=offset,
        limit=limit,
    )
    rows = []
    described = corpus.describe([hit.slot for hit in ranking.hits])
    for hit, shown in zip(ranking.hits, described, strict=True):
        evidence = {word: (e.rung.value, e.score) for word, e in hit.evidence.items()}
        grades = (hit.tier, hit.complete, hit.held, hit.named)
        rows.append(OracleRow(shown.key, *grades, hit.score, evidence))
    states = {r.word: _STATES[r.state] for r in ranking.words if r.state is not State.EXCLUDED}
    return OracleAnswer(tuple(rows), states)


def paths_of(found: OracleAnswer) -> list[str]:
    """The paths of an answer, best first."""
    return [row.key.path for row in found.rows]
