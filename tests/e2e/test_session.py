"""A session with one client: settings, folders, changes and progress."""

from __future__ import annotations

import fcntl
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.e2e.raw_client import Message, RawClient

RESCAN = {"command": "stemguard.rescan"}
VISIBLE = {"window": {"workDoneProgress": True}}


def _names(found: list[Message]) -> list[str]:
    return [one["name"] for one in found]


def _write(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text)
    return (folder / name).as_uri()


def test_changes_come_in_by_saves_by_watched_files_and_by_a_rescan(
    client: RawClient, folder: Path
) -> None:
    watching = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}
    first = _write(folder, "a.py", "def one(): pass\n")
    client.initialize(folder, capabilities=watching, initializationOptions={"watch": "client"})
    client.ready()
    (registration,) = client.of("client/registerCapability")[0]["registrations"]
    assert registration["method"] == "workspace/didChangeWatchedFiles"
    assert client.call("stemguard/status")["roots"][0]["watch"] == "client"

    _write(folder, "a.py", "def two(): pass\n")
    client.notify("textDocument/didSave", {"textDocument": {"uri": first}})
    client.poll(lambda: "two" in _names(client.symbols("two")), "the save")
    assert "one" not in _names(client.symbols("one"))

    second = _write(folder, "b.py", "def three(): pass\n")
    (folder / "a.py").unlink()
    changes = [{"uri": first, "type": 3}, {"uri": second, "type": 1}]
    client.notify("workspace/didChangeWatchedFiles", {"changes": changes})
    client.poll(lambda: "three" in _names(client.symbols("three")), "the new file")
    assert "two" not in _names(client.symbols("two"))

    _write(folder, "c.py", "def four(): pass\n")
    report = client.call("workspace/executeCommand", RESCAN)
    assert report["parsed"] == 1
    assert "four" in _names(client.symbols("four"))
    assert client.call("workspace/executeCommand", {"command": "stemguard.rebuild"})["parsed"] == 2
    generations = [params["generation"] for params in client.of("stemguard/indexChanged")]
    assert generations == sorted(set(generations))
    assert len(generations) >= 4


