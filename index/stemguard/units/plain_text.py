"""The headings of plain text, as people set them off: what is not clearly one is text.

A heading is a line at the margin that begins a paragraph. It has a row of punctuation under it, or
the same marks on both sides; or it is a paragraph of its own in capitals, or with a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stemguard.units.lines import Lines
from stemguard.units.outline import Heading, Outline, sections
from stemguard.units.reader import finds
from stemguard.units.underlines import ROW, Levels, column_width

#: What people draw a line under a title with, and how much longer or shorter than the title it may
#: be to be meant for it.
_ROW_CHARACTERS = "=-~*^#_+"
_SHORTEST = 3
_SLACK = 2
_MARKED = re.compile(r"(([=*#~-])\2{1,19})[ \t]+(\S.{0,99}?)[ \t]+\2{2,}")
_LONGEST = 70
_FEWEST_CAPITALS = 4
_CAPITALS = re.compile(r"[^\W_](?:[^\W_]|[ '\u2019&/(),.!?:\"\u2013-]){0,69}(?<![.,])")
_NUMBERED = re.compile(
    r"((?:\d{1,3}|Appendix [A-Z]|[A-Z](?=\.\d))(?:\.\d{1,3}){0,5})[.)]?[ \t]{1,4}"
    r"(?=[^\Wa-z]|[\"'(])"
)
#: Columns, leaders of a table of contents.
_GAP = re.compile(r"   |\t|\. ?\. ?\.")
_FAR = 5


class _Title(NamedTuple):
    """The lines of a heading, where the title begins and ends in its line, and what sets it off:
    headings that are set off alike have one level."""

    style: str
    first: int
    last: int
    begin: int
    end: int


@finds("section")
def plain_text_outline(lines: Lines) -> Outline:
    """The sections; levels are in the order in which what sets headings off appears."""
    return Outline(sections(_headings(lines), len(lines.text)))


def _headings(lines: Lines) -> Iterator[Heading]:
    contents = [line.rstrip() for line in lines.contents()]
    levels = Levels()
    behind = 0
    for i, content in enumerate(contents):
        if not content or content[0].isspace():
            continue
        if i > 0 and contents[i - 1] and not _is_row(contents[i - 1]):
            continue
        title = _title(contents, i)
        if title is None:
            continue
        start = lines.starts[i]
        yield Heading(
            level=levels.level_of(title.style),
            title=" ".join(content[title.begin : title.end].split()),
            start=lines.starts[max(title.first, behind)],
            end=lines.end_of(title.last),
            declared=start,
            selection=(start + title.begin, start + title.end),
        )
        behind = title.last + 1


def _title(contents: Sequence[str], i: int) -> _Title | None:
    """The heading that a line at the margin is, which begins a paragraph."""
    content = contents[i]
    if _is_row(content):
        return None
    below = contents[i + 1] if i + 1 < len(contents) else ""
    if _is_row(below) and abs(column_width(content) - len(below)) <= _SLACK:
        first = i - 1 if i > 0 and contents[i - 1][:1] == below[0] else i
        return _Title(below[0], first, i + 1, 0, len(content))
    marked = _MARKED.fullmatch(content)
    if marked is not None:
        return _Title(marked[1], i, i, *marked.span(3))
    if len(content) > _LONGEST or (below and not below[0].isspace()):
        return None
    number = _NUMBERED.match(content)
    if number is not None and not below and _is_numbered_title(contents, i, number):
        return _Title(f"1{'.' * number[1].count('.')}", i, i, 0, len(content))
    if number is None and _is_in_capitals(content):
        return _Title("A", i, i, 0, len(content.rstrip(":")))
    return None


def _is_in_capitals(content: str) -> bool:
    return (
        content.isupper()
        and _CAPITALS.fullmatch(content) is not None
        and _GAP.search(content) is None
        and sum(map(str.isalpha, content)) >= _FEWEST_CAPITALS
    )


def _is_numbered_title(contents: Sequence[str], i: int, number: re.Match[str]) -> bool:
    """Whether a line with a number is a heading, and no item of a list: it has a text below, and no
    number right before or behind it but that of a part of it."""
    content = contents[i]
    if content[-1] in ".,;:" or _GAP.search(content, number.end()):
        return False
    following = _text(contents[i + 1 : i + 1 + _FAR])
    if _NUMBERED.match(following):
        return following.startswith(f"{number[1]}.")
    if not following or following[0].isspace():
        return bool(following)
    before = _text(contents[max(0, i - _FAR) : i][::-1])
    return not before or not (before[0].isspace() or _NUMBERED.match(before))


def _text(contents: Sequence[str]) -> str:
    """The first line that is not blank."""
    return next(filter(None, contents), "")


def _is_row(line: str) -> bool:
    return len(line) >= _SHORTEST and line[0] in _ROW_CHARACTERS and ROW.fullmatch(line) is not None
