"""What a unit posts: its terms, term frequencies and lengths (sections 2 and 4 of the rules)."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from stemguard.domain.corpus import Described
from stemguard.domain.tokenize import (
    STOP_WORDS,
    raw_identifiers,
    split,
    tokenize,
)
from stemguard.domain.unit import Unit

#: Section 4 of the ranking rules.
NAME_WEIGHT = 3
CONTAINER_WEIGHT = 1
DOC_WEIGHT = 2
BODY_WEIGHT = 1


@dataclass(frozen=True, slots=True)
class UnitTerms:
    """The integers of one unit, for each of the two views.

    `all_counts` and `names_counts` hold tf by term, compounds included; `all_length` and
    `names_length` are weighted numbers of words, compounds not included. `name_hash` and
    `joined_hash` are `hash_of` the name and of its joined words.
    """

    all_counts: Mapping[str, int]
    names_counts: Mapping[str, int]
    all_length: int
    names_length: int
    name_hash: int
    joined_hash: int


class Posted(NamedTuple):
    """The terms that one identifier posts, compounds last, and how many of them are words."""

    terms: tuple[str, ...]
    n_words: int


@dataclass(frozen=True, slots=True)
class PostedUnit:
    """A unit reduced to what an index holds of it: integers, terms, and what is shown."""

    shown: Described
    multiplier: float
    terms: UnitTerms


def post(unit: Unit) -> PostedUnit:
    """What an index holds of a unit."""
    return PostedUnit(shown(unit), unit.multiplier, count_terms(unit))


def shown(unit: Unit) -> Described:
    """What is shown of a unit."""
    return Described(unit.key, unit.name, unit.container, unit.language, unit.range, unit.selection)


def count_terms(unit: Unit) -> UnitTerms:
    """The terms of a unit in both views."""
    names: dict[str, int] = {}
    length = _count(unit.name, NAME_WEIGHT, posted_by_name, names)
    length += _count(unit.container, CONTAINER_WEIGHT, posted_by_name, names)
    everything = dict(names)
    all_length = length + _count(unit.doc, DOC_WEIGHT, posted_by_text, everything)
    all_length += _count(unit.body, BODY_WEIGHT, posted_by_text, everything)
    hashes = (hash_of(unit.name), hash_of(joined_words(unit.name)))
    return UnitTerms(everything, names, all_length, length, *hashes)


def joined_words(text: str) -> str:
    """The words of a text, stop words kept, joined."""
    return "".join(tokenize(text, keep_stop_words=True))


def hash_of(text: str) -> int:
    """32 bits of a text: where they differ, so do the texts."""
    return zlib.crc32(text.encode("utf-8", "surrogatepass"))


@lru_cache(maxsize=1 << 16)
def posted_by_name(raw: str) -> Posted:
    """What an identifier of a name or a container posts: all its words, and its compound."""
    identifier = split(raw)
    compound = (identifier.compound,) if identifier.compound else ()
    return Posted((*identifier.words, *compound), len(identifier.words))


@lru_cache(maxsize=1 << 16)
def posted_by_text(raw: str) -> Posted:
    """What an identifier of running text posts: no stop words, and the compounds of its runs."""
    identifier = split(raw)
    words = [word for word in identifier.words if word not in STOP_WORDS]
    compounds = [word for word in identifier.run_compounds if word not in STOP_WORDS]
    return Posted((*words, *compounds), len(words))


def _count(
    text: str, weight: int, posted_by: Callable[[str], Posted], counts: dict[str, int]
) -> int:
    """Adds the terms of a field to `counts`; its length."""
    length = 0
    for raw in raw_identifiers(text):
        posted = posted_by(raw)
        for term in posted.terms:
            counts[term] = counts.get(term, 0) + weight
        length += weight * posted.n_words
    return length
