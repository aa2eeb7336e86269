"""The two rankings a stem guard is measured against, over the same corpus, words and formula.

Neither knows tiers, names, context or path classes: BM25 alone, as section 5 of the rules writes
it, so that what differs is what a stem is worth.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stemguard.domain.bm25 import Floats, Ints, bm25, inverse_document_frequency, length_norms
from stemguard.domain.corpus import NO_POSTINGS, Corpus, added
from stemguard.domain.query import View
from stemguard.domain.stem import stem

#: What a word of the same stem is worth beside the word itself, in the blend.
BLEND_SHARE = 0.35


def stemmed(corpus: Corpus, words: Sequence[str]) -> list[Floats]:
    """BM25 of each word's stem, by slot: what an index of stems gives. 0.0 where it is not."""
    norms = _norms(corpus)
    return [_stemmed_word(corpus, found, norms) for found in sorted({stem(w) for w in words})]


def blended(corpus: Corpus, words: Sequence[str]) -> list[Floats]:
    """BM25 of tf + 0.35 * tf of the other words of the stem, of each word, by slot."""
    norms = _norms(corpus)
    return [_blended_word(corpus, word, norms) for word in sorted(set(words))]


def best_first(scores: Floats, qualify: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Ints:
    """The slots that qualify, by score; ties by slot, which in a `UnitCorpus` is key order."""
    slots = np.flatnonzero(qualify)
    return slots[np.argsort(-scores[slots], kind="stable")]


def _norms(corpus: Corpus) -> Floats:
    return length_norms(corpus.units().all_length, corpus.total_length(View.ALL), corpus.n_units)


def _stemmed_word(corpus: Corpus, its_stem: str, norms: Floats) -> Floats:
    postings = added(corpus.family(its_stem, View.ALL).values())
    return _dense(corpus, postings.slots, postings.counts.astype(np.float64), norms)


def _blended_word(corpus: Corpus, word: str, norms: Floats) -> Floats:
    family = corpus.family(stem(word), View.ALL)
    own = family.get(word, NO_POSTINGS)
    others = added(postings for term, postings in family.items() if term != word)
    counts = np.zeros(len(norms))
    counts[own.slots] = own.counts
    counts[others.slots] += BLEND_SHARE * others.counts
    slots = np.flatnonzero(counts)
    return _dense(corpus, slots, counts[slots], norms)


def _dense(corpus: Corpus, slots: Ints, counts: Floats, norms: Floats) -> Floats:
    idf = inverse_document_frequency(corpus.n_units, len(slots)) if corpus.n_units else 0.0
    scores = np.zeros(len(norms))
    # The formula takes any positive count; its signature says integers because the rules do.
    scores[slots] = bm25(idf, counts, norms[slots])  # type: ignore[arg-type]
    return scores
