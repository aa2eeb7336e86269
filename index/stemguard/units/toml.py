"""The keys of TOML.

A table of an array is a record, as items of lists are, and so are the tables inside it. It goes by
its name, or by that of the array.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from stemguard.units.flow import NAMES, TOML, closing, read_flow
from stemguard.units.keys import PATH, TOP, Keys
from stemguard.units.lines import Lines
from stemguard.units.outline import Outline, Stretch
from stemguard.units.reader import finds

_PART = r"\"(?:[^\"\\\r\n]|\\.)*+\"|'[^'\r\n]*+'|[\w-]++"
_PATH = rf"(?:{_PART})(?:[ \t]*+\.[ \t]*+(?:{_PART}))*+"
_STATEMENT = re.compile(
    rf"[ \t]*+(?:(?P<comment>\#[^\r\n]*+)|(?P<array>\[\[)[ \t]*+(?P<arrayed>{_PATH})[ \t]*+\]\]"
    rf"|\[[ \t]*+(?P<table>{_PATH})[ \t]*+\]|(?P<key>{_PATH})[ \t]*+=[ \t]*+)?"
)
_PARTS = re.compile(_PART)
_STRING = re.compile(
    r"\"\"\"(?:[^\\\"]|\\.|\"(?!\"\"))*+\"{3,5}|'''(?:[^']|'(?!''))*+'{3,5}"
    r"|\"(?:[^\"\\\r\n]|\\.)*+\"|'[^'\r\n]*+'",
    re.DOTALL,
)


@finds("key")
def toml_outline(lines: Lines) -> Outline:
    """The tables of a text, and their keys."""
    return _Toml(lines).outline()


class _Record(NamedTuple):
    path: tuple[str, ...]
    key: int


class _Toml:
    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._keys = Keys(lines)
        self._end = 0
        self._table = TOP
        # The tables of arrays that are open, one in another; where the innermost has its own keys
        # now, the place of the name that it has.
        self._records: list[_Record] = []
        self._named = 0
        # A bracket that nothing closes is looked for once.
        self._is_closed = True

    def outline(self) -> Outline:
        text, lines, keys = self._lines.text, self._lines, self._keys
        i = 0
        while i < len(lines.starts):
            start = lines.starts[i]
            found = _STATEMENT.match(text, start)
            kind = None if found is None else found.lastgroup
            end = start
            if found is not None and kind is not None:
                end = found.end()
                if kind == "comment":
                    keys.comment(*found.span(kind))
                elif kind == "key":
                    end = self._key(found.start(kind), found.end(kind), end)
                else:
                    self._header(found)
            # Only a value may go on behind the line.
            i = lines.line_at(end) + 1 if end > start else i + 1
            if kind != "comment":
                self._reach(start, lines.end_of(i - 1))
        self._close_table()
        for record in reversed(self._records):
            keys.close(record.key, self._end)
        return keys.outline()

    def _reach(self, start: int, end: int) -> None:
        written = self._lines.text[start:end].rstrip()
        if written:
            self._end = start + len(written)

    def _header(self, found: re.Match[str]) -> None:
        keys = self._keys
        self._close_table()
        kind = "arrayed" if found["array"] else "table"
        parts = self._parts(*found.span(kind))
        path = tuple(self._lines.text[slice(*part)] for part in parts)
        records = self._records
        while records and not (
            len(records[-1].path) < len(path) and path[: len(records[-1].path)] == records[-1].path
        ):
            keys.close(records.pop().key, self._end)
        outer = records[-1] if records else _Record((), TOP)
        if kind == "table" and records:
            self._named = 0
            return
        start = found.start("array") if found["array"] else found.start("table") - 1
        start = self._lines.text.rindex("[", 0, start + 1)
        key = keys.open("key", start, parts[-1], outer.key, PATH.join(path[len(outer.path) : -1]))
        keys.close(key, found.end())
        if kind == "table":
            self._table = key
        else:
            records.append(_Record(path, key))
            self._named = len(NAMES)

    def _close_table(self) -> None:
        self._keys.close(self._table, self._end)
        self._table = TOP

    def _key(self, start: int, end: int, value: int) -> int:
        """Reads a key and its value, and gives where that ends."""
        text, keys = self._lines.text, self._keys
        parts = self._parts(start, end)
        key = TOP
        if not self._records:
            within = PATH.join(text[slice(*part)] for part in parts[:-1])
            key = keys.open("key", start, parts[-1], self._table, within)
        string = _STRING.match(text, value)
        stop = self._lines.end_of(self._lines.line_at(value))
        reach = len(text[value:stop].rstrip()) + value
        if string is not None:
            reach = string.end()
            self._name(text[slice(*parts[-1])] if len(parts) == 1 else "", string)
        elif text[value : value + 1] in ("[", "{") and self._is_closed:
            closed = closing(text, value, TOML)
            self._is_closed = bool(closed)
            reach = closed or reach
            if closed and not self._records:
                read_flow(keys, text, value, TOML, key)
        if not self._records:
            keys.close(key, reach)
        return max(reach, value)

    def _name(self, key: str, value: re.Match[str]) -> None:
        if not self._records or key not in NAMES or NAMES.index(key) >= self._named:
            return
        self._named = NAMES.index(key)
        outer = self._records[-2] if len(self._records) > 1 else _Record((), TOP)
        record = self._records[-1]
        within = PATH.join(record.path[len(outer.path) :])
        self._keys.name(record.key, "key", (value.start() + 1, value.end() - 1), within)

    def _parts(self, start: int, end: int) -> list[Stretch]:
        """The parts of a path, without their quotes."""
        text = self._lines.text
        found = (part.span() for part in _PARTS.finditer(text, start, end))
        return [
            (left + 1, right - 1) if text[left] in "\"'" else (left, right) for left, right in found
        ]
