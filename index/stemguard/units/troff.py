"""The sections of manual pages, in the macros of man and of mdoc.

What stands in a macro that the page defines, or is ignored, is not read. A page's own name and what
it is for, which its first section says in a line, document its file.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from stemguard.units.lines import Lines
from stemguard.units.outline import Heading, Outline, Stretch, sections
from stemguard.units.reader import finds
from stemguard.units.troff_inline import shown_text

_REQUEST = re.compile(r"[.'][ \t]*([^ \t\\]+)[ \t]*(.*)", re.DOTALL)
_LEVELS = {"SH": 1, "Sh": 1, "SS": 2, "Ss": 2}
_DEFINE = frozenset({"de", "de1", "dei", "am", "am1", "ami", "ig"})
#: Where the title of a heading may stand below it, and what the line of a name is made of.
_FONTS = frozenset({"B", "I", "R", "SM", "SB", "BI", "BR", "IB", "IR", "RB", "RI"})
_NAMES = frozenset({"Nm", "Nd", *_FONTS})
#: What mdoc reads as macros in the line of another.
_CALLED = frozenset(
    (
        *("Ac", "Ad", "An", "Ao", "Ap", "Aq", "Ar", "Bc", "Bo", "Bq", "Brq", "Cm", "Dc", "Do"),
        *("Dq", "Dv", "Em", "Er", "Ev", "Fa", "Fl", "Fn", "Ft", "Ic", "Li", "Ms", "Nm", "No"),
        *("Ns", "Op", "Pa", "Pc", "Po", "Pq", "Qc", "Ql", "Qo", "Qq", "Sc", "So", "Sq", "Sx"),
        *("Sy", "Tn", "Va", "Vt", "Xr"),
    )
)
_ARGUMENT = re.compile(r'[ \t]*(?:"((?:[^"]|"")*)"?|((?:[^ \t\\]|\\.?)+))', re.DOTALL)
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)\\[\"#].*", re.DOTALL)
_PUNCTUATION = re.compile(r" (?=[,.;:)])")
_DASH = re.compile(r"\s(?:-+|[\u2010-\u2015])\s")
#: How many lines of the first section are read for the name, and how many of them may be text.
_MOST_NAMES = 200
_MOST_TEXTS = 12
#: How many lines a title may go on for.
_MOST_LINES = 20


class _Title(NamedTuple):
    """The lines of a heading, that of them in which its title begins, and where in that it is."""

    level: int
    text: str
    first: int
    last: int
    line: int
    written: Stretch


@finds("section")
def troff_outline(lines: Lines) -> Outline:
    """The sections of a page; what its first one says of its name documents the file."""
    contents = lines.contents()
    titles = list(_titles(contents))
    marks = sections((_heading(lines, title) for title in titles), len(lines.text))
    doc, doc_at = _name(lines, contents, titles)
    return Outline(marks, doc, doc_at)


def _heading(lines: Lines, title: _Title) -> Heading:
    start = lines.starts[title.line]
    return Heading(
        level=title.level,
        title=title.text,
        start=lines.starts[title.first],
        end=lines.end_of(title.last),
        declared=start,
        selection=(start + title.written[0], start + title.written[1]),
    )


def _titles(contents: Sequence[str]) -> Iterator[_Title]:
    behind = 0
    alone: dict[str, list[int]] = {}
    for i, content in enumerate(contents):
        if i < behind or content[:1] not in (".", "'"):
            continue
        request = _REQUEST.match(content)
        if request is None or (i and _goes_on(contents[i - 1])):
            continue
        name = request[1]
        if name in _DEFINE:
            alone = alone or _alone(contents)
            behind = _behind_definition(alone, i, name, request[2])
        elif name in _LEVELS:
            title = _title(contents, i, _LEVELS[name], request)
            behind = title.last + 1
            yield title


def _title(contents: Sequence[str], at: int, level: int, request: re.Match[str]) -> _Title:
    """The title of a heading: what it is given, or else the line below it."""
    if not _COMMENT.sub("", request[2]).strip() and at + 1 < len(contents):
        below = contents[at + 1]
        font = _REQUEST.match(below) if below[:1] in (".", "'") else None
        if font is not None and font[1] in _FONTS:
            text = _joined(font[1], _arguments(font[2]))
            return _Title(level, text, at, at + 1, at + 1, font.span(2))
        if font is None and below.strip():
            begin = len(below) - len(below.lstrip())
            written = (begin, len(below.rstrip()))
            return _Title(level, shown_text(below), at, at + 1, at + 1, written)
    given, last = request[2], at
    while _goes_on(contents[last]) and last + 1 < min(len(contents), at + _MOST_LINES):
        last += 1
        given = given[:-1] + contents[last]
    arguments = _arguments(given)
    text = " ".join(arguments) if request[1] in ("SH", "SS") else _spoken(arguments)
    begin = request.start(2)
    end = begin + len(_COMMENT.sub("", request[2]).rstrip())
    return _Title(level, text, at, last, at, (begin, end))


def _alone(contents: Sequence[str]) -> dict[str, list[int]]:
    """The lines of each request that is given nothing, as those are that end a definition."""
    lines: dict[str, list[int]] = {}
    for i, content in enumerate(contents):
        if content.startswith("."):
            lines.setdefault(content.rstrip(), []).append(i)
    return lines


def _behind_definition(alone: Mapping[str, list[int]], at: int, name: str, given: str) -> int:
    """The line behind a definition or what is ignored; the next one, if it has no end."""
    arguments = given.split()
    ending = arguments[-1] if len(arguments) == (1 if name == "ig" else 2) else "."
    ends = alone.get(f".{ending}", ())
    end = bisect_right(ends, at)
    return (ends[end] if end < len(ends) else at) + 1


def _name(lines: Lines, contents: Sequence[str], titles: Sequence[_Title]) -> tuple[str, Stretch]:
    """What the first section says the page is for, and where, if that is a name and a dash."""
    if not titles:
        return "", (0, 0)
    first = titles[0].last + 1
    end = titles[1].first if len(titles) > 1 else len(contents)
    said: list[str] = []
    last = first
    texts = 0
    for i in range(first, min(end, first + _MOST_NAMES)):
        macro, text = "", shown_text(contents[i])
        if contents[i][:1] in (".", "'"):
            request = _REQUEST.match(contents[i])
            if request is None or request[1] not in _NAMES:
                continue
            macro, text = request[1], _joined(request[1], _arguments(request[2]))
        texts += macro != "Nm"
        if texts > _MOST_TEXTS:
            break
        said.append(f"- {text}" if macro == "Nd" else text)
        last = i + 1
    text = _PUNCTUATION.sub("", " ".join(filter(None, said)))
    if not _DASH.search(text):
        return "", (0, 0)
    return text, (lines.starts[first], lines.end_of(last - 1))


def _arguments(given: str) -> list[str]:
    """What a macro is given, as it is shown."""
    given = _COMMENT.sub(r"\1", given)
    found = _ARGUMENT.finditer(given)
    return [
        shown_text(argument[2] if argument[1] is None else argument[1].replace('""', '"'))
        for argument in found
    ]


def _joined(macro: str, arguments: Sequence[str]) -> str:
    """What a macro makes of its arguments: fonts that alternate put no spaces between them."""
    if macro in ("BI", "BR", "IB", "IR", "RB", "RI"):
        return "".join(arguments)
    return " ".join(arguments)


def _spoken(arguments: Sequence[str]) -> str:
    """What mdoc makes of words some of which are macros."""
    words: list[str] = []
    dash = ""
    for argument in arguments:
        if argument in _CALLED:
            dash = "-" if argument == "Fl" else ""
        else:
            words.append(dash + argument)
            dash = ""
    return _PUNCTUATION.sub("", " ".join(words))


def _goes_on(line: str) -> bool:
    """Whether the next line is read as the rest of this one."""
    return line.endswith("\\") and (len(line) - len(line.rstrip("\\"))) % 2 == 1
