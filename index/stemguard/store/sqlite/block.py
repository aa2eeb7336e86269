"""Postings as rows: blocks sorted by stem and term, and the dictionary that leads prefixes to them.

A term's key is its stem, a tab and the term: in that order families are neighbours, and a block
holds whole families, so that a family is one seek. Its header holds the keys and three numbers
each: df, and the bytes of its two streams. The first stream is `gap << 1 | more` for
each posting, gaps counted from slot -1, `more` set where tf > 1; the second holds those tfs.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from struct import Struct

import numpy as np

from stemguard.domain.corpus import Ints, Postings, TermPostings
from stemguard.store.sqlite.codec import (
    Bytes,
    Unsigned,
    decode_narrow,
    decode_varints,
    encode_narrow,
    encode_varints,
    join_texts,
    pack_parts,
    split_texts,
    unpack_parts,
)

#: 128 terms are a row of a few KB in most segments; more would be read in vain, fewer would make
#: more rows and longer directories.
_MOST_TERMS = 128
#: A family with more postings than that is a row of its own, give or take rare neighbours.
_MOST_POSTINGS = 4096
#: A prefix reads a row or two; 512 terms are about 2 KB compressed.
_DICTIONARY_TERMS = 512

_HEADER_LENGTH = Struct("<I")


@dataclass(frozen=True, slots=True)
class TermLists:
    """Complete postings of ascending keys, one list after the other; slots ascend in each."""

    keys: Sequence[str]
    df: Ints
    slots: Ints
    counts: Ints


@dataclass(frozen=True, slots=True)
class PackedBlock:
    """A row of postings. No other row of its view holds a stem of these keys."""

    keys: Sequence[str]
    data: bytes


@dataclass(frozen=True, slots=True)
class PackedTerms:
    """A row of the dictionary."""

    first_term: str
    data: bytes


def key_of(stem: str, term: str) -> str:
    """The key of a term. A tab is before all that a word may hold."""
    return f"{stem}\t{term}"


def stem_of(key: str) -> str:
    """The stem in a key."""
    return key[: key.index("\t")]


def stems_of(keys: Sequence[str]) -> list[str]:
    """The stem in each key."""
    return [key.partition("\t")[0] for key in keys]


def terms_of(keys: Sequence[str]) -> list[str]:
    """The term in each key."""
    return [key.partition("\t")[2] for key in keys]


def encode_blocks(lists: TermLists) -> Iterator[PackedBlock]:
    """The rows that hold these postings, in their order."""
    ends = np.cumsum(lists.df)
    starts = ends - lists.df
    gaps = lists.slots.copy()
    gaps[1:] -= lists.slots[:-1]
    gaps[starts] = lists.slots[starts] + 1
    more = lists.counts > 1
    gap_bytes, gap_ends = _stream((gaps << 1) + more.astype(np.int64), ends)
    tf_bytes, tf_ends = _stream(lists.counts[more], np.cumsum(more, dtype=np.int64)[ends - 1])
    for first, last in _cuts(stems_of(lists.keys), lists.df):
        gap_from, gap_to = gap_ends[first], gap_ends[last]
        tf_from, tf_to = tf_ends[first], tf_ends[last]
        header = pack_parts(
            [
                join_texts(lists.keys[first:last], "\n"),
                encode_narrow(lists.df[first:last]),
                encode_narrow(np.diff(gap_ends[first : last + 1])),
                encode_narrow(np.diff(tf_ends[first : last + 1])),
            ]
        )
        data = b"".join(
            (
                _HEADER_LENGTH.pack(len(header)),
                header,
                gap_bytes[gap_from:gap_to].tobytes(),
                tf_bytes[tf_from:tf_to].tobytes(),
            )
        )
        yield PackedBlock(lists.keys[first:last], data)


class Block:
    """A row of postings, read. The arrays that come out of it must not be written to."""

    def __init__(self, data: bytes) -> None:
        (length,) = _HEADER_LENGTH.unpack_from(data)
        start = _HEADER_LENGTH.size + length
        lines, df, gap_sizes, tf_sizes = unpack_parts(data[_HEADER_LENGTH.size : start])
        self.size_bytes = len(data) + len(lines)
        self._lines = "\n" + lines.decode("utf-8", "surrogatepass")
        self._df = decode_narrow(df)
        self._payload = np.frombuffer(data, dtype=np.uint8, offset=start)
        self._gap_ends = _ends(decode_narrow(gap_sizes))
        self._tf_ends = _ends(decode_narrow(tf_sizes), self._gap_ends[-1])

    def family(self, stem: str) -> dict[str, Postings]:
        """The terms with this stem; none where the block does not hold it."""
        before = f"\n{stem}\t"
        at = self._lines.find(before)
        if at < 0:
            return {}
        terms = []
        start = at
        while self._lines.startswith(before, start):
            end = self._lines.index("\n", start + 1)
            terms.append(self._lines[start + len(before) : end])
            start = end
        first = self._lines.count("\n", 0, at)
        return dict(zip(terms, self._postings(first, first + len(terms)), strict=True))

    def all_keys(self) -> list[str]:
        """The keys of its terms, ascending."""
        return self._lines[1:-1].split("\n")

    def starting_with(self, prefix: str) -> TermPostings:
        """The terms that start with a prefix."""
        terms = terms_of(self.all_keys())
        starts = np.array([term.startswith(prefix) for term in terms], dtype=np.bool_)
        df, slots, counts = self._decoded(0, len(self._df))
        chosen = np.repeat(starts, df)
        kept = tuple(term for term, is_kept in zip(terms, starts, strict=True) if is_kept)
        return TermPostings(kept, df[starts], slots[chosen], counts[chosen])

    def lists(self) -> TermLists:
        """All it was made of."""
        df, slots, counts = self._decoded(0, len(self._df))
        return TermLists(self.all_keys(), df, slots, counts)

    def _postings(self, first: int, last: int) -> list[Postings]:
        df, slots, counts = self._decoded(first, last)
        slots.flags.writeable = counts.flags.writeable = False
        ends = np.cumsum(df).tolist()
        return [
            Postings(slots[start:end], counts[start:end])
            for start, end in zip([0, *ends], ends, strict=False)
        ]

    def _decoded(self, first: int, last: int) -> tuple[Ints, Ints, Ints]:
        df = self._df[first:last].astype(np.int64)
        gaps = decode_varints(self._payload[self._gap_ends[first] : self._gap_ends[last]])
        tfs = decode_varints(self._payload[self._tf_ends[first] : self._tf_ends[last]])
        counts = np.ones(len(gaps), dtype=np.int64)
        counts[(gaps & 1).astype(np.bool_)] = tfs
        gaps >>= 1
        starts = np.cumsum(df) - df
        slots = np.cumsum(gaps)
        slots -= np.repeat(slots[starts] - gaps[starts] + 1, df)
        return df, slots, counts


def encode_dictionary(terms: Sequence[tuple[str, int]]) -> Iterator[PackedTerms]:
    """The rows that lead from ascending terms to the numbers of their blocks."""
    for start in range(0, len(terms), _DICTIONARY_TERMS):
        row = terms[start : start + _DICTIONARY_TERMS]
        numbers = np.array([number for _, number in row], dtype=np.int64)
        data = pack_parts([encode_narrow(numbers), join_texts([term for term, _ in row], "\n")])
        yield PackedTerms(row[0][0], data)


def blocks_of_prefix(data: bytes, prefix: str) -> set[int]:
    """The numbers of the blocks that a dictionary row gives for terms with a prefix."""
    numbers, joined = unpack_parts(data)
    terms = split_texts(joined, "\n")
    start = bisect_left(terms, prefix)
    end = bisect_right(terms, prefix, lo=start, key=lambda term: term[: len(prefix)])
    found = decode_narrow(numbers)[start:end].tolist()
    return set(found)


def _stream(values: Ints, ends: Ints) -> tuple[Bytes, list[int]]:
    """Varints, and where the bytes of each stretch of values end, with a 0 in front."""
    encoded, widths = encode_varints(values)
    offsets = np.concatenate(([0], np.cumsum(widths)))
    return encoded, [0, *offsets[ends].tolist()]


def _cuts(stems: Sequence[str], df: Ints) -> Iterator[tuple[int, int]]:
    """Where blocks begin and end: between families, within the limits if a family is."""
    if not stems:
        return
    totals = np.concatenate(([0], np.cumsum(df))).tolist()
    families = [i for i in range(len(stems)) if i == 0 or stems[i] != stems[i - 1]]
    start = 0
    for first, last in zip(families, [*families[1:], len(stems)], strict=True):
        too_long = last - start > _MOST_TERMS or totals[last] - totals[start] > _MOST_POSTINGS
        if too_long and first > start:
            yield start, first
            start = first
    yield start, len(stems)


def _ends(sizes: Unsigned, start: int = 0) -> list[int]:
    ends: list[int] = (np.cumsum(sizes, dtype=np.int64) + start).tolist()
    return [start, *ends]
