"""Titles in prose that no parser is needed for: plain text and AsciiDoc."""

from __future__ import annotations

import re
from collections.abc import Iterator

from stemguard.units.lines import Lines
from stemguard.units.outline import Heading, Outline, sections
from stemguard.units.underlines import ROW, Levels, column_width

#: What people draw a line under a title with, and how much longer or shorter than the title it may
#: be to be meant for it.
_ROW_CHARACTERS = "=-~*^#_+"
_SHORTEST = 3
_SLACK = 2
_ASCIIDOC_TITLE = re.compile(r"(={1,6}|#{1,6})[ \t]+(\S.*?)[ \t]*(?:[ \t]\1)?[ \t]*")
_ASCIIDOC_FENCE = re.compile(r"(-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|`{3,}.*|\|===)[ \t]*")


def plain_text_outline(lines: Lines) -> Outline:
    """The underlined titles: a line at the margin, first in its paragraph, over a row of one
    punctuation character as long as it is. Levels are in the order in which the rows appear."""
    return Outline(sections(_underlined(lines), len(lines.text)))


def asciidoc_outline(lines: Lines) -> Outline:
    """The titles marked with `=` (or `#`) outside delimited blocks."""
    return Outline(sections(_asciidoc_titles(lines), len(lines.text)))


def _underlined(lines: Lines) -> Iterator[Heading]:
    contents = [line.rstrip() for line in lines.contents()]
    levels = Levels()
    for i in range(len(contents) - 1):
        title, row = contents[i], contents[i + 1]
        if (
            not _is_row(row)
            or not title
            or title[0].isspace()
            or _is_row(title)
            or abs(column_width(title) - len(row)) > _SLACK
            or (i > 0 and contents[i - 1] and not _is_row(contents[i - 1]))
        ):
            continue
        start = lines.starts[i]
        yield Heading(
            level=levels.level_of(row[0]),
            title=title,
            start=start,
            end=lines.end_of(i + 1),
            declared=start,
            selection=(start, start + len(title)),
        )


def _is_row(line: str) -> bool:
    return len(line) >= _SHORTEST and line[0] in _ROW_CHARACTERS and ROW.fullmatch(line) is not None


def _asciidoc_titles(lines: Lines) -> Iterator[Heading]:
    fence = ""
    for i, content in enumerate(lines.contents()):
        delimiter = _ASCIIDOC_FENCE.fullmatch(content)
        if fence:
            if content.rstrip() == fence:
                fence = ""
            continue
        if delimiter is not None:
            fence = "```" if content.startswith("```") else content.rstrip()
            continue
        title = _ASCIIDOC_TITLE.fullmatch(content)
        if title is not None:
            start = lines.starts[i]
            yield Heading(
                level=len(title[1]),
                title=title[2],
                start=start,
                end=lines.end_of(i),
                declared=start,
                selection=(start + title.start(2), start + title.end(2)),
            )
