"""The cells of a Jupyter notebook, and where each character of them stands in its JSON.

The JSON is read as far as it goes: what is cut off, holds the marks of a merge or is not of the
format gives the cells that can be made out. Formats 3 and 4 are known; outputs and pictures are
passed over.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from stemguard.units.outline import Stretch

#: No string of JSON goes on in another line: what is cut off ends with its line.
_TOKEN = re.compile(r'"((?:[^"\\\r\n]++|\\.)*+)"?|[\[\]{},:]|[-+\w.]++')
_ESCAPE = re.compile(
    r"\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))"
)
_SHORT = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
#: Nothing that is looked for is deeper.
_DEEPEST = 8
_CELLS = (("cells", "[]"), ("worksheets", "[]", "cells", "[]"))
#: Where a notebook says what its code is written in, the surest place first.
_LANGUAGE = (
    ("metadata", "kernelspec", "language"),
    ("metadata", "language_info", "name"),
    ("metadata", "language"),
    ("metadata", "kernelspec", "name"),
)
#: Where a cell says it for itself: in format 3, to VS Code, to .NET Interactive.
_LANGUAGE_OF_CELL = (
    ("metadata", "vscode", "languageId"),
    ("metadata", "polyglot_notebook", "kernelName"),
    ("metadata", "dotnet_interactive", "language"),
    ("language",),
)


@dataclass(slots=True)
class Cell:
    """A cell; `kind` is as the format says it (`markdown`, `code`, `raw`, `heading`), `language`
    what the cell says for itself, `strings` where the strings of its source stand."""

    kind: str = ""
    level: int = 1
    language: str = ""
    strings: list[Stretch] = field(default_factory=list)
    rank: int = len(_LANGUAGE_OF_CELL)


@dataclass(slots=True)
class Notebook:
    """`language` is what a notebook calls that of its code, "" where it does not say."""

    cells: list[Cell] = field(default_factory=list)
    language: str = ""
    rank: int = len(_LANGUAGE)


class Source:
    """The source of a cell with its escapes undone, and where its characters stand in the file."""

    __slots__ = ("_at", "_ends", "_starts", "text")

    def __init__(self, file: str, strings: list[Stretch]) -> None:
        pieces: list[str] = []
        #: Of each run of characters: where it starts in the source, and where it starts and ends in
        #: the file. A run that an escape stands for has one character.
        self._starts: list[int] = []
        self._at: list[int] = []
        self._ends: list[int] = []
        length = 0
        for piece, start, end in _runs(file, strings):
            pieces.append(piece)
            self._starts.append(length)
            self._at.append(start)
            self._ends.append(end)
            length += len(piece)
        self.text = "".join(pieces)

    def stretch(self, start: int, end: int) -> Stretch:
        """Where a stretch of the source stands in the file."""
        begin = self._first(start)
        return begin, max(begin, self._behind(end - 1)) if end > start else begin

    def runs(self) -> Iterator[tuple[str, int, int]]:
        """The pieces of the source, each with where it starts and ends in the file."""
        ends = [*self._starts[1:], len(self.text)]
        for start, end, at, behind in zip(self._starts, ends, self._at, self._ends, strict=False):
            yield self.text[start:end], at, behind

    def _first(self, offset: int) -> int:
        run = bisect_right(self._starts, offset) - 1
        if run < 0:
            return 0
        return min(self._at[run] + offset - self._starts[run], self._ends[run])

    def _behind(self, offset: int) -> int:
        run = bisect_right(self._starts, offset) - 1
        is_last = run + 1 < len(self._starts) and self._starts[run + 1] == offset + 1
        if is_last or offset + 1 == len(self.text):
            return self._ends[run]
        return self._at[run] + offset + 1 - self._starts[run]


def read_notebook(text: str) -> Notebook:
    """The cells that a text holds, in their order, and the language of their code."""
    notebook = Notebook()
    # Of each object and list that is open, the key of what is in it now.
    keys: list[str] = []
    is_key = False
    for token in _TOKEN.finditer(text):
        said = token[0]
        if said in ("{", "["):
            keys.append("" if said == "{" else "[]")
            is_key = said == "{"
            if said == "{" and len(keys) <= _DEEPEST and tuple(keys[:-1]) in _CELLS:
                notebook.cells.append(Cell())
        elif said in ("}", "]"):
            if keys:
                keys.pop()
            is_key = False
        elif said == ",":
            is_key = bool(keys) and keys[-1] != "[]"
        elif said == ":":
            is_key = False
        elif is_key:
            if said[0] == '"':
                keys[-1] = token[1] or " "
        elif len(keys) <= _DEEPEST:
            _take(notebook, tuple(keys), said, token.span(1))
    return notebook


def _take(notebook: Notebook, path: tuple[str, ...], said: str, string: Stretch) -> None:
    """Notes a value that is a string, a number or a word."""
    for cells in _CELLS:
        if path[: len(cells)] == cells and notebook.cells:
            _take_of_cell(notebook.cells[-1], path[len(cells) :], said, string)
            return
    rank = _rank(path, _LANGUAGE)
    if rank < notebook.rank:
        notebook.language, notebook.rank = said.strip('"'), rank


def _take_of_cell(cell: Cell, path: tuple[str, ...], said: str, string: Stretch) -> None:
    if path in (("source",), ("source", "[]"), ("input",), ("input", "[]")):
        if string[0] >= 0:
            cell.strings.append(string)
    elif path == ("cell_type",):
        cell.kind = said.strip('"')
    elif path == ("level",):
        cell.level = int(said) if said in ("1", "2", "3", "4", "5", "6") else 1
    else:
        rank = _rank(path, _LANGUAGE_OF_CELL)
        if rank < cell.rank:
            cell.language, cell.rank = said.strip('"'), rank


def _rank(path: tuple[str, ...], paths: tuple[tuple[str, ...], ...]) -> int:
    return paths.index(path) if path in paths else len(paths)


def _runs(file: str, strings: list[Stretch]) -> Iterator[tuple[str, int, int]]:
    for start, end in strings:
        at = start
        for escape in _ESCAPE.finditer(file, start, end):
            if at < escape.start():
                yield file[at : escape.start()], at, escape.start()
            yield _unescaped(escape), *escape.span()
            at = escape.end()
        if at < end:
            yield file[at:end], at, end


def _unescaped(escape: re.Match[str]) -> str:
    high, low, code, short = escape.groups()
    if high:
        return chr(0x10000 + ((int(high, 16) & 0x3FF) << 10) + (int(low, 16) & 0x3FF))
    if code:
        number = int(code, 16)
        # Half a character is none, and NUL ends a text for some grammars.
        return "\ufffd" if number == 0 or 0xD800 <= number <= 0xDFFF else chr(number)
    return _SHORT.get(short, short)
