"""Every planted defect turns the test named beside it red.

A test nobody has seen fail is no evidence. Each row edits one place of a copy of the sources and
runs one test against the copy: the row is stale when the place is gone, the test weak if it passes.
"""

from __future__ import annotations

import compileall
import json
import os
import py_compile
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE_ROOTS = ("index", "server")
#: What never comes is not waited for as long as what may come late, and any example will do.
IMPATIENT = {"STEMGUARD_TEST_WAIT_S": "5", "STEMGUARD_TEST_IN_A_HURRY": "1"}
PLANTS = tomllib.loads((Path(__file__).parent / "plants.toml").read_text())["plant"]


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources; whoever edits it puts it back."""
    copy = tmp_path_factory.mktemp("planted")
    for root in SOURCE_ROOTS:
        shutil.copytree(ROOT / root, copy / root, ignore=shutil.ignore_patterns("__pycache__"))
        # Once for all runs, and by content: an edit may leave the size and the second as they were.
        by_content = py_compile.PycInvalidationMode.CHECKED_HASH
        compileall.compile_dir(copy / root, quiet=2, invalidation_mode=by_content)
    return copy


@pytest.fixture(scope="module")
def nursery(copied: Path) -> Iterator[Nursery]:
    """Runs tests against the copy."""
    with Nursery(copied) as nursery:
        yield nursery


@pytest.mark.parametrize("plant", PLANTS, ids=[plant["why"] for plant in PLANTS])
def test_the_named_test_goes_red(plant: dict[str, str], copied: Path, nursery: Nursery) -> None:
    target = copied / plant["file"]
    source = target.read_text()
    assert source.count(plant["old"]) == 1, "stale row: the place it edits is gone or not unique"
    target.write_text(source.replace(plant["old"], plant["new"]))
    try:
        code, printed = nursery.run("-q", "-x", "-p", "no:cacheprovider", plant["red"])
    finally:
        target.write_text(source)
    # 1: ran and failed; 2 to 5: never ran.
    assert code == 1, printed


def test_the_copy_is_what_is_imported(copied: Path, nursery: Nursery, tmp_path: Path) -> None:
    asks = tmp_path / "test_asks.py"
    asks.write_text(
        "import stemguard, stemguard_ls\n"
        "def test_where_they_are():\n"
        "    assert None, f'{stemguard.__file__} {stemguard_ls.__file__}'\n"
    )
    _, printed = nursery.run("-q", "-p", "no:cacheprovider", str(asks))
    for root, package in zip(SOURCE_ROOTS, ("stemguard", "stemguard_ls"), strict=True):
        assert str(copied / root / package / "__init__.py") in printed


class Nursery:
    """A process with the copy in place of the installed sources, which runs pytest in its forks."""

    def __init__(self, copied: Path) -> None:
        roots = os.pathsep.join(str(copied / root) for root in SOURCE_ROOTS)
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("nursery.py"))],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": roots, "PYTHONDONTWRITEBYTECODE": "1", **IMPATIENT},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Nursery:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def run(self, *arguments: str) -> tuple[int, str]:
        """The exit code of pytest with these arguments, and what it printed."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(arguments) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        return answer["code"], answer["printed"]
