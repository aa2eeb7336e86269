"""The titles of a reStructuredText document, by the rules of docutils.

A title stands at the margin and begins a block, with a row of punctuation under it, or the same row
over and under it. Indented text, lists, tables, literal blocks and the inside of a paragraph hold
none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stemguard.units.lines import Lines
from stemguard.units.outline import Heading, Outline, sections
from stemguard.units.reader import finds
from stemguard.units.rst_inline import shown_text
from stemguard.units.underlines import ROW, Levels, column_width

_ENUMERATOR = re.compile(r"(\(?)(\d{1,9}|[a-zA-Z]|[ivxlcdm]+|[IVXLCDM]+|#)([.)])(?: |$)", re.ASCII)
#: One line that begins a list item, a field, an explicit construct or the like. What belongs to it
#: and stands on later lines is indented.
_ITEM = re.compile(
    r"[-+*\u2022\u2023\u2043](?: |$)"
    r"|:(?![: ])(?:[^:\\]|\\.|:(?!(?:[ `]|$)))*(?<! ):(?: |$)"
    r"|\|(?: |$)"
    r"|\.\.(?: |$)"
    r"|__(?: |$)"
)
_ARGUMENT = r"(?:[a-zA-Z][a-zA-Z0-9_-]*|<[^<>]+>)"
_OPTION = (
    rf"(?:[-+][a-zA-Z0-9](?: ?{_ARGUMENT})?|(?:--|/)[a-zA-Z0-9][a-zA-Z0-9_-]*(?:[ =]{_ARGUMENT})?)"
)
_OPTIONS = re.compile(rf"{_OPTION}(?:, {_OPTION})*(?:  +| ?$)")
_GRID_BORDER = re.compile(r"\+-[-+]+-\+$")
_TABLE_TOP = re.compile(r"=+(?: +=+)+$")
_TABLE_BORDER = re.compile(r"=+[ =]*$")
#: A row of fewer characters is meant as text where it cannot be a title's.
_SHORTEST = 4


class _Title(NamedTuple):
    """The lines of a title and what its rows are made of: one character, or two with one above."""

    style: str
    first: int
    written: int
    last: int


@finds("section")
def rst_outline(lines: Lines) -> Outline:
    """The sections that the titles open, with the levels that their styles have by first use.

    A title that docutils rejects because its style skips a level opens a section all the same.
    """
    return Outline(sections(_headings(lines), len(lines.text)))


def _headings(lines: Lines) -> Iterator[Heading]:
    contents = lines.contents()
    levels = Levels()
    for style, first, written, last in _titles([_normal(line) for line in contents]):
        line = contents[written]
        start = lines.starts[written] + len(line) - len(line.lstrip())
        end = lines.starts[written] + len(line.rstrip())
        yield Heading(
            level=levels.level_of(style),
            title=shown_text(lines.text[start:end]),
            start=lines.starts[first],
            end=lines.end_of(last),
            declared=start,
            selection=(start, end),
        )


def _normal(line: str) -> str:
    """The line as docutils reads it."""
    return line.expandtabs(8).replace("\f", " ").replace("\v", " ").rstrip()


def _titles(lines: Sequence[str]) -> Iterator[_Title]:
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line or line[0].isspace():
            at += 1
            continue
        behind = _behind_block(lines, at)
        if behind is None and ROW.fullmatch(line):
            overlined, behind = _read_row(lines, at)
            if overlined is not None:
                yield overlined
        if behind is None:
            underlined, behind = _read_text(lines, at)
            if underlined is not None:
                yield underlined
        at = behind


def _behind_block(lines: Sequence[str], at: int) -> int | None:
    """The line behind a block that can hold no title; None if the line begins a text or a row."""
    line = lines[at]
    if _ITEM.match(line) or _is_enumerated(lines, at) or _is_option(lines, at):
        return at + 1
    if line.startswith(">>>") and (line == ">>>" or line[3] == " "):
        return _next_blank(lines, at)
    if _GRID_BORDER.match(line):
        at += 1
        while at < len(lines) and lines[at].startswith(("+", "|")):
            at += 1
        return at
    if _TABLE_TOP.match(line):
        return _behind_table(lines, at)
    return None


def _is_enumerated(lines: Sequence[str], at: int) -> bool:
    """An enumerator makes an item only before a blank or indented line or the next enumerator; a
    numbered title has a row under it instead."""
    enumerator = _ENUMERATOR.match(lines[at])
    if enumerator is None:
        return False
    if at + 1 == len(lines) or not lines[at + 1][:1].strip():
        return True
    opening, ordinal, closing = enumerator.groups()
    following = (f"{opening}{number}{closing} " for number in (_next(ordinal), "#"))
    return lines[at + 1].startswith(tuple(following))


def _next(ordinal: str) -> str:
    """The ordinal behind a number, a letter or the first Roman number; the others are too rare."""
    if ordinal.isdecimal():
        return str(int(ordinal) + 1)
    return ordinal * 2 if ordinal in "iI" else chr(ord(ordinal[-1]) + 1)


def _is_option(lines: Sequence[str], at: int) -> bool:
    """An option without a description is a text: `--help` can be a title."""
    options = _OPTIONS.match(lines[at])
    if options is None:
        return False
    described = options.end() < len(lines[at])
    while not described and at + 1 < len(lines) and not lines[at + 1][:1].strip():
        at += 1
        described = bool(lines[at])
    return described


def _next_blank(lines: Sequence[str], at: int) -> int:
    while at < len(lines) and lines[at]:
        at += 1
    return at


def _behind_table(lines: Sequence[str], top: int) -> int:
    """The line behind a simple table: behind its second border below the top, or the first before a
    blank line; all of the text if it has none."""
    borders = 0
    last_border = len(lines) - 1
    for at in range(top + 1, len(lines)):
        if _TABLE_BORDER.match(lines[at]):
            borders += 1
            last_border = at
            if (
                len(lines[at]) != len(lines[top])
                or borders == 2
                or not "".join(lines[at + 1 : at + 2])
            ):
                break
    return last_border + 1


def _read_row(lines: Sequence[str], at: int) -> tuple[_Title | None, int | None]:
    """The title that a row stands over, and the line behind; no line if the row is a text."""
    row = lines[at]
    following = lines[at + 1] if at + 1 < len(lines) else ""
    short = len(row) < _SHORTEST
    if not following:
        return None, None if short else at + 1
    if ROW.fullmatch(following):
        return None, None if short else at + 2
    if at + 2 == len(lines):
        return None, None if short else at + 2
    if lines[at + 2] != row or (short and column_width(following) > len(row)):
        return None, None if short else at + 3
    return _Title(row[0] * 2, at, at + 1, at + 2), at + 3


def _read_text(lines: Sequence[str], at: int) -> tuple[_Title | None, int]:
    """The title that a line with a row under it is, and the line behind it or its paragraph."""
    following = lines[at + 1] if at + 1 < len(lines) else ""
    if ROW.fullmatch(following) and not (
        len(following) < _SHORTEST and column_width(lines[at]) > len(following)
    ):
        return _Title(following[0], at, at, at + 1), at + 2
    at += 1
    while at < len(lines) and lines[at] and not lines[at][0].isspace():
        at += 1
    if lines[at - 1].endswith("::"):
        at = _behind_quoted(lines, at)
    return None, at


def _behind_quoted(lines: Sequence[str], at: int) -> int:
    """The line behind a literal block at the margin, whose lines begin with one punctuation."""
    while at < len(lines) and not lines[at]:
        at += 1
    if at < len(lines) and ROW.match(lines[at]):
        quote = lines[at][0]
        while at < len(lines) and lines[at].startswith(quote):
            at += 1
    return at
