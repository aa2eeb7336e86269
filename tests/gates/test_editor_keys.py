"""The keys of the VS Code extension take none that VS Code binds by default."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.editors.vscode.default_keys import (
    PLATFORMS,
    chord,
    collide,
    default_chords,
    version,
)

ROOT = Path(__file__).parents[2]
#: How `package.json` calls the platforms; `key` counts where it names none.
_MEMBERS = {"linux": "linux", "mac": "mac", "windows": "win"}
#: Places of our own, where a key can mean something of ours alone.
_OUR_PLACES = r"^(stemguard\.searchOpen && inQuickInput|focusedView == stemguard\.results)( && |$)"


def _bindings() -> list[dict[str, str]]:
    package = json.loads((ROOT / "editors/vscode/package.json").read_text(encoding="utf-8"))
    bindings = package["contributes"]["keybindings"]
    assert isinstance(bindings, list)
    return bindings


@pytest.mark.parametrize("platform", PLATFORMS)
def test_no_key_of_the_extension_is_taken_from_vscode(platform: str) -> None:
    taken = [
        (binding["command"], " ".join(ours), " ".join(theirs))
        for binding in _bindings()
        if not re.match(_OUR_PLACES, binding.get("when", ""))
        for ours in [chord(binding.get(_MEMBERS[platform], binding["key"]))]
        for theirs in sorted(default_chords(platform))
        if collide(ours, theirs)
    ]

    assert taken == []


@pytest.mark.parametrize("platform", PLATFORMS)
def test_each_key_of_the_extension_has_one_meaning_at_a_place(platform: str) -> None:
    meanings = [
        (chord(binding.get(_MEMBERS[platform], binding["key"])), binding.get("when", ""))
        for binding in _bindings()
    ]

    assert meanings
    assert len(set(meanings)) == len(meanings)


def test_the_default_keys_are_those_of_the_version_that_is_tested() -> None:
    script = (ROOT / "tests/editors/install/vscode.sh").read_text(encoding="utf-8")

    assert f"\ncode_server={version()}\n" in script


def test_a_chord_collides_with_itself_and_with_its_beginning_alone() -> None:
    assert collide(chord("ctrl+k ctrl+s"), chord("Ctrl+K ctrl+s"))
    assert collide(chord("shift+alt+f"), chord("alt+shift+f"))
    assert collide(chord("ctrl+k"), chord("ctrl+k s"))
    assert collide(chord("ctrl+k s"), chord("ctrl+k"))
    assert not collide(chord("ctrl+k s"), chord("ctrl+k ctrl+s"))
    assert not collide(chord("ctrl+-"), chord("ctrl+shift+-"))
