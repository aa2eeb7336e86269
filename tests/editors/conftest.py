"""What every editor's test needs: a home that is nobody's, a small project, our own order."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.patience import LONGEST_WAIT_S

ROOT = Path(__file__).parents[2]
#: Where `make editors` puts the editors, each in a folder of its own.
EDITORS = ROOT / ".cache" / "editors"
#: Where it puts what a user installs: the `.vsix`, the plugins.
PACKAGES = ROOT / "dist" / "editors"

Place = tuple[str, int, int]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """VS Code's tests share a window and stay in one process, while the others go on in another."""
    for item in items:
        if ROOT / "tests" / "editors" in item.path.parents:
            is_vscode = item.path.parent.name == "vscode"
            item.add_marker(pytest.mark.xdist_group("vscode" if is_vscode else item.path.name))


@pytest.fixture(scope="session")
def command() -> Path:
    """The `stemguard` command of this environment."""
    return Path(sys.executable).with_name("stemguard")


@pytest.fixture
def env(tmp_path: Path, command: Path) -> dict[str, str]:
    """The environment of a user that has nothing but the command on the path."""
    home = tmp_path / "home"
    home.mkdir()
    return {
        "PATH": os.pathsep.join([str(command.parent), os.environ["PATH"]]),
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
        "HOME": str(home),
        **{
            f"XDG_{kind}_HOME": str(home / kind.lower())
            for kind in ("CACHE", "CONFIG", "DATA", "STATE")
        },
    }


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small project of one's own, under git, with characters outside the BMP before names."""
    tree = tmp_path / "project"
    shutil.copytree(Path(__file__).parent / "tree", tree)
    (tree / ".git").mkdir()
    return tree


@pytest.fixture
def ranked(command: Path, env: dict[str, str]) -> Callable[..., list[Place]]:
    """The order that a list must keep: path in the folder, line and column from 0, in characters.

    Asked of the command line, with its flags.
    """

    def answer(words: list[str]) -> Any:  # noqa: ANN401 - it is JSON
        said = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
        assert said.returncode in (0, 1), said.stderr
        return json.loads(said.stdout)

    def ranked(query: str, folder: Path, *flags: str) -> list[Place]:
        words = [str(command), "search", "--json", *flags, "--", query, str(folder)]
        # An editor that indexes the folder is not waited for.
        limit = time.monotonic() + LONGEST_WAIT_S
        found = answer(words)
        while (found["index"]["state"], found["index"]["pending"]) != ("ready", 0):
            assert time.monotonic() < limit, f"the index is never whole: {found['index']}"
            found = answer(words)
        return [
            (
                item["location"]["uri"].removeprefix(f"{folder.as_uri()}/"),
                item["selectionRange"]["start"]["line"],
                item["selectionRange"]["start"]["character"],
            )
            for item in found["items"]
        ]

    return ranked


def in_bytes(places: list[Place], folder: Path) -> list[Place]:
    """The places with their columns in bytes of UTF-8."""

    def before(path: str, line: int, column: int) -> str:
        return (folder / path).read_text(encoding="utf-8").split("\n")[line][:column]

    return [(place[0], place[1], len(before(*place).encode())) for place in places]
