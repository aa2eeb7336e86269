"""Who owns which stretch of a text: the innermost mark that covers it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stemguard.units.outline import FILLER, Mark, Stretch


def partition(length: int, marks: Sequence[Mark]) -> tuple[list[list[Stretch]], list[Stretch]]:
    """The own stretches of each mark, and those of none.

    `marks` are in the order of their starts, an outer one before an inner one. Together the
    stretches cover 0 to `length` once; those of one owner are in order, none is empty and no two
    touch. A mark that reaches out of the one around it is cut at that one's end.
    """
    owned: list[list[Stretch]] = [[] for _ in range(len(marks) + 1)]
    rest = len(marks)
    around = [(rest, length)]
    at = 0
    for i, mark in enumerate(marks):
        while around[-1][1] <= mark.start and len(around) > 1:
            owner, end = around.pop()
            at = _give(owned[owner], at, end)
        owner, end = around[-1]
        at = _give(owned[owner], at, min(mark.start, end))
        around.append((i, min(mark.end, end)))
    while around:
        owner, end = around.pop()
        at = _give(owned[owner], at, end)
    return owned[:rest], owned[rest]


def outside(stretches: Sequence[Stretch], removed: Stretch) -> list[Stretch]:
    """What the stretches cover and the removed one does not."""
    left, right = removed
    return [
        part
        for start, end in stretches
        for part in ((start, min(end, left)), (max(start, right), end))
        if part[0] < part[1]
    ]


def joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    """The same characters in as few stretches as cover them, in order; none of them overlap."""
    whole: list[Stretch] = []
    for start, end in sorted(stretches):
        _give(whole, start, end)
    return whole


def without(text: str, stretches: Iterable[Stretch], removed: Sequence[Stretch]) -> str:
    """The text of the stretches without that of the removed ones, which are in order.

    Pieces that did not touch are kept apart by a space, so that no word is made of two halves. What
    is there to fill is left out.
    """
    pieces = []
    for start, end in stretches:
        at = start
        for left, right in removed:
            if at <= left < end:
                if at < left:
                    pieces.append(text[at:left])
                at = right
        if at < end:
            pieces.append(text[at:end])
    return " ".join(pieces).replace(FILLER, "")


def _give(owned: list[Stretch], at: int, end: int) -> int:
    if at >= end:
        return at
    if owned and owned[-1][1] == at:
        owned[-1] = (owned[-1][0], end)
    else:
        owned.append((at, end))
    return end
