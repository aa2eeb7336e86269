"""Every number that a unit's place in an answer comes from.

The numbers are those the ranking used, read back from it: S can be worked out from them by hand,
with sections 5, 6 and 8 of the ranking rules, and comes out equal to the last bit.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from stemguard.domain.context import file_norms
from stemguard.domain.ladder import (
    PREFIX_SHARE,
    STEM_SHARE,
    Evidence,
    Rung,
    RungScores,
    State,
    unit_norms,
)
from stemguard.domain.query import Match, Tiers, View
from stemguard.domain.ranking import (
    Weighed,
    confirmed,
    context_sums,
    evidence_of,
    grade,
    total_scores,
    word_sums,
)
from stemguard.domain.unit import SECTION_FACTOR

_SHARES = {Rung.STEM: STEM_SHARE, Rung.PREFIX: PREFIX_SHARE}


@dataclass(frozen=True, slots=True)
class RungNumbers:
    """A rung below typed: score = share * floor * count / most.

    `count` is the unit's, `most` the largest of the corpus; both are 0 where nothing is on the
    rung, and the score is 0.0.
    """

    rung: Rung
    share: float
    count: int
    most: int
    score: float


@dataclass(frozen=True, slots=True)
class WordNumbers:
    """A word and a unit: score = (typed + stem) + prefix, the last two being `lower`.

    `rung` is the highest the unit is on, None where it has no evidence; `held` says whether the
    word counts in k. `typed` is idf * tf * (k1 + 1) / (tf + norm), 0.0 where tf is 0.
    """

    word: str
    state: State
    rung: Rung | None
    held: bool
    document_frequency: int
    idf: float
    term_frequency: int
    typed: float
    floor: float
    lower: tuple[RungNumbers, ...]
    score: float


@dataclass(frozen=True, slots=True)
class ContextNumbers:
    """A kept word and the unit's file: score = idf * tf * (k1 + 1) / (tf + norm of the file)."""

    word: str
    document_frequency: int
    idf: float
    term_frequency: int
    score: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """S = (word_sum + context_sum) * section_factor * multiplier, and what comes before S.

    `length`, `average_length` and `norm` are the unit's in the view, in weighted words, with
    norm = k1 * (1 - b + b * length / average_length); the `file_` ones those of its file as a
    document of the context. `words` and `contexts` are in the order in which they are summed.
    `lacking` are the kept words that the unit has on no rung.
    """

    view: View
    n_units: int
    average_length: float
    length: int
    norm: float
    words: tuple[WordNumbers, ...]
    word_sum: float
    n_files: int
    file_average_length: float
    file_length: int
    file_norm: float
    contexts: tuple[ContextNumbers, ...]
    context_sum: float
    section_factor: float
    multiplier: float
    score: float
    tier: int
    complete: int
    held: int
    named: int
    lacking: tuple[str, ...]


def explain(
    weighed: Weighed, slot: int, match: Match, *, tiers: Tiers | None = None
) -> Explanation:
    """The numbers of the unit in a live slot, whether it qualifies or not.

    Whether an exclusion, a filter or `match` keeps it out of the answer is not said here.
    """
    corpus, view = weighed.corpus, weighed.view
    units, files = corpus.units(), corpus.files()
    alone = np.array([slot])
    file = int(units.file[slot])
    lengths = units.all_length if view is View.ALL else units.names_length
    grades = grade(weighed, alone, match, tiers)
    return Explanation(
        view=view,
        n_units=corpus.n_units,
        average_length=_average(corpus.total_length(view), corpus.n_units),
        length=int(lengths[slot]),
        norm=float(unit_norms(corpus, view, alone)[0]),
        words=_words(weighed, slot),
        word_sum=float(word_sums(weighed, alone)[0]),
        n_files=corpus.n_files,
        file_average_length=_average(corpus.total_length(View.ALL), corpus.n_files),
        file_length=int(files.length[file]),
        file_norm=float(file_norms(corpus, np.array([file]))[0]),
        contexts=_contexts(weighed, file),
        context_sum=float(context_sums(weighed, alone)[0]),
        section_factor=SECTION_FACTOR if units.section[slot] else 1.0,
        multiplier=float(units.multiplier[slot]),
        score=float(total_scores(weighed, alone)[0]),
        tier=int(grades.tier[0]),
        complete=int(grades.complete[0]),
        held=int(grades.held[0]),
        named=int(confirmed(weighed, alone, grades.named)[0]),
        lacking=tuple(e.word.text for e in weighed.kept if slot not in e.on_any_rung),
    )


def _average(total: int, n: int) -> float:
    return total / n if n else 0.0


def _words(weighed: Weighed, slot: int) -> tuple[WordNumbers, ...]:
    found = evidence_of(weighed, np.array([slot]))[0]
    numbers = []
    for evidence in weighed.evidence:
        typed, *lower = evidence.rungs
        term_frequency, typed_score = _on_rung(typed, slot)
        best = found.get(evidence.word.text)
        numbers.append(
            WordNumbers(
                word=evidence.word.text,
                state=evidence.state,
                rung=best.rung if best else None,
                held=_counts(evidence, slot),
                document_frequency=evidence.document_frequency,
                idf=evidence.idf,
                term_frequency=term_frequency,
                typed=typed_score,
                floor=evidence.floor,
                lower=tuple(
                    RungNumbers(rung.rung, _SHARES[rung.rung], count, rung.most, score)
                    for rung in lower
                    for count, score in [_on_rung(rung, slot)]
                ),
                score=best.score if best else 0.0,
            )
        )
    return tuple(numbers)


def _contexts(weighed: Weighed, file: int) -> tuple[ContextNumbers, ...]:
    return tuple(
        ContextNumbers(
            word,
            context.document_frequency,
            context.idf,
            int(context.counts[file]),
            float(context.scores[file]),
        )
        for word, context in weighed.contexts.items()
    )


def _counts(evidence: Evidence, slot: int) -> bool:
    return evidence.state is State.KEPT and slot in evidence.held


def _on_rung(rung: RungScores, slot: int) -> tuple[int, float]:
    """The unit's count on a rung and its score there."""
    at = np.flatnonzero(rung.postings.slots == slot)
    if not len(at):
        return 0, 0.0
    return int(rung.postings.counts[at[0]]), float(rung.scores[at[0]])
