"""What a reader of our own says of itself: which kinds of units it finds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from stemguard.units.lines import Lines
from stemguard.units.outline import Extractor, Outline


@dataclass(frozen=True, slots=True)
class Reader:
    """An extractor that is known for what it finds.

    `kinds` are the kinds of its own marks. `embeds` are languages, by their identifiers, of which
    it hands parts of a text to their readers: it finds what those find as well.
    """

    read: Extractor
    kinds: frozenset[str]
    embeds: frozenset[str]

    def __call__(self, lines: Lines) -> Outline:
        return self.read(lines)


def finds(*kinds: str, embeds: frozenset[str] = frozenset()) -> Callable[[Extractor], Reader]:
    """Declares what an extractor finds; a test compares that with what its fixture holds."""
    return lambda extractor: Reader(extractor, frozenset(kinds), embeds)
