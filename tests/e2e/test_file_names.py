"""Files of any name, in a folder of any name, however an editor spells their URIs."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote_to_bytes

import pytest
from tests.e2e.conftest import Run
from tests.e2e.raw_client import RawClient

NAMES = (
    "a b.py",
    "c#d.py",
    "e%20f.py",
    "g?h.py",
    "i;j=k&l+m.py",
    "n:o@p.py",
    "[q]{r}(s).py",
    "'t'\"u\"`v`.py",
    "$w!x^y|z~.py",
    "back\\slash<>*.py",
    "-dash.py",
    " blank .py",
    "tab\tnew\nline.py",
    "\x01\x7f.py",
    "caf\N{LATIN SMALL LETTER E WITH ACUTE}.py",
    "cafe\N{COMBINING ACUTE ACCENT}.py",
    "\N{GRINNING FACE}.py",
    "\u65e5\u672c\u8a9e.py",
    "\u05e2\u05d1\u05e8\u05d9\u05ea.py",
    "\N{RIGHT-TO-LEFT OVERRIDE}txt.py",
    "%.py",
)
#: The name of the folder, so that what holds of files holds of roots.
ROOT = "r#o%41o? t;cafe\N{COMBINING ACUTE ACCENT}\N{GRINNING FACE}"

Spelling = Callable[[Path], str]


def _as_vscode(path: Path) -> str:
    return f"file://{quote(os.fsencode(path))}"


def _as_emacs(path: Path) -> str:
    return "file://" + quote(os.fsencode(path), safe="/!$&'()*+,;=:@")


def _as_neovim(path: Path) -> str:
    return re.sub("%[0-9A-F]{2}", lambda found: found[0].lower(), _as_emacs(path))


def _found(client: RawClient, name: str) -> list[str]:
    return [one["location"]["uri"] for one in client.symbols(name) if one["name"] == name]


@pytest.mark.parametrize("spelt", [_as_vscode, _as_emacs, _as_neovim])
def test_a_file_of_any_name_is_found_at_its_uri_and_opened_by_an_editors(
    client: RawClient, folder: Path, spelt: Spelling
) -> None:
    root = folder / ROOT
    root.mkdir()
    for number, name in enumerate(NAMES):
        (root / name).write_text(f"def disk{number}x(): pass\n")
    opened = [{"uri": spelt(root), "name": "root"}]
    client.call("initialize", {"processId": None, "capabilities": {}, "workspaceFolders": opened})
    client.notify("initialized", {})
    client.ready()
    for number, name in enumerate(NAMES):
        (uri,) = _found(client, f"disk{number}x")
        assert re.fullmatch(r"file:///([A-Za-z0-9._~/-]|%[0-9A-F]{2})+", uri)
        assert unquote_to_bytes(uri.removeprefix("file://")) == os.fsencode(root / name)
    for number, name in enumerate(NAMES):
        text = f"def open{number}x(): pass\n"
        document = {"uri": spelt(root / name), "languageId": "python", "version": 1, "text": text}
        client.notify("textDocument/didOpen", {"textDocument": document})
    last = f"open{len(NAMES) - 1}x"
    client.poll(lambda: _found(client, last) == [_as_vscode(root / NAMES[-1])], last)
    client.poll(lambda: _pending(client) == 0, "all documents")
    for number, name in enumerate(NAMES):
        assert _found(client, f"open{number}x") == [_as_vscode(root / name)]
        assert _found(client, f"disk{number}x") == []


def test_a_name_is_found_by_its_words_in_either_form(client: RawClient, folder: Path) -> None:
    (folder / "cafe\N{COMBINING ACUTE ACCENT}.txt").touch()
    (folder / "\u30c6\u3099\u30fc\u30bf.txt").touch()
    client.initialize(folder)
    client.ready()
    for typed in ("caf\N{LATIN SMALL LETTER E WITH ACUTE}", "cafe\N{COMBINING ACUTE ACCENT}"):
        (found,) = client.search(typed, kinds=["file"])
        assert found["location"]["uri"].endswith("/cafe%CC%81.txt")
    # Katakana as a file system decomposes it, composed, and of half the width.
    for typed in ("\u30c6\u3099\u30fc\u30bf", "\u30c7\u30fc\u30bf", "\uff83\uff9e\uff70\uff80"):
        (found,) = client.search(typed, kinds=["file"])
        assert found["name"] == "\u30c6\u3099\u30fc\u30bf.txt"


def test_a_name_that_is_no_text_is_told_of_and_the_files_beside_it_are_found(
    client: RawClient, folder: Path, run: Run
) -> None:
    for name in (b"caf\xe9.py", b"good.py"):
        Path(os.fsdecode(os.fsencode(folder) + b"/" + name)).write_text("def inside(): pass\n")
    client.initialize(folder)
    client.ready()
    assert _found(client, "inside") == [_as_vscode(folder / "good.py")]
    skipped: list[Any] = client.call("stemguard/status")["roots"][0]["skipped"]
    assert [(one["reason"], one["examples"]) for one in skipped] == [
        ("name is not valid UTF-8", ["caf\\xe9.py"])
    ]
    indexed = run("index")
    assert "skipped 1 (name is not valid UTF-8): caf\\xe9.py" in indexed.stdout
    # A person who names it is shown it all the same.
    shown = run("units", os.fsdecode(b"caf\xe9.py"))
    assert shown.returncode == 0
    assert "function  inside" in shown.stdout


def test_a_folder_whose_name_is_no_text_is_searched(client: RawClient, folder: Path) -> None:
    root = folder / os.fsdecode(b"caf\xe9")
    root.mkdir()
    (root / "a.py").write_text("def inside(): pass\n")
    opened = [{"uri": _as_vscode(root), "name": "root"}]
    client.call("initialize", {"processId": None, "capabilities": {}, "workspaceFolders": opened})
    client.notify("initialized", {})
    client.ready()
    (uri,) = _found(client, "inside")
    assert uri.endswith("/caf%E9/a.py")


def test_other_programs_get_names_byte_by_byte_and_a_person_gets_a_line_each(
    folder: Path, run: Run
) -> None:
    for name in NAMES:
        (folder / name).write_text("def inside(): pass\n")
    paths = run("search", "inside", "-0").stdout.split("\0")
    assert sorted(paths) == sorted(["", *NAMES])
    shown = run("search", "inside", "--format", "vimgrep").stdout
    assert len(shown.splitlines()) == len(NAMES)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f\u202e]", shown)


def _pending(client: RawClient) -> int:
    pending: int = client.call("stemguard/search", {"query": "x"})["index"]["pending"]
    return pending
