"""The recipes for editors that have no plugin of ours, with the very lines of their page."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.editors.conftest import EDITORS, ROOT, Place, in_bytes
from tests.editors.tmux import Terminal, wait_for

PAGE = (ROOT / "docs" / "how-to" / "other-editors.md").read_text(encoding="utf-8")

Ranked = Callable[..., list[Place]]
Run = Callable[[list[str], Path], Terminal]


def lines_of(heading: str, language: str) -> list[str]:
    """What the page has a user write into files, in the section of an editor."""
    section = re.search(rf"^## {heading}$.*?(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert section is not None
    return re.findall(rf"^```{language}\n(.*?)^```", section[0], re.MULTILINE | re.DOTALL)


@pytest.fixture
def run(env: dict[str, str]) -> Iterator[Run]:
    """Runs an editor in a terminal, in a folder."""
    running = []

    def run(command: list[str], folder: Path) -> Terminal:
        terminal = Terminal(command, env, folder)
        running.append(terminal)
        return terminal

    yield run
    for terminal in running:
        terminal.stop()


def by_names_first(ranked: Ranked, query: str, tree: Path) -> list[Place]:
    """The order of `workspace/symbol`."""
    names = ranked(query, tree, "--prefix", "--names")
    return [*names, *(hit for hit in ranked(query, tree, "--prefix") if hit not in names)]


def test_helix_shows_what_is_found_while_one_types_in_our_order(
    env: dict[str, str], tree: Path, ranked: Ranked, run: Run
) -> None:
    first, _ = lines_of("Helix", "toml")
    settings = Path(env["XDG_CONFIG_HOME"]) / "helix"
    settings.mkdir(parents=True)
    (settings / "languages.toml").write_text(first)
    order = [path for path, _, _ in by_names_first(ranked, "copying", tree)]
    helix = run([str(EDITORS / "helix" / "hx"), "pkg/store.py"], tree)
    helix.wait_for("NOR")
    # Helix has no picker before the server has started.
    wait_for("the picker", lambda: _opened(helix) or None, helix.screen)
    helix.type("copying")
    helix.wait_for("11/11")
    shown = re.findall(r"│.* ([\w./-]+\.(?:py|md)) *││", helix.screen())
    assert shown == order
    helix.keys("Down", "Enter")
    assert "12:9" in helix.wait_for("12:9")


def _opened(helix: Terminal) -> bool:
    """Presses the key and says whether the picker is there, once Helix says either."""
    picker, refusal = "kind name path", "No configured language server"
    helix.keys("Escape")
    wait_for("an empty line below", lambda: refusal not in helix.screen() or None, helix.screen)
    helix.keys("Space", "S")
    told = wait_for(
        "the picker or a refusal",
        lambda: screen if picker in (screen := helix.screen()) or refusal in screen else None,
        helix.screen,
    )
    return picker in told


def test_the_second_lines_for_helix_are_as_it_reads_them() -> None:
    _, second = lines_of("Helix", "toml")
    (language,) = tomllib.loads(second)["language"]
    assert language["language-servers"][0]["except-features"] == ["workspace-symbols"]


def test_ale_lists_what_is_found_in_our_order(
    env: dict[str, str], tree: Path, ranked: Ranked, run: Run
) -> None:
    (lines,) = lines_of("Vim with ALE", "vim")
    (Path(env["HOME"]) / ".vimrc").write_text(lines)
    order = by_names_first(ranked, "copying", tree)
    vim = run(["vim", "pkg/store.py"], tree)
    vim.wait_for("duplicate_tree")
    vim.keys("\\", "s")
    vim.wait_for(":ALESymbolSearch -relative")
    vim.type("copying\n")
    screen = vim.wait_for("ALEPreviewWindow")
    shown = re.findall(r"^([\w./-]+):(\d+):\d+ ", screen, re.MULTILINE)
    assert [(path, int(line) - 1) for path, line in shown] == [
        (path, line) for path, line, _ in order
    ]
    vim.keys("j", "Enter")
    vim.wait_for("12,")


def test_vim_fills_its_quickfix_list_in_our_order(
    env: dict[str, str], tree: Path, ranked: Ranked
) -> None:
    (lines,) = lines_of("Vim without plugins", "vim")
    (Path(env["HOME"]) / ".vimrc").write_text(lines)
    found = "map(getqflist(), {_, one -> [bufname(one.bufnr), one.lnum - 1, one.col - 1]})"
    write = f"call writefile([json_encode({found})], 'found')"
    commands = ["-c", "Stemguard copying", "-c", write, "-c", "qa!"]
    subprocess.run(
        ["vim", "-es", "-u", f"{env['HOME']}/.vimrc", *commands], env=env, cwd=tree, check=True
    )
    shown = [tuple(place) for place in json.loads((tree / "found").read_text())]
    assert shown == in_bytes(ranked("copying", tree), tree)


@pytest.mark.parametrize(("editor", "count"), [("Kate", 1), ("Sublime Text", 2), ("Zed", 2)])
def test_the_lines_for_an_editor_that_is_not_here_are_json(editor: str, count: int) -> None:
    found = [json.loads(lines) for lines in lines_of(editor, "json")]
    assert len(found) == count


def test_the_servers_of_kate_and_sublime_text_are_started_as_ours_is() -> None:
    (kate,) = (json.loads(lines) for lines in lines_of("Kate", "json"))
    assert [one["command"] for one in kate["servers"].values()] == [["stemguard", "serve"]] * 2
    sublime = json.loads(lines_of("Sublime Text", "json")[0])
    assert sublime["clients"]["stemguard"]["command"] == ["stemguard", "serve"]
