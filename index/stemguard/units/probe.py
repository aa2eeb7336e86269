"""Whether grammars can be loaded, tried in a process of its own: a broken one may end its process.

Started as a script, `python -P probe.py MODULE:ENTRY...`, which imports nothing of ours: it says a
line for each in turn, "" where it can be loaded.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module

MISSING = "missing"
BROKEN = "broken"
#: All grammars take a fiftieth of a second; a machine may have no time for them.
_LONGEST_S = 20.0


def outcomes(grammars: Sequence[str]) -> list[str]:
    """What becomes of each `MODULE:ENTRY` that is loaded: "", MISSING or BROKEN."""
    found: list[str] = []
    while len(found) < len(grammars):
        found += _said(grammars[len(found) :])
        # Which one it was at when it died.
        if len(found) < len(grammars):
            found.append(BROKEN)
    return found


def _said(grammars: Sequence[str]) -> list[str]:
    try:
        said = subprocess.run(
            [sys.executable, "-P", __file__, *grammars],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_LONGEST_S,
            cwd="/",
            check=False,
        ).stdout
    except subprocess.TimeoutExpired as late:
        said = late.stdout or b""
    return said.decode().split("\n")[:-1]


def _outcome(module: str, entry: str) -> str:
    try:
        language = getattr(import_module(module), entry)
        import_module("tree_sitter").Language(language())
    except ModuleNotFoundError:
        return MISSING
    except Exception:  # whatever it fails with
        return BROKEN
    return ""


if __name__ == "__main__":
    told, sys.stdout = sys.stdout, sys.stderr
    for grammar in sys.argv[1:]:
        print(_outcome(*grammar.split(":")), file=told, flush=True)
