"""What names are compared by, of many at once: `posting.hash_of` in a fraction of the time."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from stemguard.domain.corpus import Ints
from stemguard.domain.posting import hash_of, joined_words

#: Stands between two ASCII names, and is in neither.
_BETWEEN = "\xff"
#: What is no part of a word.
_APART = bytes(code for code in range(0x80) if not chr(code).isalnum())


class NameHashes(NamedTuple):
    """By name, the hash of it and that of its joined words."""

    whole: Ints
    joined: Ints


def name_hashes(names: Sequence[str]) -> NameHashes:
    """The hashes of each name."""
    if not names:
        return NameHashes(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))
    others = [at for at, name in enumerate(names) if not name.isascii()]
    ascii_ones = list(names)
    for at in others:
        ascii_ones[at] = ""
    written = _BETWEEN.join(ascii_ones).encode("latin-1")
    # Each small letter and digit of an ASCII name is one of its words, and nothing else is.
    whole, joined = _hashed(written), _hashed(written.lower().translate(None, _APART))
    for at in others:
        whole[at], joined[at] = hash_of(names[at]), hash_of(joined_words(names[at]))
    return NameHashes(whole, joined)


def _hashed(written: bytes) -> Ints:
    return np.array(list(map(zlib.crc32, written.split(b"\xff"))), dtype=np.int64)
