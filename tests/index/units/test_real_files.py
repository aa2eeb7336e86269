"""The units of files that were not written for tests: what a machine that runs these has at hand.

Of each language as many files are taken as there are, up to a number, in an order that the seed
says; with the fixtures there are some of every language that is read.
"""

from __future__ import annotations

import os
import random
import sysconfig
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tests.index.units.bodies.same import assert_same

from stemguard.units.code import syntax
from stemguard.units.code_bodies import BODIES
from stemguard.units.code_languages import CODE
from stemguard.units.decode import decode
from stemguard.units.extract import extract
from stemguard.units.languages import language_of
from stemguard.units.runs import RUNS

SEED = 20261130
ROOT = Path(__file__).parents[3]
PLACES = (
    ROOT / ".cache" / "ansible-core-2.14.3",
    Path(sysconfig.get_path("stdlib")),
    Path(sysconfig.get_path("purelib")),
    Path(__file__).parent / "languages",
)
OF_A_LANGUAGE = 220
#: Longer files take the time of many others.
LARGEST_BYTES = 48 * 1024
#: Each worker of pytest takes some.
PARTS = 8


@cache
def _chosen() -> tuple[tuple[Path, str], ...]:
    by_language = defaultdict(list)
    for file in sorted(set(_files())):
        by_language[language_of(file.name)].append(file)
    chosen = []
    drawn = random.Random(SEED)
    for language, files in sorted(by_language.items()):
        drawn.shuffle(files)
        chosen += [(file, language) for file in files[:OF_A_LANGUAGE]]
    drawn.shuffle(chosen)
    return tuple(chosen)


def _files() -> Iterator[Path]:
    for place in PLACES:
        for folder, below, names in os.walk(place):
            below[:] = [name for name in below if name not in ("__pycache__", "site-packages")]
            for name in names:
                file = Path(folder, name)
                if file.is_file() and file.stat().st_size <= LARGEST_BYTES:
                    yield file


def test_two_thousand_files_of_forty_languages_are_at_hand() -> None:
    print(f"Seed {SEED}: {len(_chosen())} files.")
    assert len(_chosen()) >= 2000
    assert len({language for _, language in _chosen()}) >= 40


@pytest.mark.parametrize("part", range(PARTS))
def test_the_units_of_a_real_file_hold_its_text_once_however_often_it_is_cut(part: int) -> None:
    print(f"Seed {SEED}, part {part}.")
    for file, language in _chosen()[part::PARTS]:
        print(file, language)
        decoded = decode(file.read_bytes(), file.name)
        if decoded.reason:
            continue
        text = decoded.text
        found = extract(file.name, text, language)
        at = 0
        for start, end in sorted(stretch for spans in found.spans for stretch in spans):
            assert (start, end) == (at, max(at + 1, end))
            at = end
        assert at == len(text)
        assert len({unit.key for unit in found.units}) == len(found.units)
        assert extract(file.name, text, language) == found


def test_what_is_found_in_a_real_file_is_what_is_found_where_all_is_read() -> None:
    compared = 0
    for file, language in _chosen():
        text = decode(file.read_bytes(), file.name).text
        # An error in a body that is read spoils what is around it.
        tree = syntax(language, text.encode()) if language in BODIES or language in RUNS else None
        if tree is not None and not tree.has_error:
            print(file)
            assert_same(language, text, but=CODE[language].local)
            compared += 1
    assert compared >= 300
