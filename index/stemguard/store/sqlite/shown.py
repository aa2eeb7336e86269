"""What is shown of the units of one file, as a blob: a line of JSON a unit, compressed.

Lines, since an answer shows one unit of a file as a rule; numbers are differences to others of the
same unit, most of them 0, so that they take next to nothing.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence

from stemguard.domain.corpus import Described
from stemguard.domain.unit import FromPath, Position, Span, UnitKey, name_and_container
from stemguard.store.sqlite.codec import join_parts, split_parts

#: A hit of a file with thousands of units reads 2 KB; smaller pieces compress badly.
_UNITS_OF_A_PIECE = 32
#: Level 1 makes these blobs 13 % larger.
_ZLIB_LEVEL = 5

# `json.dumps` makes one at every call.
_ENCODER = json.JSONEncoder(separators=(",", ":"))


def pack_shown(units: Sequence[Described], from_path: Sequence[FromPath]) -> bytes:
    """The blob of a file's units, which must have one path.

    What units take from the path, `from_path` says it of each, is not in it, nor is their language.
    """
    pieces = []
    for start in range(0, len(units), _UNITS_OF_A_PIECE):
        end = start + _UNITS_OF_A_PIECE
        lines = "\n".join(map(_line, units[start:end], from_path[start:end]))
        pieces.append(zlib.compress(lines.encode(), _ZLIB_LEVEL))
    return join_parts(pieces)


def unpack_shown(
    data: bytes, path: str, wanted: Sequence[int], languages: Sequence[str]
) -> list[Described]:
    """What is shown of the units at these places of the file, in their order, and of that the
    languages."""
    pieces = split_parts(data)
    lines: dict[int, list[bytes]] = {}
    shown = []
    for place, language in zip(wanted, languages, strict=True):
        number, row = divmod(place, _UNITS_OF_A_PIECE)
        if number not in lines:
            lines[number] = zlib.decompress(pieces[number]).split(b"\n")
        shown.append(_described(lines[number][row], path, language))
    return shown


def _line(unit: Described, from_path: FromPath) -> str:
    line, column = unit.key.line, unit.key.column
    numbers = [line, column]
    for position in (*unit.range, *unit.selection):
        numbers += [
            position.line - line,
            position.column - column,
            position.utf16 - position.column,
            position.utf8 - position.utf16,
        ]
        line, column = position.line, position.column
    name = None if from_path & FromPath.NAME else unit.name
    container = None if from_path & FromPath.CONTAINER else unit.container
    fields = [name, container, unit.key.kind, *numbers]
    # ASCII alone: a lone surrogate in a name is no UTF-8.
    return _ENCODER.encode(fields)


def _described(line: bytes, path: str, language: str) -> Described:
    name, container, kind, row, column, *numbers = json.loads(line)
    if name is None or container is None:
        file_name, directory = name_and_container(path)
        name = file_name if name is None else name
        container = directory if container is None else container
    key = UnitKey(path, row, column, kind)
    positions = []
    for at in range(0, 16, 4):
        rows, columns, utf16, utf8 = numbers[at : at + 4]
        row, column = row + rows, column + columns
        positions.append(Position(row, column, column + utf16, column + utf16 + utf8))
    start, end, first, last = positions
    return Described(key, name, container, language, Span(start, end), Span(first, last))
