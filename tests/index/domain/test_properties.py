"""What holds for every corpus and every query: section 9 of the ranking rules, points 1 to 4."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Literal

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stemguard.domain.explain import Explanation, explain
from stemguard.domain.joined import Joined, Part
from stemguard.domain.ladder import gather, word_scores
from stemguard.domain.posting import post
from stemguard.domain.query import Match, View, Word, parse_query
from stemguard.domain.ranking import rank
from stemguard.domain.unit import Unit, UnitKey
from stemguard.testing.answers import EVERYTHING, answer, corpus_of, weigh_text
from stemguard.testing.oracle import oracle_rank

ViewName = Literal["all", "names"]
TiersName = Literal["words", "whole"] | None

#: Families of stems, compounds in both spellings, stop words, digits and scripts without spaces.
WORDS = [
    *["partition", "partitions", "partitioning", "Partitioned", "part", "parting"],
    *["cancel", "cancelled", "cancelling", "autoCancel", "auto_cancel", "autocancel", "auto"],
    *["GitHub", "github", "git", "hub", "git_hub", "gits", "URLs", "parseURLs", "parsing"],
    *["copy", "copies", "copied", "CopyFile", "file", "files", "v2", "utf8", "0"],
    *["the", "of", "to", "to_string", "is_valid", "i_s", "and", "strings"],
    *["日本語", "日本", "검색기능", "İzmir", "Straße", "หน้า", "get_partition_uuid"],
]
PATHS = ["a/x.py", "a/y.py", "b/x.md", "b/z.py", "c.py"]

KINDS = ["function", "class", "section", "file"]
CONTAINERS = ["", "GitHub", "copy > files", "to"]
MULTIPLIERS = [1.0, 1.0, 0.5, 0.25]


def _words(letters: bytes) -> list[str]:
    return [WORDS[letter % len(WORDS)] for letter in letters]


def _unit(place: int, look: int, name: bytes, doc: bytes, body: bytes) -> Unit:
    path, place = PATHS[place % len(PATHS)], place // len(PATHS)
    return Unit(
        UnitKey(path, place // 8, place // 4 % 2, KINDS[place % 4]),
        name="_".join(_words(name)),
        container=CONTAINERS[look % 4],
        doc=" ".join(_words(doc)),
        body=" ".join(_words(body)),
        multiplier=MULTIPLIERS[look // 4],
    )


# A word a byte: a draw a text, not a draw a word, for thousands of corpora in seconds.
units = st.builds(
    _unit,
    st.integers(0, 24 * len(PATHS) - 1),
    st.integers(0, 15),
    st.binary(max_size=2),
    st.binary(max_size=5),
    st.binary(max_size=8),
)
corpora = st.lists(units, max_size=9, unique_by=lambda unit: unit.key)
views: st.SearchStrategy[ViewName] = st.sampled_from(["all", "names"])
matches: st.SearchStrategy[Match] = st.sampled_from(["any", "any", "all", "all", 0, 2, 3, 9])
tiers_given: st.SearchStrategy[TiersName] = st.sampled_from([None, None, "words", "whole"])
query_words = st.sampled_from([*WORDS, "par", "cop", "copying", "replica", "zzqx", "gith"])
plain_queries = st.lists(query_words, max_size=6).map(" ".join)
query_pieces = st.one_of(
    query_words,
    query_words,
    query_words.map('"{}"'.format),
    query_words.map("-{}".format),
    st.sampled_from(
        ['"git hub"', '-"to string"', '"', "-", "kind:class", "x:y", "_", "co", '"日本"語']
    ),
)
queries = st.lists(query_pieces, max_size=6).map(" ".join)


def quick(examples: int) -> settings:
    """So many examples, however slow the machine."""
    return settings(
        max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )


@given(corpora, queries, matches, views, st.booleans(), tiers_given)
@quick(1000)
def test_an_answer_is_the_one_that_brute_force_finds(
    corpus: list[Unit],
    query: str,
    match: Match,
    view: ViewName,
    prefix: bool,
    tiers: TiersName,
) -> None:
    expected = oracle_rank(corpus, query, match, view, prefix=prefix, tiers=tiers)
    assert answer(corpus_of(corpus), query, match, view, prefix=prefix, tiers=tiers) == expected


@given(corpora, corpora, plain_queries, views, st.booleans(), st.data())
@quick(300)
def test_parts_answer_as_the_whole_without_what_they_hide(
    corpus: list[Unit],
    stale: list[Unit],
    query: str,
    view: ViewName,
    prefix: bool,
    data: st.DataObject,
) -> None:
    homes = {path: data.draw(st.integers(0, 4)) for path in PATHS}
    older = {path: data.draw(st.integers(0, 4)) for path in PATHS}
    parts = []
    for number in range(5):
        hidden = frozenset(
            path for path in PATHS if older[path] == number and homes[path] != number
        )
        shown = [unit for unit in corpus if homes[unit.key.path] == number]
        covered = [unit for unit in stale if unit.key.path in hidden]
        parts.append(Part(corpus_of([*shown, *covered]), hidden=hidden))
    expected = oracle_rank(corpus, query, "any", view, prefix=prefix)
    assert answer(Joined(parts), query, "any", view, prefix=prefix) == expected


@given(corpora, corpora, plain_queries)
@quick(100)
def test_folders_answer_as_one_corpus_in_the_order_of_the_folders(
    first: list[Unit], second: list[Unit], query: str
) -> None:
    folders = [
        [_moved(unit, folder) for unit in corpus] for folder, corpus in enumerate([first, second])
    ]
    expected = oracle_rank([*folders[0], *folders[1]], query, "any", "all")
    joined = Joined([Part(corpus_of(second), folder=1), Part(corpus_of(first), folder=0)])
    ranking = rank(weigh_text(joined, query), "any", limit=EVERYTHING)
    shown = joined.describe([hit.slot for hit in ranking.hits])
    found = [(unit.key._replace(path=f"{unit.folder}/{unit.key.path}")) for unit in shown]
    assert found == [row.key for row in expected.rows]
    assert [hit.score for hit in ranking.hits] == [row.score for row in expected.rows]


@given(corpora, views, st.booleans(), st.integers(0, 3))
@quick(2000)
def test_no_evidence_without_the_typed_word_reaches_the_least_with_it(
    corpus: list[Unit], view: ViewName, unfinished: bool, turn: int
) -> None:
    held = corpus_of(corpus)
    slots = np.arange(len(corpus))
    # A quarter of the words each, or most of the time goes into corpora of many words.
    for text in sorted(_terms(corpus) | {"copying", "par"})[turn::4]:
        evidence = gather(held, Word(text, unfinished=unfinished), View(view))
        scores = word_scores(evidence, slots)
        typed = evidence.typed.postings.slots
        if len(typed):
            assert np.delete(scores, typed).max(initial=0.0) < scores[typed].min()


@given(corpora, query_words, matches, views, st.booleans(), tiers_given)
@quick(2000)
def test_in_a_query_of_one_word_no_unit_without_it_passes_one_with_it(
    corpus: list[Unit],
    query: str,
    match: Match,
    view: ViewName,
    prefix: bool,
    tiers: TiersName,
) -> None:
    parsed = parse_query(query, View(view), prefix=prefix)
    if len(parsed.words) != 1:
        return
    found = answer(corpus_of(corpus), query, match, view, prefix=prefix, tiers=tiers)
    by_key = {unit.key: unit for unit in corpus}
    whole = replace(parsed.words[0], unfinished=False)
    holds = [_holds(by_key[row.key], whole, view) for row in found.rows]
    assert holds == sorted(holds, reverse=True)


@given(
    corpora,
    st.lists(query_words, min_size=1, max_size=8).map(" ".join),
    matches,
    views,
    st.booleans(),
    tiers_given,
)
@quick(2000)
def test_no_unit_that_lacks_a_kept_word_passes_one_that_holds_all(
    corpus: list[Unit],
    query: str,
    match: Match,
    view: ViewName,
    prefix: bool,
    tiers: TiersName,
) -> None:
    found = answer(corpus_of(corpus), query, match, view, prefix=prefix, tiers=tiers)
    words = [
        word
        for word in parse_query(query, View(view), prefix=prefix).words
        if found.states[word.text] == "kept"
    ]
    by_key = {unit.key: unit for unit in corpus}
    holds_all = [all(_holds(by_key[row.key], word, view) for word in words) for row in found.rows]
    assert holds_all == sorted(holds_all, reverse=True)


@given(corpora, plain_queries, st.integers(0, 10), st.integers(0, 10))
@quick(200)
def test_a_page_is_a_slice_of_the_whole_answer(
    corpus: list[Unit], query: str, offset: int, limit: int
) -> None:
    weighed = weigh_text(corpus_of(corpus), query)
    whole = rank(weighed, "any", limit=EVERYTHING)
    page = rank(weighed, "any", offset=offset, limit=limit)
    assert page.hits == whole.hits[offset : offset + limit]
    assert page.total == whole.total == len(whole.hits)


@given(corpora, plain_queries, st.data())
@quick(200)
def test_a_filter_leaves_out_units_and_changes_nothing_else(
    corpus: list[Unit], query: str, data: st.DataObject
) -> None:
    flags = data.draw(st.lists(st.booleans(), min_size=len(corpus), max_size=len(corpus)))
    allowed = np.array(flags, dtype=np.bool_)
    weighed = weigh_text(corpus_of(corpus), query)
    whole = rank(weighed, "any", limit=EVERYTHING)
    filtered = rank(weighed, "any", allowed=allowed, limit=EVERYTHING)
    assert filtered.hits == tuple(hit for hit in whole.hits if allowed[hit.slot])
    assert filtered.words == whole.words


@given(corpora, st.lists(query_words, max_size=6), matches, st.randoms(use_true_random=False))
@quick(200)
def test_the_order_of_the_words_changes_only_which_units_are_named(
    corpus: list[Unit], typed: list[str], match: Match, random: Random
) -> None:
    shuffled = list(typed)
    random.shuffle(shuffled)
    held = corpus_of(corpus)
    found = [answer(held, " ".join(words), match) for words in (typed, shuffled)]
    rows = [{row.key: row._replace(named=0) for row in one.rows} for one in found]
    assert rows[0] == rows[1]
    assert found[0].states == found[1].states


@given(corpora, plain_queries, st.randoms(use_true_random=False))
@quick(200)
def test_the_order_in_which_units_are_given_says_nothing(
    corpus: list[Unit], query: str, random: Random
) -> None:
    shuffled = list(corpus)
    random.shuffle(shuffled)
    assert answer(corpus_of(corpus), query) == answer(corpus_of(shuffled), query)


@given(corpora, queries, views, st.booleans())
@quick(200)
def test_an_explanation_holds_every_number_of_the_score(
    corpus: list[Unit], query: str, view: ViewName, prefix: bool
) -> None:
    weighed = weigh_text(corpus_of(corpus), query, view, prefix=prefix)
    hits = {hit.slot: hit for hit in rank(weighed, "any", limit=EVERYTHING).hits}
    for slot in range(len(corpus)):
        explained = explain(weighed, slot, "any")
        assert _worked_out(explained) == explained.score
        if slot in hits:
            hit = hits[slot]
            assert explained.score == hit.score
            grades = (explained.tier, explained.complete, explained.held, explained.named)
            assert grades == (hit.tier, hit.complete, hit.held, hit.named)
            assert explained.held == sum(word.held for word in explained.words)


def _worked_out(explained: Explanation) -> float:
    """S from the numbers shown, by the formulas of the rules."""
    norm = _norm(explained.length, explained.average_length)
    assert norm == explained.norm
    word_sum = 0.0
    for word in explained.words:
        tf = word.term_frequency
        score = word.idf * tf * 2.2 / (tf + norm) if tf else 0.0
        for rung, share in zip(word.lower, (0.5, 0.25), strict=True):
            if rung.count:
                score += share * word.floor * rung.count / rung.most
        assert score == word.score
        word_sum += score
    file_norm = _norm(explained.file_length, explained.file_average_length)
    context_sum = 0.0
    for context in explained.contexts:
        tf = context.term_frequency
        context_sum += context.idf * tf * 2.2 / (tf + file_norm) if tf else 0.0
    assert (word_sum, context_sum) == (explained.word_sum, explained.context_sum)
    return (word_sum + context_sum) * explained.section_factor * explained.multiplier


def _norm(length: int, average: float) -> float:
    return 1.2 * (1 - 0.75 + 0.75 * length / average) if average else 1.2 * (1 - 0.75)


def _terms(corpus: Sequence[Unit]) -> set[str]:
    return {term for unit in corpus for term in post(unit).terms.all_counts}


def _holds(unit: Unit, word: Word, view: ViewName) -> bool:
    terms = post(unit).terms
    held = set(terms.all_counts if view == "all" else terms.names_counts)
    if not held.isdisjoint([word.text, *word.compounds]):
        return True
    return word.unfinished and any(term.startswith(word.text) for term in held)


def _moved(unit: Unit, folder: int) -> Unit:
    return replace(unit, key=unit.key._replace(path=f"{folder}/{unit.key.path}"))
