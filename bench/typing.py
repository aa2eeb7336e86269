"""What an editor feels while its user types in a file of 20,000 lines: `python -m bench.typing`.

50 changes a second in a document over ansible, and requests one after the other between them.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from itertools import cycle
from pathlib import Path

from bench.corpora import ansible
from bench.querying import Times
from bench.serving import SERVE, environment_of, wait_until_ready
from bench.wire import Client

LINES = 20_000
CHANGES_PER_S = 50
SECONDS = 20.0
_PERCENTILES = (0.5, 0.95, 1.0)
#: Asked in turns: what is nowhere else, what is everywhere, and what is being typed.
_QUERIES = ("handler_number_777", "copy file", "typ")
_ANSWERED_WITHIN_S = 30.0


def document(lines: int) -> str:
    """A module of functions of four lines, each with a name and words of its own."""
    return "".join(
        f"def handler_number_{number}(value, other):\n"
        f"    '''Handles what is number {number} of the values.'''\n"
        f"    return value + other * {number}\n\n"
        for number in range(lines // 4)
    )


def type_in(client: Client, uri: str, seconds: float) -> tuple[dict[str, Times], float]:
    """The times of the answers by method, and how many changes a second there were."""
    spent: dict[str, list[float]] = {"workspace/symbol": [], "stemguard/search": []}
    asked = cycle([(method, query) for query in _QUERIES for method in spent])
    begun, sent = time.monotonic(), 0
    while (passed := time.monotonic() - begun) < seconds:
        while sent < passed * CHANGES_PER_S:
            sent += 1
            _type(client, uri, sent)
        method, query = next(asked)
        start = time.perf_counter()
        client.ask(method, {"query": query})
        spent[method].append(time.perf_counter() - start)
        time.sleep(max(0.0, sent / CHANGES_PER_S - (time.monotonic() - begun)))
    rate = sent / (time.monotonic() - begun)
    return {method: Times(tuple(times)) for method, times in spent.items()}, rate


def _type(client: Client, uri: str, number: int) -> None:
    """A letter in the middle of the document, a new line now and then."""
    line = LINES // 2 + 2
    place = {"line": line, "character": 4}
    change = {"range": {"start": place, "end": place}, "text": "\n" if number % 40 == 0 else "t"}
    params = {
        "textDocument": {"uri": uri, "version": number + 1},
        "contentChanges": [change],
    }
    client.tell("textDocument/didChange", params)


def _found_after(client: Client, uri: str, version: int) -> float:
    """How long it takes until a last change is found."""
    place = {"line": 0, "character": 4}
    change = {"range": {"start": place, "end": place}, "text": "zzqxw_"}
    params = {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]}
    start = time.perf_counter()
    client.tell("textDocument/didChange", params)
    while not client.ask("workspace/symbol", {"query": "zzqxw"}):
        if time.perf_counter() - start > _ANSWERED_WITHIN_S:
            raise TimeoutError("The last change is not found.")
        time.sleep(0.01)
    return time.perf_counter() - start


def main() -> None:
    """Prints the times as a table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    root = ansible()
    uri = (root / "lib" / "typed_in.py").as_uri()
    with (
        tempfile.TemporaryDirectory() as home,
        Client(SERVE, environment_of(Path(home))) as client,
    ):
        folders = [{"uri": root.as_uri(), "name": root.name}]
        params = {"processId": os.getpid(), "capabilities": {}, "workspaceFolders": folders}
        client.ask("initialize", params)
        client.tell("initialized", {})
        wait_until_ready(client)
        opened = {"uri": uri, "languageId": "python", "version": 1, "text": document(LINES)}
        client.tell("textDocument/didOpen", {"textDocument": opened})
        times, rate = type_in(client, uri, seconds)
        found_s = _found_after(client, uri, 1_000_000)
    print(f"{rate:.0f} changes a second in {LINES:,} lines, ms\n")
    print("| answers of | asked | p50 | p95 | max |\n|---|---|---|---|---|")
    for method, of_method in times.items():
        cells = " | ".join(f"{of_method.percentile(share) * 1000:.1f}" for share in _PERCENTILES)
        print(f"| `{method}` | {len(of_method.seconds)} | {cells} |")
    print(f"\n- the last change is found after {found_s:.2f} s")


if __name__ == "__main__":
    main()
