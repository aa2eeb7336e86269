"""The screen below the prompt as lines: head, hits, the file around the hit, foot."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import NamedTuple

from stemguard.domain.query import View
from stemguard.search.request import Hit, Sources
from stemguard_ls.cli.interactive.cells import cells, cut, end_of, line_cells
from stemguard_ls.cli.interactive.keys import KEYS
from stemguard_ls.cli.interactive.state import State
from stemguard_ls.wording.hits import hit_lines, marked, place_line
from stemguard_ls.wording.lines import Line, Piece
from stemguard_ls.wording.remarks import remarks

PathOf = Callable[[Hit], str]
"""The path of a hit as the person would write it."""

#: With fewer rows than this the hits take them all.
_LEAST_WITH_PREVIEW = 16
#: A hit and the line that shows why it was found.
_ROWS_OF_A_HIT = 2
#: A path keeps so much of its end, whatever follows it.
_LEAST_PATH = 12
_NUMBER_WIDTH = 6
_LONGEST_KEY = max(len(key.shown) for key in KEYS)
_FOOT = "Enter print   Tab any/all   Ctrl-T names   F1 keys   Esc leave"
_FOOT_OF_HELP = "Esc back"


class Layout(NamedTuple):
    """How many rows each part takes; head, rule and foot take one each."""

    hits: int
    preview: int

    @property
    def page(self) -> int:
        """How many hits are seen at once."""
        return max(self.hits // _ROWS_OF_A_HIT, 1)


def layout(height: int) -> Layout:
    """How the rows below the prompt are shared out."""
    rows = max(height - 2, 0)
    if height < _LEAST_WITH_PREVIEW:
        return Layout(rows, 0)
    hits = rows * 3 // 5 // _ROWS_OF_A_HIT * _ROWS_OF_A_HIT
    return Layout(hits, rows - hits - 1)


def screen(state: State, path_of: PathOf, width: int, height: int) -> list[Line]:
    """The lines below the prompt, as many as there are rows, none wider than the screen."""
    parts = layout(height)
    if state.is_helping:
        middle = _filled(_help(), height - 2)
    else:
        middle = _filled(_hits(state, path_of, width, parts.page), parts.hits)
        if parts.preview:
            middle.append((("\N{BOX DRAWINGS LIGHT HORIZONTAL}" * width, "dim"),))
            middle += _filled(_preview(state, parts.preview), parts.preview)
    lines = [_head(state), *middle, _foot(state)]
    return [cut(line, width) for line in lines[:height]]


def _head(state: State) -> Line:
    """How many were found, what is looked for, and how far the index is."""
    asked = state.asked
    words = {"any": "any word", "all": "all words"}.get(
        str(asked.match), f"at least {asked.match} words"
    )
    parts = [words]
    if asked.view is View.NAMES:
        parts.append("names")
    if asked.sources is not Sources.BOTH:
        parts.append(asked.sources.value)
    return (
        (f"{_count(state)}  ", "bold"),
        (", ".join(parts), ""),
        (f"  {state.standing}" if state.standing else "", "dim"),
    )


def _count(state: State) -> str:
    if not state.asked.query.strip():
        return "type what to look for"
    if state.answered is None:
        return "searching"
    shown, total = len(state.answer.hits), state.answer.total
    nothing = "nothing found yet" if state.standing else "nothing found"
    found = f"{shown} of {total:,} found" if total else nothing
    return found if state.is_current else f"{found} ..."


def _foot(state: State) -> Line:
    """What went wrong, or what became of the words, or the keys."""
    if state.is_helping:
        return ((_FOOT_OF_HELP, "dim"),)
    if state.trouble:
        return ((state.trouble, "bold"),)
    # Of files that are not in yet nobody knows what they hold.
    if not state.standing and state.answered is not None:
        said = "; ".join(remarks(state.answer, state.answered.query, prefix=True))
        if said:
            return ((said, "yellow"),)
    return ((_FOOT, "dim"),)


def _help() -> Iterator[Line]:
    for key in KEYS:
        yield (f"  {key.shown:{_LONGEST_KEY}}  ", "bold"), key.help


def _hits(state: State, path_of: PathOf, width: int, page: int) -> Iterator[Line]:
    hits = state.answer.hits
    first = max(min(state.selected - page // 2, len(hits) - page), 0)
    for row, hit in enumerate(hits[first : first + page], first):
        is_selected = row == state.selected
        yield from _hit(hit, path_of(hit), width, is_selected=is_selected)


def _hit(hit: Hit, path: str, width: int, *, is_selected: bool) -> Iterator[Line]:
    """The two lines of a hit; what is too wide loses the beginning of its path first."""
    marker: Piece = ("> ", "bold green") if is_selected else "  "
    rest = line_cells(place_line(hit, ""))
    shown = end_of(path, max(width - 2 - rest, _LEAST_PATH))
    text = hit.preview.text if hit.preview is not None else ""
    # The wording counts characters.
    room = width - 2 - (cells(text) - len(text) if text.isprintable() else 0)
    place, *evidence = hit_lines(hit, shown, room)
    yield marker, *(_reversed(piece) if is_selected else piece for piece in place)
    yield from (("  ", *line) for line in evidence or [("",)])


def _reversed(piece: Piece) -> Piece:
    text, style = (piece, "") if isinstance(piece, str) else piece
    return text, f"{style} reverse".strip()


def _preview(state: State, rows: int) -> Iterator[Line]:
    """The file around the line that shows why its hit was found."""
    hit = state.hit
    if hit is None or state.read != (hit.folder, hit.path):
        return
    start = hit.selection.start.line
    at = start if hit.preview is None else hit.preview.line
    # The head of the unit is seen where the line is not too far below it.
    first = start - 1 if 0 <= at - start < rows - 1 else at - rows // 3
    first = max(min(first, len(state.lines) - rows), 0)
    for number, text in enumerate(state.lines[first : first + rows], first):
        is_evidence = hit.preview is not None and number == hit.preview.line
        is_named = number == start
        style = "bold" if is_evidence or is_named else "dim"
        head = (f"{number + 1:>{_NUMBER_WIDTH}}  ", style)
        if is_evidence and hit.preview is not None:
            marks = hit.preview.highlights
            yield head, *marked(hit.preview.text, marks, 0, len(hit.preview.text))
        else:
            yield head, text


def _filled(lines: Iterator[Line], rows: int) -> list[Line]:
    empty: list[Line] = [("",)] * max(rows, 0)
    return list(chain(lines, empty))[: max(rows, 0)]
