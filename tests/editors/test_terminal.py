"""Zsh, Fish and fzf as a person uses them: the lines of the walk-through, typed on a terminal."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from tests.e2e.terminal import Terminal, terminal
from tests.editors.conftest import ROOT, Place, in_bytes

PAGE = (ROOT / "docs" / "how-to" / "terminal.md").read_text(encoding="utf-8")
PROMPT = "$ "

Ranked = Callable[..., list[Place]]


def _block(beginning: str) -> str:
    """The code of the page that begins so."""
    found = re.search(rf"```sh\n({re.escape(beginning)}.*?)\n```", PAGE, re.DOTALL)
    assert found is not None, beginning
    return found[1]


def _typed(shown: Terminal, line: str) -> None:
    shown.wait(lambda lines: any(row == PROMPT.strip() for row in lines), "the shell's prompt")
    shown.press(line)


def _bare(lines: list[str]) -> str:
    """A screen as one line: what is too long for a row goes on in the next."""
    return " ".join(" ".join(lines).split())


def _places(lines: list[str]) -> list[str]:
    """The places in the rows of fzf, which has its first at the bottom."""
    return re.findall(r"^[> ] (\S+:\d+:\d+):", "\n".join(reversed(lines)), re.MULTILINE)


def _lists(expected: list[str], lines: list[str]) -> bool:
    """Whether the rows are these, all of them and in this order."""
    return _places(lines) == expected


def _shown(places: list[Place]) -> list[str]:
    return [f"{path}:{line + 1}:{column + 1}" for path, line, column in places]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_tab_completes_commands_flags_and_their_values(
    shell: str, env: dict[str, str], tree: Path, tmp_path: Path
) -> None:
    home = Path(env["HOME"])
    if shell == "fish":
        folder = home / "config" / "fish"
        (folder / "completions").mkdir(parents=True)
        (folder / "config.fish").write_text(f"function fish_prompt; echo '{PROMPT}'; end\n")
        line = _block("stemguard completion fish").replace("~/.config", env["XDG_CONFIG_HOME"])
        subprocess.run(["sh", "-c", line], env=env, cwd=tree, check=True)
        command = ["fish", "--interactive"]
    else:
        more = "autoload -U compinit; compinit -u\n" if shell == "zsh" else ""
        line = _block(f'eval "$(stemguard completion {shell})"')
        (home / f".{shell}rc").write_text(f"PS1='{PROMPT}'\n{more}{line}\n")
        command = [shell, "-i"]
    with terminal(command, cwd=tree, env=env, is_captured=False) as shown:
        _typed(shown, "stemguard stat")
        shown.press("Tab")
        shown.wait(lambda lines: "$ stemguard status" in _bare(lines), "the command completed")
        shown.press("Ctrl-U", "stemguard search --na", "Tab")
        shown.wait(lambda lines: "$ stemguard search --names" in _bare(lines), "the flag")
        shown.press("Ctrl-U", "stemguard search --kind consta", "Tab")
        shown.wait(lambda lines: "--kind constant" in _bare(lines), "the kind")
        shown.press("Ctrl-U", "stemguard units pkg/st", "Tab")
        shown.wait(lambda lines: "units pkg/store.py" in _bare(lines), "the file")
        shown.press("Ctrl-U", "stemguard index do", "Tab")
        shown.wait(lambda lines: "index docs/" in _bare(lines), "the folder")


def test_fzf_shows_the_hits_of_a_query_in_our_order(
    env: dict[str, str], tree: Path, ranked: Ranked
) -> None:
    expected = _shown(in_bytes(ranked("copying file", tree), tree))
    assert len(expected) == 11
    line = _block("stemguard search --color always")
    with terminal(["bash", "-c", line], cwd=tree, env=env, rows=40) as shown:
        lines = shown.wait(lambda lines: any("11/11" in line for line in lines), "all of them")
        # From the bottom to the top.
        assert _places(lines) == expected
        ours = [place for place in expected if place.startswith("pkg/store.py")]
        shown.press("pkg/store.py:")
        shown.wait(lambda lines: _places(lines) == ours, f"{ours}")
        shown.press("Enter")
        assert shown.ended() == 0
        assert shown.printed.decode().startswith(f"{ours[0]}:")


def test_fzf_searches_anew_at_every_key_and_keeps_our_order(
    env: dict[str, str], tree: Path, ranked: Ranked
) -> None:
    line = _block("fzf --disabled")
    with terminal(["bash", "-c", line], cwd=tree, env=env, rows=40) as shown:
        shown.wait(lambda lines: any("0/0" in line for line in lines), "fzf")
        for letters, query in (("copying", "copying"), (" tre", "copying tre")):
            expected = _shown(in_bytes(ranked(query, tree, "--prefix"), tree))
            shown.press(letters)
            shown.wait(partial(_lists, expected), f"for {query} {expected}")
        shown.press("Enter")
        assert shown.ended() == 0
        assert shown.printed.decode().startswith(f"{expected[0]}:")


def test_a_function_of_the_walk_through_leads_into_an_editor(
    env: dict[str, str], tree: Path, tmp_path: Path
) -> None:
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\necho "opened $*" >"$HOME/opened"\n')
    editor.chmod(0o755)
    lines = [line for line in _block("stem() {").splitlines() if "$EDITOR" in line]
    assert len(lines) == 1
    more = {"PS1": PROMPT, "EDITOR": str(editor)}
    with terminal(["bash", "--norc"], cwd=tree, env=env | more, is_captured=False) as shown:
        _typed(shown, lines[0] + "\n")
        shown.press("stem copying\n")
        shown.wait(lambda lines: "11 of 11 found  any word" in lines, "the search")
        shown.press("Enter")
        _typed(shown, "exit\n")
        shown.ended()
    assert (Path(env["HOME"]) / "opened").read_text() == "opened +12 pkg/names.py\n"
