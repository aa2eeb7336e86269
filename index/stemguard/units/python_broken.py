"""Definitions that a syntax error hides from the grammar, read from the layout of the lines.

An open bracket swallows every definition behind it until it is closed, which is the state of a file
that is being written. A line that begins with `def` or `class` begins a definition all the same,
and it ends where a line is indented no further.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from stemguard.units.lines import Lines
from stemguard.units.outline import Mark, Stretch

_HEADER = re.compile(r"(?:(?<=[\r\n])|\A)([ \t]*)(?:async[ \t]+)?(def|class)[ \t]+([^\W\d]\w*)")
#: The end of a header or statement may stand no further in than its beginning.
_CLOSING = (")", "]", "}")
_HOLDERS = ("class", "function", "method")


def with_hidden_definitions(
    marks: Sequence[Mark], lines: Lines, texts: Sequence[Stretch]
) -> list[Mark]:
    """The marks of a broken text and those that are missing, in the order of their starts.

    `texts` are the strings and comments, in order, in which `def` defines nothing. The kinds and
    containers of all follow from what holds what now; a constant in a function is none.
    """
    known = {mark.selection[0] for mark in marks}
    hidden = [
        _hidden(found, lines)
        for found in _HEADER.finditer(lines.text)
        if found.start(3) not in known and not _is_within(found.end(1), texts)
    ]
    if not hidden:
        return list(marks)
    # Of a broken header the grammar may take a later word for the name: its line knows better.
    misnamed = {mark.declared for mark in hidden}
    rightly_named = [mark for mark in marks if mark.declared not in misnamed]
    merged: list[Mark] = []
    # What may hold the next mark: where it is in `merged`, and its qualified name.
    holders: list[tuple[int, str]] = []
    for mark in sorted([*rightly_named, *hidden], key=lambda mark: (mark.start, -mark.end)):
        while holders and not _holds(merged[holders[-1][0]], mark, lines):
            at, _ = holders.pop()
            merged[at] = _cut(merged[at], mark.start)
        held_by = merged[holders[-1][0]] if holders else None
        container = holders[-1][1] if holders else ""
        if mark.kind == "constant" and held_by is not None and held_by.kind != "class":
            continue
        placed = _cut(mark._replace(container=container), held_by.end if held_by else mark.end)
        if mark.kind in ("function", "method"):
            in_class = held_by is not None and held_by.kind == "class"
            placed = placed._replace(kind="method" if in_class else "function")
        if placed.kind in _HOLDERS:
            holders.append((len(merged), f"{container}.{mark.name}" if container else mark.name))
        merged.append(placed)
    return merged


def _holds(holder: Mark, mark: Mark, lines: Lines) -> bool:
    """Whether a definition holds the next mark: it ends behind its beginning, and has it on its own
    line or further in."""
    outer, inner = lines.position(holder.declared), lines.position(mark.declared)
    return mark.start < holder.end and (inner.line == outer.line or inner.column > outer.column)


def _cut(mark: Mark, end: int) -> Mark:
    return mark._replace(end=min(mark.end, end), range=(mark.range[0], min(mark.range[1], end)))


def _is_within(offset: int, stretches: Sequence[Stretch]) -> bool:
    after = bisect_right(stretches, (offset, offset))
    return after > 0 and offset < stretches[after - 1][1]


def _hidden(found: re.Match[str], lines: Lines) -> Mark:
    declared, selection = found.end(1), found.span(3)
    end = _end_of_block(lines, lines.line_at(declared), len(found[1].expandtabs()))
    return Mark(
        kind="class" if found[2] == "class" else "function",
        name=found[3],
        container="",
        start=declared,
        end=max(end, selection[1]),
        declared=declared,
        range=(declared, max(end, selection[1])),
        selection=selection,
        named=(selection,),
    )


def _end_of_block(lines: Lines, header: int, indentation: int) -> int:
    """Behind the last line that is indented further than the header, without its ending."""
    last = header
    for line in range(header + 1, len(lines.starts)):
        content = lines.text[lines.starts[line] : lines.end_of(line)].expandtabs().rstrip()
        code = content.lstrip()
        if not code or code.startswith("#"):
            continue
        if len(content) - len(code) <= indentation and not code.startswith(_CLOSING):
            break
        last = line
    behind = lines.text[lines.starts[last] : lines.end_of(last)].rstrip()
    return lines.starts[last] + len(behind)
