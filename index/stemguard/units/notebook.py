"""Jupyter notebooks: the sections under the headings of their prose, and what their code defines.

A section holds the cells below its heading, code as well, up to the next heading. What a cell of
code defines is a unit of the cell's language, as if the cell stood alone: what is broken in one is
not in the next. Outputs, metadata and pictures are not searched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from stemguard.units.embedded import Extractors, blank, found_in_part, merged, without_data
from stemguard.units.languages import language_named
from stemguard.units.lines import Lines
from stemguard.units.markdown import headings
from stemguard.units.notebook_cells import Cell, Source, read_notebook
from stemguard.units.outline import FILLER, Heading, Mark, Outline, sections
from stemguard.units.reader import Reader

#: What a notebook is written in that does not say.
_DEFAULT = "python"
#: Names of languages that are no file's extension.
_NAMED = {"c#": "csharp", "f#": "fsharp", "ipython": "python", "sage": "python", "ir": "r"}
_VERSION = re.compile(r"[ \t]*[\d.]+$")
#: The first line of a cell that says what runs it.
_MAGIC = re.compile(r"\s*%%(\w+)")
_MAGICS = {
    "bash": "shellscript",
    "html": "",
    "javascript": "javascript",
    "js": "javascript",
    "latex": "",
    "markdown": "",
    "perl": "perl",
    "pypy": "python",
    "python": "python",
    "python2": "python",
    "python3": "python",
    "r": "r",
    "ruby": "ruby",
    "sh": "shellscript",
    "sql": "sql",
    "svg": "",
}
#: What speaks to IPython in a cell of Python.
_COMMAND = re.compile(r"^[ \t]*(?:%{1,2}[a-z]|![\w./{$]|\?+\w).*$", re.MULTILINE)
_NOT_ENDING = re.compile(r"[^\r\n]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def notebook_reader(extractors: Extractors) -> Reader:
    """The reader of notebooks; `extractors` are those of code."""

    def outline(lines: Lines) -> Outline:
        text = lines.text
        notebook = read_notebook(text)
        language = _language(notebook.language) if notebook.language else _DEFAULT
        sources = [Source(text, cell.strings) for cell in notebook.cells]
        headed: list[Heading] = []
        marks: list[Mark] = []
        reason = ""
        for cell, source in zip(notebook.cells, sources, strict=True):
            if cell.kind == "code":
                written, code = _code(cell, source.text, language)
                found = found_in_part(code, written, extractors, source.stretch)
                marks += found.marks
                reason = reason or found.reason
            else:
                headed += _headings(cell, source)
        marks += sections(headed, len(text))
        return Outline(merged(marks), reason=reason, text=_searched(text, sources))

    return Reader(outline, frozenset({"section"}), frozenset(extractors))


@lru_cache(maxsize=8)
def sources_alone(text: str) -> str:
    """The text with spaces for all that is no source of a cell, escapes being as they are written:
    where a word of a unit is looked for. What is asked for at each keystroke is made once."""
    sources = [Source(text, cell.strings) for cell in read_notebook(text).cells]

    def written(piece: str, start: int, end: int) -> str:
        is_space = end > start + 1 and piece.isspace()
        return " " * (end - start) if is_space else text[start:end]

    return _alone(text, sources, written)


def _language(name: str) -> str:
    """The language that a kernel calls so."""
    name = name.casefold()
    bare = _VERSION.sub("", name)
    return _NAMED.get(name) or language_named(name) or _NAMED.get(bare) or language_named(bare)


def _code(cell: Cell, source: str, language: str) -> tuple[str, str]:
    """The language of a cell of code, and its code without what is no part of it."""
    if cell.language:
        language = _language(cell.language)
    magic = _MAGIC.match(source)
    if magic is not None:
        language = _MAGICS.get(magic[1].lower(), language)
    if language == "python" and ("%" in source or "!" in source or "?" in source):
        source = _COMMAND.sub(blank, source)
    elif magic is not None:
        source = _COMMAND.sub(blank, source, count=1)
    return language, source


def _headings(cell: Cell, source: Source) -> Iterator[Heading]:
    """The headings of a cell, where they stand in the file."""
    if cell.kind == "heading":
        title = " ".join(source.text.split())
        found: Iterable[Heading] = (
            [Heading(cell.level, title, 0, len(source.text), 0, (0, len(source.text)))]
            if title
            else []
        )
    elif cell.kind == "markdown":
        found = headings(Lines(source.text))
    else:
        found = ()
    for heading in found:
        start, end = source.stretch(heading.start, heading.end)
        yield heading._replace(
            start=start,
            end=end,
            declared=source.stretch(heading.declared, heading.end)[0],
            selection=source.stretch(*heading.selection),
        )


def _searched(text: str, sources: Iterable[Source]) -> str:
    """What is searched of a notebook: the sources of its cells, all else being spaces."""

    def read(piece: str, start: int, end: int) -> str:
        seen = _CONTROL.sub(" ", piece)
        return seen + (" " if seen == " " else FILLER) * (end - start - len(piece))

    return _alone(text, sources, read)


def _alone(text: str, sources: Iterable[Source], shown: Callable[[str, int, int], str]) -> str:
    """The text with what is shown of each piece of a source, and spaces for all else."""
    pieces: list[str] = []
    at = 0
    for source in sources:
        for piece, start, end in source.runs():
            pieces.append(_NOT_ENDING.sub(blank, text[at:start]))
            pieces.append(shown(piece, start, end))
            at = end
    pieces.append(_NOT_ENDING.sub(blank, text[at:]))
    return without_data("".join(pieces))
