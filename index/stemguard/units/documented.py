"""What belongs to a definition without being in it: comments above and behind, and attributes."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from stemguard.units.code_languages import BLOCK_END
from stemguard.units.lines import Lines
from stemguard.units.outline import Stretch

#: What may stand between a comment and what it documents: no empty line.
_GAP = re.compile(r"[ \t]*(?:\r\n?|\n)?[ \t]*")
_SPACE = re.compile(r"\s*")
_INDENT = re.compile(r"[ \t]*")
#: What may stand between a member and the comment behind it.
_TO_COMMENT = re.compile(r"[ \t]{0,200}[,;]?[ \t]{0,200}")
_LINE_END = re.compile(r"[ \t]*(?:[\r\n]|\Z)")
_TO_NEXT_LINE = re.compile(r"[ \t]{0,200}[,;]?[ \t]{0,200}(?:\r\n?|\n)[ \t]{0,200}")
#: A comment of a single line that documents what the one above it does.
_GOES_ON = re.compile(r"--+(?![ \t]*[|^])")
#: What follows what a comment below documents: nothing, or the end of what is around both.
_NOTHING_NEXT = re.compile(r"[ \t]*(?:\r\n?|\n)?[ \t]*(?:[\r\n)}\]]|end\b|\Z)")
#: Without the stars before it: two characters at its beginning are found fast, and a line of a
#: comment begins with a star, too.
_BLOCK_END = re.compile(r"\*/[ \t]*$", re.MULTILINE)
_LINE_ENDS = ("\r", "\n")
#: Comments and attributes by turns; real ones are a few.
_MOST_TURNS = 50


class Above(NamedTuple):
    """Where the comments above a definition begin, where its attributes do, and the comments."""

    start: int
    range_start: int
    comments: tuple[Stretch, ...]


class Around:
    """The comments and attributes of a text; `sort` comes between adding to them and asking."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._end_of: dict[int, int] = {}
        self._attributes: set[int] = set()
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._asked: dict[int, Above] = {}
        self._taken: set[int] = set()

    def add_comment(self, start: int, end: int) -> None:
        """A comment; the end of its line may be in it."""
        self.add_comments([(start, end)])

    def add_comments(self, comments: Iterable[Stretch]) -> None:
        text, end_of = self._lines.text, self._end_of
        for start, end in comments:
            if text[end - 1 : end] in _LINE_ENDS:
                end_of[start] = start + len(text[start:end].rstrip("\r\n"))
            else:
                end_of[start] = end

    def lengthen_comments(self, comments: Iterable[Stretch]) -> None:
        """More of comments that were added: lines of their own right below them are a part."""
        end_of = self._end_of
        self.add_comments([one for one in comments if one[0] in end_of])

    def add_attributes(self, attributes: Iterable[Stretch]) -> None:
        ends = dict(attributes)
        self._end_of.update(ends)
        self._attributes.update(ends)

    def sort(self) -> None:
        last = 0
        for start, end in sorted(self._end_of.items()):
            # An attribute may hold others, and comments.
            if start >= last:
                self._starts.append(start)
                self._ends.append(end)
                last = end

    def above(self, start: int) -> Above:
        """What stands right above a definition that starts here, or before it on its line."""
        known = self._asked.get(start)
        if known is not None:
            return known
        i = bisect_right(self._ends, start) - 1
        if i < 0 or not _GAP.fullmatch(self._lines.text, self._ends[i], start):
            # Most have nothing above.
            return Above(start, start, ())
        known = self._asked[start] = self._above(start)
        return known

    def behind(self, end: int) -> Stretch | None:
        """The comment that is the last on the line of what ends here."""
        text = self._lines.text
        between = _TO_COMMENT.match(text, end)
        start = end if between is None else between.end()
        comment_end = self._end_of.get(start)
        if (
            comment_end is None
            or start in self._attributes
            or not _LINE_END.match(text, comment_end)
        ):
            return None
        return start, comment_end

    def below(
        self, start: int, end: int, opening: re.Pattern[str], *, is_inner: bool
    ) -> tuple[Stretch, ...]:
        """The comments on the lines right below what starts and ends here, which then document
        nothing else.

        The first begins as `opening` says. What documents a constructor or the like, `is_inner`,
        is as far to the right as that, or goes on from behind it; what documents others is as far
        to the left, and stands apart from what is next.
        """
        text = self._lines.text
        behind = self.behind(end)
        at = end if behind is None else behind[1]
        found: list[Stretch] = []
        if is_inner and behind is not None and opening.match(text, behind[0]):
            found = self._lines_below(at, _GOES_ON)
        else:
            found = self._lines_below(at, opening)
            if found:
                column = self._column(found[0][0]) - self._indent(start)
                if column < 0 if is_inner else column > 0:
                    return ()
                if not is_inner and not _NOTHING_NEXT.match(text, found[-1][1]):
                    return ()
        self._taken.update(begin for begin, _ in found)
        return tuple(found)

    def past_attributes(self, start: int, name: int) -> int:
        """Where what starts with attributes, and is called by the name there, goes on."""
        at = start
        while at in self._attributes and self._end_of[at] <= name:
            space = _SPACE.match(self._lines.text, self._end_of[at], name)
            at = name if space is None else space.end()
        return at

    def _above(self, start: int) -> Above:
        text, starts, ends = self._lines.text, self._starts, self._ends
        at = range_start = start
        comments: list[Stretch] = []
        is_next = False
        i = bisect_right(ends, start) - 1
        while i >= 0 and len(comments) < _MOST_TURNS and _GAP.fullmatch(text, ends[i], at):
            begin = starts[i]
            if begin in self._taken:
                break
            if begin in self._attributes:
                range_start = begin
                is_next = False
            elif not _begins_its_line(text, begin):
                break
            elif is_next:
                comments[-1] = begin, comments[-1][1]
            else:
                comments.append((begin, ends[i]))
                is_next = True
            at = begin
            i -= 1
        return Above(at, range_start, tuple(reversed(comments)))

    def _lines_below(self, at: int, opening: re.Pattern[str]) -> list[Stretch]:
        text = self._lines.text
        found: list[Stretch] = []
        while len(found) < _MOST_TURNS and (gap := _TO_NEXT_LINE.match(text, at)):
            begin = gap.end()
            at = self._end_of.get(begin, -1)
            if at < 0 or begin in self._taken or begin in self._attributes:
                break
            if not opening.match(text, begin):
                break
            found.append((begin, at))
            opening = _GOES_ON
        return found

    def _column(self, at: int) -> int:
        return at - self._lines.starts[self._lines.line_at(at)]

    def _indent(self, at: int) -> int:
        """How far the line of an offset is indented."""
        start = self._lines.starts[self._lines.line_at(at)]
        space = _INDENT.match(self._lines.text, start)
        return 0 if space is None else space.end() - start


