"""Compares what is found in a text with what is found where every body is read."""

from __future__ import annotations

import re

import pytest

from stemguard.units import definitions
from stemguard.units.code_bodies import BODIES
from stemguard.units.lines import Lines
from stemguard.units.outline import Outline


def assert_same(language: str, text: str) -> None:
    """Finds the same whether bodies are read or not."""
    assert _found(language, text) == _found_in_all(language, text)


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


def _found(language: str, text: str) -> Outline:
    return definitions.definitions_of(language)(Lines(text))


def _found_in_all(language: str, text: str) -> Outline:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(definitions, "BODIES", {})
        return _found(language, text)
