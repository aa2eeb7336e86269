"""Keys in sections: INI and its relatives, and files of properties."""

from __future__ import annotations

import re

from stemguard.units.keys import TOP, Keys
from stemguard.units.lines import Lines
from stemguard.units.outline import Outline
from stemguard.units.reader import finds

_MARKS = re.compile(r"^[ \t]*[#;!]+[:]?[ \t]?", re.MULTILINE)
_SECTION = re.compile(r"[ \t]*+\[[ \t]*+(?P<name>[^\r\n]*\S)[ \t]*\][ \t]*+(?:[#;].*)?$")
_WORD = r"[^\s=:;#{}(),!]"
#: Words before `=`, one before `:`.
_INI_KEY = re.compile(
    rf"[ \t]*+(?P<name>(?!\[)(?:{_WORD}++(?:[ \t]++{_WORD}++){{0,5}}(?=[ \t]*+=)"
    rf"|{_WORD}++(?=[ \t]*+:(?:\s|$))))[ \t]*+[=:]"
)
#: A backslash lets a character be part of a key; a brace is part of something else.
_PROPERTY = re.compile(r"[ \t]*+(?P<name>(?![\[#!])(?:[^\s=:\\{}();]|\\.)++)[ \t]*+[=:](?!//)")


@finds("key")
def ini_outline(lines: Lines) -> Outline:
    """The sections, and their keys; a value goes on where lines are indented more than its key."""
    return _outline(lines, _INI_KEY, "#;", goes_on_indented=True)


@finds("key")
def properties_outline(lines: Lines) -> Outline:
    """The keys, in sections if there are any; lines of other syntax are no keys.

    What begins with a tag is XML, whose attributes are no keys either.
    """
    if lines.text.lstrip("\ufeff \t\r\n").startswith("<"):
        return Outline()
    return _outline(lines, _PROPERTY, "#!;", goes_on_indented=False)


def _outline(
    lines: Lines, key_on_line: re.Pattern[str], comment: str, *, goes_on_indented: bool
) -> Outline:
    keys = Keys(lines, marks=_MARKS)
    section, key = TOP, TOP
    indent, goes_on = 0, False
    end = 0
    for start, line in zip(lines.starts, lines.contents(), strict=True):
        content = line.strip()
        column = len(line) - len(line.lstrip())
        if not content:
            goes_on = False
            continue
        if content[0] in comment:
            keys.comment(start + column, start + column + len(content))
            continue
        if not goes_on and not (goes_on_indented and key != TOP and column > indent):
            keys.close(key, end)
            key = TOP
            found = _SECTION.match(line)
            if found is not None:
                keys.close(section, end)
                section = keys.open("key", start + column, _name(found, start))
            else:
                found = key_on_line.match(line)
                if found is not None:
                    key = keys.open("key", start + column, _name(found, start), section)
                    indent = column
        goes_on = content.endswith("\\")
        end = start + column + len(content)
    keys.close(key, end)
    keys.close(section, end)
    return keys.outline()


def _name(found: re.Match[str], start: int) -> tuple[int, int]:
    left, right = found.span("name")
    return start + left, start + right