def test_saved_rules_and_settings_take_effect_without_a_rescan(
    client: RawClient, folder: Path
) -> None:
    opened, repository = folder / "opened", folder
    for part in (repository / ".git" / "info", repository / ".git" / "objects", opened / "lib"):
        part.mkdir(parents=True)
    (repository / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (repository / ".git" / "refs").mkdir()
    for name in ("a", "b", "c", "d"):
        _write(opened / "lib", f"{name}.py", "def one(): pass\n")
    client.initialize(opened)
    client.ready()

    def files() -> list[str]:
        return sorted(one["location"]["uri"][-4] for one in client.symbols("one"))

    def save(file: Path, text: str) -> None:
        file.write_text(text)
        client.notify("textDocument/didSave", {"textDocument": {"uri": file.as_uri()}})

    assert files() == ["a", "b", "c", "d"]
    save(opened / "lib" / ".gitignore", "a.py\n")
    client.poll(lambda: files() == ["b", "c", "d"], "the rules of a folder")
    save(repository / ".gitignore", "b.py\n")
    client.poll(lambda: files() == ["c", "d"], "the rules of a folder above")
    save(repository / ".git" / "info" / "exclude", "c.py\n")
    client.poll(lambda: files() == ["d"], "the rules of the repository")
    save(opened / ".stemguard.toml", "useIgnoreFiles = false\n")
    client.poll(lambda: files() == ["a", "b", "c", "d"], "the project's settings")
    save(opened / ".stemguard.toml", "")
    client.poll(lambda: files() == ["d"], "the default settings")


def test_files_that_wait_for_their_turn_are_pending_and_named(
    client: RawClient, folder: Path
) -> None:
    client.initialize(folder)
    client.ready()
    (root,) = client.call("stemguard/status")["roots"]
    with (Path(root["indexFolder"]) / "lock").open("wb") as lock:
        # As another process does that indexes this folder.
        fcntl.flock(lock, fcntl.LOCK_EX)
        for name in ("b.py", "a.py"):
            uri = _write(folder, name, "def one(): pass\n")
            client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
        outside = (folder.parent / "c.py").as_uri()
        client.notify("textDocument/didSave", {"textDocument": {"uri": outside}})
        (waiting,) = client.call("stemguard/status")["roots"]
        assert (waiting["pending"], waiting["pendingExamples"]) == (2, ["a.py", "b.py"])
        assert "\n  pending   2: a.py, b.py\n" in client.call("stemguard/status")["text"]
        index = client.call("stemguard/search", {"query": "one"})["index"]
        assert (index["state"], index["pending"]) == ("indexing", 2)
    client.poll(lambda: _index(client)["state"] == "ready", "the files that waited")
    index = _index(client)
    assert (index["pending"], index["files"]) == (0, 2)


def test_all_doors_of_a_server_give_the_same_answer(client: RawClient, folder: Path) -> None:
    _write(folder, "a.py", "def copy_file(): pass\ndef copying(): pass\n")
    client.initialize(folder)
    client.ready()
    params = {"query": "copy file", "match": {"atLeast": 1}, "limit": 2}
    direct = client.call("stemguard/search", params)
    command = {"command": "stemguard.search", "arguments": [params]}
    by_command = client.call("workspace/executeCommand", command)
    assert by_command["items"] == direct["items"]
    status = client.call("workspace/executeCommand", {"command": "stemguard.status"})
    assert status == client.call("stemguard/status") == client.call("stemguard/status", {})

    partial = {**params, "partialResultToken": "p", "workDoneToken": 7}
    rest = client.call("stemguard/search", partial)
    progress = client.of("$/progress")
    parts = [one["value"]["items"] for one in progress if one["token"] == "p"]
    assert [item for part in parts for item in part] == direct["items"]
    assert [[item["tier"] for item in part] for part in parts] == [[2], [0]]
    assert (rest["items"], rest["total"]) == ([], direct["total"])
    assert [one["value"]["kind"] for one in progress if one["token"] == 7] == ["begin", "end"]

    symbols = client.symbols("copy file")
    assert client.call("workspace/symbol", {"query": "copy file", "partialResultToken": 1}) == []
    sent = [one["value"] for one in client.of("$/progress") if one["token"] == 1]
    assert [symbol for part in sent for symbol in part] == symbols

    unit = direct["items"][1]
    explained = client.call(
        "stemguard/explain", {"query": "copy file", "location": unit["location"]}
    )
    assert (explained["position"], explained["unit"]["name"]) == (2, unit["name"])
    assert explained["unit"]["explanation"]["score"] == unit["score"]
    assert explained["text"].splitlines()[0] == "a.py:2:5  function  copying"
    assert "\nrank 2 of 2\n" in explained["text"]
    nowhere = {"uri": folder.as_uri() + "/no.py", "range": unit["location"]["range"]}
    missed = client.call("stemguard/explain", {"query": "x", "location": nowhere})
    assert (missed["unit"], missed["text"]) == (None, "No unit is at this place.")

    assert client.error("stemguard/search", {"query": "x", "limit": 0}) == (
        -32602,
        "`limit` must be a whole number from 1 to 1000.",
    )
    assert client.error("workspace/executeCommand", {"command": "stemguard.search"}) == (
        -32602,
        "`query` is missing.",
    )
    assert client.error("workspace/executeCommand", {"command": "rm"}) == (
        -32602,
        "There is no command `rm`.",
    )


def test_a_symbol_is_resolved_to_where_it_is_now_or_not_at_all(
    client: RawClient, folder: Path
) -> None:
    uri = _write(folder, "a [b]#%.py", "def here(): pass\n")
    resolves = {"resolveSupport": {"properties": ["location.range", 5]}}
    symbol_of_a_newer_client = {**resolves, "symbolKind": {"valueSet": [99, "new"]}}
    odd = {"workspace": {"symbol": symbol_of_a_newer_client}, "general": 5, "window": []}
    capabilities = client.initialize(folder, capabilities=odd)["capabilities"]
    assert capabilities["workspaceSymbolProvider"]["resolveProvider"] is True
    client.ready()
    (symbol,) = [one for one in client.symbols("here") if one["kind"] == 12]
    without = {**symbol, "location": {"uri": symbol["location"]["uri"]}}
    _write(folder, "a [b]#%.py", "\n\ndef here(): pass\n")
    client.call("workspace/executeCommand", RESCAN)
    moved = client.call("workspaceSymbol/resolve", without)
    assert moved["location"] == {
        "uri": uri,
        "range": {"start": {"line": 2, "character": 4}, "end": {"line": 2, "character": 8}},
    }
    _write(folder, "a [b]#%.py", "def there(): pass\n")
    client.call("workspace/executeCommand", RESCAN)
    assert client.error("workspaceSymbol/resolve", symbol) == (
        -32801,
        "`here` is not in its file any more.",
    )


def test_any_symbol_is_resolved_however_large_its_file_and_however_deep_its_folder(
    client: RawClient, folder: Path
) -> None:
    inner = folder / "inner"
    inner.mkdir()
    functions = "".join(f"def name_{number}(): pass\n" for number in range(1200))
    _write(inner, "large.py", functions)
    _write(folder, "large.py", "\n" + functions)
    client.initialize(folder, inner)
    client.ready()
    found = [one for one in client.symbols("name_1199") if one["name"] == "name_1199"]
    assert [one["location"]["range"]["start"]["line"] for one in found] == [1200, 1199]
    for symbol in found:
        assert client.call("workspaceSymbol/resolve", symbol) == symbol


def test_folders_come_and_go(client: RawClient, folder: Path, tmp_path: Path) -> None:
    other, link = tmp_path / "other", tmp_path / "link"
    other.mkdir()
    link.symlink_to(other)
    _write(folder, "a.py", "def shared(): pass\n")
    _write(other, "b.py", "def shared(): pass\n")
    client.initialize(folder)
    client.ready()

    def places() -> list[str]:
        return [one["location"]["uri"] for one in client.symbols("shared")]

    def change(added: list[Path], removed: list[Path]) -> None:
        event = {
            "added": [{"uri": path.as_uri(), "name": path.name} for path in added],
            "removed": [{"uri": path.as_uri(), "name": path.name} for path in removed],
        }
        client.notify("workspace/didChangeWorkspaceFolders", {"event": event})
        client.ready()

    here = (folder / "a.py").as_uri()
    there = (link / "b.py").as_uri()
    assert places() == [here]
    change([link], [])
    assert places() == [here, there]
    change([], [folder])
    assert places() == [there]
    change([folder], [])
    assert places() == [there, here]
    client.notify("workspace/didChangeConfiguration", {"settings": {"stemguard": {"limit": 1}}})
    client.ready()
    assert places() == [there]


def test_settings_are_asked_for_and_a_changed_one_takes_effect(
    client: RawClient, folder: Path, home: Path
) -> None:
    _write(folder, "a.py", "def one(): pass\n")
    _write(folder, "b.md", "# One\n")
    _write(folder, ".stemguard.toml", "workers = 2\nlimit = 1\nnonsense = 1\n")
    client.settings = {"sources": "documents", "exclude": None}
    asks = {"workspace": {"configuration": True}}
    client.initialize(folder, capabilities=asks, initializationOptions={"sources": "code"})
    client.ready()
    assert _names(client.search("one")) == ["One"]
    client.settings = {"sources": "both", "exclude": ["*.md"], "limit": 10}
    client.notify("workspace/didChangeConfiguration", {"settings": None})
    client.ready()
    assert _names(client.search("one")) == ["one"]
    _write(folder, "a.py", "def one(): pass\ndef one_more(): pass\n")
    client.settings = {"limit": 1}
    client.notify("workspace/didChangeConfiguration", {"settings": None})
    client.ready()
    assert len(client.search("one more")) == 1
    said = [message["message"] for message in client.of("window/showMessage")]
    assert said == [
        "`workers` may not be set by a project and is ignored in .stemguard.toml.",
        "`nonsense` in .stemguard.toml is no setting and is ignored.",
    ]


def test_settings_for_other_servers_change_nothing_and_null_takes_back_what_was_said(
    client: RawClient, folder: Path
) -> None:
    _write(folder, "a.py", "def one(): pass\ndef one_more(): pass\n")
    asks = {"workspace": {"configuration": True}}
    client.initialize(folder, capabilities=asks, initializationOptions={"limit": 1})
    client.ready()
    others: Message = {"python": {"analysis": {}}, "pylsp": {"plugins": {}}}
    client.notify("workspace/didChangeConfiguration", {"settings": others})
    client.ready()
    assert len(client.search("one")) == 1
    client.settings = {"limit": 2}
    client.notify("workspace/didChangeConfiguration", {"settings": None})
    client.ready()
    assert len(client.search("one")) == 2
    client.settings = None
    client.notify("workspace/didChangeConfiguration", {"settings": None})
    client.ready()
    assert len(client.search("one")) == 1
    assert client.of("window/showMessage") == []


def test_a_folder_that_cannot_be_served_is_said_and_the_others_are(
    client: RawClient, folder: Path, home: Path, tmp_path: Path
) -> None:
    _write(folder, "a.py", "def here(): pass\n")
    client.initialize(home, folder, tmp_path / "missing")
    client.ready()
    assert "here" in _names(client.symbols("here"))
    assert [message["message"] for message in client.of("window/showMessage")] == [
        f"{home} is too large to be indexed unless `hugeRoots` is set in the settings.",
        f"{tmp_path / 'missing'} is not a folder.",
    ]


def test_progress_is_shown_and_its_cancel_keeps_what_was_indexed(
    new_client: Callable[..., RawClient], folder: Path
) -> None:
    for number in range(3000):
        _write(folder, f"f{number}.py", f"def name_{number}(): pass\n" * 20)
    client = new_client()
    client.initialize(folder, capabilities=VISIBLE)
    client.wait(lambda: bool(_kinds(client)), "the beginning")
    state = client.call("stemguard/search", {"query": "name"})["index"]["state"]
    assert state == "indexing"
    token = client.of("$/progress")[0]["token"]
    client.notify("window/workDoneProgress/cancel", {"token": token})
    client.wait(lambda: "end" in _kinds(client), "the end")
    kinds = _kinds(client)
    assert (kinds[0], kinds[-1]) == ("begin", "end")
    assert set(kinds[1:-1]) <= {"report"}
    percentages = [
        one["value"]["percentage"]
        for one in client.of("$/progress")
        if one["value"]["kind"] == "report"
    ]
    assert percentages == sorted(percentages)
    assert client.call("stemguard/status")["roots"][0]["files"] < 3000
    assert client.leave() == 0


def test_work_that_a_client_shows_itself_is_stopped_by_its_cancel(
    client: RawClient, folder: Path
) -> None:
    client.initialize(folder, initializationOptions={"watch": "off"})
    client.ready()
    for number in range(3000):
        _write(folder, f"f{number}.py", f"def name_{number}(): pass\n" * 20)
    rescan = client.request("workspace/executeCommand", {**RESCAN, "workDoneToken": "mine"})
    client.wait(lambda: "report" in _kinds(client), "some progress")
    client.notify("window/workDoneProgress/cancel", {"token": "mine"})
    assert client.answer(rescan)["error"]["code"] == -32800
    values = [one["value"] for one in client.of("$/progress")]
    assert values[0]["cancellable"] is True
    assert values[-1]["kind"] == "end"
    client.ready()
    assert _names(client.symbols("name_2999"))[0] == "name_2999"


def test_what_a_cancelled_rescan_has_left_is_pending_until_the_next_one(
    client: RawClient, folder: Path
) -> None:
    client.initialize(folder, initializationOptions={"watch": "off"})
    client.ready()
    for number in range(3000):
        _write(folder, f"f{number}.py", f"def name_{number}(): pass\n" * 20)
    rescan = client.request("workspace/executeCommand", {**RESCAN, "workDoneToken": "mine"})
    client.wait(lambda: "report" in _kinds(client), "some progress")
    client.notify("window/workDoneProgress/cancel", {"token": "mine"})
    assert client.answer(rescan)["error"]["code"] == -32800
    client.poll(lambda: _index(client)["state"] == "ready", "the end")
    index = _index(client)
    assert index["pending"] == 3000 - index["files"] > 0
    (root,) = client.call("stemguard/status")["roots"]
    assert (root["state"], root["pending"]) == ("ready", index["pending"])
    assert root["pendingExamples"]
    _write(folder, "f0.py", "def other(): pass\n")
    client.notify("textDocument/didSave", {"textDocument": {"uri": (folder / "f0.py").as_uri()}})
    client.poll(lambda: "other" in _names(client.symbols("other")), "the saved file")
    # The saved file may have been one of them.
    assert _index(client)["pending"] >= index["pending"] - 1
    client.ready()
    assert _index(client)["pending"] == 0
    assert client.call("stemguard/status")["roots"][0]["pendingExamples"] == []


def test_requests_with_one_token_are_both_answered_and_say_that_they_cannot_be_stopped(
    client: RawClient, folder: Path
) -> None:
    _write(folder, "a.py", "def here(): pass\n")
    client.initialize(folder)
    client.ready()
    ways = [
        ("stemguard/search", {"query": "here"}),
        ("workspace/symbol", {"query": "here"}),
        ("workspace/executeCommand", {"command": "stemguard.status"}),
    ]
    ways = [*ways * 10, ("workspace/executeCommand", RESCAN)]
    asked = [client.request(method, {**params, "workDoneToken": 1}) for method, params in ways]
    assert all("result" in client.answer(msg_id) for msg_id in asked)
    begun = [value for one in client.of("$/progress") if (value := one["value"])["kind"] == "begin"]
    assert [value["cancellable"] for value in begun].count(True) == 1
    assert len(begun) == 31


@pytest.mark.parametrize("opened", ["rootUri", "rootPath", "nothing"])
def test_a_client_may_open_one_folder_the_old_way_or_none(
    client: RawClient, folder: Path, opened: str
) -> None:
    _write(folder, "a.py", "def here(): pass\n")
    way = {"rootUri": folder.as_uri(), "rootPath": str(folder)}.get(opened)
    client.initialize(**{"workspaceFolders": None, **({opened: way} if way else {})})
    client.ready()
    found = _names(client.symbols("here"))
    assert ("here" in found) == (opened != "nothing")


def _index(client: RawClient) -> Message:
    index: Message = client.call("stemguard/search", {"query": "name"})["index"]
    return index


def _kinds(client: RawClient) -> list[str]:
    return [one["value"]["kind"] for one in client.of("$/progress")]
