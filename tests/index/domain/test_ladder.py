"""The evidence for one word: section 6 of the ranking rules."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from stemguard.domain.corpus import Postings
from stemguard.domain.ladder import Evidence, Rung, State, positions, typed_postings, word_scores
from stemguard.domain.query import View, Word
from stemguard.domain.unit import Unit
from stemguard.testing.answers import corpus_of, make_unit, weigh_text

#: N = 6, average length 2. `copy`: df 2, idf = ln 2.8.
COPIES = [
    make_unit("0", body="copy copy"),
    make_unit("1", body="copy alpha beta gamma"),
    make_unit("2", body="copies copying"),
    make_unit("3", body="copied"),
    make_unit("4", body="copyright copybook"),
    make_unit("5", body="copyist"),
]
#: ln 2.8 * 2 * 2.2 / (2 + 1.2) and ln 2.8 * 1 * 2.2 / (1 + 2.1).
TYPED = [1.4157266986240926, 0.7306976509027575]


def evidence_for(
    units: list[Unit], query: str, word: str, view: View = View.ALL, *, prefix: bool = False
) -> Evidence:
    weighed = weigh_text(corpus_of(units), query, view.value, prefix=prefix)
    return next(e for e in weighed.evidence if e.word.text == word)


def counts(postings: Postings) -> dict[int, int]:
    return dict(zip(postings.slots.tolist(), postings.counts.tolist(), strict=True))


def on_rung(evidence: Evidence, rung: Rung) -> dict[int, float]:
    (found,) = (r for r in evidence.rungs if r.rung is rung)
    return dict(zip(found.postings.slots.tolist(), found.scores.tolist(), strict=True))


def close(expected: Mapping[int, float]) -> object:
    return pytest.approx(dict(expected), rel=1e-14)


def test_typed_is_bm25() -> None:
    evidence = evidence_for(COPIES, "copy", "copy")
    assert evidence.document_frequency == 2
    assert evidence.idf == pytest.approx(1.0296194171811582)
    assert on_rung(evidence, Rung.TYPED) == close(dict(enumerate(TYPED)))


def test_the_floor_is_the_weakest_typed_score() -> None:
    assert evidence_for(COPIES, "copy", "copy").floor == pytest.approx(TYPED[1], rel=1e-14)


def test_the_floor_of_a_word_that_no_unit_holds_is_its_idf() -> None:
    evidence = evidence_for(COPIES, "copys", "copys")
    # ln(1 + 6.5 / 0.5) = ln 14
    assert evidence.floor == evidence.idf == pytest.approx(2.6390573296152584, rel=1e-14)
    assert on_rung(evidence, Rung.STEM)[2] == pytest.approx(1.3195286648076292, rel=1e-14)


def test_stem_is_half_the_floor_for_the_largest_count() -> None:
    evidence = evidence_for(COPIES, "copy", "copy")
    assert on_rung(evidence, Rung.STEM) == close({2: TYPED[1] / 2, 3: TYPED[1] / 4})


def test_stem_counts_are_weighted_and_leave_out_the_word_itself() -> None:
    units = [
        make_unit("0", "copies", body="copy copy copied"),
        make_unit("1", doc="copying"),
        make_unit("2", body="copy"),
    ]
    (_, stem_rung, _) = evidence_for(units, "copy", "copy").rungs
    assert counts(stem_rung.postings) == {0: 4, 1: 2}
    assert stem_rung.most == 4


def test_the_prefix_rung_is_for_the_unfinished_word_alone() -> None:
    assert on_rung(evidence_for(COPIES, "copy", "copy"), Rung.PREFIX) == {}
    evidence = evidence_for(COPIES, "alpha copy", "copy", prefix=True)
    assert on_rung(evidence, Rung.PREFIX) == close({4: TYPED[1] / 4, 5: TYPED[1] / 8})
    assert on_rung(evidence_for(COPIES, "copy alpha", "copy", prefix=True), Rung.PREFIX) == {}


def test_prefix_counts_leave_out_the_word_and_its_stem() -> None:
    units = [
        make_unit("0", body="replicate replicates replicatex"),
        make_unit("1", body="replicated"),
        make_unit("2", body="replicatexy replicatexy"),
    ]
    evidence = evidence_for(units, "replicate", "replicate", prefix=True)
    (_, _, prefix_rung) = evidence.rungs
    assert counts(prefix_rung.postings) == {0: 1, 2: 2}
    assert evidence.held.tolist() == [0, 1, 2]


def test_rungs_add_up_typed_first() -> None:
    units = [make_unit("0", body="copy copies copyist"), make_unit("1", body="alpha")]
    evidence = evidence_for(units, "copy", "copy", prefix=True)
    typed, stem, prefix = (on_rung(evidence, rung)[0] for rung in Rung)
    assert word_scores(evidence, evidence.on_any_rung).tolist() == [(typed + stem) + prefix]


def test_shares_of_the_floor_are_worked_out_from_left_to_right() -> None:
    # Nine counts at most, one here; 0.5 * floor * (1 / 9) differs in the last digit.
    units = [
        make_unit("0", body=" ".join(["copies"] * 9)),
        make_unit("1", body="copying"),
        make_unit("2", "copy"),
    ]
    evidence = evidence_for(units, "copy", "copy")
    assert on_rung(evidence, Rung.STEM)[1] == 0.5 * evidence.floor * 1 / 9


def test_a_word_and_its_other_forms_stay_below_the_floor_whatever_the_lengths() -> None:
    units = [
        make_unit("0", body="copy " + "filler " * 500),
        make_unit("1", "copy"),
        make_unit("2", "copying copies copyist", body="copied " * 100),
    ]
    evidence = evidence_for(units, "copy", "copy", prefix=True)
    with_0, with_1, without = word_scores(evidence, evidence.on_any_rung).tolist()
    assert without < with_0 < with_1


# Compounds


def test_a_compound_in_a_unit_holds_each_word_of_the_identifier() -> None:
    units = [
        make_unit("0", body="github github"),
        make_unit("1", body="git"),
        make_unit("2", body="git git git github"),
        make_unit("3", body="hub"),
    ]
    evidence = evidence_for(units, "GitHub", "git")
    assert counts(evidence.typed.postings) == {0: 2, 1: 1, 2: 3}
    assert counts(evidence_for(units, "git hub", "git").typed.postings) == {1: 1, 2: 3}


def test_a_compound_of_a_unit_is_a_word_of_it_on_every_rung() -> None:
    units = [make_unit("0", "autoCopies"), make_unit("1", "un_rested")]
    evidence = evidence_for(units, "autocopies", "autocopies")
    assert counts(evidence.typed.postings) == {0: 3}
    evidence = evidence_for(units, "autocopy", "autocopy")
    assert counts(evidence.rungs[1].postings) == {0: 3}
    evidence = evidence_for(units, "unre", "unre", prefix=True)
    assert counts(evidence.rungs[2].postings) == {1: 3}


def test_context_counts_the_word_and_its_stem_without_what_compounds_lift() -> None:
    units = [make_unit("0", body="github gits git"), make_unit("1", body="github")]
    assert counts(evidence_for(units, "GitHub", "git").family) == {0: 2}


# Quoted and soft words, states, views


def test_a_quoted_word_is_on_the_typed_rung_alone() -> None:
    evidence = evidence_for(COPIES, '"copy"', "copy", prefix=True)
    assert on_rung(evidence, Rung.STEM) == on_rung(evidence, Rung.PREFIX) == {}
    assert evidence.on_any_rung.tolist() == evidence.held.tolist() == [0, 1]
    assert counts(evidence.family) == {0: 2, 1: 1}


def test_a_soft_word_is_on_the_typed_rung_alone() -> None:
    units = [make_unit("0", "with"), make_unit("1", "withe"), make_unit("2", "copy")]
    evidence = evidence_for(units, "copy with", "with")
    assert evidence.state is State.SOFT
    assert evidence.on_any_rung.tolist() == [0]


@pytest.mark.parametrize(
    ("query", "word", "prefix", "state"),
    [
        ("copy", "copy", False, State.KEPT),
        ("copyings", "copyings", False, State.KEPT),  # by its stem
        ("copyr", "copyr", False, State.UNKNOWN),
        ("copyr", "copyr", True, State.KEPT),  # by its start
        ('"copyings"', "copyings", False, State.UNKNOWN),
        ("copy the", "the", False, State.SOFT),
        ("the", "the", False, State.UNKNOWN),
        ("zzqx", "zzqx", True, State.UNKNOWN),
    ],
)
def test_a_word_is_kept_if_any_unit_is_on_an_active_rung(
    query: str, word: str, prefix: bool, state: State
) -> None:
    assert evidence_for(COPIES, query, word, prefix=prefix).state is state


def test_in_view_names_only_names_and_containers_are_evidence() -> None:
    units = [
        make_unit("0", "copy"),
        make_unit("1", container="copy"),
        make_unit("2", doc="copy", body="copies"),
    ]
    evidence = evidence_for(units, "copy", "copy", View.NAMES)
    assert counts(evidence.typed.postings) == {0: 3, 1: 1}
    assert evidence.on_any_rung.tolist() == [0, 1]


def test_an_empty_corpus_has_no_evidence_and_an_idf_of_zero() -> None:
    evidence = evidence_for([], "copy", "copy")
    assert (evidence.idf, evidence.floor, evidence.state) == (0.0, 0.0, State.UNKNOWN)


def test_what_a_unit_holds_as_typed_is_the_larger_of_word_and_compound() -> None:
    corpus = corpus_of([make_unit("0", body="git"), make_unit("1", body="github git")])
    found = typed_postings(corpus, Word("git", compounds=("github",)), View.ALL)
    assert counts(found) == {0: 1, 1: 1}


def test_positions_are_where_wanted_slots_stand() -> None:
    at, which = positions(np.array([1, 3, 5]), np.array([0, 3, 4, 5, 9]))
    assert (at.tolist(), which.tolist()) == ([1, 2], [1, 3])
    at, which = positions(np.array([], dtype=np.int64), np.array([0]))
    assert (at.tolist(), which.tolist()) == ([], [])
