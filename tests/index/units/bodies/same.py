"""Compares what is found in a text with what is found where every body is read."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from stemguard.units import definitions
from stemguard.units.bodies import Bodies
from stemguard.units.code_languages import CODE
from stemguard.units.lines import Lines
from stemguard.units.outline import Outline


def assert_same(language: str, text: str) -> None:
    """Finds the same whether bodies are read or not."""
    assert _found(language, text) == _found_in_all(language, text)


def assert_emptied(language: str, text: str) -> None:
    """Finds the same, and something is not read."""
    source = text.encode()
    shown = _bodies(language).emptied(source)
    assert shown != source
    assert len(shown) == len(source)
    assert re.sub(rb"\s", b"", shown) != re.sub(rb"\s", b"", source)
    assert_same(language, text)


def assert_read(language: str, text: str) -> None:
    """All of it is read."""
    assert _bodies(language).emptied(text.encode()) == text.encode()


def _bodies(language: str) -> Bodies:
    bodies = CODE[language].bodies
    assert bodies is not None
    return bodies


def _found(language: str, text: str) -> Outline:
    return definitions.definitions_of(language)(Lines(text))


def _found_in_all(language: str, text: str) -> Outline:
    reads_all = {language: replace(CODE[language], bodies=None)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(definitions, "CODE", reads_all)
        return _found(language, text)
