"""What Bash offers for a Tab; Zsh and Fish are asked where editors are."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.e2e.conftest import Run
from tests.patience import LONGEST_WAIT_S

from stemguard.domain.unit import FILE, SECTION
from stemguard.units.code_languages import KINDS as KNOWN_KINDS
from stemguard.units.languages import LANGUAGES as KNOWN_LANGUAGES
from stemguard_ls.cli.arguments import SHELLS, parser
from stemguard_ls.cli.completion import KINDS, LANGUAGES, completion

BASH = shutil.which("bash")
#: Asks as readline does: the words before the cursor, and the one that the cursor is at the end of.
ASKS = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 ))
COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
COMPREPLY=()
"$(complete -p stemguard | sed 's/.*-F \\([^ ]*\\).*/\\1/')" stemguard "${@: -1}" 2>/dev/null
printf '%s\\n' "${COMPREPLY[@]}"
"""

Offer = Callable[..., list[str]]


@pytest.fixture
def offered(run: Run, env: dict[str, str], folder: Path, tmp_path: Path) -> Offer:
    """What Bash offers after some words, the last one being begun."""
    if BASH is None:
        pytest.skip("there is no Bash")
    script = tmp_path / "completion.bash"
    script.write_text(run("completion", "bash").stdout)

    def offered(*words: str) -> list[str]:
        asked = [str(BASH), "--norc", "-c", ASKS, "bash", str(script), "stemguard", *words]
        answer = subprocess.run(
            asked,
            cwd=folder,
            env=env,
            capture_output=True,
            text=True,
            timeout=LONGEST_WAIT_S,
            check=True,
        )
        assert answer.stderr == ""
        return sorted(answer.stdout.split())

    return offered


def test_bash_offers_what_can_follow(offered: Offer, folder: Path) -> None:
    (folder / "lib").mkdir()
    (folder / "copy.py").touch()
    assert offered("se") == ["search", "serve"]
    assert offered("search", "--na") == ["--names"]
    assert offered("search", "x", "--format", "v") == ["vimgrep"]
    assert offered("search", "--kind", "f") == ["field", "file", "function"]
    assert offered("search", "--lang", "py") == ["python"]
    # As readline cuts it.
    assert offered("search", "--color", "=", "a") == ["always", "auto"]
    assert offered("search", "copy", "--color", "=") == ["always", "auto", "never"]
    assert offered("search", "--color", "=", "never", "--na") == ["--names"]
    assert offered("search", "--color", "=", "never", "copy", "l") == ["lib"]
    assert offered("search", "copy", "") == ["lib"]
    assert offered("index", "l") == ["lib"]
    assert offered("units", "co") == ["copy.py"]
    assert offered("languages", "pyt") == ["python"]
    assert offered("explain", "copy", "co") == ["copy.py"]
    assert offered("explain", "--all", "copy", "co") == ["copy.py"]
    assert offered("completion", "") == ["bash", "fish", "zsh"]


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_flag_is_in_the_script(shell: str) -> None:
    script = completion(parser("0"), shell)
    known = parser("0")
    (commands,) = (action for action in known._actions if action.dest == "command")
    assert commands.choices is not None
    for name in commands.choices:
        assert name in script
    for command in dict(commands.choices).values():
        for action in command._actions:
            for flag in action.option_strings:
                assert flag.lstrip("-") in script, flag


def test_what_is_offered_for_a_language_is_what_files_are_written_in() -> None:
    assert sorted(KNOWN_LANGUAGES) == list(LANGUAGES)


def test_what_is_offered_for_a_kind_is_what_units_are() -> None:
    assert list(KINDS) == sorted({FILE, SECTION} | KNOWN_KINDS)


def test_the_script_loads_nothing_of_the_library(env: dict[str, str], folder: Path) -> None:
    program = (
        "import sys; from stemguard_ls.cli import main; main(['completion', 'bash']);"
        "print(*sys.modules, file=sys.stderr)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        timeout=LONGEST_WAIT_S,
        check=True,
    )
    packages = {module.split(".")[0] for module in ran.stderr.splitlines()[-1].split()}
    assert "shtab" in packages
    assert not packages & {"numpy", "stemguard", "rich", "prompt_toolkit", "pygls"}


def test_a_shell_that_nobody_knows_is_wrong_use(run: Run) -> None:
    failed = run("completion", "cmd")
    assert failed.returncode == 2
    assert "invalid choice: 'cmd' (choose from " in failed.stderr
    assert os.linesep not in failed.stderr.rstrip()
