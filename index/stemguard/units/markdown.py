"""The sections of a Markdown document; front matter is no part of it, but may give its title."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from stemguard.units.lines import Lines
from stemguard.units.markdown_blocks import HeadingLines, heading_lines, mdx_heading_lines
from stemguard.units.markdown_html import element_title
from stemguard.units.markdown_inline import shown_text
from stemguard.units.outline import Heading, Outline, Stretch, sections
from stemguard.units.reader import finds

_BLANKS = " \t"
#: What ends front matter, by the line that begins it: YAML and TOML.
_FRONT_MATTER = {"---": ("---", "..."), "+++": ("+++",)}
#: A title that begins on a later line is too rare.
_TITLE = re.compile(r"""title\s*[:=]\s*(?![>|][+-]?\s*$)(["']?)(?=\S)(.*?)\1\s*$""", re.IGNORECASE)


@finds("section")
def markdown_outline(lines: Lines) -> Outline:
    """The sections that the headings of the document itself open; a heading in a block quote or a
    list belongs to the text around it."""
    return Outline(sections(headings(lines), len(lines.text)), *_title(lines))


@finds("section")
def mdx_outline(lines: Lines) -> Outline:
    """The same of an MDX document, where headings may also be indented as their components are."""
    found = _headings(lines, mdx_heading_lines)
    return Outline(sections(found, len(lines.text)), *_title(lines))


def headings(lines: Lines) -> Iterator[Heading]:
    """The headings of the document itself, in their order."""
    return _headings(lines, heading_lines)


def _headings(
    lines: Lines, read: Callable[[Sequence[str], int], Iterable[HeadingLines]]
) -> Iterator[Heading]:
    contents = lines.contents()
    for found in read(contents, _front_matter(contents)):
        heading = _heading(lines, contents, found)
        if heading is not None:
            yield heading


def _heading(lines: Lines, contents: Sequence[str], heading: HeadingLines) -> Heading | None:
    """A heading with its title; None for an element that shows no text."""
    level, first, last, is_element = heading
    line = contents[first]
    indentation = len(line) - len(line.lstrip(_BLANKS))
    start = lines.starts[first]
    if is_element:
        begin, end = element_title(lines.text[start : lines.end_of(last)])
        selection = (start + begin, start + end)
    else:
        begin = indentation if first < last else _behind_mark(line, indentation)
        title_line = max(first, last - 1)
        end = len(contents[title_line].rstrip(_BLANKS))
        if first == last:
            end = max(begin, len(_without_closing(line[:end])))
        selection = (start + begin, lines.starts[title_line] + end)
    title = shown_text(lines.text[slice(*selection)])
    if is_element and not title:
        return None
    return Heading(
        level=level,
        title=title,
        start=start,
        end=lines.end_of(last),
        declared=start + indentation,
        selection=selection,
    )


def _behind_mark(line: str, indentation: int) -> int:
    marked = line[indentation:].lstrip("#").lstrip(_BLANKS)
    return len(line) - len(marked)


def _without_closing(line: str) -> str:
    """The line without a closing run of `#`, which must stand behind a blank to be one."""
    opened = line.rstrip("#")
    return opened.rstrip(_BLANKS) if opened.endswith((" ", "\t")) else line


def _front_matter(contents: Sequence[str]) -> int:
    """How many lines front matter takes: from the line that opens the file and stands on a line of
    text, to the next that ends what it begins."""
    ends = _FRONT_MATTER.get(contents[0].rstrip(_BLANKS))
    if ends is None or len(contents) < 2 or not contents[1].strip():
        return 0
    for i in range(1, len(contents)):
        if contents[i].rstrip(_BLANKS) in ends:
            return i + 1
    return 0


def _title(lines: Lines) -> tuple[str, Stretch]:
    """The title that front matter gives the document, and the line that does."""
    contents = lines.contents()
    for i in range(_front_matter(contents)):
        title = _TITLE.match(contents[i])
        if title is not None:
            return title[2].strip(), (lines.starts[i], lines.end_of(i))
    return "", (0, 0)
