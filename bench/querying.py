"""How long an answer takes: ours, SQLite FTS5's and ripgrep's, query by query in turns."""

from __future__ import annotations

import math
import random
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.peers import Fts5
from bench.units import Worded
from stemguard.domain.corpus import Corpus
from stemguard.domain.query import Match, View, parse_query
from stemguard.domain.ranking import rank, weigh
from stemguard.domain.tokenize import STOP_WORDS
from stemguard.search.request import SearchRequest
from stemguard.search.searcher import search

SEED = 20_240_229
N_QUERIES = 200
#: As many rows as a symbol picker is sent.
LIMIT = 100
_MOST_WORDS = 3

#: The ways to answer that are compared.
FIRST = "ranked, first time"
AGAIN = "ranked, again"
SHOWN = "ranked and described"
FTS5 = "SQLite FTS5 porter, row ids"
RIPGREP = "ripgrep -i -w -c"

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds, in the order of the queries."""

    seconds: tuple[float, ...]

    def percentile(self, share: float) -> float:
        """The time that this share of the queries stays within."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]


def draw_queries(units: Sequence[Worded]) -> list[Words]:
    """200 queries of one to three words, drawn with weight sqrt(df); stop words left out."""
    df = Counter(term for unit in units for term in unit.posted.terms.all_counts)
    terms = sorted(term for term in df if term not in STOP_WORDS)
    weights = [math.sqrt(df[term]) for term in terms]
    chance = random.Random(SEED)
    queries = []
    for _ in range(N_QUERIES):
        words = chance.choices(terms, weights, k=chance.randint(1, _MOST_WORDS))
        queries.append(tuple(dict.fromkeys(words)))
    return queries


def compare(corpus: Corpus, peer: Fts5, queries: Sequence[Words], match: Match) -> dict[str, Times]:
    """Processor time of each way to answer, query by query in turns."""
    ask_peer = peer.best if match == "any" else peer.best_of_all

    def ranked(words: Words) -> object:
        query = parse_query(" ".join(words), View.ALL, prefix=False)
        return rank(weigh(corpus, query, View.ALL), match, limit=LIMIT)

    def shown(words: Words) -> object:
        return search(corpus, SearchRequest(" ".join(words), match=match, limit=LIMIT))

    ways = {
        FIRST: ranked,
        AGAIN: ranked,
        SHOWN: shown,
        FTS5: lambda words: ask_peer(words, LIMIT),
    }
    return in_turns(queries, ways, time.process_time)


def compare_ripgrep(corpus: Corpus, root: Path, queries: Sequence[Words]) -> dict[str, Times]:
    """Wall time of ours and of a whole `rg -i -w -c` for any word; empty if it is not installed."""
    ripgrep = shutil.which("rg")
    if ripgrep is None:
        return {}

    def shown(words: Words) -> object:
        return search(corpus, SearchRequest(" ".join(words), limit=LIMIT))

    def counted(words: Words) -> object:
        patterns = [part for word in words for part in ("-e", word)]
        command = [ripgrep, "-i", "-w", "-c", "-F", "--no-messages", *patterns, str(root)]
        return subprocess.run(command, stdout=subprocess.DEVNULL, check=False)

    return in_turns(queries, {SHOWN: shown, RIPGREP: counted}, time.perf_counter)


def in_turns(
    queries: Sequence[Words],
    ways: Mapping[str, Callable[[Words], object]],
    now: Callable[[], float],
) -> dict[str, Times]:
    """How long each way takes by a clock: every query is asked in all ways before the next."""
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for words in queries:
        for name, ask in ways.items():
            start = now()
            ask(words)
            seconds[name].append(now() - start)
    return {name: Times(tuple(spent)) for name, spent in seconds.items()}
