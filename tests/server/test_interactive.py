"""What keys and answers make of the screen, for all of them; the terminal itself is in e2e."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from hypothesis import example, given
from hypothesis import strategies as st

from stemguard.domain.ladder import Rung
from stemguard.domain.ladder import State as WordState
from stemguard.domain.query import View
from stemguard.domain.ranking import WordEvidence, WordReport
from stemguard.domain.unit import Position, Span, UnitKey
from stemguard.search.request import Answer, Hit, Preview, Sources
from stemguard_ls.cli.interactive.cells import cells, cut, end_of, line_cells
from stemguard_ls.cli.interactive.drawing import layout, screen
from stemguard_ls.cli.interactive.keys import KEYS
from stemguard_ls.cli.interactive.state import (
    Asked,
    Left,
    State,
    answered,
    chosen,
    escaped,
    left,
    moved,
    read,
    stood,
    toggled_help,
    toggled_match,
    toggled_sources,
    toggled_view,
    typed,
)
from stemguard_ls.wording.lines import Line, as_text

WIDE = "\N{CJK UNIFIED IDEOGRAPH-4E2D}"
TEXTS = st.text(st.sampled_from("ab c" + WIDE + "\N{GRINNING FACE}e\u0301\t\n\x1b\u202e"))

Change = Callable[[State], State]


def _hit(number: int, path: str = "a.py", name: str = "name", text: str = "", at: int = 0) -> Hit:
    span = Span(Position(number, 0, 0, 0), Position(number, 4, 4, 4))
    return Hit(
        key=UnitKey(path, number, 0, "function"),
        name=name,
        container="",
        language="python",
        folder=0,
        range=span,
        selection=span,
        tier=1,
        held=1,
        named=1,
        score=1.0,
        evidence={"word": WordEvidence(Rung.STEM, 1.0)},
        preview=Preview(number, text, ((at, len(text)),) if at < len(text) else ()),
    )


def _answer(*numbers: int) -> Answer:
    return Answer(tuple(_hit(number) for number in numbers), len(numbers))


def _shown(state: State, width: int, height: int) -> list[Line]:
    return screen(state, lambda hit: hit.path, width, height)


def _asked(query: str, *numbers: int) -> State:
    state = typed(State(), query)
    return answered(state, state.asked, _answer(*numbers))


HITS = st.builds(_hit, st.integers(0, 30), TEXTS, TEXTS, TEXTS, st.integers(0, 9))
ANSWERS = st.lists(HITS, max_size=12, unique_by=lambda hit: hit.key).map(
    lambda hits: Answer(tuple(hits), len(hits))
)
CHANGES = st.one_of(
    st.sampled_from(KEYS).map(lambda key: lambda state: key.does(state, 5)),
    TEXTS.map(lambda query: partial(typed, query=query)),
    st.tuples(st.sampled_from(["a", "b"]), ANSWERS).map(
        lambda come: partial(answered, asked=Asked(come[0]), answer=come[1])
    ),
    ANSWERS.map(lambda answer: lambda state: answered(state, state.asked, answer)),
    st.tuples(TEXTS, st.lists(TEXTS)).map(
        lambda come: partial(read, place=(0, come[0]), lines=come[1])
    ),
    TEXTS.map(lambda words: partial(stood, words=words)),
)
STATES = st.lists(CHANGES).map(lambda changes: _changed(State(), changes))


def _changed(state: State, changes: list[Change]) -> State:
    for change in changes:
        state = change(state)
    return state


@given(STATES)
def test_the_selection_is_one_of_the_hits(state: State) -> None:
    assert 0 <= state.selected < max(len(state.answer.hits), 1)
    assert (state.hit is None) is (not state.answer.hits)


@given(STATES, st.integers(1, 100), st.integers(0, 40))
@example(State(), 80, 23)
@example(toggled_help(State()), 40, 9)
def test_a_screen_has_as_many_lines_as_rows_and_none_is_too_wide(
    state: State, width: int, height: int
) -> None:
    lines = _shown(state, width, height)
    assert len(lines) == height
    assert all(line_cells(line) <= width for line in lines)
    assert as_text(lines).count("\n") == max(height - 1, 0)


@given(STATES.filter(lambda s: s.hit is not None and not s.is_helping), st.integers(4, 40))
def test_the_selected_hit_is_on_the_screen(state: State, height: int) -> None:
    marked = [
        line for line in _shown(state, 80, height) if line and line[0] == ("> ", "bold green")
    ]
    assert len(marked) == 1
    assert state.hit is not None
    assert f":{state.hit.selection.start.line + 1}:1" in as_text(marked)


@given(TEXTS, st.integers(0, 12))
@example(WIDE * 3, 5)
@example("e\u0301" * 4, 3)
def test_a_text_that_is_cut_takes_no_more_cells_than_there_are(text: str, width: int) -> None:
    assert line_cells(cut((text,), width)) <= width
    visible = text.replace("\t", " ").replace("\n", "x").replace("\x1b", "x").replace("\u202e", "x")
    assert cells(end_of(visible, width)) <= max(width, 1)
    if cells(visible) <= width:
        assert end_of(visible, width) == visible


def test_a_hit_stays_selected_when_the_index_changes_under_it() -> None:
    state = moved(_asked("copy", 1, 2, 3), 2)
    assert answered(state, state.asked, _answer(9, 3, 1)).selected == 1
    assert answered(state, state.asked, _answer(9, 8)).selected == 1
    assert answered(state, state.asked, _answer()).selected == 0


def test_the_best_hit_stays_selected_until_one_moves() -> None:
    state = _asked("copy", 1, 2)
    better = answered(state, state.asked, _answer(9, 1, 2))
    assert better.hit is not None
    assert better.hit.key.line == 9


def test_another_query_begins_at_the_best_hit() -> None:
    state = typed(moved(_asked("copy", 1, 2, 3), 2), "copying")
    assert state.selected == 2
    assert answered(state, state.asked, _answer(1, 2, 3)).selected == 0


def test_enter_waits_for_the_answer_to_what_was_typed() -> None:
    state = chosen(typed(_asked("copy", 1, 2), "copying"))
    assert state.outcome is None
    late = answered(state, Asked("copyin"), _answer(3))
    assert late.outcome is None
    assert answered(late, Asked("copying"), _answer(7)).outcome == _hit(7)


def test_enter_without_a_hit_is_no_choice() -> None:
    assert chosen(_asked("nothing")) == _asked("nothing")


def test_who_goes_on_typing_has_not_chosen() -> None:
    state = typed(chosen(typed(State(), "cop")), "copy")
    assert answered(state, Asked("copy"), _answer(1)).outcome is None


def test_escape_leaves_the_help_first() -> None:
    helping = toggled_help(_asked("copy", 1))
    assert escaped(helping) == _asked("copy", 1)
    assert escaped(escaped(helping)).outcome is Left.BY_KEY
    assert left(helping, Left.BY_TERMINATION).outcome is Left.BY_TERMINATION


def test_toggles_change_what_is_asked_and_come_round() -> None:
    state = State()
    assert toggled_match(state).asked == Asked(match="all")
    assert toggled_match(toggled_match(state)) == state
    assert toggled_match(State(Asked(match=3))).asked.match == "all"
    assert toggled_view(state).asked == Asked(view=View.NAMES)
    assert toggled_view(toggled_view(state)) == state
    sources = []
    for _ in range(3):
        state = toggled_sources(state)
        sources.append(state.asked.sources)
    assert sources == [Sources.CODE, Sources.DOCUMENTS, Sources.BOTH]


def test_the_file_is_shown_around_the_line_of_the_evidence() -> None:
    hit = _hit(50, text="the word", at=4)
    state = replace(State(Asked("word")), answered=Asked("word"), answer=Answer((hit,), 1))
    state = read(state, (0, "a.py"), [f"line {number}" for number in range(100)])
    shown = as_text(_shown(state, 80, 23)).split("\n")
    parts = layout(23)
    preview = shown[1 + parts.hits + 1 : -1]
    assert len(preview) == parts.preview
    assert preview[:3] == ["    50  line 49", "    51  the word", "    52  line 51"]


def test_the_text_of_another_file_is_not_shown() -> None:
    state = read(_asked("copy", 1), (0, "b.py"), ["secret"])
    assert "secret" not in as_text(_shown(state, 80, 23))


def test_nothing_is_said_of_words_before_every_file_is_in() -> None:
    unknown = Answer((), 0, (WordReport("copy", WordState.UNKNOWN, 0, 0),))
    state = answered(stood(typed(State(), "copy"), "indexing 43 %"), Asked("copy"), unknown)
    shown = as_text(_shown(state, 80, 23))
    assert "nothing found yet  any word  indexing 43 %" in shown
    assert "no unit holds" not in shown
    done = answered(state, Asked("copy"), unknown, standing="")
    assert "no unit holds `copy`" in as_text(_shown(done, 80, 23))


def test_every_key_is_named_in_the_help() -> None:
    lines = as_text(_shown(toggled_help(State()), 80, 23)).split("\n")
    for key in KEYS:
        assert any(key.shown in line and key.help in line for line in lines), key.shown
