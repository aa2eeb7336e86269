"""Real questions and the files that answered them: how high does each ranking put such a file?"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from bench.peers import Bm25s, Fts5, factors
from bench.unguarded import best_first, blended, stemmed
from bench.units import Worded
from stemguard.domain.bm25 import Floats
from stemguard.domain.corpus import Corpus
from stemguard.domain.query import Tiers, View, parse_query
from stemguard.domain.ranking import rank, weigh
from stemguard.domain.tokenize import tokenize
from stemguard.domain.unit_corpus import UnitCorpus

QUESTIONS = Path(__file__).parent / "data" / "ansible_questions.json"
#: Nobody reads on; a first answer further down counts as none.
DEPTH = 100
_FIRST_PAGE = 10

Answers = Callable[[str], list[int]]
"""The numbers of the best units for a text, at most `DEPTH`."""


@dataclass(frozen=True, slots=True)
class Question:
    """What somebody asked, and the files that turned out to be the answer."""

    text: str
    files: frozenset[str]


@dataclass(frozen=True, slots=True)
class Found:
    """Mean reciprocal rank of the first unit of a right file; share in the first row and ten."""

    mean_reciprocal_rank: float
    first: float
    first_page: float


def load_questions(path: Path = QUESTIONS) -> list[Question]:
    """All questions, in the order of the file."""
    listed = json.loads(path.read_text(encoding="utf-8"))["queries"]
    return [Question(entry["query"], frozenset(entry["files"])) for entry in listed]


def measure(answers: Answers, questions: Sequence[Question], path_of: Sequence[str]) -> Found:
    """How well a ranking answers; `path_of` is by number of unit."""
    places = [_place(answers(question.text), question, path_of) for question in questions]
    n = len(questions)
    return Found(
        sum(1 / place for place in places if place) / n,
        sum(1 for place in places if place == 1) / n,
        sum(1 for place in places if 0 < place <= _FIRST_PAGE) / n,
    )


def rankings(units: Sequence[Worded]) -> Mapping[str, Answers]:
    """Every ranking by name, ours first; `units` are in key order."""
    corpus = UnitCorpus(unit.posted for unit in units)
    scale = factors(units)
    fts5 = Fts5(":memory:", units)
    tokens = Bm25s(units)
    of_tiers: dict[str, Tiers | None] = {"default": None, "words": Tiers.WORDS}
    of_tiers["whole"] = Tiers.WHOLE
    found: dict[str, Answers] = {}
    for name, tiers in of_tiers.items():
        found[f"stemguard, tiers {name}"] = _product(corpus, tiers, with_context=True)
        found[f"stemguard, tiers {name}, no context"] = _product(corpus, tiers, with_context=False)
    plain: dict[str, Callable[[str], Floats]] = {
        "stemmed BM25": lambda text: _sum(stemmed(corpus, _words(text)), len(units)),
        "blend tf + 0.35 stem tf": lambda text: _sum(blended(corpus, _words(text)), len(units)),
        "SQLite FTS5 porter": lambda text: fts5.scores(_words(text), len(units)),
        "bm25s": lambda text: tokens.scores(_words(text)),
    }
    for name, scores in plain.items():
        found[name] = _by_score(scores, np.ones(len(units)))
        found[f"{name}, our factors"] = _by_score(scores, scale)
    return found


def _product(corpus: Corpus, tiers: Tiers | None, *, with_context: bool) -> Answers:
    def answers(text: str) -> list[int]:
        weighed = weigh(corpus, parse_query(text, View.ALL, prefix=False), View.ALL)
        if not with_context:
            weighed = replace(weighed, contexts={})
        return [hit.slot for hit in rank(weighed, "any", tiers=tiers, limit=DEPTH).hits]

    return answers


def _by_score(scores: Callable[[str], Floats], scale: Floats) -> Answers:
    def answers(text: str) -> list[int]:
        found = scores(text) * scale
        return [int(number) for number in best_first(found, found > 0)[:DEPTH]]

    return answers


def _sum(of_words: Sequence[Floats], n_units: int) -> Floats:
    total = np.zeros(n_units)
    for scores in of_words:
        total += scores
    return total


def _words(text: str) -> list[str]:
    """What the peers are asked: the distinct words, stop words left out."""
    return sorted(set(tokenize(text)))


def _place(numbers: Sequence[int], question: Question, path_of: Sequence[str]) -> int:
    """The rank of the first unit of a right file, from 1; 0 if there is none."""
    for place, number in enumerate(numbers, 1):
        if path_of[number] in question.files:
            return place
    return 0
