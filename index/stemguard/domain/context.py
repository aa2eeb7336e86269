"""What a whole file says about a word: section 8 of the ranking rules."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from stemguard.domain.bm25 import Floats, Ints, bm25, inverse_document_frequency, length_norms
from stemguard.domain.corpus import Corpus
from stemguard.domain.ladder import Evidence
from stemguard.domain.query import View


@dataclass(frozen=True, slots=True)
class FileContext:
    """The context of one word: `counts` and `scores` have a row for each file number."""

    idf: float
    document_frequency: int
    counts: Ints
    scores: Floats


def file_norms(corpus: Corpus, files: Ints) -> Floats:
    """The length norms of files, by their numbers, as documents."""
    lengths = corpus.files().length[files]
    return length_norms(lengths, corpus.total_length(View.ALL), corpus.n_files)


def word_context(corpus: Corpus, evidence: Evidence) -> FileContext:
    """BM25 of a kept word and the words of its stem, files taken as documents."""
    n_numbers = len(corpus.files().path)
    files = corpus.units().file[evidence.family.slots]
    counts = np.bincount(files, weights=evidence.family.counts, minlength=n_numbers)
    counts = counts.astype(np.int64)
    holding = np.flatnonzero(counts)
    idf = inverse_document_frequency(corpus.n_files, len(holding))
    scores = np.zeros(n_numbers)
    scores[holding] = bm25(idf, counts[holding], file_norms(corpus, holding))
    return FileContext(idf, len(holding), counts, scores)
