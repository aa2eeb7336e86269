"""What is on the screen, and what a key or an answer makes of it. No terminal, thread or clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from stemguard.domain.query import Match, View
from stemguard.search.request import Answer, Hit, Sources

Place = tuple[int, str]
"""A file: the position of its folder, and its path in it."""

_NOTHING = Answer((), 0)
_NEXT_SOURCES = {
    Sources.BOTH: Sources.CODE,
    Sources.CODE: Sources.DOCUMENTS,
    Sources.DOCUMENTS: Sources.BOTH,
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for; all that an answer depends on beside the index."""

    query: str = ""
    match: Match = "any"
    view: View = View.ALL
    sources: Sources = Sources.BOTH


class Left(Enum):
    """Who ended it without a choice."""

    BY_KEY = "key"
    BY_TERMINATION = "termination"
    BY_HANGUP = "hangup"


@dataclass(frozen=True, slots=True)
class State:
    """`answer` is to `answered`, which may lag behind `asked`; `selected` is a row of it.

    `lines` are those of the file at `read`. `is_choosing`: Enter came before the answer did.
    `is_paused`: the shell is to have the terminal.
    `standing` is how far the index is, `trouble` what went wrong, in a sentence.
    """

    asked: Asked = field(default_factory=Asked)
    answered: Asked | None = None
    answer: Answer = _NOTHING
    selected: int = 0
    read: Place | None = None
    lines: Sequence[str] = ()
    is_choosing: bool = False
    is_helping: bool = False
    is_paused: bool = False
    standing: str = ""
    trouble: str = ""
    outcome: Hit | Left | None = None

    @property
    def hit(self) -> Hit | None:
        """The hit that is selected."""
        return self.answer.hits[self.selected] if self.answer.hits else None

    @property
    def is_current(self) -> bool:
        """Whether the answer is to what is asked now."""
        return self.answered == self.asked


def typed(state: State, query: str) -> State:
    """Another query; the rows stay until its answer is there."""
    return _asking(state, replace(state.asked, query=query))


def toggled_match(state: State) -> State:
    """All words instead of any, and any instead of all."""
    match: Match = "any" if state.asked.match == "all" else "all"
    return _asking(state, replace(state.asked, match=match))


def toggled_view(state: State) -> State:
    """Names alone instead of everything, and back."""
    view = View.ALL if state.asked.view is View.NAMES else View.NAMES
    return _asking(state, replace(state.asked, view=view))


def toggled_sources(state: State) -> State:
    """Code alone, documents alone, or both."""
    return _asking(state, replace(state.asked, sources=_NEXT_SOURCES[state.asked.sources]))


def answered(state: State, asked: Asked, answer: Answer, standing: str | None = None) -> State:
    """An answer has come, and with it, unless that is as before, how far the index is.

    Where it is to the question of the one before, the index has changed, and the selection stays
    with its unit; the best stays selected where it was.
    """
    selected = 0
    if asked == state.answered and state.selected and state.hit is not None:
        keys = [(hit.folder, hit.key) for hit in answer.hits]
        key = (state.hit.folder, state.hit.key)
        selected = keys.index(key) if key in keys else min(state.selected, len(keys) - 1)
    state = replace(
        state,
        answered=asked,
        answer=answer,
        selected=max(selected, 0),
        standing=state.standing if standing is None else standing,
        trouble="",
    )
    return chosen(state) if state.is_choosing else state


def read(state: State, place: Place, lines: Sequence[str]) -> State:
    """The text of a file has come."""
    return replace(state, read=place, lines=lines)


def moved(state: State, rows: int) -> State:
    """The selection moves by some rows, and stops at the first and the last."""
    last = max(len(state.answer.hits) - 1, 0)
    return replace(state, selected=min(max(state.selected + rows, 0), last), is_choosing=False)


def chosen(state: State) -> State:
    """The selected hit is taken, once the answer is to what is asked; none is no choice."""
    if not state.is_current:
        return replace(state, is_choosing=True)
    return replace(state, is_choosing=False, outcome=state.hit)


def stood(state: State, words: str) -> State:
    """How far the index is."""
    return replace(state, standing=words)


def troubled(state: State, sentence: str) -> State:
    """Something went wrong."""
    return replace(state, trouble=sentence)


def toggled_help(state: State) -> State:
    """The keys are shown instead of the hits, and back."""
    return replace(state, is_helping=not state.is_helping)


def paused(state: State) -> State:
    """The shell is given the terminal for a while."""
    return replace(state, is_paused=True)


def resumed(state: State) -> State:
    """The terminal is ours again, or is about to be."""
    return replace(state, is_paused=False)


def left(state: State, by: Left) -> State:
    """It ends without a choice."""
    return replace(state, outcome=by)


def escaped(state: State) -> State:
    """Out of the help, or out of it all."""
    return toggled_help(state) if state.is_helping else left(state, Left.BY_KEY)


def _asking(state: State, asked: Asked) -> State:
    return replace(state, asked=asked, is_choosing=False)
