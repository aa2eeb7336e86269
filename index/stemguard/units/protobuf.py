"""The messages, enums and services of protocol buffers."""

from __future__ import annotations

import re
from typing import NamedTuple

from stemguard.units.code_languages import MEMBERS, SLASHES
from stemguard.units.keys import MOST_DEFINITIONS, TOP, Keys
from stemguard.units.lines import Lines
from stemguard.units.outline import Outline, Stretch
from stemguard.units.reader import finds

_TOKEN = re.compile(
    r"(?P<comment>//[^\r\n]*+|/\*.*?(?:\*/|\Z))|(?P<mark>[{};])"
    r"|\"(?:[^\"\\\r\n]|\\.)*+\"?|'(?:[^'\\\r\n]|\\.)*+'?|[^\s\"'/{};]++|/",
    re.DOTALL,
)
_SPACE = r"(?:\s|//[^\r\n]*+|/\*.*?\*/)"
_NAME = r"(?P<name>[A-Za-z_]\w*+)"
_PACKAGE = re.compile(rf"package{_SPACE}+(?P<name>[\w.]++)", re.DOTALL)
_BODY = re.compile(
    rf"(?P<kind>message|enum|service|oneof|extend){_SPACE}+\.?(?:\w+\.)*+{_NAME}{_SPACE}*\Z"
    rf"|(?:(?:repeated|optional|required){_SPACE}+)?(?P<group>group){_SPACE}+(?P<grouped>\w++)",
    re.DOTALL,
)
_METHOD = re.compile(rf"rpc{_SPACE}+{_NAME}", re.DOTALL)
_FIELD = re.compile(
    rf"(?!(?:option|reserved|extensions|import|syntax|edition)\b)"
    rf"(?:(?:repeated|optional|required){_SPACE}+)?(?:map\s*<[^<>]*>|\.?[\w.]++){_SPACE}+{_NAME}"
    rf"{_SPACE}*={_SPACE}*\d",
    re.DOTALL,
)
_MEMBER = re.compile(rf"(?!option\b){_NAME}{_SPACE}*={_SPACE}*[-\d]", re.DOTALL)
_KINDS = {
    "enum": "enum",
    "extend": "extension",
    "message": "struct",
    "oneof": "union",
    "service": "interface",
}
#: Where a statement's beginning is looked at, at most.
_LONGEST = 2000
_NONE = -3


@finds("enum", "extension", "field", "interface", "member", "method", "struct", "union")
def protobuf_outline(lines: Lines) -> Outline:
    """What a text defines, in its package."""
    return _Protobuf(lines).outline()


class _Body(NamedTuple):
    """The braces around: what they are the body of, and the kind of that; "" for options."""

    key: int
    kind: str


class _Protobuf:
    def __init__(self, lines: Lines) -> None:
        self._keys = Keys(
            lines, marks=SLASHES, most=MOST_DEFINITIONS, separator=".", behind=MEMBERS
        )
        self._text = self._keys.text
        self._bodies: list[_Body] = []
        self._package = ""
        # Where the statement that is read begins; -1 between two.
        self._start = -1

    def outline(self) -> Outline:
        end = 0
        for token in _TOKEN.finditer(self._text):
            if token["comment"]:
                self._keys.comment(*token.span())
                continue
            begin, end = token.span()
            mark = token["mark"]
            if self._start < 0 and not mark:
                self._start = begin
            elif mark == "{":
                self._opened(begin)
            elif mark == "}":
                self._closed(end)
            elif mark == ";" and (not self._bodies or self._bodies[-1].kind):
                self._statement(begin, end)
                self._start = -1
        for body in reversed(self._bodies):
            self._keys.close(body.key, end)
        return self._keys.outline()

    def _opened(self, at: int) -> None:
        """Braces are opened at an offset."""
        around = self._bodies[-1] if self._bodies else _Body(TOP, "top")
        key, kind = _NONE, ""
        if around.kind and self._start >= 0:
            stop = min(at, self._start + _LONGEST)
            body = _BODY.match(self._text, self._start, stop)
            method = _METHOD.match(self._text, self._start, stop)
            if body is not None:
                kind = _KINDS.get(body["kind"] or "", "struct")
                key = self._open(kind, body.span("grouped" if body["group"] else "name"))
            elif method is not None and around.kind == "interface":
                kind = "method"
                key = self._open(kind, method.span("name"))
        self._bodies.append(_Body(key, kind))
        if kind:
            self._start = -1

    def _closed(self, end: int) -> None:
        if not self._bodies:
            return
        body = self._bodies.pop()
        self._keys.close(body.key, end)
        if body.kind:
            self._start = -1

    def _statement(self, at: int, end: int) -> None:
        """Reads the statement that ends here."""
        if self._start < 0:
            return
        text, stop = self._text, min(at, self._start + _LONGEST)
        around = self._bodies[-1].kind if self._bodies else ""
        if not around:
            package = _PACKAGE.match(text, self._start, stop)
            if package is not None:
                self._package = package["name"]
            return
        if around == "interface":
            kind, pattern = "method", _METHOD
        elif around == "enum":
            kind, pattern = "member", _MEMBER
        elif around != "method":
            kind, pattern = "field", _FIELD
        else:
            return
        found = pattern.match(text, self._start, stop)
        if found is not None:
            self._keys.close(self._open(kind, found.span("name")), end)

    def _open(self, kind: str, name: Stretch) -> int:
        if not self._bodies:
            return self._keys.open(kind, self._start, name, TOP, self._package)
        return self._keys.open(kind, self._start, name, self._bodies[-1].key)
