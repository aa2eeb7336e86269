"""BM25: section 5 of the ranking rules."""

from __future__ import annotations

import numpy as np
import pytest

from stemguard.domain.bm25 import bm25, inverse_document_frequency, length_norms


def ints(*values: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array(values, dtype=np.int64)


@pytest.mark.parametrize(
    ("n_documents", "document_frequency", "idf"),
    [
        (10, 3, 1.1451323043030025),  # ln(1 + 7.5 / 3.5) = ln(22 / 7)
        (6, 2, 1.0296194171811582),  # ln(1 + 4.5 / 2.5) = ln 2.8
        (0, 0, 0.6931471805599453),  # ln(1 + 0.5 / 0.5) = ln 2
        (7, 0, 2.772588722239781),  # ln(1 + 7.5 / 0.5) = ln 16
    ],
)
def test_the_idf_is_smoothed(n_documents: int, document_frequency: int, idf: float) -> None:
    found = inverse_document_frequency(n_documents, document_frequency)
    assert found == pytest.approx(idf, rel=1e-15)


def test_a_word_in_every_document_has_a_positive_idf() -> None:
    assert inverse_document_frequency(10, 10) == pytest.approx(0.04652001563489282, rel=1e-13)


def test_the_length_counts_by_its_ratio_to_the_average() -> None:
    # Average 5: 1.2 * (0.25 + 0.75 * length / 5).
    found = length_norms(ints(0, 5, 10), 15, 3)
    assert found.tolist() == pytest.approx([0.3, 1.2, 2.1], rel=1e-15)


def test_the_average_is_that_of_the_total_and_not_of_the_lengths_given() -> None:
    assert length_norms(ints(4), 30, 3).tolist() == pytest.approx([0.66], rel=1e-15)


def test_an_average_of_zero_makes_the_ratio_zero() -> None:
    assert length_norms(ints(0, 0), 0, 2).tolist() == pytest.approx([0.3, 0.3], rel=1e-15)
    assert length_norms(ints(), 0, 0).tolist() == []


def test_the_score_saturates_with_the_term_frequency() -> None:
    found = bm25(1.0, ints(1, 2, 1_000_000_000), np.array([1.2, 2.1, 1.2])).tolist()
    assert found == pytest.approx([1.0, 4.4 / 4.1, 2.2], rel=1e-8)
    assert max(found) < 2.2


def test_operations_go_from_left_to_right() -> None:
    # With any other association the last digit of these differs.
    assert bm25(0.7, ints(3), np.array([2.1])).tolist() == [0.9058823529411764]
    assert length_norms(ints(4), 26, 3).tolist() == [0.7153846153846155]
