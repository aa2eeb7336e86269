"""The titles of an AsciiDoc document, by the rules of Asciidoctor.

A title begins a block: it is no part of a paragraph, and no title stands in a delimited block. Rows
under titles may differ from them by two characters, as they might before Asciidoctor.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from stemguard.units.asciidoc_inline import shown_text
from stemguard.units.lines import Lines
from stemguard.units.outline import Heading, Outline, sections
from stemguard.units.reader import finds
from stemguard.units.underlines import ROW, column_width

_MARK = re.compile(r"(={1,6}|#{1,6})[ \t]+(?=\S)")
#: Each of these has its level under a title.
_ROWS = "=-~^+"
_SHORTEST = 2
_SLACK = 2
#: A title has a word in it, and looks like nothing that may stand above a block.
_TITLE = re.compile(r"(?![.\[|/]|:!?\w[\w-]*!?:(?:\s|$))\S.*\w|(?![.\[|/:])\w")
_BLOCK = re.compile(
    r"-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|--|`{3}(?P<language>[^`]*)|[|,:!]={3,}"
)
#: Lines of their own that begin no paragraph: what is said of the block below, macros, conditions
#: and breaks.
_APART = re.compile(
    r"\[.*\]|\.[^\s.].*|//(?!/).*|:!?\w[\w-]*!?:(?:\s.*)?|\w[\w-]*::[^\s\[]*\[.*\]|'{3,}|<{3,}|-{3}|\*{3}"
)
_ATTRIBUTE = re.compile(r":(\w[\w-]*):[ \t]+(\S.*)")
_LONGEST_VALUE = 200
_MOST_ATTRIBUTES = 1000
_CHARACTERS = {
    **{"amp": "&", "apos": "'", "asterisk": "*", "backslash": "\\", "backtick": "`", "caret": "^"},
    **{"cpp": "C++", "empty": "", "endsb": "]", "gt": ">", "lt": "<", "nbsp": " ", "plus": "+"},
    **{"pp": "++", "quot": '"', "sp": " ", "startsb": "[", "tilde": "~", "two-colons": "::"},
    **{"vbar": "|", "wj": "", "zwsp": ""},
}


@finds("section")
def asciidoc_outline(lines: Lines) -> Outline:
    """The titles outside delimited blocks, marked with `=` (or `#`) or with a row under them."""
    return Outline(sections(_headings(lines), len(lines.text)))


def _headings(lines: Lines) -> Iterator[Heading]:
    contents = [line.rstrip() for line in lines.contents()]
    attributes = _attributes(contents)
    for first, last, level, begin, end in _titles(contents):
        start = lines.starts[first]
        yield Heading(
            level=level,
            title=shown_text(contents[first][begin:end], attributes),
            start=start,
            end=lines.end_of(last),
            declared=start,
            selection=(start + begin, start + end),
        )


def _titles(contents: Sequence[str]) -> Iterator[tuple[int, int, int, int, int]]:
    """Of each title its first and last line, its level, and where in its line it stands."""
    block = ""
    in_paragraph = False
    behind = 0
    for i, content in enumerate(contents):
        if i < behind:
            continue
        if block:
            if content == block:
                block = ""
            continue
        if not content:
            in_paragraph = False
            continue
        level = 0 if in_paragraph else _level_by_row(contents, i)
        mark = None if in_paragraph else _MARK.match(content)
        if level:
            yield i, i + 1, level, 0, len(content)
            behind = i + 2
        elif mark is not None:
            yield i, i, len(mark[1]), mark.end(), _without_closing(content, mark[1])
        elif opened := _BLOCK.fullmatch(content):
            block = content[: opened.start("language")] if opened["language"] else content
            in_paragraph = False
        elif content[0] == "[" or not in_paragraph:
            in_paragraph = _APART.fullmatch(content) is None


def _level_by_row(contents: Sequence[str], i: int) -> int:
    """The level of the title that the next line is a row under; 0 if it is none."""
    row = contents[i + 1] if i + 1 < len(contents) else ""
    if len(row) < _SHORTEST or row[0] not in _ROWS or not ROW.fullmatch(row):
        return 0
    if abs(column_width(contents[i]) - len(row)) > _SLACK or not _TITLE.match(contents[i]):
        return 0
    return 0 if _MARK.match(contents[i]) else _ROWS.index(row[0]) + 1


def _without_closing(content: str, mark: str) -> int:
    """The end of a marked title, behind which the mark may stand again."""
    if content.endswith(f" {mark}") and len(content) > 2 * len(mark) + 1:
        content = content[: -len(mark)].rstrip()
    return len(content)


def _attributes(contents: Sequence[str]) -> Mapping[str, str]:
    """What the document says first of each attribute, which goes for all of it."""
    attributes = dict(_CHARACTERS)
    for content in contents:
        entry = _ATTRIBUTE.fullmatch(content) if content.startswith(":") else None
        if entry is not None and entry[1] not in attributes:
            if len(attributes) >= _MOST_ATTRIBUTES:
                break
            value = shown_text(entry[2][:_LONGEST_VALUE], attributes)
            attributes[entry[1]] = value[:_LONGEST_VALUE]
    return attributes
