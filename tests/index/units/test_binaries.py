"""When a grammar is another one, its version being the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from stemguard.units.binaries import stamp


def _stamp(*modules: str) -> str:
    stamp.cache_clear()
    return stamp(modules)


def test_a_stamp_is_another_when_the_size_or_the_time_of_a_binary_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    package = tmp_path / "made_up_grammar"
    package.mkdir()
    (package / "__init__.py").write_text("raise SystemExit('it was imported')\n")
    binary = package / "_binding.abi3.so"
    binary.write_bytes(b"a")
    os.utime(binary, ns=(1, 1))
    stamps = [_stamp("made_up_grammar"), _stamp("made_up_grammar")]
    os.utime(binary, ns=(2, 2))
    stamps.append(_stamp("made_up_grammar"))
    binary.write_bytes(b"ab")
    os.utime(binary, ns=(2, 2))
    stamps.append(_stamp("made_up_grammar"))
    (package / "notes.txt").touch()
    stamps.append(_stamp("made_up_grammar"))
    binary.unlink()
    stamps.append(_stamp("made_up_grammar"))
    one, again, later, longer, beside, gone = stamps
    assert (one, longer) == (again, beside)
    assert len({one, later, longer, gone}) == 4


def test_what_is_not_there_has_a_stamp_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "made_up_grammar", None)
    assert _stamp("made_up_grammar") == _stamp("no_such_grammar") == _stamp()


def test_a_grammar_that_was_mended_is_used_by_the_next_command(tmp_path: Path) -> None:
    root, grammars = tmp_path / "root", tmp_path / "grammars"
    root.mkdir()
    grammars.mkdir()
    (root / "a.go").write_text("package a\nfunc Copy() {}\n")
    grammar = grammars / "tree_sitter_go.py"
    search = [sys.executable, "-m", "stemguard_ls", "search", "--kind=function", "copy"]
    path = os.pathsep.join(filter(None, (str(grammars), os.environ.get("PYTHONPATH"))))
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": path}

    def found() -> str:
        return subprocess.run(
            search, cwd=root, env=env, capture_output=True, text=True, check=False
        ).stdout

    grammar.write_text("raise ValueError\n")
    assert "Copy" not in found()
    grammar.unlink()
    assert "Copy" in found()
