"""The evidence for one word, rung by rung: section 6 of the ranking rules, the guard.

Each rung below typed is capped by a share of the weakest typed score, so that whatever the
stemmer says, a unit without the word cannot score as high as one with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

from stemguard.domain.bm25 import (
    Floats,
    Ints,
    bm25,
    inverse_document_frequency,
    length_norms,
)
from stemguard.domain.corpus import (
    NO_POSTINGS,
    Corpus,
    Postings,
    added,
    added_terms,
    any_of,
    largest,
)
from stemguard.domain.query import View, Word
from stemguard.domain.stem import stem

#: Shares of the floor: section 6. Later rungs go on at 0.125, 0.0625 ...
STEM_SHARE = 0.5
PREFIX_SHARE = 0.25


class Rung(Enum):
    """What kind of match a unit's evidence for a word is; the names are those clients see."""

    TYPED = "typed"
    STEM = "stem"
    PREFIX = "prefix"


class State(Enum):
    """What a word of a query asks for: section 7."""

    KEPT = "kept"
    SOFT = "soft"
    UNKNOWN = "unknown"
    IGNORED = "ignored"
    EXCLUDED = "excluded"


@dataclass(frozen=True, slots=True)
class RungScores:
    """One rung of a word: the units on it, their counts and their scores."""

    rung: Rung
    postings: Postings
    scores: Floats
    most: int
    """The largest count in the corpus; 0 where no unit is on the rung."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that a corpus says about a word. `rungs` are in the order in which scores are added.

    `held` are the units that hold the word as typed, or, for an unfinished word, hold a word that
    starts with it; `on_any_rung` those with any evidence. `family` are the postings that context
    counts.
    """

    word: Word
    state: State
    idf: float
    floor: float
    rungs: tuple[RungScores, ...]
    held: Ints
    on_any_rung: Ints
    family: Postings

    @property
    def typed(self) -> RungScores:
        """The first rung."""
        return self.rungs[0]

    @property
    def document_frequency(self) -> int:
        """Units that hold the word as typed."""
        return len(self.typed.postings.slots)


def unit_norms(corpus: Corpus, view: View, slots: Ints) -> Floats:
    """The length norms of units in a view."""
    units = corpus.units()
    lengths = units.all_length if view is View.ALL else units.names_length
    return length_norms(lengths[slots], corpus.total_length(view), corpus.n_units)


def gather(corpus: Corpus, word: Word, view: View) -> Evidence:
    """The evidence for a word in a view."""
    family = corpus.family(stem(word.text), view)
    own = family.get(word.text, NO_POSTINGS)
    typed = typed_postings(corpus, word, view)
    related = NO_POSTINGS
    starts = prefix = NO_POSTINGS
    if not (word.quoted or word.soft):
        related = added(found for term, found in family.items() if term != word.text)
    if word.unfinished:
        beginning = corpus.starting_with(word.text, view)
        starts = added_terms(beginning, lambda term: term != word.text)
        prefix = added_terms(beginning, lambda term: term not in family)

    idf = inverse_document_frequency(corpus.n_units, len(typed.slots)) if corpus.n_units else 0.0
    scores = bm25(idf, typed.counts, unit_norms(corpus, view, typed.slots))
    floor = float(scores.min()) if len(scores) else idf
    rungs = [RungScores(Rung.TYPED, typed, scores, int(typed.counts.max(initial=0)))]
    rungs.append(_lower_rung(Rung.STEM, STEM_SHARE, floor, related))
    rungs.append(_lower_rung(Rung.PREFIX, PREFIX_SHARE, floor, prefix))
    on_any_rung = any_of(rung.postings.slots for rung in rungs)
    return Evidence(
        word=word,
        state=_state(word, on_any_rung),
        idf=idf,
        floor=floor,
        rungs=tuple(rungs),
        held=any_of([typed.slots, starts.slots]),
        on_any_rung=on_any_rung,
        family=added([own, related]),
    )


def typed_postings(corpus: Corpus, word: Word, view: View) -> Postings:
    """The units that hold a word as typed: itself, or a compound it was typed in."""
    return largest(_postings_of(corpus, term, view) for term in (word.text, *word.compounds))


def word_scores(evidence: Evidence, slots: Ints) -> Floats:
    """word(u, w) = (typed + stem) + prefix for each of the ascending `slots`; 0.0 without any.

    Every unit with evidence must be among `slots` or is left out.
    """
    total = np.zeros(len(slots))
    for rung in evidence.rungs:
        at, which = positions(slots, rung.postings.slots)
        total[at] += rung.scores[which]
    return total


def positions(slots: Ints, wanted: Ints) -> tuple[Ints, Ints]:
    """Where the `wanted` slots that are among `slots` stand in `slots`, and in `wanted`."""
    if not len(slots) or not len(wanted):
        return NO_POSTINGS.slots, NO_POSTINGS.slots
    if len(wanted) > len(slots):
        # Looking the few up among the many costs a fraction of the other way.
        which, at = positions(wanted, slots)
        return at, which
    at = np.searchsorted(slots, wanted)
    at[at == len(slots)] = 0
    which = np.flatnonzero(slots[at] == wanted)
    return at[which], which


def _lower_rung(rung: Rung, share: float, floor: float, postings: Postings) -> RungScores:
    """share * floor * c / max c, so at most that share of the weakest typed score."""
    most = int(postings.counts.max(initial=0))
    scores = share * floor * postings.counts.astype(np.float64) / (most or 1)
    return RungScores(rung, postings, scores, most)


def _postings_of(corpus: Corpus, term: str, view: View) -> Postings:
    return corpus.family(stem(term), view).get(term, NO_POSTINGS)


def _state(word: Word, on_any_rung: Ints) -> State:
    if word.soft:
        return State.SOFT
    return State.KEPT if len(on_any_rung) else State.UNKNOWN
