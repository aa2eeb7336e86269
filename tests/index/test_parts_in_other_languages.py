"""A workspace knows in which language each unit of a file is."""

from __future__ import annotations

import json
import threading
from pathlib import Path

from tests.patience import LONGEST_WAIT_S

from stemguard import Workspace

PAGE = """<h1>Kites</h1>
<style>.kite { color: red; }</style>
<script>function flyKite() {}</script>
"""
KITES = [
    (".kite", "rule", "css"),
    ("Kites", "section", "html"),
    ("flyKite", "function", "javascript"),
    ("landKite", "function", "typescript"),
]


def _write(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "a.html").write_text(PAGE)
    (folder / "b.vue").write_text("<script lang='ts'>function landKite() {}</script>\n")
    return folder


def _found(workspace: Workspace, query: str) -> list[tuple[str, str, str]]:
    return sorted((hit.name, hit.kind, hit.language) for hit in workspace.search(query).hits)


def test_units_are_found_by_their_language_whoever_looks(tmp_path: Path) -> None:
    folder, cache = _write(tmp_path / "project"), tmp_path / "cache"
    with Workspace.open(folder, cache=cache) as workspace:
        workspace.sync()
        assert _found(workspace, "kite") == KITES
    with Workspace.open(folder, cache=cache) as workspace:
        assert _found(workspace, "kite") == KITES
        assert _found(workspace, "kite lang:html") == [("Kites", "section", "html")]
        assert _found(workspace, "kite lang:ts") == [KITES[3]]
        assert _found(workspace, "kite lang:css lang:js") == [KITES[0], KITES[2]]


def test_a_text_that_is_remembered_keeps_the_languages_of_its_units(tmp_path: Path) -> None:
    folder, cache = _write(tmp_path / "project"), tmp_path / "cache"
    with Workspace.open(folder, cache=cache) as workspace:
        workspace.sync()
        (folder / "a.html").rename(folder / "moved.html")
        workspace.sync()
        assert _found(workspace, "kite") == KITES


def test_what_a_notebook_printed_is_no_evidence(tmp_path: Path) -> None:
    folder = _write(tmp_path / "project")
    outputs = [{"output_type": "stream", "text": ["a kite and a string\n"]}]
    cell = {"cell_type": "code", "outputs": outputs, "source": ["# \U0001fa81\n", "kite = string"]}
    cells = [{"cell_type": "markdown", "source": "# Strings"}, cell]
    text = json.dumps({"cells": cells}, indent=1, ensure_ascii=False)
    (folder / "c.ipynb").write_text(text, "utf-8")
    with Workspace.open(folder, cache=tmp_path / "cache") as workspace:
        workspace.sync()
        (hit,) = workspace.search("kite string", match="all").hits
        assert hit.preview is not None
        line = text.splitlines()[hit.preview.line]
        assert line == '    "kite = string"'
        assert hit.preview.text == "     kite = string "
        assert [line[a:b] for a, b in hit.preview.highlights] == ["kite", "string"]
        assert workspace.read_text(folder / "c.ipynb") == text


def test_a_document_that_is_open_has_parts_in_other_languages(tmp_path: Path) -> None:
    folder = _write(tmp_path / "project")
    with Workspace.open(folder, cache=tmp_path / "cache") as workspace:
        workspace.sync()
        workspace.edit("draft", folder / "b.vue", "<script>function foldKite() {}</script>")
        settled = threading.Event()
        for _ in range(int(LONGEST_WAIT_S * 100)):
            if not workspace.index_state().pending:
                break
            settled.wait(0.01)
        assert ("foldKite", "function", "javascript") in _found(workspace, "kite")
        assert KITES[3] not in _found(workspace, "kite")
