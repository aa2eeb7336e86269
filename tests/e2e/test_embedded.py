"""Code in components and notebooks, found over the wire where an editor shows it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.e2e.raw_client import Message, RawClient

SMILE = "\N{GRINNING FACE}"

COMPONENT = f"""<template>
  <p>{SMILE}</p>
</template>

<script lang="ts">
/* {SMILE} */ export function flyKite(height: number): void {{}}
</script>
"""


def _cell(kind: str, *lines: str) -> Message:
    return {"cell_type": kind, "metadata": {}, "source": list(lines)}


def _place(line: int, character: int) -> Message:
    return {"line": line, "character": character}


def test_a_function_of_a_component_is_found_in_its_language(
    client: RawClient, folder: Path
) -> None:
    (folder / "Kite.vue").write_text(COMPONENT, "utf-8")
    client.initialize(folder)
    client.ready()
    (item,) = client.search("kite lang:ts")
    assert (item["name"], item["kind"]) == ("flyKite", "function")
    assert item["selectionRange"] == {"start": _place(5, 25), "end": _place(5, 32)}
    assert [one["name"] for one in client.search("kite lang:vue")] == ["Kite.vue"]


def test_a_function_of_a_notebook_is_found_where_its_json_holds_it(
    client: RawClient, folder: Path
) -> None:
    cells = [
        _cell("markdown", f"# Kites {SMILE}\n", "Below."),
        _cell("code", f'x = "{SMILE}"; SMILE = 1\n', "def fly_kite():\n", "    return SMILE"),
    ]
    text = json.dumps({"cells": cells, "metadata": {}}, indent=1, ensure_ascii=False)
    (folder / "kites.ipynb").write_text(text, "utf-8")
    client.initialize(folder)
    client.ready()
    (item,) = client.search("kite lang:python")
    assert (item["name"], item["kind"]) == ("fly_kite", "function")
    # The line is that of the file, behind five characters of JSON.
    assert item["selectionRange"] == {"start": _place(15, 9), "end": _place(15, 17)}
    (constant,) = client.search("smile kind:constant")
    assert constant["selectionRange"] == {"start": _place(14, 17), "end": _place(14, 22)}
    (section,) = client.search("kite kind:section lang:jupyter")
    assert section["name"] == f"Kites {SMILE}"
    assert section["selectionRange"] == {"start": _place(6, 7), "end": _place(6, 15)}
