"""What many identifiers post, at once: `posting.posted_by_name` and `posted_by_text` in arrays.

Nearly all identifiers are ASCII. These are split in one array of their bytes, in a twentieth of the
time that one after the other takes, and a kernel has millions that stand once in it. The others are
split by `tokenize.split`, as is every identifier of a query.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import compress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stemguard.domain.corpus import Ints
from stemguard.domain.numbering import numbered
from stemguard.domain.posting import Posted, posted_by_name, posted_by_text
from stemguard.domain.tokenize import MOST_WORDS_OF_A_RUN, STOP_WORDS

#: What a byte is: nothing of a word, then a digit, a small letter, an `s`, and a capital.
_APART, _DIGIT, _SMALL, _S, _CAPITAL = range(5)
_KINDS = np.full(256, _APART, dtype=np.uint8)
_KINDS[np.frombuffer(b"0123456789", dtype=np.uint8)] = _DIGIT
_KINDS[np.frombuffer(b"abcdefghijklmnopqrstuvwxyz", dtype=np.uint8)] = _SMALL
_KINDS[ord("s")] = _S
_KINDS[np.frombuffer(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ", dtype=np.uint8)] = _CAPITAL
_NEWLINE = ord("\n")
_SPACE = ord(" ")
#: Makes letters small, and spaces of underscores.
_SMALL_RUNS = bytes(range(256)).lower().replace(b"_", b" ")


class Posts(NamedTuple):
    """What identifiers post, one after the other: numbers of terms, where those of each identifier
    end, and how many words each has."""

    terms: Ints
    ends: Ints
    n_words: Ints


def posts(
    identifiers: Sequence[str | bytes], numbers: defaultdict[str, int]
) -> tuple[Posts, Posts]:
    """What each identifier of a name or container posts, and what each of running text does.

    Those that are bytes are ASCII. `numbers` gives a term its number, a new one where it has none.
    """
    count = len(identifiers)
    is_bytes = np.array([isinstance(one, bytes) for one in identifiers], dtype=np.bool_)
    ascii_ones = [one for one in identifiers if isinstance(one, bytes)]
    others = [one for one in identifiers if isinstance(one, str)]
    by_name, by_text = _ascii_posts(ascii_ones, numbers)
    at, others_at = np.flatnonzero(is_bytes), np.flatnonzero(~is_bytes)
    return (
        _together(count, at, by_name, others_at, _posted(others, posted_by_name, numbers)),
        _together(count, at, by_text, others_at, _posted(others, posted_by_text, numbers)),
    )


class _Rows(NamedTuple):
    """Pairs of an identifier's place and a term's number, and the words of each identifier."""

    places: Ints
    terms: Ints
    n_words: Ints


def _together(count: int, at: Ints, rows: _Rows, others_at: Ints, others: _Rows) -> Posts:
    places = np.concatenate((at[rows.places], others_at[others.places]))
    order = np.argsort(places, kind="stable")
    n_words = np.zeros(count, dtype=np.int64)
    n_words[at], n_words[others_at] = rows.n_words, others.n_words
    return Posts(
        np.concatenate((rows.terms, others.terms))[order],
        np.cumsum(np.bincount(places, minlength=count)),
        n_words,
    )


def _posted(
    identifiers: Sequence[str], post: Callable[[str], Posted], numbers: defaultdict[str, int]
) -> _Rows:
    posted = [post(one) for one in identifiers]
    return _Rows(
        np.repeat(np.arange(len(posted)), _ints([len(one.terms) for one in posted])),
        numbered([term for one in posted for term in one.terms], numbers),
        _ints([one.n_words for one in posted]),
    )


def _ascii_posts(
    identifiers: Sequence[bytes], numbers: defaultdict[str, int]
) -> tuple[_Rows, _Rows]:
    """As `tokenize.split` says of each; see there for what begins a word."""
    joined = b"".join([one + b"\n" for one in identifiers])
    small = joined.translate(_SMALL_RUNS)
    codes = np.frombuffer(joined, dtype=np.uint8)
    kinds = _KINDS[codes]
    is_part = kinds > _APART
    begins_run = is_part.copy()
    begins_run[1:] &= ~is_part[:-1]
    begins_inner = _begins_inner(kinds)
    identifier_at = np.cumsum(codes == _NEWLINE)
    run_at = np.cumsum(begins_run) - 1

    words_at = np.flatnonzero(begins_run | begins_inner)
    word_of = identifier_at[words_at]
    terms = numbered(_apart(small, begins_inner), numbers)
    n_words = np.bincount(word_of, minlength=len(identifiers))

    has_compound = n_words > 1
    whole = joined.translate(_SMALL_RUNS, b"_").decode("ascii").split("\n")
    compounds = numbered(list(compress(whole, has_compound)), numbers)
    by_name = _Rows(
        np.concatenate((word_of, np.flatnonzero(has_compound))),
        np.concatenate((terms, compounds)),
        n_words,
    )

    runs = small.decode("ascii").split()
    words_of_run = np.bincount(run_at[words_at], minlength=len(runs))
    is_posted = (words_of_run > 1) & (words_of_run <= MOST_WORDS_OF_A_RUN)
    run_compounds = numbered(list(compress(runs, is_posted)), numbers)
    run_of = identifier_at[np.flatnonzero(begins_run)][is_posted]
    places = np.concatenate((word_of, run_of))
    posted = np.concatenate((terms, run_compounds))
    is_stop = np.zeros(len(numbers), dtype=np.bool_)
    is_stop[_ints([numbers[word] for word in STOP_WORDS if word in numbers])] = True
    said = ~is_stop[posted]
    of_words = word_of[said[: len(word_of)]]
    by_text = _Rows(places[said], posted[said], np.bincount(of_words, minlength=len(identifiers)))
    return by_name, by_text


def _begins_inner(kinds: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Where a word begins inside a run of word characters: at a capital."""
    is_capital = kinds == _CAPITAL
    is_small = (kinds == _SMALL) | (kinds == _S)
    after = np.zeros(len(kinds) + 2, dtype=np.bool_)
    after[: len(kinds)] = is_small
    # The first letter of a word, but for the plural of what is all capitals.
    begins_word = after[1:-1] & ((np.append(kinds, 0)[1:] != _S) | after[2:])
    begins = np.zeros(len(kinds), dtype=np.bool_)
    begins[1:] = is_capital[1:] & (kinds[:-1] > _APART) & (~is_capital[:-1] | begins_word[1:])
    return begins


def _apart(small: bytes, begins_inner: NDArray[np.bool_]) -> list[str]:
    """All words in their order."""
    spaced = np.full(len(small) + np.count_nonzero(begins_inner), _SPACE, dtype=np.uint8)
    spaced[np.arange(len(small)) + np.cumsum(begins_inner)] = np.frombuffer(small, dtype=np.uint8)
    return spaced.tobytes().decode("ascii").split()


def _ints(values: Sequence[int]) -> Ints:
    return np.array(values, dtype=np.int64)
