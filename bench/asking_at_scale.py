"""What a ranked answer costs over a large tree, beside SQLite FTS5 and tantivy.

Processor time, query by query in turns, in one process.
"""

from __future__ import annotations

import cProfile
import pstats
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from bench.peers_at_scale import Fts5OnDisk, TantivyOnDisk, build
from bench.querying import AGAIN, FIRST, FTS5, LIMIT, SHOWN, Times, Words, in_turns
from bench.scale import Figure, Indexed
from bench.units import places_in
from stemguard.domain.corpus import Corpus
from stemguard.domain.query import View, parse_query
from stemguard.domain.ranking import rank, weigh
from stemguard.search.request import SearchRequest
from stemguard.search.searcher import search

_TANTIVY = "tantivy en_stem, addresses"
_QUERIES = 300
_SENTENCES = 100
_WORDS_OF_A_SENTENCE = 12
_COMMON = 40
#: Functions that take less than this share of the time are not named.
_LEAST_SHARE = 0.01

Ways = Mapping[str, Callable[[Words], object]]


def ranked(indexed: Indexed) -> list[Figure]:
    """300 random queries of 1 to 3 words, the best 100: ours, FTS5's and tantivy's."""
    queries = indexed.draw(_QUERIES, 1, 3)
    ours = (FIRST, AGAIN, SHOWN)
    with _peers(indexed) as (fts5, tantivy), _corpus(indexed) as corpus:
        ways = _ours(corpus) | {
            FTS5: lambda words: fts5.best(words, LIMIT),
            _TANTIVY: lambda words: tantivy.best(words, LIMIT),
        }
        times = _measured(queries, ways)
    ratios = [
        *(Figure.ratio(f"{FTS5} / {name}", times[FTS5], times[name]) for name in ours),
        *(Figure.ratio(f"{name} / {_TANTIVY}", times[name], times[_TANTIVY]) for name in ours),
    ]
    return [*_figures(times), *ratios]


def sentence(indexed: Indexed) -> list[Figure]:
    """12 words, as of a pasted sentence."""
    queries = indexed.draw(_SENTENCES, _WORDS_OF_A_SENTENCE, _WORDS_OF_A_SENTENCE)
    with _peers(indexed) as (_, tantivy), _corpus(indexed) as corpus:
        ways = _ours(corpus) | {_TANTIVY: lambda words: tantivy.best(words, LIMIT)}
        return _figures(_measured(queries, ways))


def common(indexed: Indexed) -> list[Figure]:
    """The commonest words, alone and three together."""
    words = indexed.commonest(_COMMON)
    alone: list[Words] = [(word,) for word in words]
    three: list[Words] = list(zip(words, words[1:], words[2:], strict=False))
    figures = []
    for what, queries in (("alone", alone), ("three", three)):
        with _peers(indexed) as (_, tantivy), _corpus(indexed) as corpus:
            ways = _ours(corpus) | {_TANTIVY: lambda words: tantivy.best(words, LIMIT)}
            times = _measured(queries, ways)
        figures += _figures({f"{what}: {name}": spent for name, spent in times.items()})
    return figures


def stages(indexed: Indexed) -> list[Figure]:
    """Where the time of the random queries goes, in milliseconds a query, function by function."""
    queries = indexed.draw(_QUERIES, 1, 3)
    profile = cProfile.Profile()
    with _corpus(indexed) as corpus:
        ask = _ours(corpus)[SHOWN]
        for words in queries:
            profile.runcall(ask, words)
    stats = pstats.Stats(profile).get_stats_profile()
    figures = []
    for name, of_function in stats.func_profiles.items():
        if of_function.tottime > _LEAST_SHARE * stats.total_tt:
            own, all_below = (
                1000 * spent / _QUERIES for spent in (of_function.tottime, of_function.cumtime)
            )
            calls = int(str(of_function.ncalls).partition("/")[0])
            figures.append(
                Figure(name, calls, (own, all_below, 0.0), "ms: own, with what it calls")
            )
    return sorted(figures, key=lambda figure: -figure.numbers[0])


def _ours(corpus: Corpus) -> dict[str, Callable[[Words], object]]:
    def ask(words: Words) -> object:
        query = parse_query(" ".join(words), View.ALL, prefix=False)
        return rank(weigh(corpus, query, View.ALL), "any", limit=LIMIT)

    def describe(words: Words) -> object:
        return search(corpus, SearchRequest(" ".join(words), limit=LIMIT))

    return {FIRST: ask, AGAIN: ask, SHOWN: describe}


@contextmanager
def _corpus(indexed: Indexed) -> Iterator[Corpus]:
    """An index that was just opened: nothing of it is decoded."""
    store = indexed.open()
    try:
        with store.snapshot() as snapshot:
            yield snapshot
    finally:
        store.close()


@contextmanager
def _peers(indexed: Indexed) -> Iterator[tuple[Fts5OnDisk, TantivyOnDisk]]:
    folder = indexed.home / "peers"
    build(folder, places_in(indexed.root))
    yield Fts5OnDisk(folder), TantivyOnDisk(folder)


def _measured(queries: Sequence[Words], ways: Ways) -> dict[str, Times]:
    for words in queries[:1]:
        for ask in ways.values():
            ask(words)
    return in_turns(queries, ways, time.process_time)


def _figures(times: Mapping[str, Times]) -> list[Figure]:
    return [Figure.of(name, spent) for name, spent in times.items()]
