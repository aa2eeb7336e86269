"""Which kinds of units a language has: as its query captures them, or as its reader declares."""

from __future__ import annotations

import re

from stemguard.units.code import text_of_queries
from stemguard.units.code_languages import CODE, KINDS, CodeLanguage
from stemguard.units.reader import Reader

#: A comment or a string of a query, or what it calls a node.
_CAPTURE = re.compile(r';.*|"(?:\\.|[^"\\])*"|@([a-z]+)')


def kinds_of(language: str) -> frozenset[str]:
    """What the units of a language can be, beside the file and its chunks.

    What code of other languages in it can be is not among them. Empty where nothing is found in it.
    """
    row = CODE.get(language)
    if row is not None:
        return _captured(row)
    reader = _reader(language)
    return frozenset() if reader is None else reader.kinds


def embedded_in(language: str) -> frozenset[str]:
    """The languages of which a text of this one may hold parts that are read."""
    reader = _reader(language)
    return frozenset() if reader is None else reader.embeds


def _reader(language: str) -> Reader | None:
    # All readers of all languages: who never asks for kinds does not wait for them.
    from stemguard.units.extract import EXTRACTORS

    reader = EXTRACTORS.get(language)
    return reader if isinstance(reader, Reader) else None


def _captured(row: CodeLanguage) -> frozenset[str]:
    """The kinds that the queries name, and those that `definitions` makes of functions."""
    texts = (text_of_queries(row.queries, ending) for ending in (".scm", ".top.scm"))
    kinds = KINDS.intersection(found[1] for text in texts for found in _CAPTURE.finditer(text))
    if "function" in kinds and kinds & row.holders:
        kinds |= {"method"}
    if "method" in kinds and row.constructor:
        kinds |= {"constructor"}
    return kinds
