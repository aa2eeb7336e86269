"""Where the headings of a Markdown document are, by the block rules of CommonMark 0.31.

Only what decides where a heading is gets parsed: containers (block quotes and list items), in
which a heading is no section of the document, and leaves in which `#` or a row of `=` or `-` means
nothing (fenced and indented code, HTML, link definitions).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from typing import NamedTuple

from stemguard.units.markdown_html import (
    BLANK_LINE,
    element_end,
    html_end,
    jsx_end,
    lines_of_definitions,
)

_ATX = re.compile(r"(#{1,6})(?=[ \t]|$)")
_SETEXT = re.compile(r"(=+|-+)[ \t]*$")
_FENCE = re.compile(r"(`{3,})[^`]*$|(~{3,})")
_BREAK = re.compile(r"(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_ITEM = re.compile(r"([-+*]|(\d{1,9})[.)])(?= |$)", re.ASCII)
_SPACES = re.compile(" *")
#: The width of a block quote among the containers; a list item's is at least 2.
_QUOTE = 0


class HeadingLines(NamedTuple):
    """The lines of a heading, its row of `=` or `-` included; `level` is 1 to 6. An element is one
    that is written in HTML."""

    level: int
    first: int
    last: int
    is_element: bool = False


def heading_lines(contents: Sequence[str], first: int = 0) -> Iterator[HeadingLines]:
    """The headings outside every container, in order; `contents` are lines without their endings,
    of which those before `first` are no part of the document."""
    return _headings(_Blocks(contents), first, len(contents))


def mdx_heading_lines(contents: Sequence[str], first: int = 0) -> Iterator[HeadingLines]:
    """The same for MDX, in which nothing is code because it is indented."""
    return _headings(_MdxBlocks(contents), first, len(contents))


def _headings(blocks: _Blocks, first: int, end: int) -> Iterator[HeadingLines]:
    behind = first
    for number in range(first, end):
        heading = blocks.read(number)
        # An element may end behind where its block does.
        if heading is not None and heading.first >= behind:
            behind = heading.last + 1
            yield heading


class _Leaf(Enum):
    NONE = auto()
    PARAGRAPH = auto()
    FENCE = auto()
    HTML = auto()


class _Blocks:
    """The blocks that are open behind the line that was read last.

    Indented code needs no state: a line with four spaces that goes on with no paragraph is code.
    """

    def __init__(self, contents: Sequence[str]) -> None:
        self._contents = contents
        # By how many columns the text of each open list item is indented; _QUOTE for a quote.
        self._containers: list[int] = []
        self._leaf = _Leaf.NONE
        self._paragraph_from = 0
        self._fence = ""
        self._html_end = BLANK_LINE
        # Of the innermost container, a list item, nothing but the marker has been read.
        self._is_empty_item = False

    def read(self, number: int) -> HeadingLines | None:
        """The heading that this line is or ends, if it is one of the document's own."""
        line = self._line(number)
        at, matched = self._continue_containers(line)
        if matched == len(self._containers) and self._leaf is _Leaf.FENCE:
            self._read_fenced(line, at)
            return None
        if matched == len(self._containers) and self._leaf is _Leaf.HTML:
            self._read_html(line, at)
            return self._element(number)
        opened: list[int] = []
        while True:
            text = _text_at(line, at)
            goes_on = self._leaf is _Leaf.PARAGRAPH and not opened
            in_paragraph = goes_on and matched == len(self._containers)
            container = _container_at(line, at, text, in_paragraph)
            if container is None:
                break
            width, at = container
            opened.append(width)
        if text == len(line):
            self._open(matched, opened, _Leaf.NONE)
            self._is_empty_item = bool(opened) and opened[-1] != _QUOTE
            return None
        if text - at > 3:
            if not goes_on:
                self._open(matched, opened, _Leaf.NONE)
            return None
        if in_paragraph and (underline := _SETEXT.match(line, text)):
            first = self._first_line_of_text(number)
            if first < number:
                self._leaf = _Leaf.NONE
                level = 1 if underline[1][0] == "=" else 2
                return None if self._containers else HeadingLines(level, first, number)
        return self._read_text(number, line, text, matched, opened, goes_on)

    def _line(self, number: int) -> str:
        return self._contents[number].expandtabs(4)

    def _html_begins(self, line: str, in_paragraph: bool) -> re.Pattern[str] | None:
        return html_end(line, in_paragraph)

    def _element(self, number: int) -> HeadingLines | None:
        """The heading that is written in HTML and begins on a line of HTML."""
        if self._html_end is not BLANK_LINE or self._containers:
            return None
        element = element_end(self._contents, number)
        return None if element is None else HeadingLines(element[0], number, element[1], True)

    def _continue_containers(self, line: str) -> tuple[int, int]:
        """The column behind what continues the open containers, and how many are continued."""
        at = matched = 0
        for width in self._containers:
            text = _text_at(line, at)
            if width == _QUOTE:
                if text - at > 3 or not line.startswith(">", text):
                    break
                at = text + 1 + line.startswith(" ", text + 1)
            elif text == len(line):
                # A blank line, of which a list item may begin with one at most.
                if self._is_empty_item and matched == len(self._containers) - 1:
                    break
                at = min(at + width, text)
            elif text - at >= width:
                at += width
            else:
                break
            matched += 1
        return at, matched

    def _read_fenced(self, line: str, at: int) -> None:
        text = _text_at(line, at)
        if text - at <= 3 and line.startswith(self._fence, text):
            behind = line[text:].lstrip(self._fence[0])
            if not behind.strip(" "):
                self._leaf = _Leaf.NONE

    def _read_html(self, line: str, at: int) -> None:
        if self._html_end is BLANK_LINE:
            ended = BLANK_LINE.match(line, at)
        else:
            ended = self._html_end.search(line, at)
        if ended:
            self._leaf = _Leaf.NONE

    def _first_line_of_text(self, end: int) -> int:
        """The first line of the open paragraph that is no link definition; `end` if all are."""
        first = self._paragraph_from
        paragraph = "\n".join(self._contents[first:end])
        if not paragraph.lstrip(" \t").startswith("["):
            return first
        return first + lines_of_definitions(paragraph)

    def _read_text(
        self, number: int, line: str, text: int, matched: int, opened: list[int], goes_on: bool
    ) -> HeadingLines | None:
        """Read a line behind its containers as the leaf that it begins or continues."""
        if atx := _ATX.match(line, text):
            self._open(matched, opened, _Leaf.NONE)
            return None if self._containers else HeadingLines(len(atx[1]), number, number)
        if fence := _FENCE.match(line, text):
            self._open(matched, opened, _Leaf.FENCE)
            self._fence = fence[1] or fence[2]
        elif html := self._html_begins(line[text:], goes_on):
            self._open(matched, opened, _Leaf.HTML)
            self._html_end = html
            if html is not BLANK_LINE:
                self._read_html(line, text)
            return self._element(number)
        elif _BREAK.match(line, text):
            self._open(matched, opened, _Leaf.NONE)
        elif not goes_on:
            self._open(matched, opened, _Leaf.PARAGRAPH)
            self._paragraph_from = number
        return None

    def _open(self, matched: int, opened: list[int], leaf: _Leaf) -> None:
        """Close the containers that were not continued, and open others and a leaf in them."""
        self._containers[matched:] = opened
        self._leaf = leaf
        self._is_empty_item = False


