"""What a client is told of documents that are not searched, or only as text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.e2e.raw_client import RawClient


def _open(client: RawClient, uri: str, text: str) -> None:
    document = {"uri": uri, "languageId": "plaintext", "version": 1, "text": text}
    client.notify("textDocument/didOpen", {"textDocument": document})


def _close(client: RawClient, uri: str) -> None:
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


def _settled(client: RawClient) -> Any:  # noqa: ANN401 - any JSON
    """The status once all documents are searched."""
    client.poll(
        lambda: client.call("stemguard/search", {"query": "x"})["index"]["pending"] == 0,
        "all documents",
    )
    return client.call("stemguard/status")


def _kinds(skipped: list[dict[str, Any]]) -> dict[str, list[str]]:
    assert all(kind["count"] == len(kind["examples"]) for kind in skipped)
    return {kind["reason"]: kind["examples"] for kind in skipped}


def test_documents_are_named_with_the_reasons_their_files_would_have(
    new_client: Callable[..., RawClient], env: dict[str, str], folder: Path, tmp_path: Path
) -> None:
    grammars = tmp_path / "grammars"
    grammars.mkdir()
    (grammars / "tree_sitter_go.py").write_text("def language(): raise ValueError\n")
    crashes = "import ctypes\ndef language(): ctypes.string_at(0)\n"
    (grammars / "tree_sitter_ruby.py").write_text(crashes)
    env["PYTHONPATH"] = f"{grammars}:{env.get('PYTHONPATH', '')}".rstrip(":")
    texts = {
        "binary.py": "def f(): pass\0\n",
        "crash.rb": "def f; end\n",
        "large.js": "x = 1; " * 430_000,
        "minified.js": "x = 1; " * 3_000,
        "symbols.go": "package a\n",
    }
    (folder / "was.bin").write_bytes(b"\0")
    (folder / "binary.py").write_text("def on_disk(): pass\n")
    client = new_client()
    client.initialize(folder)
    client.ready()
    _open(client, (folder / "was.bin").as_uri(), "fine\n")
    for name, text in texts.items():
        _open(client, (folder / name).as_uri(), text)
    status = _settled(client)
    told = _kinds(status["roots"][0]["skipped"])
    assert told["binary"] == ["binary.py"]
    assert told["larger than 1000000 bytes"] == ["large.js"]
    assert told["minified"] == ["minified.js"]
    assert sorted(path for paths in told.values() for path in paths) == sorted(texts)
    assert "\nskipped 1 (minified): minified.js" in status["text"]
    for name in ("was.bin", *texts):
        _close(client, (folder / name).as_uri())
    (root,) = client.call("stemguard/status")["roots"]
    assert _kinds(root["skipped"]) == {"binary": ["was.bin"]}
    # The same on disk.
    (folder / "was.bin").unlink()
    for name, text in texts.items():
        (folder / name).write_text(text)
    client.ready()
    assert _kinds(client.call("stemguard/status")["roots"][0]["skipped"]) == told


def test_documents_in_no_folder_are_named_by_their_uris(
    client: RawClient, folder: Path, tmp_path: Path
) -> None:
    client.initialize(folder)
    client.ready()
    outside = (tmp_path / "outside.py").as_uri()
    _open(client, outside, "\0")
    _open(client, "untitled:Untitled-1", "\0")
    _open(client, "untitled:Untitled-2", "fine\n")
    status = _settled(client)
    assert _kinds(status["skipped"]) == {"binary": [outside, "untitled:Untitled-1"]}
    assert status["roots"][0]["skipped"] == []
    assert status["text"].endswith(
        f"\n\nopen, in no folder\nskipped 2 (binary): {outside}, untitled:Untitled-1"
    )
    _close(client, "untitled:Untitled-1")
    _close(client, outside)
    status = client.call("stemguard/status")
    assert status["skipped"] == []
    assert "in no folder" not in status["text"]
