from __future__ import annotations

import os
import re
import time
from pathlib import Path

import pytest

from stemguard.ports.posting_store import FileState, IndexedFile
from stemguard.sync.reading import (
    DOUBTFUL_INODE,
    ReadRules,
    Wanted,
    hash_of_text,
    index_file,
    index_text,
    read_content,
    text_content,
)

LATER_NS = 10_000_000_000


def _rules(root: Path, max_file_size: int = 1_000_000) -> ReadRules:
    return ReadRules(str(root), max_file_size, (), follow_symlinks=False)


def _read(root: Path, path: str, known: bytes = b"", wait_ns: int = LATER_NS) -> object:
    return index_file(Wanted(path, known), _rules(root), time.time_ns() + wait_ns)


def test_a_file_yields_its_units_and_its_state(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def copy_file(): pass\n")
    found = _read(tmp_path, "a.py")
    assert isinstance(found, IndexedFile)
    assert [unit.name for unit in found.units] == ["a.py", "copy_file"]
    assert found.state.size == 22
    assert found.state.inode == (tmp_path / "a.py").stat().st_ino
    assert {unit.language for unit in found.units} == {"python"}


def test_a_file_whose_content_is_known_yields_its_state_alone(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    first = _read(tmp_path, "a.py")
    assert isinstance(first, IndexedFile)
    os.utime(tmp_path / "a.py", ns=(5, 5))
    again = _read(tmp_path, "a.py", first.state.content_hash)
    assert isinstance(again, FileState)
    assert again.mtime_ns == 5


def test_a_file_changed_at_the_time_it_is_read_is_not_trusted(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    found = _read(tmp_path, "a.py", wait_ns=0)
    assert isinstance(found, IndexedFile)
    assert found.state.inode == DOUBTFUL_INODE


def test_a_file_that_is_gone_yields_nothing(tmp_path: Path) -> None:
    assert _read(tmp_path, "a.py") is None


def test_a_link_and_a_pipe_yield_no_units(tmp_path: Path) -> None:
    (tmp_path / "real.py").write_text("x = 1\n")
    (tmp_path / "link.py").symlink_to("real.py")
    os.mkfifo(tmp_path / "pipe.py")
    link = _read(tmp_path, "link.py")
    assert isinstance(link, IndexedFile)
    assert link.reason.startswith("cannot be read")
    assert _read(tmp_path, "pipe.py") is None


def test_binary_minified_and_large_files_say_why_they_are_not_searched(tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(b"\0\1\2" * 100)
    (tmp_path / "b.js").write_text("var a=0;" * 5_000)
    (tmp_path / "c.txt").write_text("word " * 10)
    reasons = []
    for path, most in (("a.bin", 1_000_000), ("b.js", 1_000_000), ("c.txt", 49)):
        found = index_file(Wanted(path, b""), _rules(tmp_path, most), time.time_ns())
        assert isinstance(found, IndexedFile)
        assert found.units == ()
        reasons.append(found.reason)
    assert reasons == ["binary", "minified", "larger than 49 bytes"]


@pytest.mark.parametrize("languages", [(), (("*.env", "shellscript"),), (("*", "dotenv"),)])
def test_keys_of_env_files_are_read_and_values_never(
    tmp_path: Path, languages: tuple[tuple[str, str], ...]
) -> None:
    rules = _rules(tmp_path)._replace(languages=languages)
    (tmp_path / "prod.env").write_text("# Where.\nDB_HOST='hunter\n2'\n")
    found = index_file(Wanted("prod.env", b""), rules, time.time_ns())
    assert isinstance(found, IndexedFile)
    held = " ".join(f"{unit.name} {unit.doc} {unit.body}" for unit in found.units)
    assert re.findall(r"DB_HOST|Where|hunter|2", held) in (
        ["Where", "DB_HOST"],
        ["DB_HOST", "Where"],
    )
    content = read_content("prod.env", rules)
    assert content.text == "# Where.\nDB_HOST=       \n  \n"
    assert {unit.language for unit in found.units} == {content.language}


def test_a_file_that_begins_with_a_private_key_is_not_searched(tmp_path: Path) -> None:
    key = "-" * 5 + "BEGIN OPENSSH PRIVATE KEY" + "-" * 5 + "\nb3Blbn\n"
    (tmp_path / "deploykey").write_text(key)
    (tmp_path / "ca.pem").write_text("-" * 5 + "BEGIN CERTIFICATE" + "-" * 5 + "\nMIIB\n")
    (tmp_path / "wide.txt").write_text(key, encoding="utf-16")
    reasons = []
    for path in ("deploykey", "ca.pem", "wide.txt"):
        found = _read(tmp_path, path)
        assert isinstance(found, IndexedFile)
        assert (found.units == ()) == bool(found.reason)
        assert read_content(path, _rules(tmp_path)).reason == found.reason
        reasons.append(found.reason)
    assert reasons == ["private key", "", "private key"]


def test_what_is_shown_of_a_file_is_refused_for_the_reasons_of_the_index(tmp_path: Path) -> None:
    (tmp_path / "id_rsa").write_text("hunter2")
    (tmp_path / "a.bin").write_bytes(b"\0\1")
    (tmp_path / "b.js").write_text("var a=0;" * 5_000)
    (tmp_path / "c.txt").write_text("word " * 20_000)
    rules = _rules(tmp_path, 99_999)
    contents = [read_content(path, rules) for path in ("id_rsa", "a.bin", "b.js", "c.txt")]
    assert [content.reason for content in contents] == [
        "private key",
        "binary",
        "minified",
        "larger than 99999 bytes",
    ]
    assert {content.text for content in contents} == {""}


def test_what_is_no_regular_file_raises_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "zero").symlink_to("/dev/zero")
    follows = _rules(tmp_path)._replace(follow_symlinks=True)
    for path in ("pipe", "folder", "zero", "missing", "\0", "\ud800"):
        for rules in (_rules(tmp_path), follows):
            with pytest.raises(OSError, match=r"regular|link|No such file"):
                read_content(path, rules)


def test_a_file_behind_a_link_is_read_only_where_links_are_followed(tmp_path: Path) -> None:
    (tmp_path / "out/sub").mkdir(parents=True)
    (tmp_path / "out/sub/a.txt").write_text("word")
    (tmp_path / "root").mkdir()
    (tmp_path / "root/folder").symlink_to("../out")
    (tmp_path / "root/a.txt").symlink_to("../out/sub/a.txt")
    rules = _rules(tmp_path / "root")
    for path in ("folder/sub/a.txt", "a.txt"):
        with pytest.raises(OSError, match="behind a link"):
            read_content(path, rules)
        assert read_content(path, rules._replace(follow_symlinks=True)).text == "word"


@pytest.mark.skipif(not Path("/proc/cpuinfo").exists(), reason="needs Linux")
def test_a_file_that_has_more_than_its_size_says_is_still_bounded() -> None:
    rules = ReadRules("/proc", 8, (), follow_symlinks=False)
    assert read_content("cpuinfo", rules).reason == "larger than 8 bytes"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "def caf\u00e9(): pass\r\n"),
        (".env", "NAME=hunter2\n"),
        ("notes", "#!/bin/sh\necho\n"),
        ("id_rsa", "x"),
        ("a.py", "-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----\n"),
        ("a.py", "x = 1\n" * 200),
        ("a.py", "a\0b"),
        ("a.js", f"var a={'1,' * 300};"),
        ("a.py", ""),
    ],
)
def test_a_text_is_judged_and_shown_as_a_file_that_holds_it(
    tmp_path: Path, path: str, text: str
) -> None:
    (tmp_path / path).write_bytes(text.encode())
    rules = _rules(tmp_path, 1000)
    assert text_content(path, text, None, rules) == read_content(path, rules)
    made, read = index_text(path, text, None, rules), _read(tmp_path, path)
    assert isinstance(read, IndexedFile)
    assert hash_of_text(text) == made.state.content_hash == read.state.content_hash
    if not made.reason:
        assert made.units == read.units


def test_a_text_is_what_it_is_whatever_encoding_it_declares(tmp_path: Path) -> None:
    text = "# -*- coding: latin-1 -*-\ndef caf\u00e9(): pass\n"
    assert text_content("a.py", text, None, _rules(tmp_path)).text == text


def test_the_language_of_a_text_may_be_given(tmp_path: Path) -> None:
    rules = _rules(tmp_path)
    made = index_text("Untitled-1", "# Title\n", "markdown", rules)
    assert [unit.name for unit in made.units] == ["Untitled-1", "Title"]
    assert "hunter2" not in text_content("Untitled-1", "A=hunter2\n", "dotenv", rules).text


def test_a_link_that_cannot_be_read_has_the_state_of_what_it_leads_to(tmp_path: Path) -> None:
    # Whoever reads its beginning gets an error, the user who may read everything included.
    (tmp_path / "a").symlink_to("/proc/self/mem")
    rules = _rules(tmp_path)._replace(follow_symlinks=True)
    found = index_file(Wanted("a", b""), rules, time.time_ns())
    assert isinstance(found, IndexedFile)
    assert found.reason == "cannot be read: Input/output error"
    assert found.state.inode == Path("/proc/self/mem").stat().st_ino
