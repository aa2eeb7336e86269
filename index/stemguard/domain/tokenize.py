"""What a word is: the tokenizer of section 2 of the ranking rules.

Everything that splits text into words goes through `split_identifiers`; documents and queries
differ only in what they do with stop words and compounds.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

#: Section 2 of the ranking rules.
STOP_WORDS = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "but",
        "by",
        "for",
        "from",
        "has",
        "have",
        "he",
        "in",
        "is",
        "it",
        "its",
        "of",
        "on",
        "or",
        "she",
        "that",
        "the",
        "they",
        "this",
        "to",
        "was",
        "were",
        "will",
        "with",
    ]
)
#: Decides what a word character, an upper-case letter and a casefold are: part of the format.
UNICODE_VERSION = unicodedata.unidata_version

_CJK = (
    "\u0e00-\u0eff\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U000323af"
)
_CJK_STRETCH = re.compile(f"[{_CJK}]+")
#: A run of at most this many words posts its compound in running text.
MOST_WORDS_OF_A_RUN = 3


class Identifier(NamedTuple):
    """The words of one identifier of a text, stop words kept, and the compounds it posts.

    `compound` is its words joined, "" where it has fewer than two or holds CJK. `run_compounds`
    are those of its runs (no `_`) of two or three words.
    """

    words: tuple[str, ...]
    compound: str
    run_compounds: tuple[str, ...]


def tokenize(text: str, *, keep_stop_words: bool = False) -> list[str]:
    """The words of a text in order, with repeats, without compounds.

    `keep_stop_words` is how names, containers and queries are read.
    """
    words = [word for identifier in split_identifiers(text) for word in identifier.words]
    return words if keep_stop_words else [word for word in words if word not in STOP_WORDS]


def split_identifiers(text: str) -> list[Identifier]:
    """The identifiers of a text in order, with repeats; those without a word are left out."""
    return [found for raw in raw_identifiers(text) if (found := split(raw)).words]


def raw_identifiers(text: str) -> list[str]:
    """The maximal runs of word characters and marks of the normalized text, in order."""
    if text.isascii():
        return _ASCII_IDENTIFIER.findall(text)
    return _identifier_pattern().findall(unicodedata.normalize("NFKC", text))


def identifier_spans(text: str) -> list[tuple[int, int]]:
    """Where the identifiers of a text stand; the text is not normalized first, so places hold."""
    pattern = _ASCII_IDENTIFIER if text.isascii() else _identifier_pattern()
    return [found.span() for found in pattern.finditer(text)]


def split(raw: str) -> Identifier:
    """The words and compounds of one raw identifier."""
    if raw.isascii():
        return _split_ascii(raw)
    words: list[str] = []
    run_compounds: list[str] = []
    has_cjk = False
    for run in raw.split("_"):
        if not run:
            continue
        of_run, cjk = _words_of_run(run)
        has_cjk = has_cjk or cjk
        words += of_run
        if not cjk and 2 <= len(of_run) <= MOST_WORDS_OF_A_RUN:
            run_compounds.append("".join(of_run))
    compound = "" if has_cjk or len(words) < 2 else "".join(words)
    return Identifier(tuple(words), compound, tuple(run_compounds))


def _split_ascii(raw: str) -> Identifier:
    """As any other identifier, in a third of the time: nearly all are ASCII."""
    runs = list(filter(None, raw.split("_")))
    run_compounds: tuple[str, ...] = ()
    if raw.islower() or raw.isdigit():
        words = runs
    else:
        of_runs = [_ASCII_WORD.findall(run) for run in runs]
        words = [word.lower() for of_run in of_runs for word in of_run]
        if len(words) > len(runs):
            run_compounds = tuple(
                "".join(of_run).lower()
                for of_run in of_runs
                if 2 <= len(of_run) <= MOST_WORDS_OF_A_RUN
            )
    return Identifier(tuple(words), "".join(words) if len(words) > 1 else "", run_compounds)


def has_cjk(word: str) -> bool:
    """Whether a word holds a character of the scripts that are written without spaces."""
    return not word.isascii() and _CJK_STRETCH.search(word) is not None


def _words_of_run(run: str) -> tuple[list[str], bool]:
    words: list[str] = []
    start, cjk = 0, False
    for stretch in _CJK_STRETCH.finditer(run):
        cjk = True
        words += _fold(_split_case(run[start : stretch.start()]))
        text = stretch.group()
        words += [text] if len(text) == 1 else [text[i : i + 2] for i in range(len(text) - 1)]
        start = stretch.end()
    words += _fold(_split_case(run[start:]))
    return words, cjk


def _fold(parts: list[str]) -> list[str]:
    return [part.casefold().replace("i\u0307", "i") for part in parts]


def _split_case(run: str) -> list[str]:
    parts: list[str] = []
    start = 0
    for at in range(1, len(run)):
        if run[at].isupper() and (not run[at - 1].isupper() or _starts_word(run, at)):
            parts.append(run[start:at])
            start = at
    if run:
        parts.append(run[start:])
    return parts


def _starts_word(run: str, at: int) -> bool:
    """Whether the capital at `at`, inside a run of capitals, is the first letter of a word."""
    after = run[at + 1 : at + 2]
    if not after.islower():
        return False
    return after != "s" or run[at + 2 : at + 3].islower()


#: A word of a run, as `_split_case` says: capitals up to one that begins another word, capitals
#: with what is small behind them, or what is small alone.
_ASCII_WORD = re.compile(r"[A-Z]+?(?=[A-Z](?:[a-rt-z]|s[a-z]))|[A-Z]+[^A-Z]*|[^A-Z]+")
_ASCII_IDENTIFIER = re.compile(r"\w+", re.ASCII)


#: The planes that Unicode has marks in. Looking through all takes a worker 0.16 s of its start.
_PLANES_WITH_MARKS = (range(0x20000), range(0xE0000, 0xF0000))


@lru_cache(maxsize=1)
def _identifier_pattern() -> re.Pattern[str]:
    """`\\w` and every mark; built on the first text that is not ASCII (30 ms)."""
    ranges: list[str] = []
    start = None
    for code in chain(*_PLANES_WITH_MARKS):
        is_mark = unicodedata.category(chr(code)) in ("Mn", "Mc")
        if is_mark and start is None:
            start = code
        elif not is_mark and start is not None:
            ranges.append(f"\\U{start:08x}-\\U{code - 1:08x}")
            start = None
    return re.compile(f"[\\w{''.join(ranges)}]+")
