"""Documents as an editor changes them, over the wire."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.e2e.raw_client import Message, RawClient

SMILE = "\N{GRINNING FACE}"


def _open(client: RawClient, uri: str, text: str, language: str = "python") -> None:
    document = {"uri": uri, "languageId": language, "version": 1, "text": text}
    client.notify("textDocument/didOpen", {"textDocument": document})


def _change(client: RawClient, uri: str, version: int, *changes: Message | str) -> None:
    whole = [{"text": change} if isinstance(change, str) else change for change in changes]
    document = {"uri": uri, "version": version}
    params = {"textDocument": document, "contentChanges": whole}
    client.notify("textDocument/didChange", params)


def _edit(start: tuple[int, int], end: tuple[int, int], text: str) -> Message:
    places = [{"line": line, "character": character} for line, character in (start, end)]
    return {"range": {"start": places[0], "end": places[1]}, "text": text}


def _close(client: RawClient, uri: str) -> None:
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


def _found(client: RawClient, name: str) -> list[str]:
    """The URIs of the symbols that have just this name."""
    return [one["location"]["uri"] for one in client.symbols(name) if one["name"] == name]


def _becomes(client: RawClient, name: str, uris: list[str]) -> None:
    client.poll(lambda: _found(client, name) == uris, f"{name} in {uris}")


def _write(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text)
    return (folder / name).as_uri()


def _index(client: RawClient) -> Message:
    index: Message = client.call("stemguard/search", {"query": "x"})["index"]
    return index


def _settled(client: RawClient) -> None:
    client.poll(lambda: _index(client)["pending"] == 0, "all documents")


def test_the_buffer_is_searched_while_it_is_open_and_the_disk_before_and_after(
    client: RawClient, folder: Path
) -> None:
    uri = _write(folder, "m.py", "def alpha(): pass\n")
    sync = client.initialize(folder)["capabilities"]["textDocumentSync"]
    assert (sync["openClose"], sync["change"]) == (True, 2)
    client.ready()
    assert _found(client, "alpha") == [uri]
    _open(client, uri, "def alpha(): pass\n")
    _change(client, uri, 2, "def beta(): pass\n")
    _becomes(client, "beta", [uri])
    assert _found(client, "alpha") == []
    _change(client, uri, 3, "")
    _becomes(client, "beta", [])
    assert _found(client, "alpha") == []
    _close(client, uri)
    assert _found(client, "alpha") == [uri]
    assert _found(client, "beta") == []


@pytest.mark.parametrize(
    ("encoding", "start", "end"), [("utf-8", 18, 22), ("utf-16", 14, 18), ("utf-32", 12, 16)]
)
def test_edits_and_answers_count_in_the_encoding_agreed_on(
    client: RawClient, folder: Path, encoding: str, start: int, end: int
) -> None:
    uri = _write(folder, "m.py", "x = 1\n")
    client.initialize(folder, capabilities={"general": {"positionEncodings": [encoding]}})
    client.ready()
    line = f"'{SMILE}{SMILE}'; class Kitt: pass\n"
    _open(client, uri, f"\f# one\r{line}")
    # The name's last letter, in the line behind the form feed's.
    _change(client, uri, 2, _edit((1, end - 1), (1, end), "e"))
    _becomes(client, "Kite", [uri])
    (item,) = client.search("kite", kinds=["class"])
    assert item["selectionRange"]["start"] == {"line": 1, "character": start}
    assert item["selectionRange"]["end"] == {"line": 1, "character": end}
    (mark,) = item["preview"]["highlights"]
    assert (mark["start"]["character"], mark["end"]["character"]) == (start, end)


def test_the_changes_of_a_notification_are_made_in_their_order_and_old_ones_are_not(
    client: RawClient, folder: Path
) -> None:
    uri = _write(folder, "m.py", "")
    client.initialize(folder)
    client.ready()
    _open(client, uri, "def first(): pass\n")
    _change(
        client,
        uri,
        5,
        _edit((0, 0), (0, 0), "\n"),
        _edit((1, 4), (1, 9), "second"),
        _edit((1, 4), (1, 4), "the_"),
    )
    _becomes(client, "the_second", [uri])
    _change(client, uri, 4, "def stale(): pass\n")
    _change(client, (folder / "other.py").as_uri(), 1, "def never_opened(): pass\n")
    _change(client, uri, 6, _edit((9, 0), (9, 0), "def last(): pass\n"))
    _becomes(client, "last", [uri])
    assert _found(client, "the_second") == [uri]
    assert _found(client, "stale") == _found(client, "never_opened") == []


def test_two_spellings_of_a_uri_are_one_file(
    client: RawClient, folder: Path, tmp_path: Path
) -> None:
    uri = _write(folder, "a b\u00e9.py", "def on_disk(): pass\n")
    (tmp_path / "link").symlink_to(folder)
    client.initialize(folder)
    client.ready()
    raw = f"file://{folder}/a b\u00e9.py"
    linked = (tmp_path / "link" / "a b\u00e9.py").as_uri()
    assert "%20" in uri
    assert "%C3%A9" in uri
    _open(client, uri, "def one(): pass\n")
    _becomes(client, "one", [uri])
    # The same document by another spelling, and by another way to it.
    _change(client, raw, 2, "def two(): pass\n")
    _becomes(client, "two", [uri])
    _open(client, linked, "def three(): pass\n")
    _becomes(client, "three", [uri])
    assert _found(client, "one") == _found(client, "two") == _found(client, "on_disk") == []
    _close(client, linked)
    assert _found(client, "two") == [uri]
    _close(client, raw)
    assert _found(client, "on_disk") == [uri]


def test_a_single_file_is_searched_without_any_folder(client: RawClient, folder: Path) -> None:
    uri = _write(folder, "m.py", "def on_disk(): pass\n")
    spelled = uri.replace("m.py", "%6D.py")
    client.initialize()
    client.ready()
    _open(client, spelled, "class Box:\n    def unsaved(self): pass\n")
    _becomes(client, "unsaved", [spelled])
    assert _found(client, "on_disk") == []
    (symbol,) = client.symbols("unsaved")
    assert symbol["containerName"] == "Box"
    (item,) = client.search("unsaved", kinds=["method"])
    assert (item["location"]["uri"], item["folder"]) == (spelled, None)
    assert item["preview"]["text"] == "    def unsaved(self): pass"
    location = {"uri": spelled, "range": item["selectionRange"]}
    explained = client.call("stemguard/explain", {"query": "unsaved", "location": location})
    assert (explained["unit"]["name"], explained["position"]) == ("unsaved", 1)
    _close(client, spelled)
    assert _found(client, "unsaved") == []


def test_untitled_documents_are_searched_and_other_schemes_are_not(
    client: RawClient, folder: Path
) -> None:
    resolving: Any = {"symbol": {"resolveSupport": {"properties": ["location.range"]}}}
    client.initialize(folder, capabilities={"workspace": resolving})
    client.ready()
    _open(client, "git:/x/m.py", "def foreign(): pass\n")
    _open(client, "untitled:Untitled-1", "# A thought\n", "markdown")
    _becomes(client, "A thought", ["untitled:Untitled-1"])
    _settled(client)
    assert _found(client, "foreign") == []
    (symbol,) = client.symbols("thought")
    resolved = client.call("workspaceSymbol/resolve", symbol)
    assert resolved["location"]["range"]["start"] == {"line": 0, "character": 2}
    location = resolved["location"]
    explained = client.call("stemguard/explain", {"query": "thought", "location": location})
    assert explained["unit"]["location"]["uri"] == "untitled:Untitled-1"


def test_a_file_that_is_left_out_stays_out_though_it_is_open(
    client: RawClient, folder: Path
) -> None:
    (folder / ".gitignore").write_text("out.py\n")
    client.initialize(folder)
    client.ready()
    _open(client, (folder / "out.py").as_uri(), "def hidden_one(): pass\n")
    shown = (folder / "in" / "new.py").as_uri()
    _open(client, shown, "def shown_one(): pass\n")
    _becomes(client, "shown_one", [shown])
    _settled(client)
    assert _found(client, "hidden_one") == []


def test_a_change_on_disk_under_a_document_is_seen_when_it_closes(
    client: RawClient, folder: Path
) -> None:
    uri = _write(folder, "m.py", "def alpha(): pass\n")
    client.initialize(folder)
    client.ready()
    _open(client, uri, "def alpha(): pass\n")
    _change(client, uri, 2, "def beta(): pass\n")
    _becomes(client, "beta", [uri])
    before = client.search("beta alpha gamma")
    _write(folder, "m.py", "def gamma(): pass\n")
    client.ready()
    assert client.search("beta alpha gamma") == before
    (folder / "m.py").unlink()
    client.ready()
    assert client.search("beta alpha gamma") == before
    _write(folder, "m.py", "def delta(): pass\n")
    client.ready()
    _close(client, uri)
    assert _found(client, "delta") == [uri]
    assert _found(client, "beta") == []


def test_a_saved_document_answers_as_before(client: RawClient, folder: Path) -> None:
    uri = _write(folder, "m.py", "def alpha(): pass\n")
    _write(folder, "n.py", "def beta_alpha(): beta\n")
    client.initialize(folder)
    client.ready()
    _open(client, uri, "def beta(): pass\n")
    _becomes(client, "beta", [uri])
    _settled(client)
    before = client.search("beta alpha")
    _write(folder, "m.py", "def beta(): pass\n")
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    client.ready()
    assert client.search("beta alpha") == before
    _close(client, uri)
    assert client.search("beta alpha") == before


def test_a_renamed_file_is_searched_under_its_new_name(client: RawClient, folder: Path) -> None:
    uri = _write(folder, "m.py", "def alpha(): pass\n")
    client.initialize(folder)
    client.ready()
    _open(client, uri, "def unsaved(): pass\n")
    _becomes(client, "unsaved", [uri])
    (folder / "m.py").rename(folder / "n.py")
    renamed = (folder / "n.py").as_uri()
    _close(client, uri)
    _open(client, renamed, "def unsaved(): pass\n")
    client.ready()
    _becomes(client, "unsaved", [renamed])
    assert _found(client, "alpha") == []


def test_documents_outlive_new_settings_and_follow_the_folders(
    client: RawClient, folder: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    uri = _write(folder, "m.py", "def alpha(): pass\n")
    beside = _write(other, "n.py", "def gamma(): pass\n")
    client.initialize(folder)
    client.ready()
    _open(client, uri, "def beta(): pass\n")
    _open(client, beside, "def delta(): pass\n")
    _becomes(client, "beta", [uri])
    _becomes(client, "delta", [beside])
    client.settings = {"maxFileSize": 500_000}
    client.notify("workspace/didChangeConfiguration", {"settings": {"stemguard": client.settings}})
    added = {"uri": other.as_uri(), "name": "other"}
    event = {"event": {"added": [added], "removed": []}}
    client.notify("workspace/didChangeWorkspaceFolders", event)
    client.ready()
    _becomes(client, "beta", [uri])
    _becomes(client, "delta", [beside])
    assert _found(client, "alpha") == _found(client, "gamma") == []
    _change(client, uri, 2, "def beta_again(): pass\n")
    _becomes(client, "beta_again", [uri])
    _close(client, uri)
    _close(client, beside)
    assert _found(client, "alpha") == [uri]
    assert _found(client, "gamma") == [beside]


def test_a_document_that_is_not_searched_yet_is_pending_and_named(
    client: RawClient, folder: Path
) -> None:
    uri = _write(folder, "m.py", "def alpha(): pass\n")
    client.initialize(folder)
    client.ready()
    _open(client, uri, "def alpha(): pass\n")
    _settled(client)
    _change(client, uri, 2, "def beta(): pass\n")
    (root,) = client.call("stemguard/status")["roots"]
    assert (root["pending"], root["pendingExamples"]) == (1, ["m.py"])
    _settled(client)
    assert _found(client, "beta") == [uri]


def test_no_change_is_lost_for_a_null_where_there_could_be_nothing(
    client: RawClient, folder: Path
) -> None:
    uri = _write(folder, "m.py", "def alpha(): pass\n")
    client.initialize(folder)
    client.ready()
    _open(client, uri, "def alpha(): pass\n")
    _change(client, uri, 2, {"text": "def beta(): pass\n", "range": None, "rangeLength": None})
    _becomes(client, "beta", [uri])
    document = {"uri": uri, "version": None}
    changes = [_edit((0, 4), (0, 8), "gamma")]
    params = {"textDocument": document, "contentChanges": changes}
    client.notify("textDocument/didChange", params)
    _becomes(client, "gamma", [uri])


def test_a_document_of_an_odd_name_is_searched_and_keeps_nobody_from_it(
    client: RawClient, folder: Path
) -> None:
    uri = _write(folder, "m.py", "def alpha(): pass\n")
    client.initialize(folder)
    client.ready()
    _open(client, "untitled:a%00b", "def odd(): pass\n")
    _becomes(client, "odd", ["untitled:a%00b"])
    assert _found(client, "alpha") == [uri]
