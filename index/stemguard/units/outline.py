"""What an extractor says about a text: the definitions or headings in it, and where they lie."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from stemguard.units.lines import Lines

#: A stretch of a text: from the first offset up to and without the second.
Stretch = tuple[int, int]


#: Takes the room of an escape in what is searched, without parting a word. It is in no text: a file
#: that holds it is not read.
FILLER = "\0"


class Mark(NamedTuple):
    """A definition or heading, in offsets of code points.

    `start` to `end` is the text that is its own or its inner marks'; two marks are nested or apart.
    `declared` is the place of its key, `range` the whole definition, `selection` its name. `named`
    are the stretches of its own text, in order, that name or document it and so are not its body.
    `language` is "" where it is that of the text.
    """

    kind: str
    name: str
    container: str
    start: int
    end: int
    declared: int
    range: Stretch
    selection: Stretch
    named: tuple[Stretch, ...] = ()
    doc: str = ""
    language: str = ""


class Outline(NamedTuple):
    """The marks of a text, and the text's own documentation with the stretch that holds it.

    `text` is what is searched in its place and has its length, where it is another: without data,
    and with characters instead of escapes, which stand where these begin; `FILLER` stands for
    nothing.

    `reason` says why it was not looked at for marks, "" where it was.
    """

    marks: Sequence[Mark] = ()
    doc: str = ""
    doc_at: Stretch = (0, 0)
    reason: str = ""
    text: str | None = None


#: Never raises, whatever the text; finds nothing where it cannot read it.
Extractor = Callable[[Lines], Outline]


class Heading(NamedTuple):
    """A heading of a document.

    `level` is 1 for the outermost, `title` what a reader sees, `selection` where that is written,
    `start` to `end` the whole lines that make the heading, `declared` where the line with the title
    begins, white space left out.
    """

    level: int
    title: str
    start: int
    end: int
    declared: int
    selection: Stretch


#: What a document of people never has and data that looks like one may: each section is a unit.
_MOST_SECTIONS = 20_000
_LONGEST_NAME = 400
#: How many of the headings above it the container of a section is made of.
_LONGEST_PATH = 40


def sections(headings: Iterable[Heading], length: int) -> list[Mark]:
    """The sections that headings open, in their order; each ends where the next heading begins.

    The container of a section is made of the titles of the headings above it, outermost first. A
    longer title than 400 characters is text of its section and names it by its beginning; the
    headings behind the first 20,000 belong to the last section.
    """
    found = list(islice(headings, _MOST_SECTIONS))
    marks = []
    above: list[Heading] = []
    for i, heading in enumerate(found):
        end = found[i + 1].start if i + 1 < len(found) else length
        while above and above[-1].level >= heading.level:
            above.pop()
        names = (parent.title[:_LONGEST_NAME] for parent in above[:_LONGEST_PATH])
        named = (heading.start, heading.end)
        marks.append(
            Mark(
                kind="section",
                name=heading.title[:_LONGEST_NAME],
                container=" > ".join(names),
                start=heading.start,
                end=end,
                declared=heading.declared,
                range=(heading.start, end),
                selection=heading.selection,
                named=(named,) if len(heading.title) <= _LONGEST_NAME else (),
            )
        )
        above.append(heading)
    return marks
