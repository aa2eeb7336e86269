"""The stem of a word: section 3 of the ranking rules. The only module that knows the stemmer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import version

import Stemmer

#: Snowball English, also called Porter2.
_ALGORITHM = "english"
_SHORTEST_WORD = 3
_SHORTEST_STEM = 2


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """The stem of a word; words that are short or not ASCII letters alone are their own stem."""
    if not _has_stem(word):
        return word
    found: str = _stemmer().stemWord(word)
    return found if len(found) >= _SHORTEST_STEM else word


def stems(words: Sequence[str]) -> list[str]:
    """The stem of each word, in the order of the words; of many, in a fifth of the time."""
    found: list[str] = _stemmer().stemWords(words)
    return [
        stemmed if stemmed == word or (len(stemmed) >= _SHORTEST_STEM and _has_stem(word)) else word
        for word, stemmed in zip(words, found, strict=True)
    ]


def stemmer_version() -> str:
    """Name and version of the stemmer, for the index's format version."""
    return f"{_ALGORITHM}-{version('PyStemmer')}"


@lru_cache(maxsize=1)
def _stemmer() -> Stemmer.Stemmer:
    stemmer = Stemmer.Stemmer(_ALGORITHM)
    # Its own cache makes it four times slower.
    stemmer.maxCacheSize = 0
    return stemmer


def _has_stem(word: str) -> bool:
    return len(word) >= _SHORTEST_WORD and word.isascii() and word.isalpha()
