"""What a request says for itself, in a search and in its explanation alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.e2e.raw_client import Message, RawClient


def _names(found: list[Message]) -> list[str]:
    return [one["name"] for one in found]


def test_a_search_says_its_sources_or_the_setting_does(client: RawClient, folder: Path) -> None:
    (folder / "a.py").write_text("def copied(): pass\n")
    (folder / "b.md").write_text("# Copied\n")
    client.initialize(folder, initializationOptions={"sources": "documents"})
    client.ready()
    assert _names(client.search("copied")) == ["Copied"]
    assert _names(client.search("copied", sources="code")) == ["copied"]
    assert set(_names(client.search("copied", sources="both"))) == {"copied", "Copied"}
    assert client.error("stemguard/search", {"query": "x", "sources": "images"}) == (
        -32602,
        "`sources` must be 'both' or 'code' or 'documents'.",
    )


@pytest.mark.parametrize(
    ("query", "manner", "total", "total_without"),
    [
        ("gath", {"prefix": True}, 3, 0),
        ("gathered", {"view": "names"}, 1, 3),
        ("gathered", {"sources": "documents"}, 1, 3),
    ],
)
def test_an_explanation_is_of_the_search_that_was_made(
    client: RawClient,
    folder: Path,
    query: str,
    manner: dict[str, object],
    total: int,
    total_without: int,
) -> None:
    (folder / "a.py").write_text("def gathered():\n    pass\n\n\ndef other():\n    gathered()\n")
    (folder / "b.md").write_text("# Twice\n\ngathered\n")
    client.initialize(folder)
    client.ready()
    items = client.search(query, **manner)
    asked = [{"query": query, "location": item["location"]} for item in items]
    with_manner = [client.call("stemguard/explain", {**one, **manner}) for one in asked]
    assert [one["position"] for one in with_manner] == [*range(1, total + 1)]
    assert {one["total"] for one in with_manner} == {total}
    assert {client.call("stemguard/explain", one)["total"] for one in asked} == {total_without}
