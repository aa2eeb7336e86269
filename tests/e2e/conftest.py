"""Servers and command lines that know nothing of the user who runs the tests."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.e2e.raw_client import RawClient, raw_client
from tests.patience import LONGEST_WAIT_S

#: The last two are how a copy of the sources with a planted defect takes the place of the others.
_KEPT = ("PATH", "LANG", "SYSTEMROOT", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE")

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The home of a user that has nothing yet."""
    home = tmp_path / "home"
    home.mkdir()
    return home


@pytest.fixture
def env(home: Path) -> dict[str, str]:
    """The environment of that user."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return {
        **kept,
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / "cache"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "PYTHONWARNINGS": "always",
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder to be searched."""
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture
def new_client(env: dict[str, str], tmp_path: Path) -> Iterator[Callable[..., RawClient]]:
    """Starts servers, and ends them."""
    with ExitStack() as stack:

        def start(*arguments: str, python: Sequence[str] = (sys.executable,)) -> RawClient:
            log = tmp_path / "stderr.txt"
            started = raw_client(*arguments, env=env, stderr=log, python=python)
            return stack.enter_context(started)

        yield start


@pytest.fixture
def client(new_client: Callable[..., RawClient]) -> RawClient:
    """A server that has been told nothing yet."""
    return new_client()


@pytest.fixture
def run(env: dict[str, str], folder: Path) -> Run:
    """Runs the command line in the folder."""

    def run(*words: str, cwd: Path = folder, **more: str) -> subprocess.CompletedProcess[str]:
        command: Sequence[str] = [sys.executable, "-m", "stemguard_ls", *words]
        return subprocess.run(
            command,
            cwd=cwd,
            env={**env, **more},
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="surrogateescape",
            timeout=LONGEST_WAIT_S,
            check=False,
        )

    return run
