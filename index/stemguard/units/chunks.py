"""Where the text that no definition or heading holds is cut, so that no unit grows without bound.

A line of such a remainder counts if it holds some of its text, or is blank and lies whole in a
stretch with text. A stretch of white space alone, as between two definitions, counts no line: the
blank lines between a hundred functions make no chunk. Blank lines before the first and behind the
last line with text do not count.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    counted = _counted_lines(lines, remainder, documented_to)
    chunked: list[Chunk] = []
    begin = start = 0
    while begin < len(counted):
        next_begin = _cut(counted, begin)
        last = next_begin - 1
        while counted[last][1]:
            last -= 1
        end = lines.starts[counted[next_begin][0]] if next_begin < len(counted) else len(lines.text)
        chunked.append(Chunk(start, end, counted[begin][0], counted[last][0]))
        begin, start = next_begin, end
    return chunked


def _cut(counted: Sequence[tuple[int, bool]], begin: int) -> int:
    """The index of the first line of the next chunk, which is not blank."""
    cut = begin + LINES_IN_A_CHUNK
    if cut >= len(counted):
        return len(counted)
    for i in range(cut - 1, begin, -1):
        if counted[i][1]:
            cut = i
            break
    while counted[cut][1]:
        cut += 1
    return cut


def _counted_lines(
    lines: Lines, remainder: Sequence[Stretch], documented_to: int
) -> list[tuple[int, bool]]:
    """Each counted line once, in order, and whether it is blank; the outer ones are not."""
    text, starts = lines.text, lines.starts
    counted: list[tuple[int, bool]] = []
    for begin, end in remainder:
        if text[begin:end].isspace():
            continue
        line = lines.line_at(begin)
        at = begin
        while at < end:
            behind = lines.end_of(line)
            blank = text[at : min(behind, end)].isspace()
            whole = at == starts[line] and behind <= end
            if (not blank or (whole and counted)) and starts[line] >= documented_to:
                if counted and counted[-1][0] == line:
                    counted[-1] = (line, False)
                else:
                    counted.append((line, blank))
            at, line = behind, line + 1
    while counted and counted[-1][1]:
        counted.pop()
    return counted
