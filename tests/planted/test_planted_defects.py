"""Every planted defect turns the test named beside it red.

A test nobody has seen fail is no evidence. Each row edits one place of a copy of the sources and
runs one test against the copy: the row is stale when the place is gone, the test weak if it passes.
"""

from __future__ import annotations

import compileall
import os
import py_compile
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE_ROOTS = ("index", "server")
#: What never comes is not waited for as long as what may come late.
IMPATIENT = {"STEMGUARD_TEST_WAIT_S": "5"}
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


@pytest.mark.parametrize("plant", PLANTS, ids=[plant["why"] for plant in PLANTS])
def test_the_named_test_goes_red(plant: dict[str, str], copied: Path) -> None:
    target = copied / plant["file"]
    source = target.read_text()
    assert source.count(plant["old"]) == 1, "stale row: the place it edits is gone or not unique"
    target.write_text(source.replace(plant["old"], plant["new"]))
    try:
        run = run_against(
            copied, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", plant["red"]
        )
    finally:
        target.write_text(source)
    # 1: ran and failed; 2 to 5: never ran.
    assert run.returncode == 1, run.stdout + run.stderr


def test_the_copy_is_what_is_imported(copied: Path) -> None:
    for package in ("stemguard", "stemguard_ls"):
        run = run_against(copied, "-c", f"import {package}; print({package}.__file__)")
        assert Path(run.stdout.strip()).is_relative_to(copied), run.stdout + run.stderr


def run_against(copied: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs Python with the copy in place of the installed sources."""
    roots = os.pathsep.join(str(copied / root) for root in SOURCE_ROOTS)
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": roots, "PYTHONDONTWRITEBYTECODE": "1", **IMPATIENT},
        capture_output=True,
        text=True,
        timeout=100,
    )
