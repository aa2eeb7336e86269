"""`python -m bench.relevance`: does the guard hold, what does it find, what does it cost?

Exits with 1 where a unit that holds a word only in another form stands above one that holds all
words as typed, or where fewer than 94 % of the units that only a stem can find are found.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

from bench import corpora
from bench.guard import MODES, Mode, Outcome, measure_product, measure_unguarded
from bench.labels import Dictionary, Labelled
from bench.questions import load_questions, measure, rankings
from bench.unguarded import blended, stemmed
from bench.units import Worded, places_in, places_in_all, read, worded
from stemguard.domain.corpus import Corpus
from stemguard.domain.posting import post
from stemguard.domain.query import Match
from stemguard.domain.unit_corpus import UnitCorpus

SEED = 20_240_229
#: One, two and three words.
_SIZES = (300, 200, 100)
#: Section 9 of the ranking rules, point 5.
LEAST_RECALL = 0.94

_HEADING = """\
| ranking | mode | queries inverted | pairs inverted | stem-only found | mean by query | nDCG@10 |
|---|---|---|---|---|---|---|"""

Measure = Callable[[Corpus, Labelled, Match], Outcome]
_RANKINGS: dict[str, Measure] = {
    "stemguard": measure_product,
    "stemmed BM25": lambda c, query, match: measure_unguarded(c, stemmed, query, match),
    "blend tf + 0.35 stem tf": lambda c, query, match: measure_unguarded(c, blended, query, match),
}


class Totals(NamedTuple):
    """The outcomes of one ranking in one mode, added up."""

    queries: int
    inverted: int
    inverted_pairs: int
    pairs: int
    recall: float
    recall_by_query: float
    ndcg: float


def draw(dictionary: Dictionary) -> list[Labelled]:
    """The 600 queries, always the same for the same corpus."""
    chance = random.Random(SEED)
    single, double, triple = _SIZES
    return [
        *dictionary.draw_single(single, chance),
        *dictionary.draw_several(double, 2, chance),
        *dictionary.draw_several(triple, 3, chance),
    ]


def add_up(outcomes: Sequence[Outcome]) -> Totals:
    """Inversions, recall over all units and as a mean over queries, and mean nDCG@10."""
    asked = [outcome for outcome in outcomes if outcome.sought]
    return Totals(
        len(outcomes),
        sum(1 for outcome in outcomes if outcome.inverted),
        sum(outcome.inverted for outcome in outcomes),
        sum(outcome.pairs for outcome in outcomes),
        sum(outcome.found for outcome in asked) / sum(outcome.sought for outcome in asked),
        sum(outcome.found / outcome.sought for outcome in asked) / len(asked),
        sum(outcome.ndcg for outcome in outcomes) / len(outcomes),
    )


def judge_guard() -> bool:
    """Prints the labelled queries' figures; whether the guard held and enough was found."""
    posted = read(places_in_all(corpora.mixed()), post)
    posted.sort(key=lambda unit: unit.shown.key)
    corpus = UnitCorpus(posted)
    queries = draw(Dictionary(posted))
    print(f"{len(queries)} labelled queries, seed {SEED}, over {corpus.n_files} files,")
    print(f"{corpus.n_units} units of {', '.join(f.name for f in corpora.mixed())}\n")
    print(_HEADING)
    ours: list[Outcome] = []
    losses: list[str] = []
    for name, run in _RANKINGS.items():
        of_all: list[Outcome] = []
        for mode in MODES:
            outcomes = [run(corpus, query, mode.match(len(query.words))) for query in queries]
            print(_row(name, mode.name, add_up(outcomes)))
            of_all += outcomes
            if run is measure_product:
                losses += _losses(mode, queries, outcomes)
        print(_row(name, "all", add_up(of_all)))
        ours = ours or of_all
    print("\nUnits that only another form finds, found of all, where most are missing:")
    print("\n".join(losses))
    judged = add_up(ours)
    return not judged.inverted and judged.recall >= LEAST_RECALL


def judge_questions() -> None:
    """Prints how every ranking answers the real questions, over all files and over `lib/`.

    The right files are all in `lib/`; in the whole tree, tests and change logs stand beside them.
    """
    units = read(places_in(corpora.ansible()), worded)
    units.sort(key=lambda unit: unit.posted.shown.key)
    _judge_answers("all of ansible-core 2.14.3", units)
    in_lib = [unit for unit in units if unit.posted.shown.key.path.startswith("lib/")]
    _judge_answers("`lib/` of ansible-core 2.14.3", in_lib)


def _judge_answers(where: str, units: Sequence[Worded]) -> None:
    questions = load_questions()
    path_of = [unit.posted.shown.key.path for unit in units]
    print(f"\n{len(questions)} real questions over {where}, {len(units)} units\n")
    print("| ranking | mean reciprocal rank | first | first ten |\n|---|---|---|---|")
    for name, answers in rankings(units).items():
        found = measure(answers, questions, path_of)
        print(
            f"| {name} | {found.mean_reciprocal_rank:.3f} | {found.first:.1%} "
            f"| {found.first_page:.1%} |"
        )


def _row(name: str, mode: str, totals: Totals) -> str:
    return (
        f"| {name} | {mode} | {totals.inverted} of {totals.queries} "
        f"| {totals.inverted_pairs / max(totals.pairs, 1):.2%} | {totals.recall:.2%} "
        f"| {totals.recall_by_query:.2%} | {totals.ndcg:.4f} |"
    )


def _losses(mode: Mode, queries: Sequence[Labelled], outcomes: Sequence[Outcome]) -> list[str]:
    """The queries of a mode that lost the most units."""
    paired = zip(queries, outcomes, strict=True)
    worst = sorted(paired, key=lambda pair: pair[1].found - pair[1].sought)[:5]
    return [
        f"  {mode.name}: {query.text}: {outcome.found} of {outcome.sought}"
        for query, outcome in worst
        if outcome.found < outcome.sought
    ]


def main() -> int:
    """Runs both parts."""
    good = judge_guard()
    judge_questions()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
