"""What is retrieved: a code symbol, a document section, or what is left of a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from stemguard.domain.errors import BadUnit

#: Section 8 of the ranking rules: prose repeats its words, so a section's score is scaled.
SECTION_FACTOR = 0.30
SECTION = "section"
FILE = "file"


class UnitKey(NamedTuple):
    """Where a unit starts, and the last word on its place in an answer.

    `path` is relative to its folder, with `/`; `line` and `column` count from 0, columns in
    characters. Two units never share a key.
    """

    path: str
    line: int
    column: int
    kind: str


class Position(NamedTuple):
    """A place in a text: line from 0, and its column counted in each of the three encodings.

    `column` counts characters (code points, utf-32), `utf16` 16-bit and `utf8` 8-bit code units.
    """

    line: int
    column: int
    utf16: int
    utf8: int


class Span(NamedTuple):
    """A stretch of a text from `start` up to and without `end`."""

    start: Position
    end: Position


class FromPath(int):
    """What a unit takes from the path of its file instead of its text: bits.

    Not of `enum`, whose `&` is a function of Python and was a tenth of counting words.
    """

    NOTHING: ClassVar[FromPath]
    NAME: ClassVar[FromPath]
    CONTAINER: ClassVar[FromPath]
    BOTH: ClassVar[FromPath]

    __slots__ = ()


FromPath.NOTHING, FromPath.NAME, FromPath.CONTAINER, FromPath.BOTH = map(FromPath, range(4))


def name_and_container(path: str) -> tuple[str, str]:
    """What units take from their file's path: its name, and its directory, "" in the root."""
    directory, _, name = path.rpartition("/")
    return name, directory


NOWHERE = Span(Position(0, 0, 0, 0), Position(0, 0, 0, 0))


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit with the text of its four fields.

    `multiplier` is the factor of its path class (1.0, 0.5 or 0.25); the section factor is not in
    it, it follows from the kind. `range` is the whole definition, `selection` its name.
    """

    key: UnitKey
    name: str
    container: str = ""
    doc: str = ""
    body: str = ""
    multiplier: float = 1.0
    language: str = ""
    range: Span = NOWHERE
    selection: Span = NOWHERE

    @property
    def kind(self) -> str:
        """The kind, which is part of the key: `function`, `class`, `section`, `file` ..."""
        return self.key.kind

    @classmethod
    def from_dict(cls, fields: Mapping[str, object]) -> Unit:
        """The unit in one object of `units --json`; fields beyond the eight of a unit are ignored.

        Raises BadUnit where `key` or `name` is missing or a field has the wrong type.
        """
        key = fields.get("key")
        if not isinstance(key, list | tuple) or len(key) != 4:
            raise BadUnit("A unit needs `key`: [path, line, column, kind].")
        path, line, column, kind = key
        if not (isinstance(path, str) and isinstance(kind, str)):
            raise BadUnit("The path and the kind in `key` must be strings.")
        if not (_is_count(line) and _is_count(column)):
            raise BadUnit("The line and the column in `key` must be numbers from 0.")
        if fields.get("kind", kind) != kind:
            raise BadUnit("`kind` differs from the kind in `key`.")
        if "name" not in fields:
            raise BadUnit("A unit needs `name`.")
        texts = {}
        for field in ("name", "container", "doc", "body", "language"):
            value = fields.get(field, "")
            if not isinstance(value, str):
                raise BadUnit(f"`{field}` must be a string.")
            texts[field] = value
        multiplier = fields.get("multiplier", 1.0)
        if isinstance(multiplier, bool) or not isinstance(multiplier, int | float):
            raise BadUnit("`multiplier` must be a number.")
        return cls(
            UnitKey(path, line, column, kind),
            name=texts["name"],
            container=texts["container"],
            doc=texts["doc"],
            body=texts["body"],
            multiplier=float(multiplier),
            language=texts["language"],
        )


def kind_in(kind: str, language: str) -> str:
    """A kind and the language of what is of it as one text, which a column numbers."""
    return f"{kind}\n{language}"


def kind_and_language(joined: str) -> tuple[str, str]:
    """What `kind_in` joined; no kind of ours has more than one line."""
    kind, _, language = joined.partition("\n")
    return kind, language


def section_factor(kind: str) -> float:
    """0.30 for a section, 1.0 for every other kind."""
    return SECTION_FACTOR if kind == SECTION else 1.0


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
