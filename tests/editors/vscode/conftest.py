"""One workbench for most tests: it takes ten seconds to start, and a moment to clear."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.editors.conftest import EDITORS, PACKAGES, ROOT
from tests.editors.vscode.browser import chromium, new_page
from tests.editors.vscode.code_server import CodeServer, code_server, install_extension
from tests.editors.vscode.workbench import Workbench

EDITOR = EDITORS / "vscode"
#: Where pictures go: of what failed always here.
SHOTS = EDITORS / "shots"

_BROWSER = pytest.StashKey[Browser]()


def new_project(parent: Path) -> Path:
    """A copy of the small project, under git."""
    tree = parent / "project"
    shutil.copytree(ROOT / "tests" / "editors" / "tree", tree)
    (tree / ".git").mkdir()
    return tree


def choose_server(tree: Path, program: Path) -> None:
    """By the settings of a folder, both ways."""
    (tree / ".vscode").mkdir()
    settings = {f"stemguard.server.{name}": str(program) for name in ("command", "python")}
    (tree / ".vscode" / "settings.json").write_text(json.dumps(settings))


def new_home(home: Path, path: str) -> dict[str, str]:
    """The environment of a user whose login shell, which the workbench asks, sets that path."""
    home.mkdir(exist_ok=True)
    (home / ".profile").write_text(f"export PATH={shlex.quote(path)}\n")
    return {"PATH": path, "LANG": "C.UTF-8", "HOME": str(home), "SHELL": "/bin/bash"}


@pytest.fixture(scope="session")
def env(tmp_path_factory: pytest.TempPathFactory, command: Path) -> dict[str, str]:
    """The environment of a user that has nothing but the command on the path."""
    path = os.pathsep.join([str(command.parent), os.environ["PATH"]])
    return new_home(tmp_path_factory.mktemp("home"), path)


@pytest.fixture(scope="session")
def home(env: dict[str, str]) -> Path:
    return Path(env["HOME"])


@pytest.fixture(scope="session")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small project, for all tests that leave it as it was."""
    return new_project(tmp_path_factory.mktemp("shared"))


@pytest.fixture(scope="session")
def extensions(tmp_path_factory: pytest.TempPathFactory, env: dict[str, str]) -> Path:
    """Where the built package is installed."""
    folder = tmp_path_factory.mktemp("extensions")
    install_extension(EDITOR, PACKAGES / "stemguard.vsix", folder, env)
    return folder


@pytest.fixture(scope="session")
def server(
    tmp_path_factory: pytest.TempPathFactory, extensions: Path, env: dict[str, str]
) -> Iterator[CodeServer]:
    data = tmp_path_factory.mktemp("code-server") / "data"
    with code_server(EDITOR, extensions, data, env, {}, "--disable-workspace-trust") as server:
        yield server


@pytest.fixture(scope="session")
def browser(
    tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config
) -> Iterator[Browser]:
    with chromium(tmp_path_factory.mktemp("browser")) as browser:
        pytestconfig.stash[_BROWSER] = browser
        yield browser
        del pytestconfig.stash[_BROWSER]


@pytest.fixture(scope="session")
def shared_window(server: CodeServer, browser: Browser, tree: Path) -> Workbench:
    window = Workbench(new_page(browser))
    window.open(server.folder(tree))
    window.wait_for_status("Ready: 18 units in 4 files")
    return window


@pytest.fixture(scope="session")
def index(shared_window: Workbench, command: Path, env: dict[str, str], tree: Path) -> Path:
    """The folder of the index of the small project."""
    words = [str(command), "status", "--json", str(tree)]
    status = subprocess.run(words, env=env, capture_output=True, text=True, check=True)
    return Path(json.loads(status.stdout)["roots"][0]["indexFolder"])


@pytest.fixture
def window(shared_window: Workbench) -> Workbench:
    """The window with the small project, with no editor open."""
    shared_window.clear()
    return shared_window


@pytest.fixture(scope="session")
def large_tree() -> Path:
    """A real project, a few thousand units of it."""
    tree = ROOT / ".cache" / "ansible-core-2.14.3" / "lib" / "ansible"
    assert tree.is_dir(), "`make test` fetches this tree"
    return tree


@pytest.fixture(scope="session")
def large_window(server: CodeServer, browser: Browser, large_tree: Path) -> Workbench:
    window = Workbench(new_page(browser))
    window.open(server.folder(large_tree))
    window.wait_for_status(" units in 676 files")
    return window


def pytest_itemcollected(item: pytest.Item) -> None:
    """A test may wait several times, and the first one for a workbench to start."""
    item.add_marker(pytest.mark.timeout(300))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test or a fixture that fails leaves a picture of each window."""
    report = yield
    if report.failed and (browser := item.config.stash.get(_BROWSER, None)) is not None:
        SHOTS.mkdir(exist_ok=True)
        name = re.sub(r"[^a-z0-9_]+", "-", item.name)
        for number, context in enumerate(browser.contexts):
            context.pages[0].screenshot(path=SHOTS / f"{name}-{number}.png")
    return report
