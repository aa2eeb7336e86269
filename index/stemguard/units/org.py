"""The headings of an Org document.

Org itself would have a line in a block that begins with `* ` escaped by a comma. It seldom is in
blocks of code, where it is no heading to whoever wrote it, so closed blocks of what is no prose
hold none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from stemguard.units.lines import Lines
from stemguard.units.outline import Heading, Outline, Stretch, sections
from stemguard.units.reader import finds

_HEADLINE = re.compile(r"(\*+) +")
_BLOCK = re.compile(r"[ \t]*#\+(begin|end)_(src|example|comment|export|verse)\b", re.IGNORECASE)
_KEYWORD = re.compile(r"[ \t]*#\+(title|todo|seq_todo|typ_todo):[ \t]*(.*)", re.IGNORECASE)
_WORD = re.compile(r"(\S+) *")
#: The states of a document that names none: those of Org, and what its users add for all of theirs.
_STATES = ("TODO", "NEXT", "STARTED", "WAITING", "HOLD", "DONE", "CANCELLED", "CANCELED")
_PRIORITY = re.compile(r"\[#[A-Za-z0-9]{1,2}\]")
_TAGS = re.compile(r":[\w@#%:]+:")
_COOKIE = re.compile(r" *\[(?:\d*%|\d*/\d*)\]")
_LINK = re.compile(r"\[\[([^\[\]]+)\](?:\[([^\[\]]+)\])?\]")
#: Code is kept as it is, out of the way in a private-use plane; other emphasis may hold more of it.
_KEPT = {ord(mark): 0xF0000 + ord(mark) for mark in "=~*/_+"}
_BACK = {kept: mark for mark, kept in _KEPT.items()}
_EMPHASIS = re.compile(
    r"(?<![^\s\-({'\"])(?:([=~])(?P<code>[^\s]|[^\s].*?[^\s])\1"
    r"|([*/_+])(?P<text>[^\s]|[^\s].*?[^\s])\3)(?![^\s\-.,;:!?'\")}\[\\])"
)
#: Nobody writes a longer title, and the patterns take time that grows faster than the text.
_LONGEST = 400


@finds("section")
def org_outline(lines: Lines) -> Outline:
    """The sections that the headlines open; the title of the document documents its file.

    States, priorities, cookies and tags are no part of a section's name, but of its text.
    """
    contents = lines.contents()
    marks = sections(_headings(lines, contents), len(lines.text))
    title, title_at = _title(lines, contents)
    marks = [mark._replace(named=(mark.selection,)) if mark.named else mark for mark in marks]
    return Outline(marks, title, title_at)


def _title(lines: Lines, contents: Sequence[str]) -> tuple[str, Stretch]:
    for i, content in enumerate(contents):
        keyword = _KEYWORD.match(content)
        if keyword is not None and keyword[1].lower() == "title" and keyword[2].strip():
            return _shown_text(keyword[2]), (lines.starts[i], lines.end_of(i))
        if _HEADLINE.match(content):
            break
    return "", (0, 0)


def _headings(lines: Lines, contents: Sequence[str]) -> Iterator[Heading]:
    states = _states(contents)
    behind = 0
    for i, content in enumerate(contents):
        if i < behind:
            continue
        stars = _HEADLINE.match(content)
        if stars is None:
            block = _BLOCK.match(content) if "#+" in content else None
            if block is not None and block[1].lower() == "begin":
                behind = _behind_block(contents, i, block[2].lower())
            continue
        begin, end = _title_in(content, stars.end(), states)
        start = lines.starts[i]
        yield Heading(
            level=len(stars[1]),
            title=_shown_text(content[begin:end]),
            start=start,
            end=lines.end_of(i),
            declared=start,
            selection=(start + begin, start + end),
        )


def _behind_block(contents: Sequence[str], first: int, name: str) -> int:
    """The line that ends a block; that which begins it if another of its name begins before."""
    for i in range(first + 1, len(contents)):
        block = _BLOCK.match(contents[i]) if "#+" in contents[i] else None
        if block is not None and block[2].lower() == name:
            return i if block[1].lower() == "end" else first
    return first


def _states(contents: Sequence[str]) -> frozenset[str]:
    """What the document calls a state: a word that a headline may begin with."""
    states: list[str] = []
    for content in contents:
        keyword = _KEYWORD.match(content) if "#+" in content else None
        if keyword is not None and keyword[1].lower() != "title":
            states += (word.partition("(")[0] for word in keyword[2].split() if word != "|")
    return frozenset(states or _STATES)


def _title_in(content: str, at: int, states: frozenset[str]) -> Stretch:
    """Where the title is in a headline, without what stands before and behind it."""
    end = len(content.rstrip())
    first = _WORD.match(content, at, end)
    if first is not None and first[1] in states:
        at = first.end()
        first = _WORD.match(content, at, end)
    if first is not None and _PRIORITY.fullmatch(first[1]):
        at = first.end()
        first = _WORD.match(content, at, end)
    if first is not None and first[1] == "COMMENT":
        at = first.end()
    last = content[at:end].rpartition(" ")[2].rpartition("\t")[2]
    if _TAGS.fullmatch(last):
        end = at + len(content[at : end - len(last)].rstrip())
    return at, max(at, end)


def _shown_text(title: str) -> str:
    """What a reader sees of a title: links by their descriptions, and no marks of emphasis."""
    if len(title) <= _LONGEST:
        title = _LINK.sub(lambda link: link[2] or link[1], title)
        title = _COOKIE.sub("", title)
        # Emphasis in emphasis is the deepest that titles nest.
        for _ in range(2):
            title = _EMPHASIS.sub(_emphasized, title)
        title = title.translate(_BACK)
    return " ".join(title.split())


def _emphasized(found: re.Match[str]) -> str:
    return found["text"] or found["code"].translate(_KEPT)