def said(comments: Iterable[Stretch], marks: re.Pattern[str], text: str) -> str:
    """The text of comments without their marks."""
    written = "\n".join([text[start:end] for start, end in comments])
    if "\r" in written:
        written = written.replace("\r\n", "\n").replace("\r", "\n")
    found = _apart(marks)
    if found.has_ends and "*/" in written:
        written = _without_ends(written)
    if found.begins_line:
        return found.pattern.sub("\n", f"\n{written}").strip()
    return found.pattern.sub("", written).strip()


def joined(stretches: Iterable[Stretch], text: str) -> list[Stretch]:
    """Stretches in their order, those with nothing but white space between them made one."""
    found: list[Stretch] = []
    for start, end in stretches:
        if found and _SPACE.fullmatch(text, found[-1][1], start):
            found[-1] = found[-1][0], end
        else:
            found.append((start, end))
    return found


class _Apart(NamedTuple):
    """Marks without the end of a block comment, which is looked for apart where `has_ends`.

    It begins with white space, as much else does: to look for both at once is four times as slow.
    Where `begins_line` all marks begin lines, and the pattern begins with the end of the line
    before: that is found in half the time that `^` is.
    """

    pattern: re.Pattern[str]
    has_ends: bool
    begins_line: bool


@cache
def _apart(marks: re.Pattern[str]) -> _Apart:
    before, end, behind = marks.pattern.partition(BLOCK_END)
    pattern = before + behind
    begins_line = pattern.startswith("^") and not _has_alternatives(pattern)
    if begins_line:
        pattern = "\n" + pattern[1:]
    return _Apart(re.compile(pattern, marks.flags), bool(end), begins_line)


def _has_alternatives(pattern: str) -> bool:
    """Whether an expression has alternatives that are not in a group."""
    left = re.sub(r"\\.|\[(?:\\.|[^\]\\])+\]", "", pattern)
    while left != (left := re.sub(r"\([^()]*\)", "", left)):
        pass
    return "|" in left


def _without_ends(written: str) -> str:
    if written.find("*/") == len(written) - 2:
        return written[:-2].rstrip("*").rstrip(" \t")
    pieces = []
    at = 0
    for end in _BLOCK_END.finditer(written):
        pieces.append(written[at : end.start()].rstrip("*").rstrip(" \t"))
        at = end.end()
    pieces.append(written[at:])
    return "".join(pieces)


def _begins_its_line(text: str, at: int) -> bool:
    while at and text[at - 1] in " \t":
        at -= 1
    return not at or text[at - 1] in "\r\n"
