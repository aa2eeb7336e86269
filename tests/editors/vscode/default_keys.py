"""The keys that VS Code binds by default, which no extension should take.

`list_default_keys` beside this file asks the workbench for them. What that leaves to the browser
and the system stands in `desktop_only.json`, by hand: windows and zoom, which VS Code's sources
bind in `src/vs/workbench/electron-browser`, and the letters of the menus.
"""

from __future__ import annotations

import json
from pathlib import Path

KEPT = Path(__file__).parent / "default_keys"
PLATFORMS = ("linux", "mac", "windows")

_MODIFIERS = ("ctrl", "shift", "alt", "cmd", "meta", "win")

Chord = tuple[str, ...]


def default_chords(platform: str) -> set[Chord]:
    """What is bound on `linux`, `mac` or `windows`."""
    kept = json.loads((KEPT / f"{platform}.json").read_text())
    more = json.loads((KEPT / "desktop_only.json").read_text())
    return {chord(keys) for keys in [*kept["keys"], *more[platform]]}


def version() -> str:
    """The version of code-server that was asked."""
    kept = {
        json.loads((KEPT / f"{platform}.json").read_text())["version"] for platform in PLATFORMS
    }
    (only,) = kept
    return str(only)


def chord(keys: str) -> Chord:
    """The strokes of a chord, each with its modifiers in one order."""
    return tuple(_stroke(stroke) for stroke in keys.lower().split(" "))


def collide(one: Chord, other: Chord) -> bool:
    """Whether one is the other, or its beginning: the longer of the two is then never reached."""
    shared = min(len(one), len(other))
    return one[:shared] == other[:shared]


def _stroke(stroke: str) -> str:
    modifiers = []
    while (parts := stroke.split("+", 1))[0] in _MODIFIERS and len(parts) == 2:
        modifiers.append(parts[0])
        stroke = parts[1]
    return "+".join([*sorted(modifiers, key=_MODIFIERS.index), stroke])
