"""The keys of YAML, by the lines of its blocks; what is in brackets reads `flow`.

A grammar would take about as long to parse alone, and a text with templates in it, which is no YAML
yet, would be an error to it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from stemguard.units.flow import NAMES, YAML, Place, closing, read_flow
from stemguard.units.keys import FORGOTTEN, NO_NAME, TOP, Keys
from stemguard.units.lines import Lines
from stemguard.units.outline import Outline, Stretch
from stemguard.units.reader import finds

#: Anchors and tags.
_PROPERTIES = re.compile(r"(?:[&!]\S*+(?:[ \t]++|$))*+")
#: A key of one line, up to behind its colon.
_KEY = re.compile(
    r"(?:\"(?P<double>(?:[^\"\\]|\\.)*+)\"|'(?P<single>(?:[^']|'')*+)'"
    r"|(?P<plain>(?![-?:](?:\s|$)|[\[\]{}#&*!|>%@`\"',])(?:[^:#]|:(?!\s|$)|(?<!\s)#)++))"
    r"[ \t]*+:(?=\s|$)"
)
_BLOCK = re.compile(r"[|>][-+\d]*+[ \t]*+(?:#.*)?$")
_QUOTED = {
    '"': re.compile(r'"(?:[^"\\]|\\.)*+"', re.DOTALL),
    "'": re.compile(r"'(?:[^']|'')*+'"),
}
_PLAIN = re.compile(r"(?:[^\s#]|[ \t]++(?![\s#]|$)|(?<=\S)#)++")
_DASH = re.compile(r"-(?:[ \t]++|$)")
_MARKER = re.compile(r"(?:---|\.\.\.)(?=\s|$)")
#: What steps go by: tasks of a role, and what is listed alike.
_STEPS = frozenset({"name", "label", "id"})
_NO_LEAF = (-1, FORGOTTEN)


@finds("key")
def yaml_outline(lines: Lines) -> Outline:
    """The keys of all documents of a text, and the named items of lists.

    Where a document is a list, the mappings in an item that has hosts or no name are units with
    their keys, as in the variables of a play.
    """
    return _Yaml(lines).outline()


class _Frame(NamedTuple):
    """What is open, from its column on: a key whose value is below it, or an item of a list.

    `kind`, `start` and `name` are those of the key that it becomes, if it is told.
    """

    column: int
    is_item: bool
    in_record: bool
    kind: str
    start: int
    name: Stretch


_OUTSIDE = _Frame(-1, False, False, "", 0, NO_NAME)


class _Yaml:
    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._contents = lines.contents()
        self._keys = Keys(lines)
        self._frames: list[_Frame] = []
        # The numbers of the outermost of them: nearly all that lies in records is never told.
        self._told: list[int] = []
        # The column and the number of the key with a value beside it that was read last.
        self._leaf = _NO_LEAF
        self._end = 0
        # How good the names are that open items have, by their numbers.
        self._named: dict[int, int] = {}
        # Of all that can name a record, what the outermost that is open has.
        self._has: set[str] = set()
        # A bracket or quote that nothing closes is looked for once.
        self._never_closed: set[str] = set()

    def outline(self) -> Outline:
        contents, starts = self._contents, self._lines.starts
        i = 0
        while i < len(contents):
            line = contents[i]
            content = line.strip()
            if not content:
                i += 1
            elif content[0] == "#":
                begin = starts[i] + line.index("#")
                self._keys.comment(begin, begin + len(content))
                i += 1
            else:
                i = self._line(i, line)
        self._close(-1)
        return self._keys.outline()

    def _line(self, i: int, line: str) -> int:
        """Reads a line with something in it, and gives the first that is not read then."""
        start = self._lines.starts[i]
        at = len(line) - len(line.lstrip(" "))
        if not at and line[0] in "-.":
            marker = _MARKER.match(line)
            if marker is not None:
                self._close(-1)
                self._leaf = _NO_LEAF
                at = len(line) - len(line[3:].lstrip())
                if at >= len(line):
                    return i + 1
        column, leaf = self._leaf
        if at > column >= 0:
            # A value goes on; nothing in it is a key.
            self._end = start + len(line.rstrip())
            self._keys.close(leaf, self._end)
            return i + 1
        self._leaf = _NO_LEAF
        frames = self._frames
        while line[at] == "-":
            dash = _DASH.match(line, at)
            if dash is None:
                break
            self._item(at, start)
            self._end = start + at + 1
            at = dash.end()
            if at >= len(line):
                return i + 1
        key = _KEY.match(line, _past_properties(line, at) if line[at] in "&!" else at)
        if key is None:
            return self._value(i, line, at, frames[-1].column if frames else -1)
        self._close(at)
        return self._key(i, line, at, key)

    def _item(self, column: int, start: int) -> None:
        frames = self._frames
        while frames and (
            frames[-1].column > column or (frames[-1].is_item and frames[-1].column == column)
        ):
            self._pop()
        if not frames:
            self._has.clear()
        frames.append(_Frame(column, True, True, "", start + column, NO_NAME))

    def _key(self, i: int, line: str, at: int, key: re.Match[str]) -> int:
        start, end = self._lines.starts[i], key.end()
        around = self._frames[-1] if self._frames else _OUTSIDE
        name_at, name_end = key.span(key.lastgroup or 0)
        name = line[name_at:name_end].rstrip()
        stretch = start + name_at, start + name_at + len(name)
        while end < len(line) and line[end] in " \t":
            end += 1
        if end < len(line) and line[end] in "&!":
            end = _past_properties(line, end)
        self._end = start + key.end()
        has_nothing_beside = end >= len(line) or line[end] in "#\r\n"
        is_outermost = around.is_item and len(self._frames) == 1
        if is_outermost and name in NAMES:
            self._has.add(name)
        in_record = around.in_record
        if is_outermost and has_nothing_beside and self._is_whole():
            in_record = not self._is_mapping(i + 1, at)
        kind = "" if in_record or name == "<<" else "key"
        frame = _Frame(at, False, in_record, kind, start + at, stretch)
        if has_nothing_beside:
            self._frames.append(frame)
            if kind:
                self._number()
            return i + 1
        if kind or line[end] in "{[":
            self._frames.append(frame)
            number = self._number()
            following = self._value(i, line, end, at)
            self._pop()
            self._leaf = at, number
            return following
        if around.is_item and name in NAMES:
            self._name(NAMES.index(name), self._scalar(line, end, start))
        self._leaf = at, FORGOTTEN
        return self._value(i, line, end, at)

    def _is_whole(self) -> bool:
        """Whether the outermost record is no step of something, which its name is enough for."""
        return "hosts" in self._has or self._has.isdisjoint(_STEPS)

    def _is_mapping(self, i: int, column: int) -> bool:
        """Whether the lines from this one on are a value, indented more than this, of keys."""
        for j in range(i, len(self._contents)):
            line = self._contents[j]
            content = line.lstrip(" ")
            if content.strip() and content[0] != "#":
                return len(line) - len(content) > column and not _DASH.match(content)
        return False

    def _name(self, place: int, name: Stretch | None) -> None:
        """The item that is open has a name, at a place among those that there are."""
        if name is None:
            return
        item = self._number()
        if place < self._named.get(item, len(NAMES)):
            self._named[item] = place
            self._keys.name(item, "key", name)

    def _number(self) -> int:
        """The number of what is open innermost, which is told now with all around it."""
        told = self._told
        for frame in self._frames[len(told) :]:
            around = told[-1] if told else TOP
            told.append(self._keys.open(frame.kind, frame.start, frame.name, around))
        return told[-1] if told else TOP

    def _pop(self) -> None:
        if len(self._told) == len(self._frames):
            self._keys.close(self._told.pop(), self._end)
        self._frames.pop()

    def _value(self, i: int, line: str, at: int, column: int) -> int:
        """Reads a value that begins here on a line, and gives the line behind it.

        What it is the value of begins at a column.
        """
        start = self._lines.starts[i]
        if line[at] in "&!":
            at = _past_properties(line, at)
        last = i
        first = line[at : at + 1]
        if first in ("|", ">"):
            if _BLOCK.match(line, at):
                return self._block(i, column)
        elif first in ('"', "'", "{", "["):
            end = self._ends(first, start + at)
            if end:
                last = self._lines.line_at(end - 1)
                if first in "{[":
                    around = self._frames[-1] if self._frames else _OUTSIDE
                    place = Place.ITEM if around.is_item else Place.VALUE
                    if around.in_record and not around.is_item:
                        place = Place.IN_RECORD
                    read_flow(self._keys, self._lines.text, start + at, YAML, self._number(), place)
        self._end = self._lines.starts[last] + len(self._contents[last].rstrip())
        return last + 1

    def _ends(self, first: str, at: int) -> int:
        """Where what opens with this character is closed; 0 if it is not."""
        if first in self._never_closed:
            return 0
        text = self._lines.text
        if first in "{[":
            end = closing(text, at, YAML)
        else:
            quoted = _QUOTED[first].match(text, at)
            end = 0 if quoted is None else quoted.end()
        if not end:
            self._never_closed.add(first)
        return end

    def _block(self, i: int, column: int) -> int:
        """Passes the lines of a block of text below a line, which are indented more than this."""
        contents = self._contents
        last = i
        for j in range(i + 1, len(contents)):
            line = contents[j]
            if line and not line.isspace():
                if len(line) - len(line.lstrip(" ")) <= column or _MARKER.match(line):
                    break
                last = j
        self._end = self._lines.starts[last] + len(contents[last].rstrip())
        return last + 1

    def _scalar(self, line: str, at: int, start: int) -> Stretch | None:
        """What a value on one line says, if it is one that can be a name."""
        quote = _QUOTED.get(line[at])
        said = _PLAIN.match(line, at) if quote is None else quote.match(line, at)
        if said is None or line[at] in "|>{[*":
            return None
        inset = 0 if quote is None else 1
        return start + said.start() + inset, start + said.end() - inset

    def _close(self, column: int) -> None:
        """Ends all that is open from this column on."""
        frames = self._frames
        while frames and frames[-1].column >= column:
            self._pop()


def _past_properties(line: str, at: int) -> int:
    properties = _PROPERTIES.match(line, at)
    return at if properties is None else properties.end()
