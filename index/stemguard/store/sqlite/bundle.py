"""What several texts yield, free of the paths of their files, in one blob.

Several, since the terms of neighbours are much the same: alone, each would take a third more room
and three times the time. Keys stand in front, so that they are read without the rest; a checksum
before them tells a blob that is not what was written. What is shown of the units is in it as the
index has it.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stemguard.domain.corpus import Ints
from stemguard.domain.counting import TermCounts
from stemguard.store.sqlite.codec import (
    Unsigned,
    decode_narrow,
    encode_narrow,
    join_parts,
    join_texts,
    split_parts,
    split_texts,
)

#: Bytes of the key of a text.
KEY_BYTES = 16
_CHECKSUM_BYTES = 8
_HEAD = struct.Struct("<II")
#: A bundle is read whole for one of its texts: larger ones save some room, smaller ones time.
_MOST_TEXTS = 64
_MOST_POSTINGS = 12_000
#: On ansible-core level 5 makes bundles 7 % smaller, and making them 40 % slower.
_ZLIB_LEVEL = 1


class Yields(NamedTuple):
    """What texts yield: a row a text, a row a unit (a slot), and their postings by slot.

    `terms` are keys of terms (`block.key_of`), which the postings number; `names` and `text` as in
    `CountedUnits`, without what comes from paths.
    """

    keys: Sequence[bytes]
    shown: Sequence[bytes]
    n_units: Unsigned
    is_generated: Unsigned
    kinds: Sequence[str]
    kind: Unsigned
    from_path: Unsigned
    name_hash: Unsigned
    joined_hash: Unsigned
    names_length: Unsigned
    text_length: Unsigned
    terms: Sequence[str]
    names: TermCounts
    text: TermCounts


class BadBundle(Exception):
    """A blob is not what was written."""


def encode_bundles(found: Yields) -> Iterator[bytes]:
    """The blobs of these yields, in their order."""
    first_slots = _starts(found.n_units)
    names_at = np.searchsorted(found.names.slots, first_slots)
    text_at = np.searchsorted(found.text.slots, first_slots)
    ends = names_at + text_at
    start = 0
    while start < len(found.keys):
        fitting = int(np.searchsorted(ends, ends[start] + _MOST_POSTINGS, side="right")) - 1
        end = min(max(fitting, start + 1), start + _MOST_TEXTS, len(found.keys))
        slots = slice(int(first_slots[start]), int(first_slots[end]))
        yield _encode(
            found,
            slice(start, end),
            slots,
            _part(found.names, slice(names_at[start], names_at[end]), slots.start),
            _part(found.text, slice(text_at[start], text_at[end]), slots.start),
        )
        start = end


def keys_of(blob: bytes) -> list[bytes]:
    """The keys of the texts in a blob, by place. Raises BadBundle."""
    if len(blob) < _CHECKSUM_BYTES + _HEAD.size:
        raise BadBundle
    checksum, rest = blob[:_CHECKSUM_BYTES], blob[_CHECKSUM_BYTES:]
    if blake2b(rest, digest_size=_CHECKSUM_BYTES).digest() != checksum:
        raise BadBundle
    n_texts, _ = _HEAD.unpack_from(rest)
    ends = range(_HEAD.size, _HEAD.size + n_texts * KEY_BYTES, KEY_BYTES)
    return [rest[at : at + KEY_BYTES] for at in ends]


@dataclass(frozen=True, slots=True)
class RecalledText:
    """Satisfies `Recalled`: a text of a bundle."""

    bundle: Bundle
    place: int

    @property
    def n_units(self) -> int:
        return int(self.bundle.n_units[self.place])

    @property
    def shown(self) -> bytes:
        """What is shown of its units, as the index has it."""
        return self.bundle.shown[self.place]


class Bundle:
    """A blob, read. Raises BadBundle where it is not what was written."""

    def __init__(self, number: int, blob: bytes) -> None:
        self.number = number
        self.keys = keys_of(blob)
        start = _CHECKSUM_BYTES + _HEAD.size
        _, length = _HEAD.unpack_from(blob, _CHECKSUM_BYTES)
        start += len(self.keys) * KEY_BYTES
        kinds, terms, *numbers = split_parts(zlib.decompress(blob[start : start + length]))
        self.shown = split_parts(blob[start + length :])
        self.kinds = split_texts(kinds, "\0")
        self._terms = terms
        columns = [decode_narrow(part) for part in numbers]
        self.n_units, self.is_generated = columns[:2]
        self.kind, self.from_path, self.name_hash, self.joined_hash = columns[2:6]
        self.names_length, self.text_length = columns[6:8]
        self.names = Rows(*columns[8:11])
        self.text = Rows(*columns[11:14])
        self.first_slots = _starts(self.n_units)

    def terms(self) -> list[str]:
        """The keys of its terms, by number."""
        return split_texts(self._terms, "\n")


class Rows:
    """The postings of a bundle, by slot."""

    def __init__(self, n_rows: Unsigned, terms: Unsigned, counts: Unsigned) -> None:
        self._n_rows = n_rows
        self._first = _starts(n_rows)[:-1]
        self._terms = terms
        self._counts = counts

    def of(self, slots: Ints, as_slots: Ints) -> TermCounts:
        """Those of these slots, each as another slot."""
        n_rows = self._n_rows[slots].astype(np.int64)
        rows = stretches(self._first[slots], n_rows)
        return TermCounts(
            self._terms[rows].astype(np.int64),
            np.repeat(as_slots, n_rows),
            self._counts[rows].astype(np.int64),
        )


def stretches(starts: Ints, lengths: Ints) -> Ints:
    """The numbers from each start on, as many as its length, one stretch after the other."""
    before = np.cumsum(lengths) - lengths
    return np.repeat(starts - before, lengths) + np.arange(int(lengths.sum()))


def _encode(
    found: Yields, texts: slice, slots: slice, names: TermCounts, text: TermCounts
) -> bytes:
    is_used = np.zeros(len(found.terms), dtype=np.bool_)
    is_used[names.terms] = is_used[text.terms] = True
    numbers = np.cumsum(is_used) - 1
    n_slots = slots.stop - slots.start
    columns: list[NDArray[np.integer]] = [
        found.n_units[texts],
        found.is_generated[texts],
        *(
            column[slots]
            for column in (
                *(found.kind, found.from_path, found.name_hash, found.joined_hash),
                *(found.names_length, found.text_length),
            )
        ),
    ]
    for counts in (names, text):
        n_rows = np.bincount(counts.slots, minlength=n_slots)
        columns += [n_rows, numbers[counts.terms], counts.counts]
    terms = [found.terms[number] for number in np.flatnonzero(is_used).tolist()]
    parts = [join_texts(found.kinds, "\0"), join_texts(terms, "\n")]
    parts += [encode_narrow(column) for column in columns]
    packed = zlib.compress(join_parts(parts), _ZLIB_LEVEL)
    keys = found.keys[texts]
    head = _HEAD.pack(len(keys), len(packed))
    rest = b"".join((head, *keys, packed, join_parts(found.shown[texts])))
    return blake2b(rest, digest_size=_CHECKSUM_BYTES).digest() + rest


def _part(counts: TermCounts, rows: slice, first_slot: int) -> TermCounts:
    return TermCounts(counts.terms[rows], counts.slots[rows] - first_slot, counts.counts[rows])


def _starts(lengths: Unsigned) -> Ints:
    """Where each of consecutive stretches begins, and in the end where the last one ends."""
    return np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))
