"""What is shown of the units of one file, as a blob: texts as JSON, places as varints."""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np

from stemguard.domain.corpus import Described, Ints
from stemguard.domain.unit import Position, Span, UnitKey
from stemguard.store.sqlite.codec import decode_signed, encode_signed, pack_parts, unpack_parts

#: Of a unit: the key's line and column, and four places of four numbers.
_NUMBERS = 18


def pack_shown(units: Sequence[Described]) -> bytes:
    """The blob of a file's units; they must have one path and one language."""
    texts = [
        [unit.name for unit in units],
        [unit.container for unit in units],
        [unit.key.kind for unit in units],
    ]
    places = np.array([_numbers(unit) for unit in units], dtype=np.int64).reshape(-1, _NUMBERS)
    return pack_parts(
        [
            json.dumps(texts, separators=(",", ":")).encode(),
            encode_signed(_differences(places).T.ravel()),
        ]
    )


def unpack_shown(data: bytes, path: str, language: str, wanted: Sequence[int]) -> list[Described]:
    """What is shown of the units at these places of the file, in their order."""
    texts, numbers = unpack_parts(data)
    names, containers, kinds = json.loads(texts)
    places = _sums(decode_signed(numbers).reshape(_NUMBERS, -1).T)
    shown = []
    for at in wanted:
        line, column, *ends = places[at].tolist()
        start, end, first, last = (Position(*ends[i : i + 4]) for i in range(0, 16, 4))
        shown.append(
            Described(
                UnitKey(path, line, column, kinds[at]),
                names[at],
                containers[at],
                language,
                Span(start, end),
                Span(first, last),
            )
        )
    return shown


def _numbers(unit: Described) -> list[int]:
    (start, end), (first, last) = unit.range, unit.selection
    return [unit.key.line, unit.key.column, *start, *end, *first, *last]


def _differences(places: Ints) -> Ints:
    """Small numbers for what is nearly the same: lines from unit to unit and place to place, and
    the columns of a place from encoding to encoding."""
    less = places.copy()
    less[1:, 0] -= places[:-1, 0]
    for at in range(2, _NUMBERS, 4):
        less[:, at] -= places[:, max(at - 4, 0)]
        less[:, at + 2] -= places[:, at + 1]
        less[:, at + 3] -= places[:, at + 2]
    return less


def _sums(less: Ints) -> Ints:
    places = less.copy()
    np.cumsum(less[:, 0], out=places[:, 0])
    for at in range(2, _NUMBERS, 4):
        places[:, at] += places[:, max(at - 4, 0)]
        places[:, at + 2] += places[:, at + 1]
        places[:, at + 3] += places[:, at + 2]
    return places
