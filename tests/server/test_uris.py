"""URIs as editors write them, recorded from VS Code, Neovim 0.10 and Emacs 28 for one path."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stemguard_ls.convert import path_of, uri_of

PATH = Path(
    "/w/a b/c#d/e%20f/g?h;i=j&k+l,m/u\u0308\u65e5\U0001f600\u05e2/(p)[x]{y}'\"!@$^|~:*`<\\>\n.py"
)
VSCODE = (
    "file:///w/a%20b/c%23d/e%2520f/g%3Fh%3Bi%3Dj%26k%2Bl%2Cm/u%CC%88%E6%97%A5%F0%9F%98%80%D7%A2/"
    "%28p%29%5Bx%5D%7By%7D%27%22%21%40%24%5E%7C~%3A%2A%60%3C%5C%3E%0A.py"
)
NEOVIM = (
    "file:///w/a%20b/c%23d/e%2520f/g%3fh;i=j&k+l,m/u%cc%88%e6%97%a5%f0%9f%98%80%d7%a2/"
    "(p)%5bx%5d%7by%7d'%22!@$%5e%7c~:*%60%3c%5c%3e%0a.py"
)
EMACS = (
    "file:///w/a%20b/c%23d/e%2520f/g%3Fh;i=j&k+l,m/u%CC%88%E6%97%A5%F0%9F%98%80%D7%A2/"
    "(p)%5Bx%5D%7By%7D'%22!@$%5E%7C~:*%60%3C%5C%3E%0A.py"
)
#: Nothing but what has to be is escaped, as a person or a simple client does.
SPARING = (
    "file:///w/a b/c%23d/e%2520f/g%3Fh;i=j&k+l,m/u\u0308\u65e5\U0001f600\u05e2/"
    "(p)[x]{y}'\"!@$^|~:*`<\\>\n.py"
)


@pytest.mark.parametrize("uri", [VSCODE, NEOVIM, EMACS, SPARING, VSCODE.replace("//", "", 1)])
def test_a_uri_names_its_file_whichever_editor_wrote_it(uri: str) -> None:
    assert path_of(uri) == PATH


def test_a_uri_is_written_as_vs_code_writes_it() -> None:
    assert uri_of(PATH) == VSCODE


def test_a_uri_holds_nothing_that_a_reader_could_take_for_more_than_a_path() -> None:
    everything = Path("/" + "".join(map(chr, [*range(1, 0x2F), *range(0x30, 0x250)])))
    assert re.fullmatch(r"file:///([A-Za-z0-9._~-]|%[0-9A-F]{2})*", uri_of(everything))
    assert path_of(uri_of(everything)) == everything


def test_a_name_that_is_composed_is_another_than_the_one_that_is_not() -> None:
    assert uri_of(Path("/caf\u00e9")) == "file:///caf%C3%A9"
    assert uri_of(Path("/cafe\u0301")) == "file:///cafe%CC%81"
    assert path_of("file:///caf%c3%a9") != path_of("file:///cafe%cc%81")
