"""Files of environment variables (`.env`, `.envrc`): keys and comments are searched, values never.

Dialects differ in how far a value goes; where they do, the longer reading counts, since a key that
is not found costs less than a password that is. A value goes to the end of its line, or of the last
line that a quote, a backslash at the end or a PEM block takes it to; with a quote that nothing
closes, to the end of the text. A `#` behind a value may be part of it. A line that is neither an
assignment nor a comment may be the rest of a value, and is taken for one.
"""

from __future__ import annotations

import re

from stemguard.units.lines import Lines
from stemguard.units.outline import Mark, Outline
from stemguard.units.reader import finds

_NAME = r"[A-Za-z_][A-Za-z0-9_.-]*"
_ASSIGNMENT = rf"[ \t]*(?:export[ \t]+)?({_NAME})[ \t]*="
#: Up to an assignment that was commented out; three `=` and more are a line drawn under something.
_COMMENT = r"[ \t]*\#(?:(?!-----BEGIN )(?:[^\r\n=]|={3,}))*+"
_QUOTED = r"""[ \t]*\$?(?P<quote>["'`])(?:\\.|(?!(?P=quote)).)*+(?:(?P=quote)|\Z)"""
_TO_END_OF_LINE = r"(?:-----BEGIN .*?(?:-----END |\Z)|\\(?:\r\n|.)|[^\r\n])*+"
_LINE = re.compile(
    rf"(?P<shown>{_ASSIGNMENT}|{_COMMENT}|)"
    rf"(?P<hidden>(?:(?<==){_QUOTED})?{_TO_END_OF_LINE})(?P<endings>[\r\n]*)",
    re.DOTALL,
)
_ASSIGNED = re.compile(_ASSIGNMENT)
_CHARACTER = re.compile(r"[^\r\n]")


def without_values(text: str) -> str:
    """The text with a space for each character that is in no key and no comment.

    Keys and comments keep their places; a text that went through this comes out as it is.
    """
    pieces: list[str] = []
    for line in _LINE.finditer(text):
        pieces += line["shown"], _CHARACTER.sub(" ", line["hidden"]), line["endings"]
    return "".join(pieces)


@finds("constant")
def dotenv_outline(lines: Lines) -> Outline:
    """The keys of a text without its values, as constants documented by the comments above them."""
    marks: list[Mark] = []
    comments: list[str] = []
    above = 0
    for start, content in zip(lines.starts, lines.contents(), strict=True):
        assigned = _ASSIGNED.match(content)
        if assigned is not None:
            begin = start + len(content) - len(content.lstrip(" \t"))
            end = lines.end_of(lines.line_at(start))
            selection = (start + assigned.start(1), start + assigned.end(1))
            marks.append(
                Mark(
                    kind="constant",
                    name=assigned[1],
                    container="",
                    start=above if comments else start,
                    end=end,
                    declared=selection[0],
                    range=(begin, start + len(content.rstrip())),
                    selection=selection,
                    named=((above, start), selection) if comments else (selection,),
                    doc="\n".join(comments),
                )
            )
        if not content.lstrip(" \t").startswith("#"):
            comments.clear()
            continue
        if not comments:
            above = start
        comments.append(content.lstrip(" \t#").rstrip())
    return Outline(marks)
