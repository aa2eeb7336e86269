"""The headings of plain text, as people set them off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stemguard.units.lines import Lines
from stemguard.units.outline import Heading, Outline, sections
from stemguard.units.reader import finds
from stemguard.units.underlines import ROW, Levels, column_width

#: What people draw a line under a title with, and how much longer or shorter than the title it may
#: be to be meant for it.
_ROW_CHARACTERS = "=-~*^#_+"
_SHORTEST = 3
_SLACK = 2


def plain_text_outline(lines: Lines) -> Outline:
    """The underlined titles: a line at the margin, first in its paragraph, over a row of one
    punctuation character as long as it is. Levels are in the order in which the rows appear."""
    return Outline(sections(_underlined(lines), len(lines.text)))


@finds("section")
def _underlined(lines: Lines) -> Iterator[Heading]:
    contents = [line.rstrip() for line in lines.contents()]
    levels = Levels()
    for i in range(1, len(contents)):
        if _is_under_title(contents, i):
            yield _underlined_heading(lines, contents, i, levels.level_of(contents[i][0]))


def _is_under_title(contents: Sequence[str], i: int) -> bool:
    title, row = contents[i - 1], contents[i]
    return (
        _is_row(row)
        and bool(title)
        and not title[0].isspace()
        and not _is_row(title)
        and abs(column_width(title) - len(row)) <= _SLACK
        and (i == 1 or not contents[i - 2] or _is_row(contents[i - 2]))
    )


def _is_row(line: str) -> bool:
    return len(line) >= _SHORTEST and line[0] in _ROW_CHARACTERS and ROW.fullmatch(line) is not None


def _underlined_heading(lines: Lines, contents: Sequence[str], row: int, level: int) -> Heading:
    start = lines.starts[row - 1]
    title = contents[row - 1]
    return Heading(
        level=level,
        title=title,
        start=start,
        end=lines.end_of(row),
        declared=start,
        selection=(start, start + len(title)),
    )
