"""The headings of LaTeX documents, and the macros and environments that documents and packages
define.

Nothing is expanded. What stands behind `%`, in verbatim text, between `\\iffalse` and `\\fi` or
behind the end of the document is not read; neither is what a macro is defined as.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stemguard.units.latex_inline import shown_text
from stemguard.units.latex_tokens import Tokens
from stemguard.units.lines import Lines
from stemguard.units.outline import Heading, Mark, Outline, Stretch, sections
from stemguard.units.reader import finds

#: Outermost first. A slide is inside of whatever section it stands in.
_LEVELS = {
    **{"part": 1, "addpart": 1, "chapter": 2, "addchap": 2, "section": 3, "addsec": 3},
    **{"subsection": 4, "subsubsection": 5, "paragraph": 6, "subparagraph": 7},
    **{"frametitle": 8, "frame": 8, "abstract": 9},
}
#: What a title may stand behind: a short one, and, on slides, which of them are meant.
_OPTIONS = re.compile(
    r"(?:\s*(?:<[^<>\r\n]{0,99}>|\[(?:[^\[\]{}]|\{(?:[^{}]|\{[^{}]*\})*\}){0,999}\]))*\s*"
)
_NAME = re.compile(r"\s*\{?\s*(\\(?:[a-zA-Z@:_]{1,400}|[^a-zA-Z\s]))\s*\}?")
_ENVIRONMENT = re.compile(r"\s*\{([^{}\r\n\\]{1,400})\}")
#: The parameters of a macro, or what stands between two groups that define one.
_PARAMETERS = re.compile(r"(?:[ \t]*(?:\[[^\[\]\r\n]*\]|#+\d|[^\s{}\\%]))*")
_BETWEEN = re.compile(r"[ \t]*(?:\[[^\[\]\r\n]*\][ \t]*)*(?:%[^\r\n]*)?(?:(?:\r\n?|\n)[ \t]*)?")
_MEANT = re.compile(r"\s*=?\s*(?:\\(?:[a-zA-Z@:_]+|[^a-zA-Z])|\S)")
#: A title with a parameter in it is part of what a macro does.
_PARAMETER = re.compile(r"(?<!\\)#\d")
_BLANK_LINE = re.compile(r"\n[ \t]*\r?\n|\r[ \t]*\r")
_COMMENT_LINE = re.compile(r"[ \t]*%+[ \t]?")
_REST_OF_LINE = re.compile(r"[^\r\n%]*")
#: What nobody defines by hand; what is defined behind them is text of the sections.
_MOST_MACROS = 20_000
#: A longer title is none: its brace was never closed.
_LONGEST = 2000


class _Macro(NamedTuple):
    """Where the definition of a macro or an environment begins and ends, and its name."""

    start: int
    end: int
    name: Stretch


class _Found(NamedTuple):
    """What a text holds. The title is that of the document, and stands in what documents it."""

    headings: list[Heading]
    macros: list[_Macro]
    title: Stretch
    title_at: Stretch


@finds("section", "macro")
def latex_outline(lines: Lines) -> Outline:
    """The sections and macros of a document, whose title documents its file."""
    found = _read(lines)
    marks = sections(found.headings, len(lines.text))
    starts = [mark.start for mark in marks]
    macros = []
    for macro in _macros(lines, found.macros):
        above = bisect_right(starts, macro.start) - 1
        path = (marks[above].container, marks[above].name) if above >= 0 else ()
        macros.append(macro._replace(container=" > ".join(filter(None, path))))
    marks = sorted([*marks, *macros], key=lambda mark: mark.start)
    return Outline(marks, shown_text(lines.text[slice(*found.title)]), found.title_at)


@finds("macro")
def tex_outline(lines: Lines) -> Outline:
    """The macros and environments of a package or a class."""
    return Outline(list(_macros(lines, _read(lines).macros)))


def _read(lines: Lines) -> _Found:
    text = lines.text
    tokens = Tokens(text)
    headings: list[Heading] = []
    macros: list[_Macro] = []
    title = title_at = (0, 0)
    behind = 0
    for command in tokens.commands:
        start = command.start()
        if start < behind:
            continue
        if command["macro"] or command["defined"]:
            macro = _macro(text, command, tokens)
            if macro is not None and len(macros) < _MOST_MACROS:
                macros.append(macro)
                behind = macro.end
        elif command["environment"] == "abstract":
            # It is named as it is printed.
            headings.append(_heading(lines, "abstract", "Abstract", command.span(), command.span()))
        else:
            argument = _argument(text, command, tokens)
            if argument is None or _PARAMETER.search(text, *argument):
                continue
            behind = argument[1] + text.startswith("}", argument[1])
            if command["title"]:
                if title_at == (0, 0):
                    title, title_at = argument, (start, behind)
                continue
            name = (command["heading"] or command["environment"]).rstrip("*")
            shown = shown_text(text[slice(*argument)])
            headings.append(_heading(lines, name, shown, argument, (start, behind)))
    return _Found(headings, macros, title, title_at)


def _heading(lines: Lines, command: str, title: str, selection: Stretch, whole: Stretch) -> Heading:
    start, end = whole
    line = lines.starts[lines.line_at(start)]
    return Heading(
        level=_LEVELS[command],
        title=title,
        start=line if not lines.text[line:start].strip() else start,
        end=end,
        declared=start,
        selection=selection,
    )


def _argument(text: str, command: re.Match[str], tokens: Tokens) -> Stretch | None:
    """What a command that makes a heading is given; the rest of the line if no brace closes it."""
    options = _OPTIONS.match(text, command.end())
    opening = options.end() if options is not None else command.end()
    if not text.startswith("{", opening):
        return None
    if command["environment"] and re.search(r"[\r\n]", text[command.end() : opening]):
        return None
    start = opening + 1
    end = tokens.closing.get(opening, len(text))
    if end - start > _LONGEST or _BLANK_LINE.search(text, start, end):
        rest = _REST_OF_LINE.match(text, start)
        end = rest.end() if rest is not None else start
    return start, end


def _macro(text: str, command: re.Match[str], tokens: Tokens) -> _Macro | None:
    name = (_NAME if command["macro"] else _ENVIRONMENT).match(text, command.end())
    if name is None:
        return None
    at = name.end()
    kind = command["macro"] or command["defined"]
    if kind == "let":
        meant = _MEANT.match(text, at)
        return _Macro(command.start(), meant.end() if meant is not None else at, name.span(1))
    parameters = _PARAMETERS.match(text, at)
    at = parameters.end() if parameters is not None else at
    groups = 2 if kind.endswith(("environment", "Command", "Environment", "Delimiter")) else 1
    for _ in range(groups):
        between = _BETWEEN.match(text, at)
        opening = between.end() if between is not None else at
        if not text.startswith("{", opening):
            break
        if opening not in tokens.closing:
            # Nothing closes it yet: its line is all that is sure.
            rest = _REST_OF_LINE.match(text, opening)
            at = rest.end() if rest is not None else opening
            break
        at = tokens.closing[opening] + 1
    return _Macro(command.start(), at, name.span(1))


def _macros(lines: Lines, macros: Sequence[_Macro]) -> Iterator[Mark]:
    behind = 0
    for start, end, name in macros:
        above, doc = _comment_above(lines, start, behind)
        begin = above if doc else start
        behind = end
        yield Mark(
            kind="macro",
            name=lines.text[slice(*name)],
            container="",
            start=begin,
            end=end,
            declared=start,
            range=(start, end),
            selection=name,
            named=((begin, start), name) if doc else (name,),
            doc=doc,
        )


def _comment_above(lines: Lines, start: int, behind: int) -> tuple[int, str]:
    """The comment right above a macro that begins its line, and where it begins."""
    text, starts = lines.text, lines.starts
    number = lines.line_at(start)
    if text[starts[number] : start].strip():
        return start, ""
    comments: list[str] = []
    while number > 0 and starts[number - 1] >= behind:
        mark = _COMMENT_LINE.match(text, starts[number - 1], starts[number])
        if mark is None:
            break
        comments.append(text[mark.end() : starts[number]].strip().strip("%-=*").strip())
        number -= 1
    return starts[number], "\n".join(filter(None, reversed(comments)))
