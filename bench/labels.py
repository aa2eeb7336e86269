"""Queries whose answers are known: which units hold a word as typed, and which in another form.

What another form of a word is, a dictionary of lemmas says that knows nothing of our stemmer.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import simplemma
from numpy.typing import NDArray

from stemguard.domain.posting import PostedUnit
from stemguard.domain.tokenize import STOP_WORDS

#: Shorter words are never stemmed.
_SHORTEST = 3
#: What is left of `doesn't` between its apostrophe and the rest: no word that anybody types.
_PIECES_OF_CONTRACTIONS = frozenset(
    [
        "aren",
        "couldn",
        "didn",
        "doesn",
        "don",
        "hadn",
        "hasn",
        "haven",
        "isn",
        "mustn",
        "shouldn",
        "wasn",
        "weren",
        "wouldn",
    ]
)

Flags = NDArray[np.bool_]
Counts = NDArray[np.int8]


@dataclass(frozen=True)
class Labelled:
    """A query and what the dictionary says of every unit. One row a unit in each array.

    `typed` counts the words that a unit holds as typed, `any_form` those it holds in some form.
    """

    words: tuple[str, ...]
    typed: Counts
    any_form: Counts

    @property
    def text(self) -> str:
        """What is asked."""
        return " ".join(self.words)

    @cached_property
    def full(self) -> Flags:
        """Units that hold all words as typed."""
        return np.equal(self.typed, len(self.words))

    @cached_property
    def lesser(self) -> Flags:
        """Units that hold some word in another form only."""
        return self.any_form > self.typed

    def only_by_form(self, required: int) -> Flags:
        """Units that have `required` words, but not without counting other forms."""
        return (self.typed < required) & (self.any_form >= required)

    @cached_property
    def gains(self) -> NDArray[np.float64]:
        """2 for all words as typed, 1 for all words in some form, else 0."""
        complete = np.equal(self.any_form, len(self.words))
        return np.add(complete, self.full, dtype=np.float64)


class Dictionary:
    """The words of a corpus by lemma, and the units that hold each. Units are numbered in order."""

    def __init__(self, posted: Sequence[PostedUnit]) -> None:
        self._n_units = len(posted)
        self._terms_of = [
            [term for term in unit.terms.all_counts if _may_be_asked(term)] for unit in posted
        ]
        holders: dict[str, list[int]] = {}
        for number, terms in enumerate(self._terms_of):
            for term in terms:
                holders.setdefault(term, []).append(number)
        self._holders = {term: np.array(units) for term, units in holders.items()}
        self._lemmas = dict(_lemmas(holders))
        self._forms: dict[str, list[str]] = {}
        for term, lemma in sorted(self._lemmas.items()):
            self._forms.setdefault(lemma, []).append(term)

    def draw_single(self, n: int, chance: random.Random) -> list[Labelled]:
        """So many one-word queries, drawn with weight sqrt(df) among words of several forms."""
        weights = {
            term: math.sqrt(len(self._holders[term]))
            for term in sorted(self._lemmas)
            if len(self._forms[self._lemmas[term]]) > 1
        }
        # Efraimidis and Spirakis (2006): the largest u^(1/w) are a weighted sample.
        drawn = sorted(weights, key=lambda term: chance.random() ** (1 / weights[term]))
        queries = (self.label((term,)) for term in reversed(drawn))
        return _first(n, (query for query in queries if query.lesser.any()))

    def draw_several(self, n: int, n_words: int, chance: random.Random) -> list[Labelled]:
        """So many queries of `n_words` words that stand together in some unit."""
        return _first(n, self._several(n_words, chance))

    def label(self, words: tuple[str, ...]) -> Labelled:
        """What the dictionary says of every unit for some of its words."""
        typed = np.zeros(self._n_units, dtype=np.int8)
        any_form = np.zeros(self._n_units, dtype=np.int8)
        for word in words:
            holds = np.zeros(self._n_units, dtype=np.bool_)
            for form in self._forms[self._lemmas[word]]:
                holds[self._holders[form]] = True
            any_form += holds
            typed[self._holders[word]] += 1
        return Labelled(words, typed, any_form)

    def _several(self, n_words: int, chance: random.Random) -> Iterator[Labelled]:
        seen: set[tuple[str, ...]] = set()
        while True:
            by_lemma: dict[str, str] = {}
            for term in sorted(self._terms_of[chance.randrange(self._n_units)]):
                lemma = self._lemmas.get(term)
                if lemma is not None and len(self._forms[lemma]) > 1:
                    by_lemma.setdefault(lemma, term)
            if len(by_lemma) < n_words:
                continue
            words = tuple(chance.sample(list(by_lemma.values()), n_words))
            if tuple(sorted(words)) in seen:
                continue
            seen.add(tuple(sorted(words)))
            query = self.label(words)
            if query.only_by_form(n_words).any():
                yield query


def _may_be_asked(term: str) -> bool:
    is_word = len(term) >= _SHORTEST and term.isascii() and term.isalpha()
    return is_word and term not in STOP_WORDS and term not in _PIECES_OF_CONTRACTIONS


def _lemmas(terms: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    for term in terms:
        if simplemma.is_known(term, lang="en"):
            yield term, simplemma.lemmatize(term, lang="en")


def _first(n: int, queries: Iterator[Labelled]) -> list[Labelled]:
    return [query for _, query in zip(range(n), queries, strict=False)]
