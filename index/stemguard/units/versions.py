"""What decides what units a text gives: it is part of an index's format version."""

from __future__ import annotations

from stemguard.units.code import grammar_versions

#: Raised whenever a text may give other units than before.
EXTRACTOR_VERSION = 7


def extractor_versions() -> dict[str, str]:
    """All of it by name, for the index's format version."""
    return {"units": str(EXTRACTOR_VERSION), **grammar_versions()}
