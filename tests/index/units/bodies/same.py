"""Compares what is found in a text with what is found where every body and run is read."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

import pytest

from stemguard.units import definitions
from stemguard.units.code_bodies import BODIES
from stemguard.units.lines import Lines
from stemguard.units.outline import Mark, Outline


def assert_same(language: str, text: str, but: Collection[str] = ()) -> None:
    """Finds the same whether bodies and runs are read or not.

    `but` are kinds that need not be the same: where the grammar takes a function for something
    else, what is local in it is taken for what is not.
    """
    found, in_all = _found(language, text), _found_in_all(language, text)
    assert (found.doc, found.reason) == (in_all.doc, in_all.reason)
    assert _without(found.marks, but) == _without(in_all.marks, but)


def assert_emptied(language: str, text: str) -> None:
    """Finds the same, and something is not read."""
    source = text.encode()
    shown = BODIES[language].emptied(source)
    assert shown != source
    assert len(shown) == len(source)
    assert re.sub(rb"\s", b"", shown) != re.sub(rb"\s", b"", source)
    assert_same(language, text)


def assert_read(language: str, text: str) -> None:
    """All of it is read."""
    assert BODIES[language].emptied(text.encode()) == text.encode()


def assert_none_lost(language: str, text: str) -> None:
    """Of a text with an error, what is found where all is read is found."""
    found = {(mark.kind, mark.name) for mark in _found(language, text).marks}
    assert {(mark.kind, mark.name) for mark in _found_in_all(language, text).marks} <= found


def _without(marks: Iterable[Mark], kinds: Collection[str]) -> list[Mark]:
    return [mark for mark in marks if mark.kind not in kinds]


def _found(language: str, text: str) -> Outline:
    return definitions.definitions_of(language)(Lines(text))


def _found_in_all(language: str, text: str) -> Outline:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(definitions, "BODIES", {})
        patch.setattr(definitions, "RUNS", {})
        return _found(language, text)
