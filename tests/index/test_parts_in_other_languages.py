"""A workspace knows in which language each unit of a file is."""

from __future__ import annotations

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
