"""BM25: section 5 of the ranking rules. The order of operations is part of the rules.

Source: Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009),
with the idf that is never negative.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

#: Saturation of the term frequency.
K1 = 1.2
#: How much the length of a unit counts.
B = 0.75

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def inverse_document_frequency(n_documents: int, document_frequency: int) -> float:
    """ln(1 + (N - df + 0.5) / (df + 0.5)): positive for every df from 0 to N."""
    return math.log(1 + (n_documents - document_frequency + 0.5) / (document_frequency + 0.5))


def length_norms(lengths: Ints, total_length: int, n_documents: int) -> Floats:
    """k1 * (1 - b + b * length / average) for each length, average = total_length / n_documents.

    An average of 0, or no documents, makes the ratio 0.
    """
    if not total_length or not n_documents:
        return np.full(len(lengths), K1 * (1 - B))
    average = total_length / n_documents
    return K1 * (1 - B + B * lengths.astype(np.float64) / average)


def bm25(idf: float, term_frequencies: Ints, norms: Floats) -> Floats:
    """idf * tf * (k1 + 1) / (tf + norm), element by element; tf > 0."""
    tf = term_frequencies.astype(np.float64)
    return idf * tf * (K1 + 1) / (tf + norms)
