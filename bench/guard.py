"""Measures the guard on labelled queries: inversions, what stems find, and nDCG@10."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from bench.labels import Flags, Labelled
from bench.unguarded import best_first
from stemguard.domain.bm25 import Floats, Ints
from stemguard.domain.corpus import Corpus
from stemguard.domain.query import Match, View, parse_query, required_words
from stemguard.domain.ranking import Ranked, Weighed, rank, weigh

_DEPTH = 10


class Outcome(NamedTuple):
    """What one ranking made of one query.

    `inverted` of `pairs`: a unit with a word in another form only, above one with all as typed.
    `found` of `sought`: the units that qualify by other forms alone.
    """

    inverted: int
    pairs: int
    found: int
    sought: int
    ndcg: float


@dataclass(frozen=True, slots=True)
class Mode:
    """A way to combine words: its name, and the match for so many words."""

    name: str
    match: Callable[[int], Match]


#: At least: one less than there are, and one at the least.
MODES = (
    Mode("or", lambda _: "any"),
    Mode("and", lambda _: "all"),
    Mode("at-least", lambda n: max(1, n - 1)),
)

#: By slot, the score of each word of a query; 0.0 where a unit has no evidence for it.
Scorer = Callable[[Corpus, Sequence[str]], list[Floats]]


def measure_product(corpus: Corpus, query: Labelled, match: Match) -> Outcome:
    """What the product's own ranking makes of a query. Slots are the numbers of units."""
    weighed = weigh(corpus, parse_query(query.text, View.ALL, prefix=False), View.ALL)
    sought = query.only_by_form(required_words(match, len(query.words)))
    page = rank(weighed, match, limit=_DEPTH).hits
    lesser = rank(weighed, match, allowed=query.lesser, limit=1).total
    full = int(query.full.sum())
    return Outcome(
        _inverted_by_product(weighed, match, query),
        full * lesser,
        rank(weighed, match, allowed=sought, limit=1).total,
        int(sought.sum()),
        _ndcg(np.array([hit.slot for hit in page], dtype=np.int64), query),
    )


def measure_unguarded(corpus: Corpus, scorer: Scorer, query: Labelled, match: Match) -> Outcome:
    """What a ranking by a sum of scores makes of a query."""
    of_words = scorer(corpus, query.words)
    having = np.sum([scores > 0 for scores in of_words], axis=0)
    required = required_words(match, len(of_words))
    order = best_first(np.sum(of_words, axis=0), having >= required)
    sought = query.only_by_form(required_words(match, len(query.words)))
    inverted, pairs = _count_inverted(query.lesser[order], query.full[order])
    return Outcome(
        inverted, pairs, int(sought[order].sum()), int(sought.sum()), _ndcg(order, query)
    )


def _inverted_by_product(weighed: Weighed, match: Match, query: Labelled) -> int:
    """0 if the best lesser unit stands behind the last full one; else all pairs are counted."""
    n_full = int(query.full.sum())
    best = rank(weighed, match, allowed=query.lesser, limit=1).hits
    last = rank(weighed, match, allowed=query.full, offset=n_full - 1, limit=1).hits
    if not best:
        return 0
    # A unit with all words as typed that is not found at all is behind everything.
    if last and _place(last[0]) < _place(best[0]):
        return 0
    either = query.full | query.lesser
    hits = rank(weighed, match, allowed=either, limit=int(either.sum())).hits
    order = np.array([hit.slot for hit in hits], dtype=np.int64)
    lost = (n_full - int(query.full[order].sum())) * int(query.lesser[order].sum())
    return _count_inverted(query.lesser[order], query.full[order])[0] + lost


def _place(hit: Ranked) -> tuple[int, int, int, float, int]:
    return (-hit.tier, -hit.complete, -hit.named, -hit.score, hit.slot)


def _count_inverted(lesser: Flags, full: Flags) -> tuple[int, int]:
    """From flags in the order of an answer: inverted pairs, and all pairs."""
    lesser_so_far = np.cumsum(lesser)
    return int(lesser_so_far[full].sum()), int(lesser.sum()) * int(full.sum())


def _ndcg(order: Ints, query: Labelled) -> float:
    """Järvelin and Kekäläinen (2002), gains as `Labelled.gains`, discount log2(1 + rank)."""
    best = np.sort(query.gains)[::-1][:_DEPTH]
    discounts = 1 / np.log2(np.arange(2, _DEPTH + 2))
    ideal = float((best * discounts[: len(best)]).sum())
    found = query.gains[order[:_DEPTH]]
    return float((found * discounts[: len(found)]).sum()) / ideal if ideal else 1.0
