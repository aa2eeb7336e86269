"""What is asked and what is answered: the values of every door, before any wire format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeVar

from stemguard.domain.errors import BadRequest
from stemguard.domain.explain import Explanation
from stemguard.domain.query import Match, Tiers, View
from stemguard.domain.ranking import WordEvidence, WordReport
from stemguard.domain.unit import Span, UnitKey

#: A page of more rows is refused.
MOST_ROWS = 1000


_Named = TypeVar("_Named", bound=Enum)


def named_member(kind: type[_Named], field: str, value: str) -> _Named:
    """The member that a value names. Raises BadRequest, which says what there is to name."""
    try:
        return kind(value)
    except ValueError:
        names = " or ".join(f"'{member.value}'" for member in kind)
        raise BadRequest(f"`{field}` must be {names}.") from None


class Sources(Enum):
    """Which units are shown: to sit beside a language server, a client may want documents only."""

    BOTH = "both"
    CODE = "code"
    DOCUMENTS = "documents"


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A search. `kinds` and `languages` are names, `paths` git globs; empty means any.

    `names` are names of units, letter for letter: for who looks again for a unit he has seen.

    Raises BadRequest where `limit` is not in 1..1000, `offset` is negative, or `match` is none.
    """

    query: str
    match: Match = "any"
    view: View = View.ALL
    prefix: bool = False
    tiers: Tiers | None = None
    kinds: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    sources: Sources = Sources.BOTH
    limit: int = 50
    offset: int = 0
    explain: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.limit <= MOST_ROWS:
            raise BadRequest(f"`limit` must be from 1 to {MOST_ROWS}.")
        if self.offset < 0:
            raise BadRequest("`offset` must be 0 or more.")
        is_number = isinstance(self.match, int) and not isinstance(self.match, bool)
        if self.match not in ("any", "all") and not is_number:
            raise BadRequest("`match` must be 'any', 'all' or a number of words.")


@dataclass(frozen=True, slots=True)
class Preview:
    """The line that shows the evidence: its number from 0, its text without its end.

    Of a long line `text` is the part around the first mark. `highlights` are (start, end) in
    characters of `text`, ascending, not touching.
    """

    line: int
    text: str
    highlights: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """A unit of an answer. `folder` is the position of its folder in the workspace.

    `score` is S: comparable within one answer only. `preview` is None where the file could not be
    read any more; `explanation` where none was asked for.
    """

    key: UnitKey
    name: str
    container: str
    language: str
    folder: int
    range: Span
    selection: Span
    tier: int
    held: int
    named: int
    score: float
    evidence: Mapping[str, WordEvidence]
    preview: Preview | None = None
    explanation: Explanation | None = None

    @property
    def path(self) -> str:
        """The path relative to its folder."""
        return self.key.path

    @property
    def kind(self) -> str:
        """The unit's kind."""
        return self.key.kind


@dataclass(frozen=True, slots=True)
class Answer:
    """The page that was asked for, best first. `total` counts all units that qualify."""

    hits: tuple[Hit, ...]
    total: int
    words: tuple[WordReport, ...] = field(default=())
