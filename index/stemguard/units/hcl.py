"""The blocks and arguments of HCL, as Terraform, Packer and Nomad are configured.

A block with labels is a record: it goes by the last of them, and its arguments are its text.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from stemguard.units.keys import PATH, TOP, Keys
from stemguard.units.lines import Lines
from stemguard.units.outline import Outline, Stretch
from stemguard.units.reader import finds

_MARKS = re.compile(r"^[ \t]*(?:/\*+|//+|#+|\*(?![*/]))[ \t]?|[ \t]*\*+/[ \t]*$", re.MULTILINE)
_TOKEN = re.compile(
    r"[ \t]++|(?P<line>\r\n?|\n)|(?P<comment>#[^\r\n]*+|//[^\r\n]*+|/\*.*?(?:\*/|\Z))"
    r"|(?P<heredoc><<-?(?P<word>\w++)[ \t]*+(?=[\r\n]))|(?P<mark>[][(){},\"])"
    r"|[\w-]++|[^\w\s#/<()\[\]{},\"-]++|.",
    re.DOTALL,
)
#: To the end of a string, or to what is put into it.
_STRING = re.compile(r"(?:[^\"\\$%\r\n]|\\.|\$\$\{|%%\{|[$%](?!\{))*+(?P<stop>\"|[$%]\{|)")
_LABEL = r"[ \t]++(?:\"(?:[^\"\\\r\n]|\\.)*+\"|[A-Za-z_][\w-]*+)"
_BLOCK = re.compile(rf"(?P<type>[A-Za-z_][\w-]*+)(?P<labels>(?:{_LABEL})*+)[ \t]*+\{{")
_LABELS = re.compile(r"\"(?:[^\"\\]|\\.)*+\"|[A-Za-z_][\w-]*+")
_ARGUMENT = re.compile(
    r"(?:\"(?P<quoted>[^\"\\\r\n]*+)\"|(?P<word>[\w.-]++))[ \t]*+(?:=(?![=>])|:)"
)
_KINDS = {
    "data": "object",
    "ephemeral": "object",
    "module": "module",
    "resource": "object",
    "variable": "variable",
}
_NONE = -3


@finds("key", "module", "object", "variable")
def hcl_outline(lines: Lines) -> Outline:
    """The blocks of a text by their labels, and the arguments of those that have none."""
    return _Hcl(lines).outline()


class _Frame(NamedTuple):
    """What is around: the bracket that opened it, what its keys lie in, whether that is part of a
    record, and the block that it is the body of. `argument` is open beside it."""

    bracket: str
    holder: int
    in_record: bool
    block: int = _NONE
    argument: int = _NONE


class _Hcl:
    def __init__(self, lines: Lines) -> None:
        self._keys = Keys(lines, marks=_MARKS)
        self._text = self._keys.text
        self._frames: list[_Frame] = []
        self._now = _Frame("", TOP, False)
        self._argument = _NONE
        self._end = 0
        self._is_start = True
        # A heredoc that nothing ends is looked for once.
        self._is_ended = True

    def outline(self) -> Outline:
        text = self._text
        at = 0
        while at < len(text):
            if self._is_start and self._now.bracket in ("", "{"):
                begun = self._begun(at)
                if begun:
                    at = begun
                    continue
            token = _TOKEN.match(text, at)
            if token is None:
                break
            begin, at = token.span()
            if token["comment"]:
                self._keys.comment(begin, at)
            elif token["line"]:
                self._next_argument()
            elif token["mark"]:
                at = self._mark(token["mark"], begin)
            elif not token[0].isspace():
                if token["heredoc"]:
                    at = self._heredoc(token["word"], at)
                self._is_start = False
                self._end = at
        while self._frames:
            self._pop(self._end)
        self._next_argument()
        return self._keys.outline()

    def _begun(self, at: int) -> int:
        """Reads the beginning of a block or an argument, and gives where it ends; 0 for none."""
        text, keys, now = self._text, self._keys, self._now
        block = _BLOCK.match(text, at)
        if block is not None:
            spans = [block.span("type")]
            for label in _LABELS.finditer(text, *block.span("labels")):
                spans.append(_unquoted(text, *label.span()))
            kind = "key"
            if len(spans) > 1:
                kind = _KINDS.get(block["type"], kind)
            elif now.in_record:
                kind = ""
            within = PATH.join(text[slice(*span)] for span in spans[:-1])
            key = keys.open(kind, at, spans[-1], now.holder, within)
            self._end = block.end()
            self._push(_Frame("{", key, now.in_record or len(spans) > 1, key))
            return block.end()
        argument = _ARGUMENT.match(text, at)
        if argument is None:
            return 0
        if not now.in_record:
            name = argument.span("quoted" if argument["quoted"] is not None else "word")
            self._argument = keys.open("key", at, name, now.holder)
        self._is_start = False
        self._end = argument.end()
        return argument.end()

    def _mark(self, mark: str, begin: int) -> int:
        """Reads a bracket, a comma or a string, and gives where it ends."""
        now = self._now
        if mark == ",":
            self._next_argument()
            return begin + 1
        self._end = begin + 1
        if mark == '"':
            self._is_start = False
            return self._string(begin + 1)
        if mark in "{[(":
            holder = now.holder if self._argument == _NONE else self._argument
            self._push(_Frame(mark, holder, now.in_record or now.bracket in ("[", "(", "$")))
            return begin + 1
        return self._pop(begin + 1)

    def _string(self, at: int) -> int:
        """Reads a string to its end, or to what is put into it."""
        found = _STRING.match(self._text, at)
        end = at if found is None else found.end()
        if found is not None and found["stop"] not in ("", '"'):
            self._push(_Frame("$", self._now.holder, True))
        self._end = end
        return end

    def _heredoc(self, word: str, at: int) -> int:
        if not self._is_ended:
            return at
        last = re.compile(rf"^[ \t]*{word}[ \t]*\r?$", re.MULTILINE).search(self._text, at)
        self._is_ended = last is not None
        return at if last is None else last.end()

    def _next_argument(self) -> None:
        """Ends the argument that is open, unless it goes on in brackets."""
        if self._now.bracket not in ("", "{"):
            return
        self._keys.close(self._argument, self._end)
        self._argument = _NONE
        self._is_start = True

    def _push(self, frame: _Frame) -> None:
        self._frames.append(self._now._replace(argument=self._argument))
        self._now = frame
        self._argument = _NONE
        self._is_start = True

    def _pop(self, end: int) -> int:
        """Closes the innermost bracket, and gives where what it stands in goes on."""
        if not self._frames:
            return end
        closed = self._now
        self._next_argument()
        self._now = self._frames.pop()
        self._argument = self._now.argument
        self._end = end
        self._keys.close(closed.block, end)
        self._is_start = False
        return self._string(end) if closed.bracket == "$" else end


def _unquoted(text: str, start: int, end: int) -> Stretch:
    return (start + 1, end - 1) if text[start] == '"' else (start, end)
