"""The sections of a Markdown document; YAML front matter is no part of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stemguard.units.lines import Lines
from stemguard.units.markdown_blocks import heading_lines
from stemguard.units.markdown_inline import shown_text
from stemguard.units.outline import Heading, Outline, sections
from stemguard.units.reader import finds

_BLANKS = " \t"


@finds("section")
def markdown_outline(lines: Lines) -> Outline:
    """The sections that the headings of the document itself open; a heading in a block quote or a
    list belongs to the text around it."""
    return Outline(sections(headings(lines), len(lines.text)))


def headings(lines: Lines) -> Iterator[Heading]:
    """The headings of the document itself, in their order."""
    contents = lines.contents()
    for level, first, last in heading_lines(contents, _front_matter(contents)):
        line = contents[first]
        indentation = len(line) - len(line.lstrip(_BLANKS))
        begin = indentation if first < last else _behind_mark(line, indentation)
        title_line = max(first, last - 1)
        end = len(contents[title_line].rstrip(_BLANKS))
        if first == last:
            end = max(begin, len(_without_closing(line[:end])))
        selection = (lines.starts[first] + begin, lines.starts[title_line] + end)
        yield Heading(
            level=level,
            title=shown_text(lines.text[slice(*selection)]),
            start=lines.starts[first],
            end=lines.end_of(last),
            declared=lines.starts[first] + indentation,
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
    """How many lines YAML front matter takes: from a `---` that opens the file and stands on a line
    of text, to the next `---` or `...`."""
    if len(contents) < 2 or contents[0].rstrip(_BLANKS) != "---" or not contents[1].strip():
        return 0
    for i in range(1, len(contents)):
        if contents[i].rstrip(_BLANKS) in ("---", "..."):
            return i + 1
    return 0
