"""What CMake files define: functions, macros, targets, tests, options and variables."""

from __future__ import annotations

import re

from stemguard.units.keys import MOST_DEFINITIONS, TOP, Keys
from stemguard.units.lines import Lines
from stemguard.units.outline import Outline, Stretch
from stemguard.units.reader import finds

_MARKS = re.compile(r"^[ \t]*#+(?:\[=*\[)?(?:\.rst:)?[ \t]?|#?\]=*\][ \t]*$", re.MULTILINE)
_BRACKETED = r"\[(?P<{0}>=*)\[.*?(?:\](?P={0})\]|\Z)"
_COMMENT = rf"#(?:{_BRACKETED.format('long')}|[^\r\n]*+)"
_COMMAND = re.compile(
    rf"(?P<comment>{_COMMENT})|(?P<name>[A-Za-z_]\w*+)[ \t]*+\(|\w++|[^\s#\w]", re.DOTALL
)
_ARGUMENT = re.compile(
    rf"(?P<comment>{_COMMENT})|(?P<open>\()|(?P<close>\))"
    rf"|\"(?P<quoted>(?:[^\"\\]|\\.)*+)\"?|{_BRACKETED.format('raw')}"
    r"|(?P<plain>(?:[^\s()#\"\\]|\\.|(?<=[^\s(])\")++)|\\",
    re.DOTALL,
)
#: What a command defines; its first argument is the name.
_DEFINING = {
    "add_custom_target": "target",
    "add_executable": "target",
    "add_library": "target",
    "add_test": "test",
    "cmake_dependent_option": "variable",
    "function": "function",
    "macro": "macro",
    "option": "variable",
    "project": "module",
    "set": "variable",
}
#: What is put in when it runs.
_MADE = re.compile(r"[${@]")


@finds("function", "macro", "module", "target", "test", "variable")
def cmake_outline(lines: Lines) -> Outline:
    """What the commands of a text define.

    A variable that a function or a macro sets is its own, and what has a name that is made when it
    runs cannot be found by it: both are text.
    """
    keys = Keys(lines, marks=_MARKS, most=MOST_DEFINITIONS, separator="::")
    text = keys.text
    # Functions and macros, one in another.
    around: list[tuple[int, str]] = []
    at = 0
    while (found := _COMMAND.search(text, at)) is not None:
        at = found.end()
        if found["comment"]:
            keys.comment(*found.span("comment"))
        if not found["name"]:
            continue
        begin, command = found.start(), found["name"].lower()
        at, arguments = _arguments(text, at, keys)
        kind = _DEFINING.get(command, "")
        if around and command == f"end{around[-1][1]}":
            keys.close(around.pop()[0], at)
        elif kind in ("function", "macro") and arguments:
            outer = around[-1][0] if around else TOP
            around.append((keys.open(kind, begin, arguments[0], outer), kind))
        elif kind and arguments and not around:
            name = arguments[0]
            if kind == "test" and text[slice(*name)] == "NAME":
                name = arguments[-1]
            if not _MADE.search(text, *name):
                keys.close(keys.open(kind, begin, name), at)
    for key, _ in reversed(around):
        keys.close(key, at)
    return keys.outline()


def _arguments(text: str, at: int, keys: Keys) -> tuple[int, list[Stretch]]:
    """The end of a command whose bracket is opened before an offset, and its first two arguments"""
    arguments: list[Stretch] = []
    depth = 1
    for found in _ARGUMENT.finditer(text, at):
        at = found.end()
        kind = found.lastgroup
        if kind == "comment":
            keys.comment(*found.span("comment"))
        elif kind == "open":
            depth += 1
        elif kind == "close":
            depth -= 1
            if not depth:
                break
        elif kind in ("quoted", "plain") and len(arguments) < 2:
            arguments.append(found.span(kind))
    return at, arguments
