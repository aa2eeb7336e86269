"""The keys of configuration and data as marks: which of them are units, and of what text.

Keys become units by whole levels, the outermost first, as long as all together are at most as many
as the reader says: what would be more is data, and stays text of the unit around it. So it is known
of a level that either all of its keys are found by their names or none.

A key whose own text is long, as no key in it is a unit or it has none, is a unit of its first line
alone: the rest goes to the pieces of the file, which have a bounded length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate, takewhile

from stemguard.units.code_languages import HASHES
from stemguard.units.documented import Around, said
from stemguard.units.lines import Lines
from stemguard.units.outline import Mark, Outline, Stretch

#: Between the parts of a path to a key.
PATH = " > "
#: A long configuration by hand has some hundreds: a workflow of many jobs, an editor's settings.
MOST_KEYS = 500
#: Of the kinds that are written by hand or made from such, as a schema is.
MOST_DEFINITIONS = 5000
#: In a level, of those that become units and those that only lie around them; more is data.
_MOST_SEEN = 20_000
#: Below this nothing is looked for; lists without names count.
_DEEPEST = 60
#: Parts that a path has at most.
_LONGEST_PATH = 40
_LONGEST_NAME = 400
#: What runs is one text, as long as it may be.
_WHOLE = frozenset({"function", "macro", "method", "target", "test"})
#: More lines of its own than this make a key's text data.
_MOST_LINES = 200

_LONE_RETURN = re.compile(r"\r(?!\n)")
_GAP = re.compile(r"[ \t]*(?:\r\n?|\n)[ \t]*")
#: What stands for the key around those that no key is around, and for one that is not told.
TOP = -1
FORGOTTEN = -2
#: What has no name.
NO_NAME = (0, 0)


class _Key:
    """A key as it was found; without a kind it is no unit, but may be a part of the paths below."""

    __slots__ = ("around", "depth", "docs", "end", "kind", "name", "reach", "start", "within")

    def __init__(
        self, kind: str, start: int, name: Stretch, around: int, depth: int, within: str
    ) -> None:
        self.kind = kind
        self.start = start
        self.end = self.reach = name[1] or start
        self.name = name
        self.around = around
        self.depth = depth
        self.within = within
        self.docs: list[Stretch] = []


class Keys:
    """The keys of a text, to be told in the order of their starts, and its comments.

    A key is known by the number that `open` gives; where there is no more room it gives one that
    all others accept and forget. `marks` is what is removed from the text of comments, `behind`
    says of what kinds the comment on the same line is a documentation too.
    """

    def __init__(
        self,
        lines: Lines,
        *,
        marks: re.Pattern[str] = HASHES,
        most: int = MOST_KEYS,
        separator: str = PATH,
        behind: frozenset[str] = frozenset(),
    ) -> None:
        self._lines = lines
        #: The text to read, in which every line ends in `\n`.
        self.text = _LONE_RETURN.sub("\n", lines.text) if "\r" in lines.text else lines.text
        self._marks = marks
        self._most = most
        self._separator = separator
        self._behind = behind
        self._keys: list[_Key] = []
        self._seen = [0] * _DEEPEST
        self._full = _DEEPEST
        self._comments: list[Stretch] = []

    def open(
        self, kind: str, start: int, name: Stretch = NO_NAME, around: int = TOP, within: str = ""
    ) -> int:
        """A key that starts here, or with the kind "" what lies around keys.

        `within` goes into its path before its name, the parts of it joined by the separator.
        """
        if around == FORGOTTEN:
            return FORGOTTEN
        keys = self._keys
        depth = 0 if around < 0 else keys[around].depth + 1
        if depth >= self._full:
            return FORGOTTEN
        if self._seen[depth] == _MOST_SEEN:
            self._full = depth
            return FORGOTTEN
        self._seen[depth] += 1
        if not name[0] < name[1] <= name[0] + _LONGEST_NAME:
            kind, name = "", NO_NAME
        keys.append(_Key(kind, start, name, around, depth, within))
        return len(keys) - 1

    def close(self, key: int, end: int, reach: int = 0) -> None:
        """Where a key ends, and its text if that is elsewhere: behind what parts it from the next,
        or before what it shares with others."""
        if key >= 0:
            one = self._keys[key]
            if end > one.name[1]:
                one.end = end
            one.reach = reach or one.end

    def name(self, key: int, kind: str, name: Stretch, within: str = "") -> None:
        """What was opened without a name, or with a worse one, has one after all."""
        if key >= 0 and name[0] < name[1] <= name[0] + _LONGEST_NAME:
            one = self._keys[key]
            one.kind, one.name, one.within = kind, name, within
            one.end = max(one.end, name[1])
            one.reach = max(one.reach, name[1])

    def document(self, key: int, doc: Stretch) -> None:
        """A stretch in a key that documents it."""
        if key >= 0:
            self._keys[key].docs.append(doc)

    def comment(self, start: int, end: int) -> None:
        """A comment; in the order of their starts."""
        self._comments.append((start, end))

    def outline(self) -> Outline:
        """The marks of the keys that are units, and the comment that the text begins with."""
        levels, paths = self._placed()
        units = self._admitted(levels)
        around = Around(self._lines)
        for comment in self._comments:
            around.add_comment(*comment)
        around.sort()
        ends = self._ends_of_text(units, around)
        marks = [
            self._mark(self._keys[i], paths[i], end, around)
            for i, end in zip(units, ends, strict=True)
        ]
        marks.sort(key=lambda mark: (mark.start, -mark.end))
        opening = self._opening()
        if opening is None or (marks and marks[0].start <= opening[0]):
            return Outline(marks)
        return Outline(marks, said([opening], self._marks, self._lines.text), opening)

    def _placed(self) -> tuple[list[int], list[str]]:
        """The level of each key, and the path to it."""
        text, separator = self._lines.text, self._separator
        levels: list[int] = []
        paths: list[str] = []
        inside: list[str] = []
        below: list[int] = []
        for key in self._keys:
            path, level = ("", 0) if key.around < 0 else (inside[key.around], below[key.around])
            if key.within:
                path = f"{path}{separator}{key.within}" if path else key.within
            levels.append(level)
            paths.append(path)
            start, end = key.name
            if start < end and level < _LONGEST_PATH:
                name = " ".join(text[start:end].split())
                inside.append(f"{path}{separator}{name}" if path else name)
                below.append(level + 1)
            else:
                inside.append(path)
                below.append(level)
        return levels, paths

    def _admitted(self, levels: list[int]) -> list[int]:
        """The keys of the outermost levels that together are not too many."""
        counts = [0] * (_LONGEST_PATH + 1)
        for key, level in zip(self._keys, levels, strict=True):
            if key.kind:
                counts[level] += 1
        sums = accumulate(counts[:_LONGEST_PATH])
        deepest = sum(1 for _ in takewhile(lambda total: total <= self._most, sums))
        return [
            i
            for i, (key, level) in enumerate(zip(self._keys, levels, strict=True))
            if key.kind and level < deepest and key.depth < self._full
        ]

    def _ends_of_text(self, units: list[int], around: Around) -> list[int]:
        """Where the text of each of these ends that it shares with those inside it alone."""
        keys, lines = self._keys, self._lines
        place = {key: i for i, key in enumerate(units)}
        taken = [0] * len(units)
        first = [len(lines.text)] * len(units)
        ends = [0] * len(units)
        for i in range(len(units) - 1, -1, -1):
            key = keys[units[i]]
            start_line = lines.line_at(key.start)
            length = lines.line_at(key.end) - start_line + 1
            ends[i] = key.reach
            if key.kind not in _WHOLE and length - taken[i] > _MOST_LINES:
                end = lines.end_of(lines.line_at(key.name[1]))
                ends[i] = min(end, first[i], key.reach)
                length = 1
            outer = key.around
            while outer >= 0 and outer not in place:
                outer = keys[outer].around
            if outer >= 0:
                taken[place[outer]] += length
                first[place[outer]] = around.above(key.start).start
        return ends

    def _mark(self, key: _Key, path: str, end: int, around: Around) -> Mark:
        text = self._lines.text
        above = around.above(key.start)
        docs = [*above.comments, *key.docs]
        if key.kind in self._behind:
            behind = around.behind(key.end)
            if behind is not None:
                docs.append(behind)
                end = max(end, behind[1])
        start, stop = key.name
        return Mark(
            kind=key.kind,
            name=" ".join(text[start:stop].split()),
            container=path,
            start=above.start,
            end=end,
            declared=key.start,
            range=(key.start, key.end),
            selection=key.name,
            named=tuple(sorted([*docs, key.name])) if docs else (key.name,),
            doc=said(docs, self._marks, text) if docs else "",
        )

    def _opening(self) -> Stretch | None:
        """The comments that the text begins with, no empty line between them."""
        text = self._lines.text
        comments: Iterator[Stretch] = iter(self._comments)
        start, end = next(comments, NO_NAME)
        if start == end or text[:start].strip("\ufeff \t\r\n"):
            return None
        for next_start, next_end in comments:
            if not _GAP.fullmatch(text, end, next_start):
                break
            end = next_end
        return start, end
