"""Which segments become one, and when: how the memtable of young segments is folded.

Small ones first: a segment is rewritten only together with others that are as large taken
together, so that a unit is rewritten a few times in the life of an index and not at every save.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

#: In a write, a segment joins a merge if the smaller ones together are as large as it.
_WHEN_BUSY = 1
#: In a tidying it joins already if they are a quarter of it.
_WHEN_IDLE = 4


@dataclass(frozen=True, slots=True)
class Limits:
    """How many segments there may be after a write and after a tidying, and how much of one may be
    dead after that."""

    #: A word costs some microseconds a segment, a merge of the segments of 16 saves 20 ms.
    segments: int = 16
    #: A tidying follows every indexing, and a save is one.
    tidy_segments: int = 4
    dead_share: float = 0.25


class Size(NamedTuple):
    """A segment's number, its slots, and how many of them are live."""

    number: int
    n_slots: int
    n_live: int


def after_write(sizes: Sequence[Size], limits: Limits) -> list[int]:
    """The segments to merge so that there are not too many; none where there are few."""
    if len(sizes) <= limits.segments:
        return []
    surplus = len(sizes) - limits.segments + 1
    return _smallest(sizes, _WHEN_BUSY, at_least=max(surplus, 2))


def when_idle(sizes: Sequence[Size], limits: Limits) -> list[int]:
    """The segments to merge so that there are as few as is worth the work; none where all is well.

    One alone is rewritten to be rid of its dead units.
    """
    chosen = set()
    if len(sizes) > limits.tidy_segments:
        chosen.update(_smallest(sizes, _WHEN_IDLE, at_least=2))
    for size in sizes:
        if size.n_slots - size.n_live > limits.dead_share * size.n_slots:
            chosen.add(size.number)
    return sorted(chosen)


def _smallest(sizes: Sequence[Size], reach: int, at_least: int) -> list[int]:
    total = 0
    chosen: list[int] = []
    for size in sorted(sizes, key=lambda size: (size.n_live, size.number)):
        if len(chosen) >= at_least and size.n_live > reach * total:
            break
        chosen.append(size.number)
        total += size.n_live
    return sorted(chosen)
