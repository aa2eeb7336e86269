"""Why a unit stands where it does; that S follows from the numbers is a property of its own."""

from __future__ import annotations

import pytest

from stemguard.domain.explain import explain
from stemguard.domain.ladder import Rung, State
from stemguard.domain.query import Tiers, View
from stemguard.testing.answers import corpus_of, make_unit, weigh_text

#: Slots 0 to 3, in key order; lengths 4, 2, 2 and 4, files of 6, 2 and 4.
UNITS = [
    make_unit("a", body="copy copy file filler", line=1),
    make_unit("a", body="copies copyist", line=2, kind="section", multiplier=0.5),
    make_unit("b", "", doc="the"),
    make_unit("c", body="file copying copying alpha"),
]


def test_it_says_what_the_corpus_is_and_how_long_the_unit() -> None:
    explained = explain(weigh_text(corpus_of(UNITS), "copy"), 0, "any")
    assert (explained.view, explained.n_units, explained.n_files) == (View.ALL, 4, 3)
    assert (explained.length, explained.average_length) == (4, 2.5)
    assert explained.file_length == 6
    assert explained.file_average_length == pytest.approx(10 / 3)
    assert explained.norm == pytest.approx(1.74)  # 1.2 * (0.25 + 0.75 * 1.6)
    assert explained.file_norm == pytest.approx(1.92)  # 1.2 * (0.25 + 0.75 * 1.8)


def test_it_gives_every_number_of_a_word() -> None:
    weighed = weigh_text(corpus_of(UNITS), "file copy", prefix=True)
    word, _ = explain(weighed, 1, "any").words
    assert (word.word, word.state, word.rung, word.held) == ("copy", State.KEPT, Rung.STEM, True)
    assert (word.document_frequency, word.term_frequency, word.typed) == (1, 0, 0.0)
    assert [(r.rung, r.share, r.count, r.most) for r in word.lower] == [
        (Rung.STEM, 0.5, 1, 2),
        (Rung.PREFIX, 0.25, 1, 1),
    ]
    # ln(1 + 3.5 / 1.5) * 2 * 2.2 / (2 + 1.74): the only typed score.
    assert word.floor == pytest.approx(1.4164385933246307, rel=1e-14)
    assert [r.score for r in word.lower] == pytest.approx([word.floor / 4, word.floor / 4])
    assert word.score == pytest.approx(word.floor / 2)


def test_it_gives_every_number_of_a_context() -> None:
    (context,) = explain(weigh_text(corpus_of(UNITS), "copy"), 0, "any").contexts
    assert (context.word, context.document_frequency, context.term_frequency) == ("copy", 2, 3)
    # The idf is ln(1 + 1.5 / 2.5); the score that times 3 * 2.2 / (3 + 1.92).
    assert context.idf == pytest.approx(0.4700036292457356)
    assert context.score == pytest.approx(0.6304926733784258)


def test_it_gives_the_factors_and_the_score() -> None:
    explained = explain(weigh_text(corpus_of(UNITS), "copy"), 1, "any")
    assert (explained.section_factor, explained.multiplier) == (0.3, 0.5)
    assert explained.score == pytest.approx((explained.word_sum + explained.context_sum) * 0.15)


def test_a_unit_that_does_not_qualify_is_explained_too() -> None:
    explained = explain(weigh_text(corpus_of(UNITS), "copy alpha the zzqx"), 2, "all")
    assert explained.lacking == ("alpha", "copy")
    assert (explained.score, explained.tier, explained.held) == (0.0, 0, 0)
    rungs = {word.word: (word.state, word.rung) for word in explained.words}
    assert rungs == {
        "alpha": (State.KEPT, None),
        "copy": (State.KEPT, None),
        "the": (State.SOFT, None),
        "zzqx": (State.UNKNOWN, None),
    }


def test_the_tier_is_that_of_the_request() -> None:
    weighed = weigh_text(corpus_of(UNITS), "copy file filler alpha")
    assert explain(weighed, 0, "any").tier == 0
    assert explain(weighed, 0, "all").tier == 3
    assert explain(weighed, 0, "any", tiers=Tiers.WORDS).tier == 3
    assert explain(weighed, 0, "any").held == 3


def test_in_view_names_there_is_no_context() -> None:
    weighed = weigh_text(corpus_of([make_unit("a", "copy", body="x1 x2")]), "copy", "names")
    explained = explain(weighed, 0, "any")
    assert (explained.contexts, explained.context_sum) == ((), 0.0)
    assert (explained.length, explained.average_length, explained.named) == (3, 3.0, 2)
