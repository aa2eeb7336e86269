"""What a unit posts: its terms, term frequencies and lengths (sections 2 and 4 of the rules)."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from stemguard.domain.corpus import Described
from stemguard.domain.tokenize import (
    STOP_WORDS,
    raw_identifiers,
    split,
    split_identifiers,
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


@dataclass(frozen=True, slots=True)
class PostedUnit:
    """A unit reduced to what an index holds of it: integers, terms, and what is shown."""

    shown: Described
    multiplier: float
    terms: UnitTerms


def post(unit: Unit) -> PostedUnit:
    """What an index holds of a unit."""
    shown = Described(
        unit.key, unit.name, unit.container, unit.language, unit.range, unit.selection
    )
    return PostedUnit(shown, unit.multiplier, count_terms(unit))


def count_terms(unit: Unit) -> UnitTerms:
    """The terms of a unit in both views."""
    names: dict[str, int] = {}
    length = _count_name(unit.name, NAME_WEIGHT, names)
    length += _count_name(unit.container, CONTAINER_WEIGHT, names)
    everything = dict(names)
    all_length = length + _count_text(unit.doc, DOC_WEIGHT, everything)
    all_length += _count_text(unit.body, BODY_WEIGHT, everything)
    hashes = (hash_of(unit.name), hash_of(joined_words(unit.name)))
    return UnitTerms(everything, names, all_length, length, *hashes)


def joined_words(text: str) -> str:
    """The words of a text, stop words kept, joined."""
    return "".join(tokenize(text, keep_stop_words=True))


def hash_of(text: str) -> int:
    """32 bits of a text: where they differ, so do the texts."""
    return zlib.crc32(text.encode("utf-8", "surrogatepass"))


def _count_name(text: str, weight: int, counts: dict[str, int]) -> int:
    length = 0
    for identifier in split_identifiers(text):
        for word in identifier.words:
            counts[word] = counts.get(word, 0) + weight
        length += weight * len(identifier.words)
        if identifier.compound:
            counts[identifier.compound] = counts.get(identifier.compound, 0) + weight
    return length


def _count_text(text: str, weight: int, counts: dict[str, int]) -> int:
    if not text:
        return 0
    length = 0
    get = counts.get
    for raw, times in Counter(raw_identifiers(text)).items():
        terms, n_words = _content(raw)
        weighted = weight * times
        for term in terms:
            counts[term] = get(term, 0) + weighted
        length += weighted * n_words
    return length


@lru_cache(maxsize=1 << 16)
def _content(raw: str) -> tuple[tuple[str, ...], int]:
    """What one identifier of running text posts, words before compounds, and how many are words."""
    identifier = split(raw)
    words = [word for word in identifier.words if word not in STOP_WORDS]
    compounds = [word for word in identifier.run_compounds if word not in STOP_WORDS]
    return (*words, *compounds), len(words)
