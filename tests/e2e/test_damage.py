"""What happens to the files of an index in use: the server answers right, and says one line."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.e2e.raw_client import WITHOUT_PRIVILEGES, Message, RawClient

N_FILES = 40

HOLD = """
import sqlite3, sys
held = sqlite3.connect(sys.argv[1], isolation_level=None)
held.execute("begin exclusive")
print("held", flush=True)
sys.stdin.read()
"""


def _overwrite(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.write(os.urandom(max(file.stat().st_size, 4096)))


def _empty(file: Path) -> None:
    os.truncate(file, 0)


def _halve(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def _put_a_folder_there(file: Path) -> None:
    file.unlink()
    (file / "sub").mkdir(parents=True)


DAMAGES = (_overwrite, _empty, _halve, Path.unlink, _put_a_folder_there)


@pytest.mark.parametrize("damage", DAMAGES)
def test_an_index_that_is_damaged_in_use_is_set_aside_and_filled_anew(
    client: RawClient, folder: Path, damage: Callable[[Path], None]
) -> None:
    index = _indexed(client, folder)
    was_there = damage is not Path.unlink
    damage(index / "index.db")
    _goes_on(client, folder, "first")
    _goes_on(client, folder, "second")
    assert (index / "index.db.broken").exists() == was_there
    assert len(_shown(client)) <= 1
    [line] = _logged(client)
    assert line.endswith("was made anew: its file was damaged.")


@pytest.mark.parametrize("damage", DAMAGES)
def test_every_other_file_of_an_index_may_be_damaged_in_use(
    client: RawClient, folder: Path, damage: Callable[[Path], None]
) -> None:
    index = _indexed(client, folder)
    names = sorted(file.name for file in index.iterdir() if file.name != "index.db")
    assert {"index.db-wal", "index.db-shm", "about.json"} <= set(names)
    for name in names:
        file = index / name
        if file.is_file():
            damage(file)
        _goes_on(client, folder, f"after_{names.index(name)}")
    assert len(_shown(client)) <= 1
    assert set(_logged(client)) <= {f"The index of {folder} was made anew: its file was damaged."}


def test_a_folder_of_an_index_that_is_deleted_in_use_is_made_anew(
    client: RawClient, folder: Path
) -> None:
    index = _indexed(client, folder)
    shutil.rmtree(index)
    _goes_on(client, folder, "first")
    _goes_on(client, folder, "second")
    assert (index / "index.db").is_file()
    assert len(_shown(client)) <= 1
    [line] = _logged(client)
    assert "made anew" in line


def test_an_index_that_becomes_read_only_in_use_is_used_and_by_the_next_server_left_alone(
    new_client: Callable[..., RawClient], folder: Path
) -> None:
    client = new_client(python=WITHOUT_PRIVILEGES)
    index = _indexed(client, folder)
    modes = {path: path.stat().st_mode for path in (index, *index.iterdir())}
    for path in modes:
        path.chmod(0o500 if path == index else 0o400)
    try:
        _goes_on(client, folder, "first")
        assert _shown(client) == _logged(client) == []
        assert client.leave() == 0
        other = new_client(python=WITHOUT_PRIVILEGES)
        other.initialize(folder)
        _goes_on(other, folder, "second")
        other.poll(lambda: bool(_logged(other)), "the line")
        [line] = _logged(other)
        assert "kept for this session only" in line
        assert _shown(other) == []
    finally:
        for path, mode in modes.items():
            if path.exists():
                path.chmod(mode)


def test_another_program_that_locks_the_index_delays_saves_and_no_search(
    client: RawClient, folder: Path
) -> None:
    index = _indexed(client, folder)
    with _held(index / "index.db"):
        path = _save(client, folder, "late")
        client.poll(lambda: _root(client)["pending"] == 1, "the file that waits")
        assert _root(client)["pendingExamples"] == [path.name]
        assert len(_names(client, "keep")) == N_FILES
        client.poll(lambda: bool(_root(client)["notices"]), "what it waits for")
        [notice] = _root(client)["notices"]
        assert notice.startswith("Another program keeps the index in ")
        assert len(_names(client, "keep")) == N_FILES
    client.poll(lambda: "late_saved" in _names(client, "late"), "what was saved")
    assert _logged(client) == [notice]
    assert _shown(client) == []


def test_a_server_that_starts_while_the_index_is_locked_searches_it(
    new_client: Callable[..., RawClient], folder: Path
) -> None:
    first = new_client()
    index = _indexed(first, folder)
    assert first.leave() == 0
    with _held(index / "index.db"):
        second = new_client()
        second.initialize(folder)
        assert len(_names(second, "keep")) == N_FILES


@pytest.mark.parametrize("words", [10, 4000])
def test_a_disk_that_is_full_or_fills_up_stops_nothing(
    new_client: Callable[..., RawClient], home: Path, folder: Path, words: int
) -> None:
    (home / "cache").mkdir()
    mount = f'mount -t tmpfs -o size=1m none "{home}/cache" && exec "$0" "$@"'
    namespace = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", mount)
    client = new_client(python=(*namespace, sys.executable))
    _indexed(client, folder, words)
    assert bool(_logged(client)) == (words > 10)
    for number in range(40):
        (folder / f"g{number}.py").write_text(_text(f"more_{number}", 4000, number))
    client.ready()
    assert len(_names(client, "more")) == 40
    _goes_on(client, folder, "first")
    [line] = _logged(client)
    assert "kept for this session only" in line
    assert "full" in line
    assert _shown(client) == []


def test_what_becomes_unreadable_leaves_and_comes_back_with_its_mode(
    new_client: Callable[..., RawClient], folder: Path
) -> None:
    client = new_client(python=WITHOUT_PRIVILEGES)
    (folder / "sub").mkdir()
    (folder / "sub" / "inner.py").write_text("def inner_thing(): pass\n")
    _indexed(client, folder)
    for path, name in ((folder / "f0.py", "keep_0"), (folder / "sub", "inner_thing")):
        mode = path.stat().st_mode
        path.chmod(0)
        _tell(client, path)
        _wait_for(client, name, set())
        skipped = {example for kind in _root(client)["skipped"] for example in kind["examples"]}
        assert path.name in skipped
        path.chmod(mode)
        _tell(client, path)
        _wait_for(client, name, {name})
    assert _root(client)["skipped"] == []


def test_a_file_is_read_in_whatever_encoding_it_is_saved(client: RawClient, folder: Path) -> None:
    _indexed(client, folder)
    path = folder / "menu.py"
    name = "caf\N{LATIN SMALL LETTER E WITH ACUTE}_menu"
    text = f"def {name}(): pass\n"
    written = {
        "latin-1": f"# -*- coding: latin-1 -*-\n{text}".encode("latin-1"),
        "utf-8": text.encode(),
        "utf-16": text.encode("utf-16"),
        "utf-8 with a mark": text.encode("utf-8-sig"),
    }
    for encoding, data in written.items():
        path.write_bytes(data)
        _tell(client, path)
        line = data.count(b"\n") - 1

        def is_there(line: int = line) -> bool:
            found = [one for one in client.symbols("menu") if one["name"] == name]
            return [one["location"]["range"]["start"]["line"] for one in found] == [line]

        client.poll(is_there, f"the name in {encoding}")


@pytest.fixture(autouse=True)
def _nothing_is_said_in_the_language_of_a_machine(
    tmp_path: Path, new_client: Callable[..., RawClient]
) -> Iterator[None]:
    yield
    said = (tmp_path / "stderr.txt").read_text(errors="replace")
    assert "Traceback" not in said
    assert "is locked" not in said


def _text(name: str, words: int, seed: int) -> str:
    lines = "".join(f"w{seed}x{number}\n" for number in range(words))
    return f"def {name}():\n    '''{lines}'''\n"


def _indexed(client: RawClient, folder: Path, words: int = 10) -> Path:
    """The folder of the index of a server that has read everything."""
    for number in range(N_FILES):
        (folder / f"f{number}.py").write_text(_text(f"keep_{number}", words, number))
    client.initialize(folder)
    client.ready()
    assert len(_names(client, "keep")) == N_FILES
    return Path(_root(client)["indexFolder"] or "/")


def _names(client: RawClient, query: str) -> set[str]:
    """The functions found; none where the request is refused with a sentence, which may be once."""
    asked = {"query": query, "limit": 1000, "prefix": True, "kinds": ["function"]}
    answer = client.answer(client.request("stemguard/search", asked))
    if "error" in answer:
        assert answer["error"]["code"] == -32803
        assert answer["error"]["message"] in _shown(client)
        return set()
    return {item["name"] for item in answer["result"]["items"]}


def _goes_on(client: RawClient, folder: Path, word: str) -> None:
    """What was there, and what is saved now, is found."""
    _save(client, folder, word)
    client.poll(lambda: f"{word}_saved" in _names(client, f"{word}_saved"), word)
    client.poll(lambda: len(_names(client, "keep")) == N_FILES, "what was there")


def _wait_for(client: RawClient, name: str, found: set[str]) -> None:
    client.poll(lambda: _names(client, name) & {name} == found, f"{found} for {name}")


def _save(client: RawClient, folder: Path, word: str) -> Path:
    path = folder / f"{word}.py"
    path.write_text(f"def {word}_saved(): pass\n")
    client.notify("textDocument/didSave", {"textDocument": {"uri": path.as_uri()}})
    return path


def _tell(client: RawClient, path: Path) -> None:
    changes = [{"uri": path.as_uri(), "type": 2}]
    client.notify("workspace/didChangeWatchedFiles", {"changes": changes})


@contextmanager
def _held(file: Path) -> Iterator[None]:
    """Another process has the lock of whoever writes."""
    command = [sys.executable, "-c", HOLD, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdin is not None
        assert holder.stdout.readline() == b"held\n"
        yield
        holder.stdin.close()


def _root(client: RawClient) -> Message:
    (root,) = client.call("stemguard/status")["roots"]
    return dict(root)


def _shown(client: RawClient) -> list[str]:
    return [message["message"] for message in client.of("window/showMessage")]


def _logged(client: RawClient) -> list[str]:
    return [message["message"] for message in client.of("window/logMessage")]
