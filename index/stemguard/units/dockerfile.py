"""The stages of a Dockerfile, and the variables that they set."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from stemguard.units.code_languages import HASHES
from stemguard.units.keys import MOST_DEFINITIONS, TOP, Keys
from stemguard.units.lines import Lines
from stemguard.units.outline import Outline, Stretch
from stemguard.units.reader import finds

#: Comments that speak to the builder.
_MARKS = re.compile(
    rf"^[ \t]*#[ \t]*(?:syntax|escape|check)[ \t]*=.*$|{HASHES.pattern}", re.MULTILINE
)
_INSTRUCTION = re.compile(r"[ \t]*+([A-Za-z]++)(?=\s)")
_STAGE = re.compile(
    r"FROM(?:[ \t]++--\S++)*+[ \t]++(?P<image>[^\s#]\S*+)(?:[ \t]++AS[ \t]++(?P<name>\S++))?",
    re.IGNORECASE,
)
_VALUE = r"(?:\"(?:[^\"\\]|\\.)*+\"?|'[^']*+'?|\\.|[^\s\"'\\])*+"
#: A comment may stand between the lines of an instruction.
_ASSIGNED = re.compile(
    rf"^[ \t]*+#[^\r\n]*+|(?<!\S)(?P<name>[\w.-]++)(?P<value>=)?{_VALUE}", re.M | re.S
)
_GOES_ON = ("\\", "`")
_HEREDOC = re.compile(r"<<-?[\"']?(\w++)")


@finds("target", "variable")
def dockerfile_outline(lines: Lines) -> Outline:
    """Each stage up to the next, by its name or its image; `ARG` and `ENV` in it or before all."""
    keys = Keys(lines, marks=_MARKS, most=MOST_DEFINITIONS)
    contents, starts = lines.contents(), lines.starts
    last_place = {line.strip(): i for i, line in enumerate(contents)}
    stage, end = TOP, 0
    i = 0
    while i < len(contents):
        line = contents[i]
        first = i
        i += 1
        content = line.strip()
        if not content:
            continue
        start = starts[first] + len(line) - len(line.lstrip())
        if content[0] == "#":
            keys.comment(start, start + len(content))
            continue
        i, last = _behind(contents, first, last_place)
        word = _INSTRUCTION.match(line)
        name = "" if word is None else word[1].upper()
        begins = _STAGE.match(keys.text, start) if name == "FROM" else None
        if begins is not None:
            keys.close(stage, end)
            named = "name" if begins["name"] else "image"
            stage = keys.open("target", start, begins.span(named))
        end = starts[last] + len(contents[last].rstrip())
        if name in ("ARG", "ENV"):
            _variables(keys, keys.text, (start, start + len(name)), end, stage)
    keys.close(stage, end)
    return keys.outline()


def _behind(contents: Sequence[str], first: int, last_place: Mapping[str, int]) -> tuple[int, int]:
    """The line behind an instruction, and the last with something of it."""
    last = i = first
    documents = _HEREDOC.findall(contents[first])
    while i + 1 < len(contents) and (contents[i].rstrip().endswith(_GOES_ON) or i > last):
        i += 1
        content = contents[i].strip()
        if content and content[0] != "#":
            last = i
            documents += _HEREDOC.findall(content)
    i = last
    for document in documents:
        # What nothing ends is no document.
        if last_place.get(document, 0) > i:
            while contents[i].strip() != document:
                i += 1
    return i + 1, i


def _variables(keys: Keys, text: str, instruction: Stretch, end: int, around: int) -> None:
    start, at = instruction
    for found in _ASSIGNED.finditer(text, at, end):
        if found["name"] is None:
            continue
        # `ENV name all the rest`.
        is_rest = not found["value"] and text[start:at].upper() == "ENV"
        begin = start if start < at else found.start("name")
        keys.close(
            keys.open("variable", begin, found.span("name"), around),
            end if is_rest else found.end(),
        )
        start = at
        if is_rest:
            return
