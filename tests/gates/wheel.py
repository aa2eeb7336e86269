"""Checks what a built wheel holds: the two packages, their data, the licence, and nothing else.

Usage: python tests/gates/wheel.py WHEEL
"""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

WANTED = {"stemguard", "stemguard_ls"}
SOURCES = Path(__file__).parents[2] / "index"
MUST_HOLD = {
    *("stemguard/py.typed", "stemguard_ls/py.typed", "stemguard/workspace.py"),
    *(query.relative_to(SOURCES).as_posix() for query in SOURCES.rglob("*.scm")),
}


def problems(wheel: Path) -> list[str]:
    """What is wrong with a wheel, a sentence each."""
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names if ".dist-info/" not in name}
    found = []
    if tops != WANTED:
        found.append(f"Its top-level names are {sorted(tops)}, not {sorted(WANTED)}.")
    found += [f"{name} is missing." for name in sorted(MUST_HOLD - set(names))]
    if not any(name.endswith("licenses/LICENSE") for name in names):
        found.append("The licence is missing.")
    return found


if __name__ == "__main__":
    said = problems(Path(sys.argv[1]))
    for problem in said:
        print(problem)
    sys.exit(bool(said))
