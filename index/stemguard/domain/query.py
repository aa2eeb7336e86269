"""What was asked: the query language of section 7 of the ranking rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Literal, NamedTuple

from stemguard.domain.errors import BadRequest
from stemguard.domain.tokenize import (
    STOP_WORDS,
    Identifier,
    has_cjk,
    split_identifiers,
    tokenize,
)

#: Section 7: words beyond these are ignored.
MOST_WORDS = 64
#: Section 7: a shorter unfinished word says nothing yet in view `all`.
SHORTEST_UNFINISHED = 3

Match = Literal["any", "all"] | int
"""OR, AND, or at least so many words."""


class View(Enum):
    """Which fields are searched."""

    ALL = "all"
    NAMES = "names"


class Tiers(Enum):
    """What a tier is: the number of words held, or whether all are."""

    WORDS = "words"
    WHOLE = "whole"


@dataclass(frozen=True, slots=True)
class Word:
    """One distinct word of a query.

    `compounds` are the joined spellings of the identifiers it was typed in. A `quoted` word is on
    the typed rung only; an `unfinished` one is also looked for as a prefix; a `soft` one asks for
    nothing and only scores.
    """

    text: str
    compounds: tuple[str, ...] = ()
    quoted: bool = False
    unfinished: bool = False
    soft: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """A query as the rules read it.

    `words` are in sorted order; `typed_order` is the order of first appearance, ignored words
    included. `exclusions` are the words of each `-word`, as if quoted. `name` is the text a unit
    may be named after; `joined` its words joined.
    """

    text: str
    words: tuple[Word, ...]
    typed_order: tuple[str, ...]
    ignored: tuple[str, ...]
    exclusions: tuple[tuple[Word, ...], ...]
    paths: tuple[str, ...]
    kinds: tuple[str, ...]
    languages: tuple[str, ...]
    name: str
    joined: str


def parse_query(text: str, view: View, *, prefix: bool) -> Query:
    """The query in a text; any text is one. `prefix` says that the last word is still typed."""
    pieces = list(_pieces(text))
    typed: dict[str, list[str]] = {}
    quoted: set[str] = set()
    in_order: list[str] = []
    for piece in pieces:
        if piece.role not in (_Role.PLAIN, _Role.QUOTED):
            continue
        for identifier in split_identifiers(piece.text):
            _add_words(typed, identifier)
            in_order += identifier.words
            if piece.role is _Role.QUOTED:
                quoted.update(identifier.words)
    distinct = list(typed)
    ignored = distinct[MOST_WORDS:]
    read = distinct[:MOST_WORDS]
    last = in_order[-1] if in_order else ""
    unfinished = ""
    if prefix and not text[-1:].isspace() and last in read and last not in quoted:
        unfinished = last
    if view is View.ALL and len(unfinished) < SHORTEST_UNFINISHED and not has_cjk(unfinished):
        if unfinished and len(read) > 1:
            read.remove(unfinished)
            ignored.append(unfinished)
        unfinished = ""
    all_stop = all(word in STOP_WORDS for word in read)
    words = tuple(
        Word(
            word,
            compounds=tuple(typed[word]),
            quoted=word in quoted,
            unfinished=word == unfinished,
            soft=word in STOP_WORDS and not all_stop and word != unfinished,
        )
        for word in sorted(read)
    )
    name = "".join(p.text for p in pieces if p.role in (_Role.PLAIN, _Role.QUOTED)).strip()
    return Query(
        text=text,
        words=words,
        typed_order=tuple(distinct),
        ignored=tuple(ignored),
        exclusions=tuple(
            _excluded_words(piece.text) for piece in pieces if piece.role is _Role.EXCLUDED
        ),
        paths=_of(pieces, "path"),
        kinds=_of(pieces, "kind"),
        languages=_of(pieces, "lang"),
        name=name,
        joined="".join(in_order),
    )


def required_words(match: Match, kept: int) -> int:
    """How many of `kept` words a unit must have on some rung; 0 where there is no kept word.

    Raises BadRequest for a match that is none.
    """
    if match == "any":
        return min(1, kept)
    if match == "all":
        return kept
    if isinstance(match, bool) or not isinstance(match, int):
        raise BadRequest("`match` must be 'any', 'all' or a number of words.")
    return min(max(match, 1), kept)


class _Role(Enum):
    PLAIN = "plain"
    QUOTED = "quoted"
    EXCLUDED = "excluded"
    FILTER = "filter"


class _Piece(NamedTuple):
    role: _Role
    text: str
    filter: str = ""


_FILTER = re.compile(r'(path|kind|lang):(?:"([^"]+)"(?=\s|$)|(\S+))', re.IGNORECASE)
_EXCLUSION = re.compile(r'-(?:"([^"]*)"(?=\s|$)|(\S+))')
_QUOTED = re.compile(r'"([^"]*)"')


def _pieces(text: str) -> Iterator[_Piece]:
    at = plain_from = 0
    while at < len(text):
        found, after = _special_piece(text, at)
        if found is None:
            at += 1
            continue
        yield _Piece(_Role.PLAIN, text[plain_from:at])
        yield found
        at = plain_from = after
    yield _Piece(_Role.PLAIN, text[plain_from:])


def _special_piece(text: str, at: int) -> tuple[_Piece | None, int]:
    """The quote, exclusion or filter that starts at `at`, and where it ends."""
    if text[at] == '"':
        if quote := _QUOTED.match(text, at):
            return _Piece(_Role.QUOTED, quote.group(1)), quote.end()
        return None, at
    if at > 0 and not text[at - 1].isspace():
        return None, at
    if text[at] == "-" and (excluded := _EXCLUSION.match(text, at)):
        words = excluded.group(1) or excluded.group(2) or ""
        if tokenize(words, keep_stop_words=True):
            return _Piece(_Role.EXCLUDED, words), excluded.end()
        return None, at
    if text[at] in "pPkKlL" and (found := _FILTER.match(text, at)):
        value = found.group(2) or found.group(3)
        return _Piece(_Role.FILTER, value, found.group(1).lower()), found.end()
    return None, at


def _add_words(typed: dict[str, list[str]], identifier: Identifier) -> None:
    """Adds the words of an identifier, and to each the compound it was typed in."""
    for word in identifier.words:
        compounds = typed.setdefault(word, [])
        if identifier.compound and identifier.compound not in compounds:
            compounds.append(identifier.compound)


def _excluded_words(text: str) -> tuple[Word, ...]:
    typed: dict[str, list[str]] = {}
    for identifier in split_identifiers(text):
        _add_words(typed, identifier)
    return tuple(Word(word, tuple(found), quoted=True) for word, found in typed.items())


def _of(pieces: list[_Piece], name: str) -> tuple[str, ...]:
    return tuple(p.text for p in pieces if p.role is _Role.FILTER and p.filter == name)
