"""How long after a change, of files or of an open document, the answers say so.

Every change brings or takes a function whose name stands nowhere else, and a server is asked for
it again and again.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import quote

from bench.querying import Times
from bench.serving import status_of, wait_until_ready
from bench.typing import document
from bench.units import places_in
from bench.wire import Client

#: Often enough for what takes a tenth of a second, or many; each question takes the time of the
#: one who is asked.
_BETWEEN_QUESTIONS_S = 0.002
_BETWEEN_QUESTIONS_ON_MANY_S = 0.05
#: What took longer than this went wrong.
_PATIENCE_S = 120.0
#: So long a server is left alone before a change, as by somebody who thinks.
_REST_S = 0.2
_MAIN = "main"


@dataclass(frozen=True, slots=True)
class Place:
    """A server and the one folder that it has open."""

    client: Client
    root: Path


@dataclass(frozen=True, slots=True)
class Switch:
    """After a checkout: seconds from its end until the answers are right, and what was read."""

    seconds: float
    parsed: int
    recalled: int


@dataclass(frozen=True, slots=True)
class Branches:
    """A repository, how many files of it differ between any two branches, and names in some."""

    root: Path
    files: Sequence[str]
    names: Mapping[str, Sequence[str]]


def name_of(kind: str, number: int) -> str:
    """A word of letters alone that no other kind and number gives."""
    return f"zq{kind}" + "".join(chr(ord("a") + int(digit)) for digit in f"{number:04}")


def save(file: Path, name: str) -> float:
    """Adds a function to a file and returns the moment at which it was closed."""
    with file.open("a", encoding="utf-8") as opened:
        opened.write(_function(name))
    return time.perf_counter()


def until_found(client: Client, name: str, since: float) -> float:
    """Seconds since a moment until a symbol is found."""
    _wait_until(lambda: _has(client, name))
    return time.perf_counter() - since


def until_told(place: Place, name: str, since: float) -> float:
    """Seconds since a moment until a symbol is found by a server that has to be told to look."""
    command = {"command": "stemguard.rescan", "arguments": []}
    place.client.ask("workspace/executeCommand", command)
    return until_found(place.client, name, since)


def until_searched(root: Path, name: str) -> float | None:
    """Seconds that ripgrep takes to find a word in all files; None where it is not installed."""
    ripgrep = shutil.which("rg")
    if ripgrep is None:
        return None
    start = time.perf_counter()
    command = [ripgrep, "-l", "-F", name, str(root)]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def until_both_find(leader: Client, follower: Client, name: str, since: float) -> list[float]:
    """Seconds since a moment until each of two servers finds a symbol, asked in turns."""
    found: dict[Client, float] = {}

    def have_both() -> bool:
        for client in (leader, follower):
            if client not in found and _has(client, name):
                found[client] = time.perf_counter() - since
        return len(found) == 2

    _wait_until(have_both)
    return [found[leader], found[follower]]


def rest() -> None:
    """Lets a moment pass before the next change."""
    time.sleep(_REST_S)


def sources(root: Path) -> list[str]:
    """The Python files of a tree, in order."""
    return [place.path for place in places_in(root) if place.path.endswith(".py")]


def make_branches(root: Path, n_files: int, n_branches: int, n_named: int) -> Branches:
    """Makes a repository of a folder, with branches that each change the same files.

    `n_named` Python files get a function that only one branch has.
    """
    paths = sorted((place.path for place in places_in(root)), key=lambda p: not p.endswith(".py"))
    files, names = paths[:n_files], {}
    _git(root, "init", "-q", "-b", _MAIN)
    _git(root, "add", "-A", "-f")
    _git(root, "commit", "-q", "-m", "all")
    for number in range(n_branches):
        branch = f"branch-{number}"
        names[branch] = [name_of("branch", number * n_files + n) for n in range(n_named)]
        _git(root, "checkout", "-q", "-b", branch, _MAIN)
        for n, path in enumerate(files):
            name = name_of("branch", number * n_files + n)
            text = _function(name) if path.endswith(".py") else f"\n# {name}\n"
            with (root / path).open("a", encoding="utf-8") as opened:
                opened.write(text)
        _git(root, "commit", "-q", "-a", "-m", branch)
        _git(root, "checkout", "-q", _MAIN)
    return Branches(root, files, names)


def switch(place: Place, branches: Branches, branch: str) -> Switch:
    """Checks out a branch, "" for the one of the beginning, and waits until all is right."""
    before = status_of(place.client)
    _git(branches.root, "checkout", "-q", branch or _MAIN)
    start = time.perf_counter()
    for of, names in branches.names.items():
        for name in names:
            is_right = partial(_is_right, place.client, name, is_there=of == branch)
            _wait_until(is_right, _BETWEEN_QUESTIONS_ON_MANY_S)
    _wait_until(lambda: not status_of(place.client)["pending"], _BETWEEN_QUESTIONS_ON_MANY_S)
    seconds = time.perf_counter() - start
    wait_until_ready(place.client)
    after = status_of(place.client)
    parsed, recalled = (after[field] - before[field] for field in ("parsed", "recalled"))
    return Switch(seconds, parsed, recalled)


def copy_files(root: Path, files: Sequence[str], to: Path) -> None:
    """Copies some files of a tree."""
    for path in files:
        (to / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / path, to / path)


def fill(folder: Path, n_files: int) -> str:
    """Writes source files that all hold one word, which is returned and stands nowhere else."""
    folder.mkdir()
    word = name_of("moved", 0)
    for number in range(n_files):
        text = document(40) + _function(f"{word}_{number}")
        (folder / f"module_{number}.py").write_text(text, encoding="utf-8")
    return word


def until_moved(client: Client, word: str, old: Path, new: Path, n_files: int) -> float:
    """Renames a folder; seconds until all files are found in the new one and none in the old."""
    old.rename(new)
    start = time.perf_counter()

    def is_moved() -> bool:
        return _count(client, word, new.name) == n_files and not _count(client, word, old.name)

    _wait_until(is_moved, _BETWEEN_QUESTIONS_ON_MANY_S)
    return time.perf_counter() - start


def keystrokes(place: Place, lines: int, n: int) -> Times:
    """Renames a function of an open document of so many lines; seconds until it is found."""
    uri = f"file://{quote(str(place.root))}/lib/of_{lines}_lines.py"
    opened = {"uri": uri, "languageId": "python", "version": 0, "text": document(lines)}
    place.client.tell("textDocument/didOpen", {"textDocument": opened})
    # The first line is `def handler_number_0(value, other):`.
    start, length = 4, len("handler_number_0")
    seconds = []
    for number in range(n + 1):
        name = name_of("typed", lines * 100 + number)
        line = {"start": {"line": 0, "character": start}}
        change = {"range": line | {"end": {"line": 0, "character": start + length}}, "text": name}
        length = len(name)
        rest()
        params = {
            "textDocument": {"uri": uri, "version": number + 1},
            "contentChanges": [change],
        }
        moment = time.perf_counter()
        place.client.tell("textDocument/didChange", params)
        seconds.append(until_found(place.client, name, moment))
    place.client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    # The first waits for the document itself.
    return Times(tuple(seconds[1:]))


def _has(client: Client, name: str) -> bool:
    rows = client.ask("workspace/symbol", {"query": name}) or []
    return any(row["name"] == name for row in rows)


def _is_right(client: Client, name: str, *, is_there: bool) -> bool:
    return _has(client, name) == is_there


def _count(client: Client, word: str, folder: str) -> int:
    params = {"query": word, "paths": [f"/{folder}/"], "limit": 1}
    total: int = client.ask("stemguard/search", params)["total"]
    return total


def _wait_until(is_so: Callable[[], bool], pause_s: float = _BETWEEN_QUESTIONS_S) -> None:
    deadline = time.monotonic() + _PATIENCE_S
    while not is_so():
        if time.monotonic() > deadline:
            raise TimeoutError("A change was not followed.")
        time.sleep(pause_s)


def _function(name: str) -> str:
    return f"\n\ndef {name}():\n    return 1\n"


def _git(root: Path, *arguments: str) -> None:
    who = ["-c", "user.name=bench", "-c", "user.email=bench@localhost", "-c", "gc.auto=0"]
    subprocess.run(["git", "-C", str(root), *who, *arguments], check=True)