class _MdxBlocks(_Blocks):
    """The blocks of MDX, among which are modules and expressions."""

    def _line(self, number: int) -> str:
        line = super()._line(number)
        # Components are indented in one another, and what is written in them with them.
        return line if self._containers else line.lstrip(" ")

    def _html_begins(self, line: str, in_paragraph: bool) -> re.Pattern[str] | None:
        return jsx_end(line, in_paragraph) or super()._html_begins(line, in_paragraph)


def _container_at(line: str, at: int, text: int, in_paragraph: bool) -> tuple[int, int] | None:
    """The container that a line opens, and the column where its text begins."""
    if text == len(line) or text - at > 3:
        return None
    if line[text] == ">":
        return _QUOTE, text + 1 + line.startswith(" ", text + 1)
    item = _ITEM.match(line, text)
    if item is None or _BREAK.match(line, text):
        return None
    content = _text_at(line, item.end())
    if content == len(line):
        return None if in_paragraph else (item.end() + 1 - at, content)
    # Only a list that starts with 1 interrupts a paragraph.
    if in_paragraph and item[2] is not None and int(item[2]) != 1:
        return None
    if content - item.end() > 4:
        content = item.end() + 1
    return content - at, content


def _text_at(line: str, at: int) -> int:
    """The column of the first character that is no space, at or behind a column."""
    spaces = _SPACES.match(line, at)
    return spaces.end() if spaces is not None else at
