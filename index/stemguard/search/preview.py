"""The line of a unit that shows why it was found, and which characters of it to mark."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple

from stemguard.domain.ladder import Rung
from stemguard.domain.query import Word
from stemguard.domain.ranking import Weighed
from stemguard.domain.stem import stem
from stemguard.domain.tokenize import identifier_spans, split_identifiers
from stemguard.search.request import Hit, Preview

#: A unit is looked through this far; more lines than that are a data file's.
_MOST_LINES = 20_000
#: A comment block above a definition belongs to it and stands before its range.
_COMMENT = re.compile(r"\s*(#|//|/\*|\*|--|;|%)")
#: What a person reads of a line.
_LONGEST_LINE = 400
_BEFORE_A_MARK = 80

_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class Sought:
    """The kept words of a query, the terms of the corpus that match each, and how they begin."""

    words: tuple[Word, ...]
    kin: tuple[frozenset[str], ...]
    probes: tuple[str, ...]

    @classmethod
    def of(cls, weighed: Weighed) -> Sought:
        """What a weighed query looks for."""
        words = tuple(evidence.word for evidence in weighed.kept)
        kin = tuple(_kin(weighed, word) for word in words)
        probes = {
            probe
            for word, terms in zip(words, kin, strict=True)
            for probe in (_common_start([word.text, *terms]), *word.compounds)
        }
        return cls(words, kin, tuple(sorted(probes)))

    def may_be_in(self, text: str) -> bool:
        """False only where no word can match; costs a fraction of looking."""
        folded = _folded(text)
        for probe in self.probes:  # noqa: SIM110 - a generator would double the time of a line
            if probe in folded:
                return True
        return False


class _Mark(NamedTuple):
    """A match in a line: where, of which word of `Sought.words`, and whether it is as typed."""

    start: int
    end: int
    word: int
    is_typed: bool


def split_lines(text: str) -> list[str]:
    """The lines of a text without their ends, which are `\\n`, `\\r\\n` and `\\r` only."""
    return _LINE_END.split(text) if "\r" in text else text.split("\n")


def find_preview(lines: Sequence[str], hit: Hit, sought: Sought) -> Preview:
    """The line with the best evidence in a hit's range; the name's line where none has any.

    Best is the most words as typed, then the most words, then the nearest to the name. `lines`
    may be those of a file that has changed since: any number of lines gives a preview.
    """
    name_line = min(hit.selection.start.line, len(lines) - 1)
    typed = sum(1 for found in hit.evidence.values() if found.rung is Rung.TYPED)
    most = (typed, len(hit.evidence))
    best, best_line = (0, 0), name_line
    for line in sorted(_lines_of(hit, lines), key=lambda line: abs(line - name_line)):
        grade = _grade(lines[line], sought)
        if grade > best:
            best, best_line = grade, line
        if best >= most:
            break
    text = lines[best_line]
    marks = list(_stretches(_best_marks(text, sought)))
    start, end = _window(len(text), marks)
    within = ((max(a, start) - start, min(b, end) - start) for a, b in marks)
    return Preview(best_line, text[start:end], tuple((a, b) for a, b in within if a < b))


def _common_start(terms: Sequence[str]) -> str:
    # The first and the last in order differ where any two do.
    low, high = min(terms), max(terms)
    same = takewhile(lambda pair: pair[0] == pair[1], zip(low, high, strict=False))
    return "".join(letter for letter, _ in same)


def _kin(weighed: Weighed, word: Word) -> frozenset[str]:
    """The terms that match a word without being it."""
    if word.quoted:
        return frozenset()
    return frozenset(weighed.corpus.family(stem(word.text), weighed.view)) - {word.text}


def _best_marks(line: str, sought: Sought) -> list[_Mark]:
    """The marks of a line; of a word that stands there as typed, those alone."""
    marks = list(_marks(line, sought))
    typed = {mark.word for mark in marks if mark.is_typed}
    return [mark for mark in marks if mark.is_typed or mark.word not in typed]


def _window(length: int, marks: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Which characters of a long line are shown: those around its first mark."""
    start = max(0, marks[0][0] - _BEFORE_A_MARK) if marks and length > _LONGEST_LINE else 0
    return start, min(length, start + _LONGEST_LINE)


def _grade(line: str, sought: Sought) -> tuple[int, int]:
    """How many words are on a line as typed, and how many in any form."""
    marks = list(_marks(line, sought))
    return (
        len({mark.word for mark in marks if mark.is_typed}),
        len({mark.word for mark in marks}),
    )


def _lines_of(hit: Hit, lines: Sequence[str]) -> Iterable[int]:
    """The lines of the range, and the comment lines directly above it."""
    first, last = hit.range.start.line, hit.range.end.line
    end = min(last + 1, len(lines), first + _MOST_LINES)
    first = min(first, len(lines))
    while first > 0 and _COMMENT.match(lines[first - 1]):
        first -= 1
    return range(first, end)


def _marks(line: str, sought: Sought) -> Iterator[_Mark]:
    if not sought.may_be_in(line):
        return
    for start, end in identifier_spans(line):
        raw = line[start:end]
        if not sought.may_be_in(raw):
            continue
        for part, (part_start, part_end) in _parts(raw):
            for number in range(len(sought.words)):
                match = _match(part, number, sought)
                if match is not None:
                    yield _Mark(start + part_start, start + part_end, number, match)


def _folded(line: str) -> str:
    """The line as the tokenizer folds its words, so that it holds the letters of every match."""
    if line.isascii():
        return line.lower()
    return unicodedata.normalize("NFKC", line).casefold().replace("i\u0307", "i")


def _parts(raw: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """The words of an identifier and its compounds, each with its place in the identifier."""
    at = 0
    for identifier in split_identifiers(raw):
        for word in identifier.words:
            if not raw.isascii():
                yield word, _place_of(word, raw)
                continue
            while raw[at] == "_":
                at += 1
            yield word, (at, at + len(word))
            at += len(word)
        for compound in {identifier.compound, *identifier.run_compounds} - {""}:
            yield compound, (0, len(raw))


def _place_of(word: str, raw: str) -> tuple[int, int]:
    """Where a word stands in an identifier that is not ASCII: all of it if that is not clear."""
    folded = raw.casefold()
    start = folded.find(word) if len(folded) == len(raw) else -1
    return (0, len(raw)) if start < 0 else (start, start + len(word))


def _match(part: str, number: int, sought: Sought) -> bool | None:
    """Whether a word of the text is the sought one (True), kin to it (False), or neither."""
    word = sought.words[number]
    if part == word.text or part in word.compounds:
        return True
    if part in sought.kin[number] or (word.unfinished and part.startswith(word.text)):
        return False
    return None


def _stretches(marks: Iterable[_Mark]) -> Iterator[tuple[int, int]]:
    """The characters in any mark, as stretches that do not touch."""
    start = end = -1
    for mark in sorted(marks):
        if mark.start > end:
            if end > start:
                yield start, end
            start, end = mark.start, mark.end
        end = max(end, mark.end)
    if end > start:
        yield start, end
