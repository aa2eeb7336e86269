"""A file's text to its units.

The units of a file partition its text. In source, the file's own unit (kind `file`, keyed by the
start of the file) holds what no definition holds, its chunks beyond the first being units of the
same kind and name, keyed by their first lines.

In prose (languages.PROSE) that text is prose too, so it must carry the section factor: what stands
before the first heading, or all of a text without headings, is cut into chunks in the same way, but
each is a unit of kind `section` with the file's name, keyed by its first line with text. The file's
own unit exists there as well, so that the file is found by its name, and holds no text but the
title of the document, where no heading says it, unless white space is all there is. A file of any
language always has its own unit; an empty one has no other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from stemguard.domain.path_class import path_class_factor
from stemguard.domain.unit import FILE, SECTION, FromPath, Unit, UnitKey, name_and_container
from stemguard.units.asciidoc import asciidoc_outline
from stemguard.units.chunks import Chunk, chunks
from stemguard.units.code_languages import CODE
from stemguard.units.components import svelte_reader, vue_reader
from stemguard.units.configuration import CONFIGURATION
from stemguard.units.definitions import definitions_of
from stemguard.units.dotenv import dotenv_outline
from stemguard.units.html import html_reader
from stemguard.units.languages import DOTENV, PROSE, is_lock_file
from stemguard.units.latex import latex_outline, tex_outline
from stemguard.units.lines import Lines
from stemguard.units.markdown import markdown_outline, mdx_outline
from stemguard.units.notebook import notebook_reader
from stemguard.units.org import org_outline
from stemguard.units.outline import Extractor, Mark, Outline, Stretch
from stemguard.units.partition import joined, outside, partition, without
from stemguard.units.plain_text import plain_text_outline
from stemguard.units.python import python_outline
from stemguard.units.rst import rst_outline
from stemguard.units.sql import sql_outline
from stemguard.units.troff import troff_outline

#: Code, of which parts of other texts may be as well.
_CODE: Mapping[str, Extractor] = {
    **{language: definitions_of(language) for language in CODE},
    "python": python_outline,
    "sql": sql_outline,
}
#: What finds the definitions or headings of a language. A language that is not here has its text in
#: the file's unit: a new one is a row, of `code_languages` if there is a grammar for it.
EXTRACTORS: Mapping[str, Extractor] = {
    **_CODE,
    **CONFIGURATION,
    "asciidoc": asciidoc_outline,
    DOTENV: dotenv_outline,
    "html": html_reader(_CODE),
    "jupyter": notebook_reader(_CODE),
    "latex": latex_outline,
    "markdown": markdown_outline,
    "mdx": mdx_outline,
    "org": org_outline,
    "plaintext": plain_text_outline,
    "restructuredtext": rst_outline,
    "svelte": svelte_reader(_CODE),
    "tex": tex_outline,
    "troff": troff_outline,
    "vue": vue_reader(_CODE),
}

_GENERATED = re.compile(r"Code generated|@generated")
_GENERATED_WITHIN_LINES = 10


@dataclass(frozen=True, slots=True)
class Extraction:
    """The units of a text in key order, and the stretches of it that belong to each.

    The stretches of one unit are in order and do not touch; those of all units cover the text once.
    `from_path` says of each unit what it would have otherwise if the same text had another path,
    beside its key's path and its multiplier. `generated` says that the text's first lines call it
    generated. `reason` says why no definitions or headings were looked for, "" where they were.
    """

    units: tuple[Unit, ...]
    spans: tuple[tuple[Stretch, ...], ...]
    from_path: tuple[FromPath, ...]
    generated: bool
    reason: str = ""


def extract(path: str, text: str, language: str, as_text: str = "") -> Extraction:
    """The units of a file at a path relative to its folder, with `/`. Never raises.

    With a reason in `as_text` no definitions or headings are looked for. The path decides of no
    definition but that there are none, if it is a lock file's: thousands of keys that nobody wrote.
    """
    lines = Lines(text)
    generated = _is_generated(lines)
    multiplier = path_class_factor(path, generated)
    file = _File(path, language, multiplier, *name_and_container(path))
    extractor = EXTRACTORS.get(language)
    outline = Outline(reason=as_text)
    if extractor is not None and not as_text and not is_lock_file(path):
        outline = extractor(lines)
    if outline.text is not None:
        lines = lines.showing(outline.text)
    owned, remainder = partition(len(text), outline.marks)
    if language in PROSE and outline.doc:
        owned = [outside(spans, outline.doc_at) for spans in owned]
        remainder = outside(remainder, outline.doc_at)
    found = [
        _Found(
            _unit_of(mark, spans, file, lines),
            tuple(spans),
            FromPath.NOTHING if mark.name else FromPath.NAME,
        )
        for mark, spans in zip(outline.marks, owned, strict=True)
    ]
    if language in PROSE:
        found += _prose_units(remainder, outline, file, lines)
    else:
        pieces = chunks(lines, remainder, outline.doc_at[1])
        found += _file_units(pieces, remainder, outline, file, lines)
    found.sort(key=lambda one: one.unit.key)
    return Extraction(
        tuple(one.unit for one in found),
        tuple(one.spans for one in found),
        tuple(one.from_path for one in found),
        generated,
        outline.reason,
    )


#: What a unit has that is the file itself, or a chunk of it.
_OF_FILE = FromPath.BOTH


class _Found(NamedTuple):
    unit: Unit
    spans: tuple[Stretch, ...]
    from_path: FromPath


@dataclass(frozen=True, slots=True)
class _File:
    path: str
    language: str
    multiplier: float
    name: str
    directory: str


def _unit_of(mark: Mark, spans: Sequence[Stretch], file: _File, lines: Lines) -> Unit:
    whole = lines.span(*mark.range)
    declared = whole.start if mark.declared == mark.range[0] else lines.position(mark.declared)
    return Unit(
        key=UnitKey(file.path, declared.line, declared.column, mark.kind),
        # An empty heading still opens a section, and a unit without a name cannot be shown.
        name=mark.name or file.name,
        container=mark.container,
        doc=mark.doc,
        body=without(lines.text, spans, mark.named),
        multiplier=file.multiplier,
        language=mark.language or file.language,
        range=whole,
        selection=lines.span(*mark.selection),
    )


def _file_units(
    pieces: Sequence[Chunk],
    remainder: Sequence[Stretch],
    outline: Outline,
    file: _File,
    lines: Lines,
) -> list[_Found]:
    """The file's own unit, which is the first chunk and has the text's documentation, and the
    others."""
    end = lines.end_of(pieces[0].last_line) if len(pieces) > 1 else len(lines.text)
    first = _within(remainder, 0, pieces[0].end if pieces else len(lines.text))
    own = Unit(
        key=UnitKey(file.path, 0, 0, FILE),
        name=file.name,
        container=file.directory,
        doc=outline.doc,
        body=without(lines.text, first, [outline.doc_at]),
        multiplier=file.multiplier,
        language=file.language,
        range=lines.span(0, end),
    )
    others = [_chunk_unit(piece, FILE, remainder, file, lines) for piece in pieces[1:]]
    return [_Found(own, first, _OF_FILE), *others]


def _prose_units(
    remainder: Sequence[Stretch], outline: Outline, file: _File, lines: Lines
) -> list[_Found]:
    """The file's own unit, which has the document's title, and the pieces of what stands under no
    heading."""
    pieces = chunks(lines, remainder)
    own = Unit(
        key=UnitKey(file.path, 0, 0, FILE),
        name=file.name,
        container=file.directory,
        doc=outline.doc,
        multiplier=file.multiplier,
        language=file.language,
        range=lines.span(0, len(lines.text)),
    )
    held = tuple(joined([outline.doc_at, *(() if pieces else remainder)]))
    others = [_chunk_unit(piece, SECTION, remainder, file, lines) for piece in pieces]
    return [_Found(own, held, _OF_FILE), *others]


def _chunk_unit(
    piece: Chunk, kind: str, remainder: Sequence[Stretch], file: _File, lines: Lines
) -> _Found:
    start = lines.starts[piece.first_line]
    spans = _within(remainder, piece.start, piece.end)
    unit = Unit(
        key=UnitKey(file.path, piece.first_line, 0, kind),
        name=file.name,
        container=file.directory,
        body=without(lines.text, spans, ()),
        multiplier=file.multiplier,
        language=file.language,
        range=lines.span(start, lines.end_of(piece.last_line)),
        selection=lines.span(start, start),
    )
    return _Found(unit, spans, _OF_FILE)


def _within(stretches: Sequence[Stretch], start: int, end: int) -> tuple[Stretch, ...]:
    cut = ((max(left, start), min(right, end)) for left, right in stretches)
    return tuple((left, right) for left, right in cut if left < right)


def _is_generated(lines: Lines) -> bool:
    starts = lines.starts
    within = _GENERATED_WITHIN_LINES
    end = starts[within] if len(starts) > within else len(lines.text)
    return _GENERATED.search(lines.text, 0, end) is not None
