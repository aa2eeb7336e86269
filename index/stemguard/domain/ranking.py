"""The order of an answer: sections 7 and 8 of the ranking rules.

Lexicographic, never one blended float: tier, complete, named, S, key.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stemguard.domain.bm25 import Floats, Ints
from stemguard.domain.context import FileContext, word_context
from stemguard.domain.corpus import Corpus, any_of
from stemguard.domain.ladder import (
    Evidence,
    Rung,
    State,
    gather,
    positions,
    typed_postings,
    word_scores,
)
from stemguard.domain.posting import hash_of, joined_words
from stemguard.domain.query import Match, Query, Tiers, View, required_words
from stemguard.domain.unit import SECTION_FACTOR

#: Section 8: from more kept words than these a tier says only whether all are held.
MOST_COUNTED_WORDS = 3


class Grades(NamedTuple):
    """The small numbers that come before S in the order, one row a unit."""

    tier: Ints
    complete: Ints
    held: Ints
    named: Ints


class WordEvidence(NamedTuple):
    """The highest rung a unit is on for a word, and word(u, w)."""

    rung: Rung
    score: float


@dataclass(frozen=True, slots=True)
class Ranked:
    """A unit's place in an answer. `score` is S, comparable within one answer only."""

    slot: int
    tier: int
    complete: int
    held: int
    named: int
    score: float
    evidence: Mapping[str, WordEvidence]


@dataclass(frozen=True, slots=True)
class WordReport:
    """What became of a word: how many units hold it as typed, and how many a word of its stem."""

    word: str
    state: State
    units: int
    stem_units: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """The page that was asked for, best first; `total` counts all units that qualify."""

    hits: tuple[Ranked, ...]
    total: int
    words: tuple[WordReport, ...]


@dataclass(frozen=True, slots=True)
class Weighed:
    """A query held against a corpus: what every number of an answer comes from."""

    corpus: Corpus
    query: Query
    view: View
    evidence: tuple[Evidence, ...]
    contexts: Mapping[str, FileContext]

    @property
    def kept(self) -> list[Evidence]:
        """The words that ask for something, in sorted order."""
        return [e for e in self.evidence if e.state is State.KEPT]


def weigh(corpus: Corpus, query: Query, view: View) -> Weighed:
    """The evidence for every word of a query, in sorted order, and the context of kept ones."""
    evidence = tuple(gather(corpus, word, view) for word in query.words)
    contexts = {}
    if view is View.ALL:
        contexts = {e.word.text: word_context(corpus, e) for e in evidence if e.state is State.KEPT}
    return Weighed(corpus, query, view, evidence, contexts)


def rank(
    weighed: Weighed,
    match: Match,
    *,
    tiers: Tiers | None = None,
    allowed: NDArray[np.bool_] | None = None,
    offset: int = 0,
    limit: int,
) -> Ranking:
    """The units that qualify, in the order of the rules.

    `allowed` says by slot which units pass the filters; None lets all pass. Raises BadRequest for
    a `match` that is none.
    """
    corpus, words = weighed.corpus, word_reports(weighed)
    slots = _qualified(weighed, match, allowed)
    if not len(slots):
        return Ranking((), 0, words)

    grades = grade(weighed, slots, match, tiers)
    scores = total_scores(weighed, slots)
    first = _first(corpus, slots, grades, scores, offset + limit)
    if (confirmed(weighed, slots[first], grades.named[first]) != grades.named[first]).any():
        grades = grades._replace(named=confirmed(weighed, slots, grades.named))
        first = _first(corpus, slots, grades, scores, offset + limit)
    page = first[offset:]
    found = evidence_of(weighed, slots[page])
    hits = tuple(
        Ranked(
            slot=int(slots[i]),
            tier=int(grades.tier[i]),
            complete=int(grades.complete[i]),
            held=int(grades.held[i]),
            named=int(grades.named[i]),
            score=float(scores[i]),
            evidence=of_unit,
        )
        for i, of_unit in zip(page, found, strict=True)
    )
    return Ranking(hits, len(slots), words)


