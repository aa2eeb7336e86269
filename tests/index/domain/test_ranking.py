"""Who qualifies, and in which order: sections 7 and 8 of the ranking rules."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from stemguard.domain.joined import Joined, Part
from stemguard.domain.ladder import State
from stemguard.domain.posting import hash_of
from stemguard.domain.query import Match
from stemguard.domain.ranking import WordReport, listed, rank, word_reports
from stemguard.domain.unit import Unit
from stemguard.testing.answers import answer, corpus_of, make_unit, paths_of, weigh_text
from stemguard.testing.oracle import OracleAnswer

FOUR = [
    make_unit("0", body="copy file tree node"),
    make_unit("1", body="copy file tree"),
    make_unit("2", body="copy"),
    make_unit("3", body="copies files trees nodes"),
]


def answer_to(units: list[Unit], query: str, match: Match = "any") -> OracleAnswer:
    return answer(corpus_of(units), query, match)


def grades(found: OracleAnswer) -> dict[str, tuple[int, int]]:
    """Tier and k by path."""
    return {row.key.path: (row.tier, row.held) for row in found.rows}


# Who qualifies


def test_any_asks_for_one_kept_word_on_any_rung() -> None:
    units = [*FOUR, make_unit("4", body="alpha")]
    assert set(paths_of(answer_to(units, "copy tree"))) == {"0", "1", "2", "3"}


def test_all_asks_for_every_kept_word_on_any_rung() -> None:
    assert set(paths_of(answer_to(FOUR, "copy tree", "all"))) == {"0", "1", "3"}


@pytest.mark.parametrize(
    ("match", "paths"),
    [
        (-1, {"0", "1", "2", "3"}),
        (1, {"0", "1", "2", "3"}),
        (2, {"0", "1", "3"}),
        (4, {"0", "3"}),
        (5, {"0", "3"}),
    ],
)
def test_at_least_asks_for_so_many(match: int, paths: set[str]) -> None:
    assert set(paths_of(answer_to(FOUR, "copy file tree node", match))) == paths


def test_an_unknown_word_empties_no_answer() -> None:
    assert set(paths_of(answer_to(FOUR, "copy zzqx tree", "all"))) == {"0", "1", "3"}


def test_without_a_kept_word_there_is_no_result() -> None:
    assert answer_to(FOUR, "zzqx").rows == ()
    assert answer_to(FOUR, "").rows == ()
    assert answer_to([], "copy").rows == ()


def test_stop_words_qualify_nothing() -> None:
    units = [make_unit("0", "to_string"), make_unit("1", "to_copy"), make_unit("2", "copy_file")]
    assert paths_of(answer_to(units, "to copy")) == ["1", "2"]
    assert set(paths_of(answer_to(units, "to copy", "all"))) == {"1", "2"}


def test_a_stop_word_scores_where_a_name_holds_it_and_raises_no_tier() -> None:
    units = [make_unit("0", "copy_xx"), make_unit("1", "copy_to")]
    first, second = answer_to(units, "copy to").rows
    assert (first.key.path, second.key.path) == ("1", "0")
    assert (first.tier, first.held) == (second.tier, second.held) == (1, 1)
    assert set(first.evidence) == {"copy", "to"}


def test_stop_words_alone_are_asked_for() -> None:
    units = [make_unit("0", "to_be"), make_unit("1", "copy")]
    assert paths_of(answer_to(units, "to be", "all")) == ["0"]


def test_an_exclusion_leaves_out_units_that_hold_all_its_words_as_typed() -> None:
    units = [
        make_unit("0", body="copy test file"),
        make_unit("1", body="copy test"),
        make_unit("2", body="copy tests files"),
    ]
    assert set(paths_of(answer_to(units, "copy -test_file"))) == {"1", "2"}
    assert set(paths_of(answer_to(units, "copy -test -files"))) == set()


def test_an_exclusion_is_held_through_its_compound() -> None:
    units = [
        make_unit("0", body="copy github"),
        make_unit("1", body="copy git hub"),
        make_unit("2", body="copy git"),
    ]
    assert paths_of(answer_to(units, "copy -GitHub")) == ["2"]


def test_an_exclusion_looks_at_the_view_searched() -> None:
    corpus = corpus_of([make_unit("0", "copy", body="test"), make_unit("1", "copy_test")])
    assert paths_of(answer(corpus, "copy -test", view="names")) == ["0"]
    assert paths_of(answer(corpus, "copy -test", view="all")) == []


# Tier


def test_a_stem_match_raises_no_tier() -> None:
    units = [
        make_unit("0", body="copies copying", multiplier=1.0),
        make_unit("1", body="copy " + "filler " * 99, multiplier=0.25),
    ]
    first, second = answer_to(units, "copy").rows
    assert (first.key.path, first.tier, second.tier) == ("1", 1, 0)
    assert first.score < second.score


def test_up_to_three_kept_words_a_tier_counts_those_held() -> None:
    assert grades(answer_to(FOUR, "copy file tree")) == {
        "0": (3, 3),
        "1": (3, 3),
        "2": (1, 1),
        "3": (0, 0),
    }


def test_from_four_kept_words_a_tier_says_whether_all_are_held() -> None:
    assert grades(answer_to(FOUR, "copy file tree node")) == {
        "0": (1, 4),
        "1": (0, 3),
        "2": (0, 1),
        "3": (0, 0),
    }
    assert grades(answer_to(FOUR, "copy file tree node", 3))["1"] == (0, 3)


def test_in_all_a_tier_always_counts() -> None:
    assert grades(answer_to(FOUR, "copy file tree node", "all")) == {"0": (4, 4), "3": (0, 0)}


def test_soft_and_unknown_words_are_not_among_the_kept() -> None:
    assert grades(answer_to(FOUR, "copy the file zzqx tree"))["1"] == (3, 3)


def test_a_request_may_choose_its_tiers() -> None:
    corpus = corpus_of(FOUR)
    assert grades(answer(corpus, "copy file tree node", tiers="words"))["1"] == (3, 3)
    assert grades(answer(corpus, "copy file", tiers="whole"))["2"] == (0, 1)
    assert grades(answer(corpus, "copy file", "all", tiers="whole"))["0"] == (1, 2)


def test_an_unfinished_word_is_held_by_a_word_that_starts_with_it() -> None:
    corpus = corpus_of([make_unit("0", body="copyist"), make_unit("1", body="copies")])
    assert grades(answer(corpus, "copy", prefix=True)) == {"0": (1, 1), "1": (0, 0)}


# Complete


def test_the_finished_word_comes_before_words_that_start_with_it() -> None:
    corpus = corpus_of(
        [
            make_unit("0", "copyist", body="file"),
            make_unit("1", body="copy file " + "filler " * 99),
            make_unit("2", body="copy"),
        ]
    )
    found = answer(corpus, "file copy", prefix=True)
    rows = [(row.key.path, row.tier, row.complete) for row in found.rows]
    assert rows == [("1", 2, 1), ("0", 2, 0), ("2", 1, 1)]


def test_below_every_tier_nothing_is_complete() -> None:
    corpus = corpus_of(FOUR)
    found = answer(corpus, "copy file node tree", prefix=True, tiers="whole")
    assert {row.key.path: row.complete for row in found.rows} == {"0": 1, "1": 0, "2": 0, "3": 0}


# Named


def test_a_name_that_equals_the_text_comes_before_one_that_equals_its_words() -> None:
    units = [
        make_unit("0", "copyfile", body="copy file " * 9),
        make_unit("1", "copy_file"),
        make_unit("2", "CopyFile", multiplier=0.25),
        make_unit("3", "copyFiles_file"),
    ]
    found = answer_to(units, " CopyFile")
    assert [(row.key.path, row.named) for row in found.rows][:2] == [("2", 2), ("0", 1)]
    assert {row.key.path: row.named for row in found.rows} == {"0": 1, "1": 1, "2": 2, "3": 0}


def test_a_tier_comes_before_a_name() -> None:
    # The name's words joined are the query's, but it holds `cat` by its stem alone.
    units = [make_unit("0", "copy_filecat", body="cats"), make_unit("1", body="cat")]
    found = answer_to(units, "copyfile cat")
    assert [(row.key.path, row.tier, row.named) for row in found.rows] == [("1", 1, 0), ("0", 0, 1)]


def test_a_name_keeps_its_stop_words() -> None:
    found = answer_to([make_unit("0", "to_copy"), make_unit("1", "copy")], "toCopy")
    assert {row.key.path: row.named for row in found.rows} == {"0": 1, "1": 0}


def test_quotes_exclusions_and_filters_are_no_part_of_a_name() -> None:
    found = answer_to([make_unit("0", "Copy")], ' "Copy" -test kind:function ')
    assert found.rows[0].named == 2


def test_a_name_whose_word_a_quote_cuts_in_two_is_still_the_text() -> None:
    found = answer_to([make_unit("0", "日本語")], '"日本"語')
    assert found.rows[0].named == 2


# S


def test_a_score_is_words_and_context_added_up() -> None:
    # N = F = 2, average lengths 2, df 1: ln 2 * 2.2 / 2.2 for the unit and again for its file.
    units = [make_unit("0", body="copy file"), make_unit("1", body="a1 a2")]
    (row,) = answer_to(units, "copy").rows
    rung, score = row.evidence["copy"]
    assert rung == "typed"
    assert score == pytest.approx(0.6931471805599453, rel=1e-14)
    assert row.score == pytest.approx(1.3862943611198906, rel=1e-14)


@pytest.mark.parametrize(
    ("kind", "multiplier", "factor"),
    [("function", 1.0, 1.0), ("section", 1.0, 0.3), ("section", 0.5, 0.15), ("file", 0.25, 0.25)],
)
def test_a_section_and_a_path_class_scale_the_whole_score(
    kind: str, multiplier: float, factor: float
) -> None:
    units = [
        make_unit("0", body="copy file", kind=kind, multiplier=multiplier),
        make_unit("1", body="a1 a2"),
    ]
    (row,) = answer_to(units, "copy").rows
    assert row.score == pytest.approx(1.3862943611198906 * factor, rel=1e-14)


def test_a_longer_unit_scores_less_for_the_same_words() -> None:
    units = [make_unit("0", body="copy " + "filler " * 9), make_unit("1", body="copy filler")]
    assert paths_of(answer_to(units, "copy")) == ["1", "0"]


def test_the_ninth_occurrence_counts_less_than_the_second_word() -> None:
    units = [
        make_unit("0", body="copy " * 9 + "file"),
        make_unit("1", body="copy " * 4 + "file " * 4 + "x1 x2"),
    ]
    assert paths_of(answer_to(units, "copy file")) == ["1", "0"]


def test_a_word_that_every_unit_holds_still_scores() -> None:
    units = [make_unit("0", body="copy"), make_unit("1", body="copy")]
    # ln(1 + 0.5 / 2.5) = ln 1.2, for the word and again for its context.
    assert [row.score for row in answer_to(units, "copy").rows] == pytest.approx(
        [0.3646431135879093] * 2, rel=1e-14
    )


def test_units_without_any_word_of_the_query_are_part_of_the_statistics() -> None:
    units = [make_unit("0", body="copy"), make_unit("1", body="copies")]
    bystanders = [make_unit(f"x{number}", body="filler") for number in range(6)]
    found = answer_to([*units, *bystanders], "copy")
    # N = 8, df = 1, length = average = 1: ln(1 + 7.5 / 1.5) = ln 6.
    assert found.rows[0].evidence["copy"][1] == pytest.approx(1.791759469228055, rel=1e-14)
    assert found.rows[1].evidence["copy"][1] == pytest.approx(0.8958797346140275, rel=1e-14)


def test_a_stem_match_scores_half_the_weakest_typed_match_at_most() -> None:
    units = [
        make_unit("0", body="copy"),
        make_unit("1", body="copy x1 x2 x3"),
        make_unit("2", body="copies"),
    ]
    scores = {row.key.path: row.evidence["copy"][1] for row in answer_to(units, "copy").rows}
    assert scores["2"] == pytest.approx(scores["1"] / 2, rel=1e-14)
    assert scores["1"] < scores["0"]


def test_no_stem_match_reaches_the_weakest_typed_match() -> None:
    units = [
        make_unit("0", "copy", body="copy " * 50),
        make_unit("1", body="copy " + "filler " * 300),
        make_unit("2", body="copies"),
    ]
    scores = {row.key.path: row.evidence["copy"][1] for row in answer_to(units, "copy").rows}
    assert scores["2"] < scores["1"] < scores["0"]


def test_a_compound_makes_no_unit_longer() -> None:
    # Both units have two words of a name, so both have the average length 6.
    units = [make_unit("0", "autoCancel"), make_unit("1", "copy file")]
    scores = [answer_to(units, query).rows[0].evidence for query in ("auto", "copy")]
    assert scores[0]["auto"][1] == scores[1]["copy"][1]


def test_the_order_of_the_words_changes_no_bit_of_a_score() -> None:
    # Two of the six orders of addition differ in the last digit.
    units = [
        make_unit("a", body="alpha beta beta gamma gamma"),
        make_unit("b", body="alpha"),
        make_unit("c", body="beta delta"),
    ]
    corpus = corpus_of(units)
    orders = [" ".join(words) for words in permutations(["alpha", "beta", "gamma"])]
    assert len({answer(corpus, query, view="all").rows[0].score for query in orders}) == 1


# Key


def test_equal_units_come_by_path_line_column_and_kind() -> None:
    places = [
        ("A", 0, 0, "a"),
        ("a", 2, 0, "b"),
        ("a", 2, 9, "a"),
        ("a", 10, 0, "a"),
        ("a", 10, 0, "b"),
        ("a/b", 0, 0, "a"),
        ("ab", 0, 0, "a"),
        ("é", 0, 0, "a"),
    ]
    units = [
        make_unit(path, "copy", line=line, column=column, kind=kind)
        for path, line, column, kind in reversed(places)
    ]
    found = answer(corpus_of(units), "copy", view="names")
    assert [tuple(row.key) for row in found.rows] == places


def test_equal_units_come_in_key_order_whichever_part_they_are_in() -> None:
    parts = [Part(corpus_of([make_unit(path, "copy")])) for path in ("c", "a", "b")]
    assert paths_of(answer(Joined(parts), "copy")) == ["a", "b", "c"]


def test_the_position_of_a_folder_comes_before_the_path() -> None:
    parts = [
        Part(corpus_of([make_unit("a", "copy")]), folder=1),
        Part(corpus_of([make_unit("b", "copy")]), folder=0),
    ]
    assert paths_of(answer(Joined(parts), "copy")) == ["b", "a"]


# Pages, filters and lists


def test_a_page_ends_where_equal_scores_are_cut_by_key() -> None:
    corpus = corpus_of([make_unit(f"{number}", "copy") for number in range(9)])
    assert paths_of(answer(corpus, "copy", limit=3)) == ["0", "1", "2"]
    assert paths_of(answer(corpus, "copy", offset=3, limit=3)) == ["3", "4", "5"]
    assert paths_of(answer(corpus, "copy", offset=8, limit=3)) == ["8"]
    assert paths_of(answer(corpus, "copy", offset=9, limit=3)) == []


def test_a_limit_of_zero_counts_without_showing() -> None:
    ranking = rank(weigh_text(corpus_of(FOUR), "copy"), "any", limit=0)
    assert (ranking.hits, ranking.total) == ((), 4)


def test_filters_leave_scores_as_they_are() -> None:
    corpus = corpus_of(FOUR)
    whole = {row.key: row for row in answer(corpus, "copy file").rows}
    allowed = np.array([False, True, True, False])
    filtered = answer(corpus, "copy file", allowed=allowed)
    assert [row.key.path for row in filtered.rows] == ["1", "2"]
    assert all(whole[row.key] == row for row in filtered.rows)


def test_a_list_is_in_key_order() -> None:
    parts = [Part(corpus_of([make_unit(path), make_unit(path, line=5)])) for path in "ba"]
    corpus = Joined(parts)
    ranking = listed(weigh_text(corpus, ""), None, offset=1, limit=2)
    shown = corpus.describe([hit.slot for hit in ranking.hits])
    assert [(unit.key.path, unit.key.line) for unit in shown] == [("a", 5), ("b", 0)]
    assert ranking.total == 4


def test_a_list_leaves_out_what_is_filtered_and_what_is_hidden() -> None:
    hidden = Part(corpus_of([make_unit("a"), make_unit("b")]), hidden=frozenset({"a"}))
    corpus = Joined([hidden, Part(corpus_of([make_unit("c")]))])
    assert listed(weigh_text(corpus, ""), None, limit=9).total == 2
    allowed = np.array([True, True, False])
    ranking = listed(weigh_text(corpus, ""), allowed, limit=9)
    assert [unit.key.path for unit in corpus.describe([h.slot for h in ranking.hits])] == ["b"]


# Reports


def test_each_word_is_reported_in_the_order_typed() -> None:
    weighed = weigh_text(corpus_of(FOUR), "zzqx the file copy -tree fi", prefix=True)
    assert word_reports(weighed) == (
        WordReport("zzqx", State.UNKNOWN, 0, 0),
        WordReport("the", State.SOFT, 0, 0),
        WordReport("file", State.KEPT, 2, 1),
        WordReport("copy", State.KEPT, 3, 1),
        WordReport("fi", State.IGNORED, 0, 0),
        WordReport("tree", State.EXCLUDED, 2, 0),
    )


def test_a_name_that_only_hashes_like_the_query_is_not_named() -> None:
    assert hash_of("plumless") == hash_of("buckeroo")
    corpus = corpus_of(
        [
            make_unit("a.py", "buckeroo", body="plumless"),
            make_unit("b.py", "other", body="plumless plumless plumless"),
        ]
    )
    ranking = rank(weigh_text(corpus, "plumless"), "any", limit=1)
    assert corpus.describe([ranking.hits[0].slot])[0].name == "other"
    assert ranking.hits[0].named == 0
