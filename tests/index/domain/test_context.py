"""What a whole file says about a word: section 8 of the ranking rules."""

from __future__ import annotations

import pytest

from stemguard.domain.context import FileContext
from stemguard.domain.unit import Unit
from stemguard.testing.answers import answer, corpus_of, make_unit, paths_of, weigh_text

#: Files a, b and c of lengths 6, 2 and 4: F = 3, average 4; norms 1.65, 0.75 and 1.2.
FILES = [
    make_unit("a", body="copy alpha", line=1),
    make_unit("a", body="copies beta", line=2),
    make_unit("a", body="gamma delta", line=3),
    make_unit("b", doc="alpha"),
    make_unit("c", body="copying copyist alpha alpha"),
]


def context_of(units: list[Unit], query: str, word: str) -> FileContext:
    return weigh_text(corpus_of(units), query).contexts[word]


def test_context_is_bm25_of_the_word_and_its_stem_with_files_as_documents() -> None:
    context = context_of(FILES, "copy", "copy")
    assert context.counts.tolist() == [2, 0, 1]
    # ln(1 + 1.5 / 2.5) = ln 1.6, times 2 * 2.2 / (2 + 1.65) and 2.2 / (1 + 1.2).
    assert context.document_frequency == 2
    assert context.idf == pytest.approx(0.4700036292457356)
    assert context.scores.tolist() == pytest.approx(
        [0.5665797174469142, 0.0, 0.4700036292457356], rel=1e-14
    )


def test_context_counts_are_weighted() -> None:
    units = [make_unit("a", "copy", container="copies", doc="copied", body="copying")]
    assert context_of(units, "copy", "copy").counts.tolist() == [7]


def test_the_context_of_a_quoted_word_counts_that_word_alone() -> None:
    assert context_of(FILES, '"copy"', "copy").counts.tolist() == [1, 0, 0]


def test_words_that_only_start_alike_are_no_context() -> None:
    weighed = weigh_text(corpus_of(FILES), "copyi", prefix=True)
    assert weighed.contexts["copyi"].counts.tolist() == [0, 0, 0]


def test_only_kept_words_have_context() -> None:
    units = [make_unit("a", "the copy")]
    assert set(weigh_text(corpus_of(units), "the copy zzqx").contexts) == {"copy"}


def test_view_names_has_no_context() -> None:
    units = [make_unit("a", "copy", line=1), make_unit("a", "file", line=2), make_unit("b", "copy")]
    assert not weigh_text(corpus_of(units), "copy", "names").contexts
    first, second = answer(corpus_of(units), "copy", view="names").rows
    assert first.score == second.score == first.evidence["copy"][1]


def test_context_lifts_a_unit_of_a_file_that_is_about_the_word() -> None:
    about = [
        make_unit("z", body="copy alpha", line=0),
        *(make_unit("z", body="copies copying", line=line) for line in (1, 2, 3)),
    ]
    other = [
        make_unit("a", body="copy alpha", line=0),
        *(make_unit("a", body="beta gamma", line=line) for line in (1, 2, 3)),
    ]
    first, second, *_ = answer(corpus_of([*about, *other]), "copy").rows
    assert (first.key.path, second.key.path) == ("z", "a")
    assert first.evidence == second.evidence


def test_context_makes_no_unit_qualify() -> None:
    found = answer(corpus_of(FILES), "copy")
    assert [(row.key.path, row.key.line) for row in found.rows] == [("a", 1), ("a", 2), ("c", 0)]


def test_context_raises_no_tier() -> None:
    units = [
        make_unit("a", body="copies", line=0),
        *(make_unit("a", body="copying copied", line=line) for line in range(1, 9)),
        make_unit("b", body="copy " + "filler " * 200),
    ]
    assert paths_of(answer(corpus_of(units), "copy"))[0] == "b"


def test_a_short_file_that_says_it_as_often_has_more_context() -> None:
    units = [
        make_unit("a", body="copy", line=1),
        make_unit("a", body="filler " * 50, line=2),
        make_unit("b", body="copy"),
    ]
    assert paths_of(answer(corpus_of(units), "copy")) == ["b", "a"]