def position_of(
    weighed: Weighed,
    match: Match,
    slot: int,
    *,
    tiers: Tiers | None = None,
    allowed: NDArray[np.bool_] | None = None,
) -> int:
    """The place of a unit in the whole answer, from 1; 0 where it is not in it."""
    slots = _qualified(weighed, match, allowed)
    here = np.flatnonzero(slots == slot)
    if not len(here):
        return 0
    grades = grade(weighed, slots, match, tiers)
    grades = grades._replace(named=confirmed(weighed, slots, grades.named))
    scores = total_scores(weighed, slots)
    order = _first(weighed.corpus, slots, grades, scores, len(slots))
    return int(np.flatnonzero(order == here[0])[0]) + 1


def listed(
    weighed: Weighed, allowed: NDArray[np.bool_] | None, *, offset: int = 0, limit: int
) -> Ranking:
    """Units in key order, but for excluded ones: what filters alone, or an empty query, ask for."""
    corpus = weighed.corpus
    live = corpus.units().live
    slots = np.flatnonzero(live if allowed is None else live & allowed)
    slots = _without_excluded(weighed, slots)
    order = np.lexsort((slots, corpus.files().rank[corpus.units().file[slots]]))
    hits = tuple(
        Ranked(int(slot), 0, 0, 0, 0, 0.0, {}) for slot in slots[order[offset : offset + limit]]
    )
    return Ranking(hits, len(slots), word_reports(weighed))


def grade(weighed: Weighed, slots: Ints, match: Match, tiers: Tiers | None) -> Grades:
    """Tier, complete, held and named of each of the ascending slots."""
    kept = weighed.kept
    held = np.zeros(len(slots), dtype=np.int64)
    complete = np.zeros(len(slots), dtype=np.int64)
    for evidence in kept:
        held[positions(slots, evidence.held)[0]] += 1
        if evidence.word.unfinished:
            complete[positions(slots, evidence.typed.postings.slots)[0]] = 1
    tier = held if _counts_words(match, tiers, len(kept)) else (held == len(kept)).astype(np.int64)
    complete[tier == 0] = 0
    return Grades(tier, complete, held, _named(weighed, slots))


def confirmed(weighed: Weighed, slots: Ints, named: Ints) -> Ints:
    """The grades of `named` once the names themselves are compared: other texts may hash alike."""
    query = weighed.query
    likely = np.flatnonzero(named)
    true = named.copy()
    for i, unit in zip(likely, weighed.corpus.describe(slots[likely].tolist()), strict=True):
        if unit.name == query.name:
            true[i] = 2
        else:
            true[i] = int(joined_words(unit.name) == query.joined)
    return true


def total_scores(weighed: Weighed, slots: Ints) -> Floats:
    """S of each of the ascending slots: (words + context) x section factor x path class."""
    columns = weighed.corpus.units()
    section = np.where(columns.section[slots], SECTION_FACTOR, 1.0)
    sums = word_sums(weighed, slots) + context_sums(weighed, slots)
    return sums * section * columns.multiplier[slots]


def word_sums(weighed: Weighed, slots: Ints) -> Floats:
    """The sum of word(u, w) over the words in sorted order, for each of the ascending slots."""
    sums = np.zeros(len(slots))
    for evidence in weighed.evidence:
        sums += word_scores(evidence, slots)
    return sums


def context_sums(weighed: Weighed, slots: Ints) -> Floats:
    """The sum of the context of kept words in sorted order; 0.0 in view names."""
    of_files = np.zeros(len(weighed.corpus.files().path))
    for evidence in weighed.kept:
        if evidence.word.text in weighed.contexts:
            of_files += weighed.contexts[evidence.word.text].scores
    return of_files[weighed.corpus.units().file[slots]]


def evidence_of(weighed: Weighed, slots: Ints) -> list[dict[str, WordEvidence]]:
    """For each slot, in any order, what it has for each word it is on a rung for, words sorted."""
    order = np.argsort(slots)
    ascending = slots[order]
    found: list[dict[str, WordEvidence]] = [{} for _ in slots]
    for evidence in weighed.evidence:
        scores = word_scores(evidence, ascending)
        for rung in evidence.rungs:
            for at in positions(ascending, rung.postings.slots)[0]:
                entry = WordEvidence(rung.rung, float(scores[at]))
                found[order[at]].setdefault(evidence.word.text, entry)
    return found


