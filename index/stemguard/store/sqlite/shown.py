"""What is shown of the units of one file, as a blob: pieces of some units, compressed.

A piece is a line of JSON with the names and the containers, and then a line a unit with the numbers
of its places: an answer shows one unit of a file as a rule. Numbers are differences to others of
the same unit, most of them 0, so that they take next to nothing.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np

from stemguard.domain.corpus import Described, Ints
from stemguard.domain.unit import (
    FromPath,
    Position,
    Span,
    Unit,
    UnitKey,
    kind_and_language,
    name_and_container,
)
from stemguard.store.sqlite.codec import join_parts, split_parts

#: A hit of a file with thousands of units reads 2 KB; smaller pieces compress badly.
_UNITS_OF_A_PIECE = 32
#: Level 1 makes these blobs 13 % larger.
_ZLIB_LEVEL = 5
#: The line and column of the key; then of the beginnings and ends of the whole and of the name.
_NUMBERS = 2 + 4 * len(Position._fields)
#: Those of them that differ where a text is not ASCII alone, and the others.
_OF_WIDE = [at for at in range(2, _NUMBERS) if at % 4 in (0, 1)]
_OF_ALL = [at for at in range(_NUMBERS) if at not in _OF_WIDE]

# `json.dumps` makes one at every call. ASCII alone: a lone surrogate in a name is no UTF-8.
_ENCODER = json.JSONEncoder(separators=(",", ":"))


def pack_shown(
    units: Sequence[Unit | Described], from_path: Sequence[FromPath], n_units: Sequence[int]
) -> Iterator[bytes]:
    """The blobs of files that have so many units each, in their order; no file without units.

    What units take from the path, `from_path` says it of each, is not in it, nor is their kind or
    language.
    """
    names = [
        None if taken & FromPath.NAME else unit.name
        for unit, taken in zip(units, from_path, strict=True)
    ]
    containers = [
        None if taken & FromPath.CONTAINER else unit.container
        for unit, taken in zip(units, from_path, strict=True)
    ]
    lines = _lines(units)
    first = 0
    for count in n_units:
        pieces = []
        for start in range(first, first + count, _UNITS_OF_A_PIECE):
            end = min(start + _UNITS_OF_A_PIECE, first + count)
            texts = _ENCODER.encode([names[start:end], containers[start:end]])
            piece = "\n".join((texts, *lines[start:end])).encode()
            pieces.append(zlib.compress(piece, _ZLIB_LEVEL))
        yield join_parts(pieces)
        first += count


def unpack_shown(
    data: bytes, path: str, wanted: Sequence[int], kinds: Sequence[str]
) -> list[Described]:
    """What is shown of the units at these places of the file, in their order, whose kinds with
    their languages are these (`kind_in`)."""
    pieces = split_parts(data)
    read: dict[int, tuple[Any, list[bytes]]] = {}
    shown = []
    for place, kind in zip(wanted, kinds, strict=True):
        number, row = divmod(place, _UNITS_OF_A_PIECE)
        if number not in read:
            texts, *lines = zlib.decompress(pieces[number]).split(b"\n")
            read[number] = json.loads(texts), lines
        (names, containers), lines = read[number]
        shown.append(_described(names[row], containers[row], lines[row], path, kind))
    return shown


def _lines(units: Sequence[Unit | Described]) -> list[str]:
    """The numbers of each unit, with commas between."""
    if not units:
        return []
    rows = [
        (*unit.key[1:3], *first, *end, *name, *name_end)
        for unit in units
        for (first, end), (name, name_end) in ((unit.range, unit.selection),)
    ]
    count = len(rows) * _NUMBERS
    numbers = np.fromiter(chain.from_iterable(rows), dtype=np.int64, count=count)
    numbers = numbers.reshape(len(rows), _NUMBERS)
    apart = _differences(numbers)
    is_wide = apart[:, _OF_WIDE].any(axis=1)
    # A list says itself as text many times as fast as its numbers, one by one.
    lines = _said(apart[:, _OF_ALL])
    for at, line in zip(np.flatnonzero(is_wide).tolist(), _said(apart[is_wide]), strict=True):
        lines[at] = line
    return lines


def _differences(numbers: Ints) -> Ints:
    """Lines and columns from those before; the others from the one on their left."""
    apart = numbers.copy()
    for at in range(2, _NUMBERS, 4):
        before = 0 if at == 2 else at - 4
        apart[:, at : at + 2] -= numbers[:, before : before + 2]
        apart[:, at + 2 : at + 4] -= numbers[:, at + 1 : at + 3]
    return apart


def _said(numbers: Ints) -> list[str]:
    if not len(numbers):
        return []
    said = str(numbers.tolist())[2:-2]
    return said.replace("], [", "\n").replace(" ", "").split("\n")


def _described(
    name: str | None, container: str | None, line: bytes, path: str, kind_in_language: str
) -> Described:
    kind, language = kind_and_language(kind_in_language)
    if name is None or container is None:
        file_name, directory = name_and_container(path)
        name = file_name if name is None else name
        container = directory if container is None else container
    row, column, *numbers = map(int, line.split(b","))
    key = UnitKey(path, row, column, kind)
    if len(numbers) < _NUMBERS - 2:
        numbers = [
            number for at in range(0, len(numbers), 2) for number in (*numbers[at : at + 2], 0, 0)
        ]
    positions = []
    for at in range(0, 16, 4):
        rows, columns, utf16, utf8 = numbers[at : at + 4]
        row, column = row + rows, column + columns
        positions.append(Position(row, column, column + utf16, column + utf16 + utf8))
    start, end, first, last = positions
    return Described(key, name, container, language, Span(start, end), Span(first, last))
