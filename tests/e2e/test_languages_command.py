"""What `stemguard languages` prints."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.e2e.conftest import Run
from tests.patience import LONGEST_WAIT_S

from stemguard import languages
from stemguard.units.code import grammar_versions

#: A plain installation, as far as Zig goes: what is not to be found has no version.
WITHOUT_ZIG = """
import importlib.metadata, sys
found = importlib.metadata.version
def version(name):
    if name == "tree-sitter-zig":
        raise importlib.metadata.PackageNotFoundError(name)
    return found(name)
importlib.metadata.version = version
from stemguard_ls.cli import main
sys.exit(main(sys.argv[1:]))
"""


def _without_zig(env: dict[str, str], folder: Path, *words: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT_ZIG, *words],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        timeout=LONGEST_WAIT_S,
        check=True,
    )
    assert ran.stderr == ""
    return ran.stdout


def test_all_languages_are_shown_by_how_they_are_read(run: Run) -> None:
    shown = run("languages")
    assert (shown.returncode, shown.stderr) == (0, "")
    lines = shown.stdout.splitlines()
    headings = [line for line in lines if line and not line.startswith(" ")]
    assert headings[0] == "Read by definitions"
    assert headings[-2:] == ["Read by sections", "Read as text, in pieces"]
    names = [line.split()[0] for line in lines if line[:3].strip() and line.startswith("  ")]
    assert sorted(names) == [language.name for language in languages()]
    at = next(number for number, line in enumerate(lines) if line.startswith("  python "))
    assert lines[at].split() == [
        *("python", ".py", ".pyi", ".pyw", "SConstruct"),
        *("#!pypy", "#!python", "#!uv"),
    ]
    assert lines[at + 1].strip() == "class, constant, function, method, type"


def test_one_language_is_shown_whole(run: Run) -> None:
    version = grammar_versions()["tree-sitter-python"]
    expected = [
        "python  read by definitions",
        "  kinds         class, constant, function, method, type",
        "  extensions    .py .pyi .pyw",
        "  names         SConstruct",
        "  interpreters  pypy python uv",
        f"  grammar       tree-sitter-python {version}",
    ]
    assert run("languages", "python").stdout.splitlines() == expected
    assert run("languages", "PYI").stdout.splitlines() == expected
    assert run("languages", "bat").stdout.splitlines() == [
        "bat  read as text, in pieces",
        "  extensions    .bat .cmd",
    ]


def test_a_program_gets_languages_as_one_object(run: Run) -> None:
    shown = json.loads(run("languages", "--json").stdout)
    assert list(shown) == ["languages"]
    assert [one["name"] for one in shown["languages"]] == [one.name for one in languages()]
    assert json.loads(run("languages", "rst", "--json").stdout)["languages"] == [
        {
            "name": "restructuredtext",
            "readBy": "sections",
            "kinds": ["section"],
            "embeds": [],
            "extensions": ["rst"],
            "names": [],
            "interpreters": [],
            "grammar": None,
            "grammarVersion": None,
            "trouble": None,
            "install": None,
        }
    ]


def test_a_grammar_that_is_missing_is_shown_with_what_installs_it(
    env: dict[str, str], folder: Path
) -> None:
    line = "not installed: pip install 'stemguard[languages]'"
    assert _without_zig(env, folder, "languages").count(line) == 1
    shown = _without_zig(env, folder, "languages", "zig").splitlines()
    assert shown[-1] == f"  grammar       tree-sitter-zig, {line}"
    (zig,) = json.loads(_without_zig(env, folder, "languages", "zig", "--json"))["languages"]
    assert (zig["grammar"], zig["grammarVersion"]) == ("tree-sitter-zig", None)
    assert zig["install"] == "pip install 'stemguard[languages]'"
    assert "function" in zig["kinds"]


def test_a_grammar_that_cannot_be_loaded_is_shown_with_what_mends_it(
    env: dict[str, str], folder: Path, tmp_path: Path, run: Run
) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "tree_sitter_zig.py").write_text("")
    (folder / "a.zig").write_text("fn copy() void {}\n")
    path = os.pathsep.join(filter(None, (str(broken), env.get("PYTHONPATH"))))
    trouble = (
        "tree-sitter-zig cannot be loaded;"
        " `pip install --force-reinstall tree-sitter-zig` may mend it"
    )
    assert run("languages", PYTHONPATH=path).stdout.count(trouble) == 1
    shown = run("languages", "zig", PYTHONPATH=path).stdout.splitlines()
    assert shown[-1] == f"                {trouble}"
    assert run("units", "a.zig", PYTHONPATH=path).stdout.splitlines()[0] == (
        f"a.zig  zig, {trouble}, 1 unit"
    )


def test_a_grammar_that_ends_whoever_loads_it_ends_no_command(
    env: dict[str, str], folder: Path, tmp_path: Path, run: Run
) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "tree_sitter_zig.py").write_text("import ctypes\nctypes.string_at(0)\n")
    (folder / "a.zig").write_text("fn copy() void {}\n")
    path = os.pathsep.join(filter(None, (str(broken), env.get("PYTHONPATH"))))
    trouble = "tree-sitter-zig cannot be loaded;"
    shown = run("languages", PYTHONPATH=path)
    assert (shown.returncode, shown.stderr, shown.stdout.count(trouble)) == (0, "", 1)
    assert trouble in run("languages", "zig", PYTHONPATH=path).stdout
    units = run("units", "a.zig", PYTHONPATH=path)
    assert (units.returncode, units.stderr) == (0, "")
    first, file = units.stdout.splitlines()
    assert first.startswith(f"a.zig  zig, {trouble}")
    assert file == "a.zig:1:1  file  a.zig  to line 1, 0 + 18 characters"


def test_a_language_that_nobody_knows_is_wrong_use(run: Run) -> None:
    failed = run("languages", "klingon")
    assert (failed.returncode, failed.stdout) == (2, "")
    assert failed.stderr == (
        "stemguard: klingon is no language that is known;"
        " `stemguard languages` lists those that are.\n"
    )


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("data.bin", "{folder}/data.bin is not searched: binary."),
        ("missing.go", "{folder}/missing.go cannot be read: No such file or directory."),
        (".", "{folder} cannot be read: not a regular file."),
        ("id_rsa", "{folder}/id_rsa is not searched: private key."),
    ],
)
def test_a_file_without_units_is_said_to_be_so_in_a_sentence(
    run: Run, folder: Path, file: str, sentence: str
) -> None:
    (folder / "data.bin").write_bytes(b"a\0b")
    (folder / "id_rsa").touch()
    failed = run("units", file)
    assert (failed.returncode, failed.stdout) == (2, "")
    assert failed.stderr == f"stemguard: {sentence.format(folder=folder)}\n"


def test_the_units_of_a_file_outside_of_the_folder_are_shown(run: Run, folder: Path) -> None:
    outside = folder.parent / "a.go"
    outside.write_text("package a\n\nfunc Copy() {\n}\n")
    assert run("units", str(outside)).stdout.splitlines() == [
        f"{outside}  go, read by definitions, 2 units",
        f"{outside}:1:1  file  a.go  to line 4, 0 + 13 characters",
        f"{outside}:3:6  function  Copy  to line 4, 0 + 12 characters",
    ]
    assert run("units", "../a.go").stdout.splitlines()[2].startswith("../a.go:3:6  function  Copy ")


def test_the_units_of_a_file_whose_grammar_is_missing_are_shown_with_what_installs_it(
    env: dict[str, str], folder: Path
) -> None:
    (folder / "a.zig").write_text("fn copy() void {}\n")
    assert _without_zig(env, folder, "units", "a.zig").splitlines()[0] == (
        "a.zig  zig, whose grammar is not installed: pip install 'stemguard[languages]', 2 units"
    )
