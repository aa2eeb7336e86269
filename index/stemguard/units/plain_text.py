"""Titles in prose that no parser is needed for: plain text and AsciiDoc."""

from __future__ import annotations

import re
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
#: AsciiDoc gives each of these its level.
_ASCIIDOC_ROWS = "=-~^+"
#: A marked title, a block's title or a block's attributes, which a row of `-` may follow.
_ASCIIDOC_NO_TITLE = "=#.["
_ASCIIDOC_MARK = re.compile(r"(={1,6}|#{1,6})[ \t]+(?=\S)")
_ASCIIDOC_BLOCK = re.compile(r"(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|`{3,}.*|\|===)")


@finds("section")
def plain_text_outline(lines: Lines) -> Outline:
    """The underlined titles: a line at the margin, first in its paragraph, over a row of one
    punctuation character as long as it is. Levels are in the order in which the rows appear."""
    return Outline(sections(_underlined(lines), len(lines.text)))


@finds("section")
def asciidoc_outline(lines: Lines) -> Outline:
    """The titles outside delimited blocks, marked with `=` (or `#`) or with a row under them."""
    return Outline(sections(_asciidoc_titles(lines), len(lines.text)))


def _underlined(lines: Lines) -> Iterator[Heading]:
    contents = [line.rstrip() for line in lines.contents()]
    levels = Levels()
    for i in range(1, len(contents)):
        if _is_under_title(contents, i):
            yield _underlined_heading(lines, contents, i, levels.level_of(contents[i][0]))


def _asciidoc_titles(lines: Lines) -> Iterator[Heading]:
    contents = [line.rstrip() for line in lines.contents()]
    block = ""
    for i, content in enumerate(contents):
        if block:
            if content == block:
                block = ""
        elif (
            content[:1] in _ASCIIDOC_ROWS
            and i > 0
            and _is_under_title(contents, i)
            and contents[i - 1][0] not in _ASCIIDOC_NO_TITLE
        ):
            yield _underlined_heading(lines, contents, i, _ASCIIDOC_ROWS.index(content[0]) + 1)
        elif _ASCIIDOC_BLOCK.fullmatch(content):
            block = "```" if content.startswith("```") else content
        elif mark := _ASCIIDOC_MARK.match(content):
            title = content[mark.end() :]
            if title.endswith(f" {mark[1]}"):
                title = title[: -len(mark[1])].rstrip()
            start = lines.starts[i]
            yield Heading(
                level=len(mark[1]),
                title=title,
                start=start,
                end=lines.end_of(i),
                declared=start,
                selection=(start + mark.end(), start + mark.end() + len(title)),
            )


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
