"""Parts of a text that are in another language: cut by its extractor, as if they stood alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from stemguard.units.lines import Lines
from stemguard.units.outline import Extractor, Mark, Stretch

#: The extractors of languages by their identifiers, as far as parts of a text are read with them.
Extractors = Mapping[str, Extractor]


_DATA = re.compile(r"(?<=;base64,)[A-Za-z0-9+/=]++")


class Part(NamedTuple):
    """A stretch of a text in a language; "" is one that nobody reads."""

    language: str
    start: int
    end: int


class Found(NamedTuple):
    """What is defined in parts, and why one of them was not looked at, "" if all were."""

    marks: list[Mark]
    reason: str


def found_in(text: str, parts: Iterable[Part], extractors: Extractors) -> Found:
    """What is defined in the parts of a text, which are apart and in order."""
    marks: list[Mark] = []
    reason = ""
    for language, start, end in parts:

        def stretch(begin: int, finish: int, start: int = start) -> Stretch:
            return start + begin, start + finish

        found = found_in_part(text[start:end], language, extractors, stretch)
        marks += found.marks
        reason = reason or found.reason
    return Found(marks, reason)


def found_in_part(
    part: str, language: str, extractors: Extractors, stretch: Callable[[int, int], Stretch]
) -> Found:
    """What is defined in the text of a part, at the places that `stretch` says its stretches are
    at in the whole text."""
    extractor = extractors.get(language)
    if extractor is None:
        return Found([], "")
    outline = extractor(Lines(part))
    marks = [_placed(mark, language, stretch) for mark in outline.marks]
    return Found(marks, outline.reason)


def without_data(text: str) -> str:
    """The text with spaces instead of pictures and the like, written as base64."""
    return _DATA.sub(blank, text) if ";base64," in text else text


def blank(found: re.Match[str]) -> str:
    """As many spaces as were found."""
    return " " * len(found[0])


def merged(marks: Iterable[Mark]) -> list[Mark]:
    """The marks in their order, an outer one before those inside it."""
    return sorted(marks, key=lambda mark: (mark.start, -mark.end))


def _placed(mark: Mark, language: str, stretch: Callable[[int, int], Stretch]) -> Mark:
    start, end = stretch(mark.start, mark.end)
    return mark._replace(
        start=start,
        end=end,
        declared=stretch(mark.declared, mark.declared + 1)[0],
        range=stretch(*mark.range),
        selection=stretch(*mark.selection),
        named=tuple(stretch(*named) for named in mark.named),
        language=mark.language or language,
    )
