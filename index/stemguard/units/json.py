"""The keys of JSON, with comments or without, and of JSON5."""

from __future__ import annotations

from stemguard.units.code_languages import SLASHES
from stemguard.units.flow import JSON, read_flow
from stemguard.units.keys import Keys
from stemguard.units.lines import Lines
from stemguard.units.outline import Outline
from stemguard.units.reader import finds


@finds("key")
def json_outline(lines: Lines) -> Outline:
    """Each key with its value; comments count, whether the dialect has them or not."""
    keys = Keys(lines, marks=SLASHES)
    end = 0
    # Several values in a row are how logs are kept.
    while end < len(lines.text):
        end = read_flow(keys, lines.text, end, JSON)
    return keys.outline()
