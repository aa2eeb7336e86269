"""How long an answer takes: ours, SQLite FTS5's and ripgrep's, query by query in turns."""

from __future__ import annotations

import math
import random
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.peers import Fts5
from bench.units import Worded
from stemguard.domain.corpus import Corpus
from stemguard.domain.query import Match
from stemguard.domain.tokenize import STOP_WORDS
from stemguard.search.request import SearchRequest
from stemguard.search.searcher import search

SEED = 20_240_229
N_QUERIES = 200
#: As many rows as a symbol picker is sent.
LIMIT = 100
_MOST_WORDS = 3

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


def compare(
    corpus: Corpus, peer: Fts5, queries: Sequence[Words], match: Match
) -> tuple[Times, Times, Times]:
    """Processor time of ours asked for the first time, of ours asked again, and of FTS5."""
    first, again, others = [], [], []
    ask_peer = peer.best if match == "any" else peer.best_of_all
    for words in queries:
        request = SearchRequest(" ".join(words), match=match, limit=LIMIT)
        first.append(_cpu_s(lambda request=request: search(corpus, request)))
        again.append(_cpu_s(lambda request=request: search(corpus, request)))
        others.append(_cpu_s(lambda words=words: ask_peer(words, LIMIT)))
    return Times(tuple(first)), Times(tuple(again)), Times(tuple(others))


def compare_ripgrep(
    corpus: Corpus, root: Path, queries: Sequence[Words]
) -> tuple[Times, Times] | None:
    """Wall time of ours and of a whole `rg -i -w -c` with any word; None if it is not installed."""
    ripgrep = shutil.which("rg")
    if ripgrep is None:
        return None
    ours, others = [], []
    for words in queries:
        request = SearchRequest(" ".join(words), limit=LIMIT)
        ours.append(_wall_s(lambda request=request: search(corpus, request)))
        command = [ripgrep, "-i", "-w", "-c", "-F", "--no-messages"]
        command += [part for word in words for part in ("-e", word)]
        command.append(str(root))
        run = lambda command=command: subprocess.run(command, stdout=subprocess.DEVNULL)
        others.append(_wall_s(run))
    return Times(tuple(ours)), Times(tuple(others))


def _cpu_s(act: Callable[[], object]) -> float:
    start = time.process_time()
    act()
    return time.process_time() - start


def _wall_s(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start
