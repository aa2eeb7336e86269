"""The units of trees of files, cut by the product's own extractor, read in a pool of processes."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple, TypeVar

from stemguard.domain.posting import PostedUnit, post
from stemguard.domain.tokenize import STOP_WORDS, split_identifiers
from stemguard.domain.unit import Unit
from stemguard.sync.selection import Selection
from stemguard.sync.walk import walk
from stemguard.units.decode import decode
from stemguard.units.extract import extract
from stemguard.units.languages import language_of

#: Files a task of the pool.
_CHUNK = 32

Made = TypeVar("Made")


class Place(NamedTuple):
    """A file: its root, and its path from there, which is what its units are keyed by."""

    root: str
    path: str


@dataclass(frozen=True, slots=True)
class Worded:
    """A unit with the words of its four fields, compounds included, as the product splits them.

    This is what the peers are fed, so that they differ in how they rank and not in what a word is.
    """

    posted: PostedUnit
    name: tuple[str, ...]
    container: tuple[str, ...]
    doc: tuple[str, ...]
    body: tuple[str, ...]


def places_in(folder: Path) -> list[Place]:
    """The files that the product would index in a folder, keyed from the folder."""
    return [Place(str(folder), path) for path in _paths(folder)]


def places_in_all(folders: Iterable[Path]) -> list[Place]:
    """The files of several folders as if they stood side by side in one."""
    return [
        Place(str(folder.parent), f"{folder.name}/{path}")
        for folder in folders
        for path in _paths(folder)
    ]


def read(places: Sequence[Place], make: Callable[[Unit], Made]) -> list[Made]:
    """What `make`, a function of some module, makes of every unit of the files, in file order."""
    with multiprocessing.get_context("spawn").Pool() as pool:
        of_files = pool.map(partial(_read_file, make), places, _CHUNK)
    return list(chain.from_iterable(of_files))


def read_lazily(places: Sequence[Place], make: Callable[[Unit], Made]) -> Iterator[Made]:
    """As `read`, of more units than memory holds at once."""
    with multiprocessing.get_context("spawn").Pool() as pool:
        yield from chain.from_iterable(pool.imap(partial(_read_file, make), places, _CHUNK))


def fields_of(unit: Unit) -> tuple[str, str, str, str]:
    """The words of a unit's four fields, a text each."""
    names = (_name_words(unit.name), _name_words(unit.container))
    name, container, doc, body = map(" ".join, (*names, *map(_text_words, (unit.doc, unit.body))))
    return name, container, doc, body


def worded(unit: Unit) -> Worded:
    """The words of a unit, field by field."""
    return Worded(
        post(unit),
        _name_words(unit.name),
        _name_words(unit.container),
        _text_words(unit.doc),
        _text_words(unit.body),
    )


def _paths(folder: Path) -> list[str]:
    return [found.path for found in walk(str(folder), Selection(), environment=os.environ)]


def _read_file(make: Callable[[Unit], Made], place: Place) -> list[Made]:
    data = (Path(place.root) / place.path).read_bytes()
    if len(data) > Selection().max_file_size:
        return []
    decoded = decode(data, place.path)
    if decoded.reason:
        return []
    language = language_of(place.path, {}, decoded.text)
    return [make(unit) for unit in extract(place.path, decoded.text, language).units]


def _name_words(text: str) -> tuple[str, ...]:
    words: list[str] = []
    for identifier in split_identifiers(text):
        words += identifier.words
        words += [identifier.compound] if identifier.compound else []
    return tuple(words)


def _text_words(text: str) -> tuple[str, ...]:
    words: list[str] = []
    for identifier in split_identifiers(text):
        words += [word for word in identifier.words if word not in STOP_WORDS]
        words += [word for word in identifier.run_compounds if word not in STOP_WORDS]
    return tuple(words)
