"""Faults that users of other servers of this kind have reported, over the real wire."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.e2e.raw_client import WITHOUT_PRIVILEGES, Message, RawClient

WITH_PROC = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


def _names(found: list[Message]) -> list[str]:
    return [one["name"] for one in found]


def _open(client: RawClient, folder: Path, files: dict[str, str], **more: object) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    client.initialize(folder, **more)
    client.ready()


def test_a_long_section_with_the_word_is_before_a_short_one_with_its_stem(
    client: RawClient, folder: Path
) -> None:
    filler = "".join(f"lorem {number}\n" for number in range(200))
    _open(
        client,
        folder,
        {
            "long.md": f"# Rotate\n{filler}rotate the keys\n",
            "short.md": "# Rotating rotating rotating\n",
        },
    )
    for found in (client.search("rotate"), client.symbols("rotate")):
        sections = [name for name in _names(found) if name.startswith("Rotat")]
        assert sections == ["Rotate", "Rotating rotating rotating"]


def test_all_words_any_words_and_a_word_that_nobody_has(client: RawClient, folder: Path) -> None:
    _open(
        client,
        folder,
        {
            "a.py": "def open_socket(): pass\n",
            "b.py": "def close_socket(): pass\n",
            "c.py": "def open_file(): pass\n",
        },
    )
    assert _names(client.search("open socket", match="all")) == ["open_socket"]
    assert _names(client.search("socket open", match="all")) == ["open_socket"]
    some = _names(client.search("open socket", kinds=["function"]))
    assert some[0] == "open_socket"
    assert sorted(some[1:]) == ["close_socket", "open_file"]
    assert _names(client.search("open zzqx socket", match="all")) == ["open_socket"]
    result = client.call("stemguard/search", {"query": "zzqx", "match": "all"})
    assert (result["items"], result["total"]) == ([], 0)
    assert result["words"] == [{"word": "zzqx", "state": "unknown", "units": 0, "stemUnits": 0}]


def test_a_word_finds_its_kin_until_it_is_there_itself_and_after(
    client: RawClient, folder: Path
) -> None:
    _open(
        client,
        folder,
        {"u.py": "def compress_block(d): pass\n", "d.md": "# Compressed archives\n"},
    )
    kin = {"compress_block", "Compressed archives"}
    assert kin <= set(_names(client.search("compressing")))
    assert "Compressed archives" in _names(client.search("archive"))
    (folder / "e.md").write_text("# Compressing\n")
    client.ready()
    found = _names(client.search("compressing"))
    assert found[0] == "Compressing"
    assert kin <= set(found[1:])


def test_the_words_of_a_name_are_found_however_it_is_spelt(client: RawClient, folder: Path) -> None:
    _open(
        client,
        folder,
        {
            "x.py": "def appTableRecord(): pass\nclass XMLParser: pass\nclass HTTPServer2: pass\n",
            "y.py": "def app_table_record(): pass\n",
        },
    )

    def of_all(query: str) -> list[str]:
        return _names(client.search(query, match="all", kinds=["function", "class"]))

    assert sorted(of_all("table record")) == ["appTableRecord", "app_table_record"]
    assert of_all("xml parser") == ["XMLParser"]
    assert of_all("http server2") == ["HTTPServer2"]
    # Nobody has `server` here, so it asks for nothing.
    assert of_all("http server") == ["HTTPServer2"]
    assert _names(client.symbols("http server"))[0] == "HTTPServer2"
    assert "appTableRecord" in _names(client.symbols("apptablerecord"))
    assert _names(client.symbols("app_table_record"))[0] == "app_table_record"


def test_every_query_has_an_answer(client: RawClient, folder: Path) -> None:
    text = "class ConfigLoader: pass\ndef config_path(): pass\ndef reload(): pass\n"
    _open(client, folder, {"k.py": text}, initializationOptions={"limit": 3})
    conf = client.symbols("conf")
    assert {"ConfigLoader", "config_path"} <= set(_names(conf))
    assert len(client.symbols("")) == 3
    odd = ['"', 'foo"', "(", "a OR", "-x", "conf:ig", "::", "\N{GRINNING FACE}", "x" * 5000]
    for query in (*odd, "a\0b", "\ud800", "conf\ud83d", "path:[", "kind:", "-", '"" -""'):
        assert isinstance(client.symbols(query), list)
        assert isinstance(client.search(query, explain=True, prefix=True), list)
    assert client.symbols("conf*") == conf
    assert client.symbols("conf") == conf


def test_a_storm_of_requests_and_cancels_is_answered_id_by_id(
    client: RawClient, folder: Path
) -> None:
    for number in range(2000):
        (folder / f"f{number}.py").write_text(f"def name_{number}(): pass\n")
    client.initialize(folder)
    ids = [client.request("workspace/symbol", {"query": "name"}) for _ in range(40)]
    for msg_id in ids[:-1]:
        client.notify("$/cancelRequest", {"id": msg_id})
    for msg_id in ids:
        client.answer(msg_id)
    client.ready()
    assert client.call("workspace/symbol", {"query": "name_1999"})[0]["name"] == "name_1999"
    for msg_id in ids:
        (answer,) = client.answers(msg_id)
        assert "result" in answer or (msg_id != ids[-1] and answer["error"]["code"] == -32800)
    assert client.leave() == 0


def test_what_may_not_be_read_is_named_with_its_reason_and_the_rest_is_found(
    new_client: Callable[..., RawClient], folder: Path
) -> None:
    (folder / "locked").mkdir()
    for name in ("locked/inner.py", "secret.py"):
        (folder / name).write_text("def hidden(): pass\n")
    for closed in ("locked", "secret.py"):
        (folder / closed).chmod(0)
    client = new_client(python=WITHOUT_PRIVILEGES)
    _open(client, folder, {"a.py": "def found(): pass\n", "z.py": "def found(): pass\n"})
    (root,) = client.call("stemguard/status")["roots"]
    named = {path: kind["reason"] for kind in root["skipped"] for path in kind["examples"]}
    assert set(named) == {"locked", "secret.py"}
    assert all("Permission denied" in reason for reason in named.values()), named
    found = [one["location"]["uri"][-4:] for one in client.symbols("found")]
    assert found == ["a.py", "z.py"]
    assert client.symbols("hidden") == []


def test_bytes_that_are_not_utf_8_are_read_as_they_are_meant(
    client: RawClient, folder: Path
) -> None:
    latin = "# -*- coding: latin-1 -*-\ndef caf\N{LATIN SMALL LETTER E WITH ACUTE}_menu(): pass\n"
    (folder / "l.py").write_bytes(latin.encode("latin-1"))
    (folder / "n.md").write_bytes(b"# Na\xefve notes\n")
    _open(client, folder, {"ok.py": "def fine_fn(): pass\n"})
    (menu,) = [one for one in client.symbols("menu") if one["kind"] == 12]
    assert menu["name"] == "caf\N{LATIN SMALL LETTER E WITH ACUTE}_menu"
    assert menu["location"]["range"]["start"] == {"line": 1, "character": 4}
    assert "fine_fn" in _names(client.symbols("fine_fn"))
    (section,) = [one for one in client.symbols("notes") if one["kind"] == 3]
    assert section["name"].endswith("ve notes")
    assert client.of("window/showMessage") == []


@pytest.mark.parametrize(
    ("offered", "chosen", "column"),
    [
        (None, "utf-16", 20),
        (["utf-8", "utf-16"], "utf-8", 24),
        (["utf-32", "utf-8"], "utf-32", 18),
    ],
)
def test_columns_count_in_the_encoding_that_was_agreed_on(
    client: RawClient, folder: Path, offered: list[str] | None, chosen: str, column: int
) -> None:
    smile = "\N{GRINNING FACE}"
    (folder / "e.js").write_text(f"/* {smile}{smile} */ function afterEmoji(){{}}")
    general = {} if offered is None else {"positionEncodings": offered}
    capabilities = client.initialize(folder, capabilities={"general": general})["capabilities"]
    assert capabilities["positionEncoding"] == chosen
    client.ready()
    (symbol,) = [one for one in client.symbols("after emoji") if one["name"] == "afterEmoji"]
    assert symbol["kind"] == 12
    assert symbol["location"]["range"]["start"] == {"line": 0, "character": column}
    (item,) = client.search("emoji", kinds=["function"])
    assert item["selectionRange"]["start"] == {"line": 0, "character": column}
    assert item["preview"]["highlights"][0]["start"]["character"] == column + len("after")


def test_only_headings_open_sections(client: RawClient, folder: Path) -> None:
    lines = [
        *("# Setup", "", "```sh", "# not a heading", "```", "", "~~~~", "## also not", "```"),
        *("# nor this", "~~~~", "", "    # indented code", "", "## Real `code` heading ##"),
    ]
    _open(client, folder, {"f.md": "\n".join(lines) + "\n"})
    sections = client.search("kind:section")
    found = [(one["name"].replace("`", ""), _line(one)) for one in sections]
    assert found == [("Setup", 0), ("Real code heading", 14)]
    assert _names(client.search("heading")) == ["Real code heading", "Setup"]
    assert "not a heading" not in _names(client.symbols("not a heading"))


def test_titles_open_sections_inside_of_those_above_them(client: RawClient, folder: Path) -> None:
    lines = [
        *("=====", "Guide", "=====", "", "Install steps", "=============", "", "Sub part"),
        *("--------", "", ":code:`run_me`", "--------------", "", "Not a title", "--", ""),
        ".. |pic| image:: x.png",
    ]
    _open(client, folder, {"g.rst": "\n".join(lines) + "\n"})
    sections = client.search("kind:section")
    assert [(one["container"], one["name"], _line(one)) for one in sections] == [
        ("", "Guide", 1),
        ("Guide", "Install steps", 4),
        ("Guide > Install steps", "Sub part", 7),
        ("Guide > Install steps", "run_me", 10),
    ]
    assert _names(client.search("title")) == ["run_me"]
    assert "Not a title" not in _names(client.symbols("not a title"))


@WITH_PROC
def test_links_in_a_circle_are_not_followed(client: RawClient, folder: Path) -> None:
    for name in ("lib", "p", "r"):
        (folder / name).mkdir()
    (folder / "lib" / "self").symlink_to("..")
    (folder / "p" / "q").symlink_to("../r")
    (folder / "r" / "p").symlink_to("../p")
    (folder / "dangling").symlink_to("nowhere")
    _open(client, folder, {"lib/real.py": "def loop_safe(): pass\n"})
    assert _names(client.symbols("loop_safe")).count("loop_safe") == 1
    before = _cpu_s(client.process.pid)
    with pytest.raises(subprocess.TimeoutExpired):
        client.process.wait(1.0)
    assert _cpu_s(client.process.pid) - before < 0.05


def test_an_index_of_random_bytes_is_made_anew_and_said(
    new_client: Callable[..., RawClient], folder: Path
) -> None:
    first = new_client()
    _open(first, folder, {"k.py": "def keep_me(): pass\n"})
    (root,) = first.call("stemguard/status")["roots"]
    assert first.leave() == 0
    index_folder = Path(root["indexFolder"])
    for file in index_folder.iterdir():
        file.write_bytes(os.urandom(4096))
    second = new_client()
    _open(second, folder, {})
    assert "keep_me" in _names(second.symbols("keep_me"))
    logged = [message["message"] for message in second.of("window/logMessage")]
    assert any("made anew" in message for message in logged), logged
    assert second.of("window/showMessage") == []
    assert urlsplit(second.symbols("keep_me")[0]["location"]["uri"]).path.endswith("/k.py")


@WITH_PROC
def test_who_reads_files_gives_way_to_who_answers(client: RawClient, folder: Path) -> None:
    _open(client, folder, {"a.py": "def one(): pass\n"})
    server = client.process.pid
    stats = [_stat(int(entry.name)) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    workers = [stat for stat in stats if stat and int(stat[1]) == server]
    assert {int(stat[16]) for stat in workers} == {os.nice(0) + 10}
    assert int(_stat(server)[16]) == os.nice(0)


def test_an_index_that_breaks_in_use_is_said_once_and_made_anew(
    client: RawClient, folder: Path
) -> None:
    _open(client, folder, {"k.py": "def keep_me(): pass\n"})
    (root,) = client.call("stemguard/status")["roots"]
    with closing(sqlite3.connect(Path(root["indexFolder"]) / "index.db")) as broken:
        broken.execute("update segment_rows set data = x'00'")
        broken.commit()
    code, sentence = client.error("stemguard/search", {"query": "keep me"})
    assert code == -32803
    client.poll(lambda: "keep_me" in _names(client.search("keep me")), "what was in it")
    client.ready()
    assert [message["message"] for message in client.of("window/showMessage")] == [sentence]
    logged = [message["message"] for message in client.of("window/logMessage")]
    assert len([message for message in logged if "made anew" in message]) == 1


def test_an_index_whose_files_are_removed_in_use_is_filled_anew(
    client: RawClient, folder: Path
) -> None:
    _open(client, folder, {"a.py": "def first(): pass\n", "b.py": "def second(): pass\n"})
    (root,) = client.call("stemguard/status")["roots"]
    file = Path(root["indexFolder"]) / "index.db"
    for one in file.parent.glob("index.db*"):
        one.unlink()

    def is_noticed() -> bool:
        # Two at a time need a second connection, which finds no file.
        asked = [client.request("workspace/symbol", {"query": "first"}) for _ in range(8)]
        for msg_id in asked:
            client.answer(msg_id)
        return file.exists()

    client.poll(is_noticed, "a new file")
    client.poll(lambda: "second" in _names(client.symbols("second")), "what was in it")
    assert "first" in _names(client.symbols("first"))


def _line(item: Message) -> int:
    line: int = item["selectionRange"]["start"]["line"]
    return line


def _cpu_s(pid: int) -> float:
    fields = _stat(pid)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _stat(pid: int) -> list[str]:
    """What is said of a process after its name: state, parent ... Nothing of one that is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []
