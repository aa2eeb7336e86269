"""Outlines made by hand of real files, for languages that universal-ctags does not know.

`data/outlines/<language>.toml` names files of the packages of a language, and of each what it
defines: name, kind and line. It was made by reading them.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from bench.packages import files_of
from stemguard.domain.unit import FILE
from stemguard.units.extract import extract

DATA = Path(__file__).parent / "data" / "outlines"


@dataclass(frozen=True, slots=True)
class Outlined:
    """What our outline of a language has of the one by hand, and what it has besides, as texts."""

    language: str
    files: int
    expected: int
    missed: tuple[str, ...]
    besides: tuple[str, ...]

    @property
    def share(self) -> float:
        return 1 - len(self.missed) / self.expected


def outlined() -> list[Outlined]:
    """Compares every outline that there is with ours, name, kind and line being equal."""
    return [_compared(data) for data in sorted(DATA.glob("*.toml"))]


def _compared(data: Path) -> Outlined:
    language = data.stem
    expected: Counter[tuple[str, str, str, int]] = Counter()
    ours: Counter[tuple[str, str, str, int]] = Counter()
    by_hand = tomllib.loads(data.read_text("utf-8"))
    paths = {str(file): file for file in files_of(language)}
    for path, definitions in by_hand.items():
        (file,) = (found for name, found in paths.items() if name.endswith(f"/{path}"))
        expected.update((path, name, kind, line) for name, kind, line in definitions)
        text = file.read_text("utf-8")
        ours.update(
            (path, unit.name, unit.kind, unit.selection.start.line + 1)
            for unit in extract(path, text, language).units
            if unit.kind != FILE and unit.selection is not None
        )
    return Outlined(
        language,
        len(by_hand),
        expected.total(),
        tuple(f"not ours: {one}" for one in sorted((expected - ours).elements())),
        tuple(f"ours besides: {one}" for one in sorted((ours - expected).elements())),
    )
