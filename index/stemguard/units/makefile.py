"""The targets and variables of a makefile."""

from __future__ import annotations

import re

from stemguard.units.keys import MOST_DEFINITIONS, Keys
from stemguard.units.lines import Lines
from stemguard.units.outline import Outline
from stemguard.units.reader import finds

_EXPANSION = r"\$(?:\([^()\r\n]*+(?:\([^()\r\n]*+\)[^()\r\n]*+)*+\)|\{[^{}\r\n]*+\}|.)"
_VARIABLE = re.compile(
    rf"[ \t]*+(?:(?:export|override|private)[ \t]++)*+(?P<name>(?:{_EXPANSION}|[^\s:#=?!+$])++)"
    r"[ \t]*+(?P<operator>:{0,3}=|[?!+]=)"
)
_DEFINE = re.compile(r"[ \t]*+(?:(?:export|override)[ \t]++)*+define[ \t]++(?P<name>[^\s=:+?]++)")
_END_OF_DEFINE = re.compile(r"[ \t]*+endef\b")
#: Targets, up to a colon that begins no assignment, and what stands behind it.
_RULE = re.compile(
    rf"(?P<targets>(?:{_EXPANSION}|\\.|[^:#=$\\])++)::?(?!:?=)(?P<rest>.*)", re.DOTALL
)
_TARGET = re.compile(rf"(?:{_EXPANSION}|\\[^\r\n]|[^\s$&\\])++")
#: A variable of a target alone.
_ASSIGNED = re.compile(r"[^;#=|]*+=")
#: What make itself gives a meaning to.
_SPECIAL = re.compile(r"\.[A-Z_]+$")
#: Documentation that a target with a list of all targets prints.
_HELP = re.compile(r"##[^\r\n]*")
#: What begins lines that a colon in them makes no rule of.
_WORDS = frozenset(
    (
        *("include", "-include", "sinclude", "ifeq", "ifneq", "ifdef", "ifndef", "else", "endif"),
        *("export", "unexport", "vpath", "endef", "undefine", "load"),
    )
)


@finds("macro", "target", "variable")
def makefile_outline(lines: Lines) -> Outline:
    """Each target with its recipe, and the places where variables get their values.

    What is added to a variable defines it if nothing above does.
    """
    return _Makefile(lines).outline()


class _Makefile:
    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._contents = lines.contents()
        self._keys = Keys(lines, most=MOST_DEFINITIONS)
        self._variables: set[str] = set()
        # The targets of the rule that is open, each with the end of its own text, and its end.
        self._targets: list[tuple[int, int]] = []
        self._end = 0

    def outline(self) -> Outline:
        contents, starts = self._contents, self._lines.starts
        i = 0
        while i < len(contents):
            line, first = contents[i], i
            while contents[i].endswith("\\") and i + 1 < len(contents):
                i += 1
            stop = starts[i] + len(contents[i].rstrip())
            i += 1
            content = line.strip()
            if not content:
                continue
            if line[0] == "\t" and self._targets:
                self._end = stop
                continue
            begin = starts[first] + len(line) - len(line.lstrip())
            if content[0] == "#":
                self._keys.comment(begin, stop)
            elif macro := _DEFINE.match(line):
                i = self._macro(macro, begin, starts[first], i)
            elif variable := _VARIABLE.match(line):
                self._close()
                self._variable(variable, begin, starts[first], stop)
            elif content.split(maxsplit=1)[0] not in _WORDS:
                rule = _RULE.match(self._keys.text, begin, stop)
                if rule is not None:
                    self._close()
                    self._rule(rule, begin, stop)
        self._close()
        return self._keys.outline()

    def _close(self) -> None:
        for target, reach in self._targets:
            self._keys.close(target, self._end, reach)
        self._targets.clear()

    def _macro(self, macro: re.Match[str], begin: int, start: int, i: int) -> int:
        """Reads what stands between `define` and `endef`, and gives the line behind it."""
        self._close()
        contents = self._contents
        name = start + macro.start("name"), start + macro.end("name")
        key = self._keys.open("macro", begin, name)
        last = i - 1
        while i < len(contents):
            if contents[i].strip():
                last = i
            i += 1
            if _END_OF_DEFINE.match(contents[i - 1]):
                break
        self._keys.close(key, self._lines.starts[last] + len(contents[last].rstrip()))
        return i

    def _variable(self, variable: re.Match[str], begin: int, start: int, stop: int) -> None:
        name = variable["name"]
        is_known = variable["operator"] == "+=" and name in self._variables
        if not is_known and not _SPECIAL.match(name):
            self._variables.add(name)
            stretch = start + variable.start("name"), start + variable.end("name")
            self._keys.close(self._keys.open("variable", begin, stretch), stop)

    def _rule(self, rule: re.Match[str], begin: int, stop: int) -> None:
        if _ASSIGNED.match(rule["rest"]):
            return
        self._end = stop
        text = self._keys.text
        help_at = _HELP.search(text, rule.start("rest"), stop)
        for word in _TARGET.finditer(text, *rule.span("targets")):
            name = word[0]
            if _SPECIAL.match(name) or name.count("(") != name.count(")"):
                continue
            is_first = not self._targets
            target = self._keys.open("target", begin if is_first else word.start(), word.span())
            self._targets.append((target, 0 if is_first else word.end()))
            if help_at is not None:
                self._keys.document(target, help_at.span())
