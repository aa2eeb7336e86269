"""rst (first)."""

from __future__ import annotations

from stemguard.units.lines import Lines
from stemguard.units.outline import Outline
from stemguard.units.plain_text import plain_text_outline


def rst_outline(lines: Lines) -> Outline:
    """Titles."""
    return plain_text_outline(lines)
