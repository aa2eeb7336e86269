"""Several corpora as one, and after edits."""

from __future__ import annotations

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from stemguard.domain.corpus import Corpus
from stemguard.domain.joined import Joined, Part
from stemguard.domain.query import View
from stemguard.domain.unit import Unit
from stemguard.domain.unit_corpus import UnitCorpus
from stemguard.testing.answers import answer, corpus_of, make_unit
from stemguard.testing.strategies import PATHS, units_of

NOTHING = UnitCorpus(())

Case = tuple[list[list[Unit]], set[str], list[list[Unit]]]


@st.composite
def divided(draw: st.DrawFn) -> Case:
    """Parts that share no path, the paths of them that die, and parts that are added."""
    homes = draw(st.lists(st.integers(0, 2), min_size=len(PATHS), max_size=len(PATHS)))
    first: list[list[Unit]] = [[], [], []]
    for path, home in zip(PATHS, homes, strict=True):
        first[home] += draw(units_of(path))
    dead = draw(st.sets(st.sampled_from(PATHS)))
    new_paths = sorted(draw(st.sets(st.sampled_from([*sorted(dead), "a", "zz"]))))
    added: list[list[Unit]] = [[], []]
    for path in new_paths:
        added[draw(st.integers(0, 1))] += draw(units_of(path))
    return first, dead, added


@given(divided(), st.sampled_from(["partition copy", "cancelled", "part"]))
@settings(deadline=None)
@example(([[make_unit("b", "copy")], [], []], {"b"}, [[make_unit("b", "part")], []]), "part")
@example(([[], [], []], set(), [[], []]), "part")
def test_an_edited_corpus_is_the_corpus_of_what_is_left_and_added(case: Case, query: str) -> None:
    first, dead, added = case
    joined = Joined([Part(corpus_of(units)) for units in first])
    before = counted(joined)
    stand_ins: list[Corpus] = []
    alive = {}
    for number, units in enumerate(first):
        left = Joined([Part(corpus_of(units), hidden=frozenset(dead))])
        stand_ins.append(left if left.n_units else NOTHING)
        if left.n_units < len(units):
            alive[number] = left.units().live
    edited = joined.edited(stand_ins, alive, [Part(corpus_of(units)) for units in added])

    living = [unit for units in first for unit in units if unit.key.path not in dead]
    expected = corpus_of([*living, *(unit for units in added for unit in units)])
    assert counted(edited) == counted(expected)
    assert answer(edited, query, prefix=True) == answer(expected, query, prefix=True)
    assert counted(joined) == before


@given(divided(), st.sampled_from(["partition copy", "cancelled", "part"]))
@settings(deadline=None)
@example(
    ([[make_unit("b", "copy"), make_unit("a", "part")], [], []], {"b"}, [[make_unit("b")], []]),
    "part",
)
@example(([[], [], []], {"b"}, [[make_unit("b", "copy")], []]), "part")
def test_a_covered_corpus_is_the_corpus_of_what_is_left_and_added(case: Case, query: str) -> None:
    first, dead, added = case
    corpora: list[Corpus] = [corpus_of(units) for units in first]
    joined = Joined([Part(corpus) for corpus in corpora])
    before = counted(joined)
    hidden = dict.fromkeys(range(3), dead)
    covered = joined.covered(corpora, hidden, [Part(corpus_of(units)) for units in added])

    living = [unit for units in first for unit in units if unit.key.path not in dead]
    expected = corpus_of([*living, *(unit for units in added for unit in units)])
    assert counted(covered) == counted(expected)
    assert answer(covered, query, prefix=True) == answer(expected, query, prefix=True)
    assert counted(joined) == before


def test_what_is_covered_is_hidden_besides_what_was_and_in_its_own_part_alone() -> None:
    texts = [make_unit("a", "one"), make_unit("b", "one"), make_unit("in/c", "one")]
    parts = [
        Part(corpus_of(texts), hidden_folders=frozenset(["in"])),
        Part(corpus_of(texts), folder=1),
    ]
    covered = Joined(parts).covered([part.corpus for part in parts], {0: ["b"]}, [])
    found = answer(covered, "one")
    assert [row.key.path for row in found.rows] == ["a", "a", "b", "in/c"]
    assert covered.n_units == 4


def test_each_of_several_numbers_of_a_file_is_covered() -> None:
    # As in an index where a file was written twice, and its first units are dead.
    old, new = corpus_of([make_unit("a", "one")]), corpus_of([make_unit("a", "two")])
    index = Joined([Part(old, hidden=frozenset(["a"])), Part(new)])
    covered = Joined([Part(index)]).covered([index], {0: ["a"]}, [])
    assert covered.n_units == 0
    assert not answer(covered, "two", prefix=True).rows


@given(divided())
@settings(deadline=None)
def test_a_file_of_an_earlier_folder_comes_first_after_an_edit_too(
    case: Case,
) -> None:
    first, _, added = case
    parts = [Part(corpus_of(units), folder=2 - n) for n, units in enumerate(first)]
    more = [Part(corpus_of(units), folder=n) for n, units in enumerate(added)]
    edited = Joined(parts).edited([part.corpus for part in parts], {}, more)
    expected = sorted(
        (part.folder, path) for part in [*parts, *more] for path in part.corpus.files().path
    )
    order = np.argsort(edited.files().rank)
    assert [edited.files().path[number] for number in order] == [path for _, path in expected]


def counted(corpus: Corpus) -> tuple[object, ...]:
    """What a corpus says of its live units and files as a whole."""
    units, files = corpus.units(), corpus.files()
    live = np.flatnonzero(units.live)
    numbers = sorted({int(number) for number in units.file[live]}, key=lambda n: files.rank[n])
    return (
        corpus.n_units,
        corpus.n_files,
        [corpus.total_length(view) for view in View],
        [(files.path[n], files.length[n]) for n in numbers],
        files.length.sum(),
        sorted(
            (shown.key, units.kinds[units.kind[slot]], units.all_length[slot])
            for slot, shown in zip(live, corpus.describe(live.tolist()), strict=True)
        ),
    )
