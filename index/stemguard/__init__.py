"""Find things in a workspace: exact before stem, by symbol and by section."""

from stemguard.domain.errors import (
    BadRequest,
    BadUnit,
    Cancelled,
    IndexUnavailable,
    StemguardError,
    Unreadable,
)
from stemguard.domain.unit import Position, Span, Unit, UnitKey
from stemguard.search.request import Answer, Hit, Preview, SearchRequest
from stemguard.search.searcher import search_units
from stemguard.understood import Language, languages
from stemguard.workspace import Selection, Workspace

__all__ = [
    "Answer",
    "BadRequest",
    "BadUnit",
    "Cancelled",
    "Hit",
    "IndexUnavailable",
    "Language",
    "Position",
    "Preview",
    "SearchRequest",
    "Selection",
    "Span",
    "StemguardError",
    "Unit",
    "UnitKey",
    "Unreadable",
    "Workspace",
    "languages",
    "search_units",
]
