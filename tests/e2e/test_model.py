"""Random scripts of what happens to files, documents and servers, each step judged by brute force.

`STEMGUARD_MODEL_STEPS=10000` makes 10,000 steps of them; `STEMGUARD_MODEL_SEED=7` runs one script
again. With `-s` each script prints what it did, and the longest times until answers were right.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from tests.e2e.model.harness import Model
from tests.e2e.model.steps import DISK, DOCUMENTS, SERVERS, STEPS, Step

#: These wait for seconds, or for a process of their own.
SELDOM = {"move root": 4, "take over": 6, "ask a terminal": 3}
#: How often each kind of step comes in a script; more of what an editor's day is made of.
DECK = dict.fromkeys(STEPS, 13) | {
    **{"write": 25, "save by rename": 25, "open": 25, "edit": 101, "save": 40, "close": 20},
    "replace": 20,
    **SELDOM,
}
SCRIPTS = math.ceil(int(os.environ.get("STEMGUARD_MODEL_STEPS", "2000")) / sum(DECK.values()))
AGAIN = os.environ.get("STEMGUARD_MODEL_SEED")
SEEDS = list(range(1, SCRIPTS + 1)) if AGAIN is None else [int(AGAIN)]


@pytest.fixture
def new_model(tmp_path: Path, env: dict[str, str]) -> Iterator[Callable[[int], Model]]:
    """Begins scripts, and ends their servers."""
    begun: list[Model] = []

    def begin(seed: int) -> Model:
        begun.append(Model(tmp_path, seed, env))
        return begun[-1]

    yield begin
    for model in begun:
        model.close()


# A processor that others use makes a script slow, and no answer wrong.
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_answer_is_that_of_brute_force_whatever_happens(
    seed: int, new_model: Callable[[int], Model]
) -> None:
    model = new_model(seed)
    model.run(DECK, STEPS)
    print(model.table())
    # Of four scripts together: 2,000 steps, 50 of each kind, 20 merges.
    assert model.counts.total() >= 500
    assert min(model.counts[kind] for kind in STEPS if kind not in SELDOM) >= 13
    assert model.segments.merges >= 5
    assert model.segments.most_live >= 3
    assert "Traceback" not in model.log.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("kinds", "times"),
    [(DISK, 2), (DOCUMENTS, 3), (SERVERS, 1)],
    ids=["disk", "documents", "servers"],
)
def test_a_short_script_of_one_sort_of_step_is_answered_right(
    kinds: Mapping[str, Step], times: int, new_model: Callable[[int], Model]
) -> None:
    new_model(0).run(dict.fromkeys(kinds, times), STEPS)
