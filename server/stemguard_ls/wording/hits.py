"""How a hit is told: where and what it is, the line that shows why, the words that matched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stemguard.domain.explain import Explanation
from stemguard.domain.ladder import Rung
from stemguard.domain.unit import FILE, SECTION
from stemguard.search.request import Hit, Preview
from stemguard_ls.wording.lines import Line, Piece

#: Wide enough for the line numbers of nearly every file.
_LINE_NUMBER_WIDTH = 6
#: Less than this of a line says nothing.
_LEAST_PREVIEW = 16

#: What a path of headings or keys leads to.
_IN_PATHS = (SECTION, "key")

SCORES_NOTE = "Scores (S) are comparable within this answer only."


def hit_lines(hit: Hit, path: str, width: int) -> Iterator[Line]:
    """Where a hit is and what it is, and the line that shows why, cut to a width.

    Where no line does, the words that matched stand in its place.
    """
    yield place_line(hit, path)
    how = ", ".join(matched_words(hit))
    if hit.preview is not None and hit.preview.text.strip():
        yield tuple(_evidence(hit.preview, f"  [{how}]" if how else "", width))
    elif how:
        yield " " * (_LINE_NUMBER_WIDTH + 2), (f"[{how}]", "dim")


def place_line(hit: Hit, path: str) -> Line:
    """Where a hit is and what it is; line and column from 1."""
    start = hit.selection.start
    return (
        (path, "magenta"),
        (f":{start.line + 1}:{start.column + 1}", "green"),
        "  ",
        (hit.kind, "dim"),
        "  ",
        _before_name(hit),
        (hit.name, "bold"),
    )


def score_lines(numbers: Explanation) -> Iterator[Line]:
    """The score of a hit and its parts."""
    indent = " " * _LINE_NUMBER_WIDTH
    yield (
        indent,
        f"  S {numbers.score:.4g}, tier {numbers.tier}, held {numbers.held}, named {numbers.named}",
    )
    for word in numbers.words:
        rung = word.rung.value if word.rung else "none"
        yield indent, f"  {word.word}: {word.score:.4g} ({rung})"


def matched_words(hit: Hit) -> Iterator[str]:
    """The words that matched; one that did so below typed says how."""
    for word, evidence in hit.evidence.items():
        yield word if evidence.rung is Rung.TYPED else f"{word} ~{evidence.rung.value}"


def marked(
    text: str, highlights: Sequence[tuple[int, int]], start: int, end: int
) -> Iterator[Piece]:
    """A part of a text, what is highlighted in it apart."""
    at = start
    for first, after in highlights:
        first, after = max(first, at), min(after, end)
        if first < after:
            yield text[at:first]
            yield text[first:after], "bold yellow"
            at = after
    yield text[at:end]


def stripped(preview: Preview) -> Iterator[Piece]:
    """The line that shows why, without the blanks around it."""
    text = preview.text.rstrip()
    return marked(text, preview.highlights, len(text) - len(text.lstrip()), len(text))


def _before_name(hit: Hit) -> str:
    if not hit.container or hit.kind == FILE:
        return ""
    return f"{hit.container} > " if hit.kind in _IN_PATHS else f"{hit.container}."


def _evidence(preview: Preview, how: str, width: int) -> Iterator[Piece]:
    """The line with its marked words, cut to what can be seen around the first of them."""
    head = f"{preview.line + 1:>{_LINE_NUMBER_WIDTH}}  "
    room = max(width - len(head) - len(how), _LEAST_PREVIEW)
    text = preview.text.rstrip()
    start = len(text) - len(text.lstrip())
    if len(text) - start > room and preview.highlights:
        start = max(start, min(preview.highlights[0][0] - room // 3, len(text) - room))
    yield head, "dim"
    yield from marked(text, preview.highlights, start, start + room)
    yield how, "dim"
