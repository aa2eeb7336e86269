"""What GraphQL schemas and documents define."""

from __future__ import annotations

import re

from stemguard.units.code_languages import MEMBERS
from stemguard.units.keys import MOST_DEFINITIONS, Keys
from stemguard.units.lines import Lines
from stemguard.units.outline import Outline, Stretch
from stemguard.units.reader import finds

#: Of comments and of descriptions, which are strings.
_MARKS = re.compile(r"^[ \t]*#+[ \t]?|^[ \t]*\"+|\"+[ \t]*$", re.MULTILINE)
_TOKEN = re.compile(
    r"(?P<comment>#[^\r\n]*+)|(?P<string>\"\"\"(?:[^\"\\]|\\.|\"(?!\"\"))*+(?:\"\"\"|\Z)"
    r"|\"(?:[^\"\\\r\n]|\\.)*+\"?)|(?P<name>[A-Za-z_]\w*+)|[^\s\w\"#]|\w",
    re.DOTALL,
)
_KINDS = {
    "directive": "macro",
    "enum": "enum",
    "fragment": "type",
    "input": "struct",
    "interface": "interface",
    "mutation": "function",
    "query": "function",
    "scalar": "type",
    "schema": "object",
    "subscription": "function",
    "type": "type",
    "union": "union",
}
#: What has fields in its braces.
_WITH_FIELDS = frozenset({"input", "interface", "schema", "type"})
#: Behind these a word is no definition, however it reads.
_NO_DEFINITION = frozenset("|=&@:$")
_NONE = -3


@finds(
    *("enum", "extension", "field", "function", "interface", "macro", "member", "object"),
    *("struct", "type", "union"),
)
def graphql_outline(lines: Lines) -> Outline:
    """Types with their fields and values, directives, and operations and fragments with names.

    A description documents what it stands above, as comments do.
    """
    return _GraphQL(lines).outline()


class _GraphQL:
    def __init__(self, lines: Lines) -> None:
        self._keys = Keys(lines, marks=_MARKS, most=MOST_DEFINITIONS, separator=".", behind=MEMBERS)
        self._text = self._keys.text
        # The word of the definition that is read, and again in its braces; where it begins, also
        # where `extend` stands before it; and its number once it has a name.
        self._word = ""
        self._body = ""
        self._start = 0
        self._extends = -1
        self._definition = _NONE
        # What is open inside it.
        self._field = _NONE
        self._depth = 0
        # The last token, and what the two before it were: a mark, or "name".
        self._last: Stretch = (0, 0)
        self._end_before = 0
        self._before = self._before_that = ""

    def outline(self) -> Outline:
        for token in _TOKEN.finditer(self._text):
            stretch = token.span()
            is_description = token["string"] and self._depth < 2 and self._before not in ("=", ":")
            if token["comment"] or is_description:
                self._keys.comment(*stretch)
                continue
            if token["name"]:
                self._name(token["name"], stretch)
            else:
                self._mark(self._text[stretch[0]], stretch[1])
            self._end_before = self._last[1]
            self._last = stretch
            self._before_that = self._before
            self._before = "name" if token["name"] else self._text[stretch[0]]
        self._close()
        return self._keys.outline()

    def _name(self, name: str, at: Stretch) -> None:
        if self._depth:
            if self._depth == 1 and self._body == "enum" and self._before != "@":
                self._open_field("member", at, self._last[1])
        elif self._word and self._definition == _NONE:
            if (self._before == "@") == (self._word == "directive"):
                self._define(at)
        elif name == "extend":
            self._close()
            self._extends = at[0]
        elif name in _KINDS and self._before not in _NO_DEFINITION:
            extends = self._extends
            self._close()
            self._word, self._extends = name, extends
            self._start = at[0] if extends < 0 else extends
            if name == "schema":
                self._define(at)

    def _mark(self, mark: str, end: int) -> None:
        is_behind_name = self._before == "name" and self._before_that != "@"
        if mark in "(:" and is_behind_name and self._depth == 1 and self._body in _WITH_FIELDS:
            self._open_field("field", self._last, self._end_before)
        if mark in "({[":
            if mark == "{" and not self._depth:
                self._body = self._word
            self._depth += 1
        elif mark in ")}]" and self._depth:
            if mark == "}" and self._depth == 1:
                self._keys.close(self._field, self._last[1])
                self._field = _NONE
                self._last = self._last[0], end
                self._close()
            self._depth -= 1

    def _define(self, name: Stretch) -> None:
        kind = "extension" if self._extends >= 0 else _KINDS[self._word]
        self._definition = self._keys.open(kind, self._start, name)
        self._extends = -1

    def _open_field(self, kind: str, name: Stretch, end_above: int) -> None:
        self._keys.close(self._field, end_above)
        self._field = self._keys.open(kind, name[0], name, self._definition)

    def _close(self) -> None:
        """Ends what is open behind the last token."""
        end = self._last[1]
        self._keys.close(self._field, end)
        self._keys.close(self._definition, end)
        self._word, self._body, self._extends = "", "", -1
        self._definition = self._field = _NONE
