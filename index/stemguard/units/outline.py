"""What an extractor says about a text: the definitions or headings in it, and where they lie."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from stemguard.units.lines import Lines

#: A stretch of a text: from the first offset up to and without the second.
Stretch = tuple[int, int]


class Mark(NamedTuple):
    """A definition or heading, in offsets of code points.

    `start` to `end` is the text that is its own or its inner marks'; two marks are nested or apart.
    `declared` is the place of its key, `range` the whole definition, `selection` its name. `named`
    are the stretches of its own text, in order, that name or document it and so are not its body.
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


class Outline(NamedTuple):
    """The marks of a text, and the text's own documentation with the stretch that holds it."""

    marks: Sequence[Mark] = ()
    doc: str = ""
    doc_at: Stretch = (0, 0)


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


def sections(headings: Iterable[Heading], length: int) -> list[Mark]:
    """The sections that headings open, in their order; each ends where the next heading begins.

    The container of a section is made of the titles of the headings above it, outermost first.
    """
    found = list(headings)
    marks = []
    above: list[Heading] = []
    for i, heading in enumerate(found):
        end = found[i + 1].start if i + 1 < len(found) else length
        while above and above[-1].level >= heading.level:
            above.pop()
        marks.append(
            Mark(
                kind="section",
                name=heading.title,
                container=" > ".join(parent.title for parent in above),
                start=heading.start,
                end=end,
                declared=heading.declared,
                range=(heading.start, end),
                selection=heading.selection,
                named=((heading.start, heading.end),),
            )
        )
        above.append(heading)
    return marks
