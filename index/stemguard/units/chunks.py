"""Where the text that no definition or heading holds is cut, so that no unit grows without bound.

A line of such a remainder counts if it holds some of its text, or is blank and lies whole in a
stretch with text. A stretch of white space alone, as between two definitions, counts no line: the
blank lines between a hundred functions make no chunk. Blank lines before the first and behind the
last line with text do not count.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from stemguard.units.lines import Lines
from stemguard.units.outline import Stretch

#: Section 1 of the ranking rules.
LINES_IN_A_CHUNK = 60


class Chunk(NamedTuple):
    """`start` to `end` are offsets: the remainder's text between them is the chunk's. The first
    chunk starts at 0 and the last ends with the text. Its lines are its first and last with text.
    """

    start: int
    end: int
    first_line: int
    last_line: int


def chunks(lines: Lines, remainder: Sequence[Stretch], documented_to: int = 0) -> list[Chunk]:
    """The chunks of a remainder, in order; none if it is white space.

    They are cut at the last blank line within each 60 lines, or after 60 where there is none. Lines
    that start before `documented_to`, the end of the text's own documentation, count for nothing
    and stay in the first chunk.
    """
    counted, blank = _counted_lines(lines, remainder, documented_to)
    chunked: list[Chunk] = []
    begin = start = 0
    while begin < len(counted):
        next_begin = _cut(blank, begin)
        last = next_begin - 1
        while blank[last]:
            last -= 1
        end = lines.starts[counted[next_begin]] if next_begin < len(counted) else len(lines.text)
        chunked.append(Chunk(start, end, counted[begin], counted[last]))
        begin, start = next_begin, end
    return chunked


def _cut(blank: Sequence[bool], begin: int) -> int:
    """The index of the first line of the next chunk, which is not blank."""
    cut = begin + LINES_IN_A_CHUNK
    if cut >= len(blank):
        return len(blank)
    for i in range(cut - 1, begin, -1):
        if blank[i]:
            cut = i
            break
    while blank[cut]:
        cut += 1
    return cut


def _counted_lines(
    lines: Lines, remainder: Sequence[Stretch], documented_to: int
) -> tuple[list[int], list[bool]]:
    """Each counted line once, in order, and whether it is blank; the outer ones are not."""
    text, starts = lines.text, lines.starts
    documented = bisect_left(starts, documented_to)
    counted: list[int] = []
    blank: list[bool] = []
    for begin, end in remainder:
        if text[begin:end].isspace():
            continue
        first, last = lines.line_at(begin), lines.line_at(end - 1)
        bounds = [begin, *starts[first + 1 : last + 1], end]
        is_blank = [text[left:right].isspace() for left, right in pairwise(bounds)]
        line, behind = max(first, documented), last + 1
        if is_blank[0] and begin > starts[first]:
            line = max(line, first + 1)
        if is_blank[-1] and end < lines.end_of(last):
            behind -= 1
        # Two stretches with text share a line where a definition begins and ends on it.
        if counted and counted[-1] == line:
            line += 1
        while not counted and line < behind and is_blank[line - first]:
            line += 1
        counted += range(line, behind)
        blank += is_blank[line - first : behind - first]
    while blank and blank[-1]:
        counted.pop()
        blank.pop()
    return counted, blank
