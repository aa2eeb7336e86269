"""Keys in brackets: JSON, what is looser than it, and the values of YAML and TOML that look alike.

An item of a list is a record. It goes by its name, if it has one; its keys are its text, as they
say something together alone, and only parts of the paths to what lies in them and has a name.
"""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import NamedTuple

from stemguard.units.keys import PATH, TOP, Keys
from stemguard.units.outline import Stretch

#: What a record goes by, the first that it has.
NAMES = ("name", "label", "id", "alert", "repo", "hosts", "role")

#: JSON with comments, and JSON5.
JSON = re.compile(
    r"\"(?:[^\"\\\r\n]|\\(?:\r\n|.))*+\"?|'(?:[^'\\\r\n]|\\(?:\r\n|.))*+'?"
    r"|//[^\r\n]*+|/\*.*?(?:\*/|\Z)|[{}\[\],:]|[^\s\"'{}\[\],:/]++|/",
    re.DOTALL,
)
#: A quote inside a word is none there, nor a colon, nor a `#`.
YAML = re.compile(
    r"\"(?:[^\"\\]|\\.)*+\"?|'(?:[^']|'')*+'?|#[^\r\n]*+|[{}\[\],]"
    r"|:(?=[\s,\[\]{}\"']|\Z)|(?<=[\"']):|(?:[^\s{}\[\],:]|:(?![\s,\[\]{}]|\Z))++",
    re.DOTALL,
)
#: Where others have a colon, inline tables have `=`.
TOML = re.compile(
    r"\"\"\"(?:[^\\\"]|\\.|\"(?!\"\"))*+\"{0,5}|'''(?:[^']|'(?!''))*+'{0,5}"
    r"|\"(?:[^\"\\\r\n]|\\.)*+\"?|'[^'\r\n]*+'?|#[^\r\n]*+|[{}\[\],=]|[^\s\"'{}\[\],=#]++",
    re.DOTALL,
)
_COMMENT = ("//", "/*", "#")


class Place(Enum):
    """What a bracket is: a value apart from all records, one in a record, or an item of a list."""

    VALUE = auto()
    IN_RECORD = auto()
    ITEM = auto()


def closing(text: str, at: int, token: re.Pattern[str]) -> int:
    """Where the bracket at an offset is closed; 0 if it is not."""
    depth = 0
    for found in token.finditer(text, at):
        mark = text[found.start()]
        if mark in "{[":
            depth += 1
        elif mark in "}]":
            depth -= 1
            if depth <= 0:
                return found.end()
    return 0


def read_flow(
    keys: Keys,
    text: str,
    at: int,
    token: re.Pattern[str],
    holder: int = TOP,
    place: Place = Place.VALUE,
) -> int:
    """Tells the keys from an offset to where the bracket that opens there closes, and gives that.

    They lie in `holder`, which is the item itself if the bracket is one. Where nothing closes it,
    all up to the end of the text is read.
    """
    stack: list[_Bracket] = []
    now = _Bracket(False, holder, place is not Place.VALUE, _NO_RECORD)
    item = _NONE
    # The name of the key whose value is read, and what was read since the last mark.
    name: Stretch | None = None
    start = end = at
    for found in token.finditer(text, at):
        begin, stop = found.span()
        mark = text[begin]
        if mark in "{[":
            is_item = name is None and bool(stack) and not now.is_map
            is_record = mark == "{" and (is_item or (not stack and place is Place.ITEM))
            if is_item and is_record:
                item = keys.open("", begin, around=now.holder)
            elif name is not None and now.in_record:
                item = keys.open("", begin, name, now.holder)
            stack.append(now._replace(item=item))
            now = _Bracket(
                mark == "{",
                now.holder if item == _NONE else item,
                now.in_record or is_record,
                len(NAMES) if is_record else _NO_RECORD,
            )
            item, name = _NONE, None
            start = end = stop
        elif mark in "}],":
            if name is not None and start < end and now.named != _NO_RECORD:
                now = _named(keys, text, now, name, _unquoted(text, start, end))
            if item != _NONE:
                keys.close(item, end, stop if mark == "," else end)
                item = _NONE
            name = None
            if mark != "," and stack:
                now = stack.pop()
                item = now.item
                if not stack:
                    return stop
            start = end = stop
        elif stop == begin + 1 and mark in ":=":
            if now.is_map and name is None and start < end:
                name = _unquoted(text, start, end)
                within = ""
                dot = text.rfind(".", start, end) if mark == "=" else -1
                if dot >= 0 and name == (start, end) and text[end - 1] not in "\"'":
                    # Each part of a key with dots is a table of its own.
                    within = PATH.join(text[start:dot].split("."))
                    name = dot + 1, end
                if not now.in_record:
                    item = keys.open("key", start, name, now.holder, within)
            start = end = stop
        elif text.startswith(_COMMENT, begin):
            keys.comment(begin, stop)
        else:
            if start == end:
                start = begin
            end = stop
    for open_item in (item, *(bracket.item for bracket in reversed(stack))):
        keys.close(open_item, end)
    return len(text)


#: No key or item is open, and no record is around.
_NONE = -3
_NO_RECORD = -1


class _Bracket(NamedTuple):
    """What is known inside of a bracket.

    Its keys lie in `holder`. A record has `named`, the place in `NAMES` of the name that it has. In
    `item` lies the bracket that was opened next.
    """

    is_map: bool
    holder: int
    in_record: bool
    named: int
    item: int = _NONE


def _named(keys: Keys, text: str, record: _Bracket, key: Stretch, value: Stretch) -> _Bracket:
    said = text[key[0] : key[1]]
    place = NAMES.index(said) if said in NAMES else len(NAMES)
    if place >= record.named:
        return record
    keys.name(record.holder, "key", value)
    return record._replace(named=place)


def _unquoted(text: str, start: int, end: int) -> Stretch:
    if text[start] in "\"'" and end - start > 1 and text[end - 1] == text[start]:
        return start + 1, end - 1
    return start, end