def word_reports(weighed: Weighed) -> tuple[WordReport, ...]:
    """What became of each word, in the order typed; the words of exclusions last."""
    by_word = {e.word.text: e for e in weighed.evidence}
    reports = [
        WordReport(
            word,
            by_word[word].state,
            by_word[word].document_frequency,
            len(by_word[word].rungs[1].postings.slots),
        )
        if word in by_word
        else WordReport(word, State.IGNORED, 0, 0)
        for word in weighed.query.typed_order
    ]
    excluded = {word.text: word for words in weighed.query.exclusions for word in words}
    for text, word in excluded.items():
        if text not in weighed.query.typed_order:
            units = typed_postings(weighed.corpus, word, weighed.view).slots
            reports.append(WordReport(text, State.EXCLUDED, len(units), 0))
    return tuple(reports)


def _qualified(weighed: Weighed, match: Match, allowed: NDArray[np.bool_] | None) -> Ints:
    """The units that have what the match requires, pass the filters and hold no exclusion."""
    kept = weighed.kept
    slots = any_of(e.on_any_rung for e in kept)
    required = required_words(match, len(kept))
    if required > 1:
        met = np.zeros(len(slots), dtype=np.int64)
        for evidence in kept:
            met[positions(slots, evidence.on_any_rung)[0]] += 1
        slots = slots[met >= required]
    slots = _without_excluded(weighed, slots)
    return slots if allowed is None else slots[allowed[slots]]


def _without_excluded(weighed: Weighed, slots: Ints) -> Ints:
    for words in weighed.query.exclusions:
        if not len(slots):
            break
        inside = np.ones(len(slots), dtype=np.bool_)
        for word in words:
            holds = np.zeros(len(slots), dtype=np.bool_)
            typed = typed_postings(weighed.corpus, word, weighed.view)
            holds[positions(slots, typed.slots)[0]] = True
            inside &= holds
        slots = slots[~inside]
    return slots


def _counts_words(match: Match, tiers: Tiers | None, kept: int) -> bool:
    if tiers is not None:
        return tiers is Tiers.WORDS
    return match == "all" or kept <= MOST_COUNTED_WORDS


def _named(weighed: Weighed, slots: Ints) -> Ints:
    """2 where the name is the query text, 1 where its words joined are, else 0, by their hashes."""
    query, columns = weighed.query, weighed.corpus.units()
    named = np.zeros(len(slots), dtype=np.int64)
    if query.joined:
        named[columns.joined_hash[slots] == hash_of(query.joined)] = 1
        named[columns.name_hash[slots] == hash_of(query.name)] = 2
    return named


def _first(corpus: Corpus, slots: Ints, grades: Grades, scores: Floats, wanted: int) -> Ints:
    """Where the first `wanted` units stand in `slots`, best first."""
    # Small integers, so that the first three keys are one.
    blended = (grades.tier * 2 + grades.complete) * 3 + grades.named
    chosen = np.arange(len(slots))
    if 0 < wanted < len(slots):
        chosen = _not_behind(blended, scores, wanted)
    ranks = corpus.files().rank[corpus.units().file[slots[chosen]]]
    order = np.lexsort((slots[chosen], ranks, -scores[chosen], -blended[chosen]))
    return chosen[order[:wanted]]


def _not_behind(grade: Ints, scores: Floats, wanted: int) -> Ints:
    """The rows that may be among the first `wanted`: all that are not behind the last of them."""
    counts = np.bincount(grade)
    at_least = np.cumsum(counts[::-1])[::-1]
    last = int(np.flatnonzero(at_least >= wanted)[-1])
    above = int(at_least[last + 1]) if last + 1 < len(at_least) else 0
    same = np.flatnonzero(grade == last)
    missing = wanted - above
    worst = np.partition(scores[same], len(same) - missing)[len(same) - missing]
    return np.flatnonzero((grade > last) | ((grade == last) & (scores >= worst)))
