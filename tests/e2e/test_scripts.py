"""Words of any script, in documents and in code, from every door."""

# ruff: noqa: RUF001 - letters of other scripts that look like Latin ones are meant

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from tests.e2e.conftest import Run
from tests.e2e.raw_client import Message, RawClient

_composed = partial(unicodedata.normalize, "NFC")
_decomposed = partial(unicodedata.normalize, "NFD")

FILES = {
    "japanese.md": "# 検索エンジンの設計\n\n全文検索は速い。\n",
    "wide.md": "# ＡＣＭＥ　株式会社\n\nﾃﾞｰﾀ is kept for the oﬃce.\n",
    "thai.rst": "การค้นหาข้อความ\n===============\n\nx\n",
    "korean.adoc": _decomposed("= 조합형 글자\n\n조합\n"),
    "hindi.md": "# हिन्दी खोज\n",
    "hebrew.md": "# שָׁלוֹם עולם\n\nטקסט בעברית (abc) כאן\n",
    "arabic.md": "# البحث في النصوص\n",
    "composed.md": _composed("# Tiếng Việt\n"),
    "decomposed.py": _decomposed("def café_öffnen():\n    return 1\n"),
    "russian.js": "/** Ищет слово. */\nfunction найтиСлово() {}\n",
    "greek.go": "package p\n\n// Μέγεθος is a size.\ntype Μέγεθος int\n",
    "chinese.java": "class 数据库 {\n    void 打开连接() {}\n}\n",
    "arabic.rs": "/* 😀 ابحث */ fn بحث() {}\n",
}


@pytest.fixture
def texts(folder: Path) -> Path:
    """A file in each of several scripts."""
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def _is_at(item: Message) -> tuple[str, str]:
    return item["location"]["uri"].rpartition("/")[2], item["name"]


def _marked(item: Message) -> list[str]:
    """The highlighted texts of a preview whose columns are in UTF-16."""
    encoded = item["preview"]["text"].encode("utf-16-le")
    places = [(one["start"], one["end"]) for one in item["preview"]["highlights"]]
    return [
        encoded[2 * start["character"] : 2 * end["character"]].decode("utf-16-le")
        for start, end in places
    ]


@pytest.mark.parametrize("form", [_composed, _decomposed])
def test_a_word_is_found_as_it_is_typed_in_either_form(
    client: RawClient, texts: Path, form: Callable[[str], str]
) -> None:
    client.initialize(texts)
    client.ready()
    for typed, file, name, marked in (
        ("検索", "japanese.md", "検索エンジンの設計", "検索"),
        ("ンジン", "japanese.md", "検索エンジンの設計", "ンジン"),
        ("全文検索", "japanese.md", "検索エンジンの設計", "全文検索"),
        ("acme", "wide.md", "ＡＣＭＥ 株式会社", "ＡＣＭＥ"),
        ("ａｃｍｅ", "wide.md", "ＡＣＭＥ 株式会社", "ＡＣＭＥ"),
        ("株式会社", "wide.md", "ＡＣＭＥ 株式会社", "株式会社"),
        ("データ", "wide.md", "ＡＣＭＥ 株式会社", "ﾃﾞｰﾀ"),
        ("office", "wide.md", "ＡＣＭＥ 株式会社", "oﬃce"),
        ("ข้อความ", "thai.rst", "การค้นหาข้อความ", "ข้อความ"),
        ("글자", "korean.adoc", _decomposed("조합형 글자"), _decomposed("글자")),
        ("हिन्दी", "hindi.md", "हिन्दी खोज", "हिन्दी"),
        ("שָׁלוֹם", "hebrew.md", "שָׁלוֹם עולם", "שָׁלוֹם"),
        ("בעברית", "hebrew.md", "שָׁלוֹם עולם", "בעברית"),
        ("النصوص", "arabic.md", "البحث في النصوص", "النصوص"),
        ("VIỆT", "composed.md", _composed("Tiếng Việt"), _composed("Việt")),
        ("café", "decomposed.py", _decomposed("café_öffnen"), _decomposed("café_öffnen")),
        ("cafÉ öffnen", "decomposed.py", _decomposed("café_öffnen"), _decomposed("café_öffnen")),
        ("слово", "russian.js", "найтиСлово", "Слово"),
        ("μέγεθοσ", "greek.go", "Μέγεθος", "Μέγεθος"),
        ("打开", "chinese.java", "打开连接", "打开"),
        ("بحث", "arabic.rs", "بحث", "بحث"),
    ):
        (item,) = [one for one in client.search(form(typed), match="all") if one["kind"] != "file"]
        assert _is_at(item) == (file, name)
        assert item["tier"] >= 1
        assert _marked(item) == [marked], typed
        assert (file, name) in [_is_at(one) for one in client.symbols(form(typed))]


def test_one_letter_of_a_script_without_spaces_is_the_beginning_of_a_word(
    client: RawClient, texts: Path
) -> None:
    client.initialize(texts)
    client.ready()
    for typed, name in (("検", "検索エンジンの設計"), ("数", "数据库"), ("ท", None)):
        found = [one["name"] for one in client.symbols(typed)]
        assert (name in found) if name else (found == [])


def test_a_name_that_runs_from_right_to_left_has_its_columns_in_the_order_of_its_letters(
    client: RawClient, texts: Path
) -> None:
    client.initialize(texts)
    client.ready()
    (function,) = [one for one in client.symbols("بحث") if one["kind"] == 12]
    assert function["location"]["range"] == {
        "start": {"line": 0, "character": 17},
        "end": {"line": 0, "character": 20},
    }


@pytest.mark.usefixtures("texts")
def test_the_command_line_finds_what_an_editor_finds(run: Run) -> None:
    shown = run("search", "ンジン 設計", "--all").stdout.splitlines()
    assert shown[0] == "japanese.md:1:3  section  検索エンジンの設計"
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    first, second = (
        json.loads(run("search", one, "--json").stdout) for one in (composed, decomposed)
    )
    assert first["items"] == second["items"]
    assert _is_at(first["items"][0]) == ("decomposed.py", _decomposed("café_öffnen"))
    lines = run("search", "بحث", "--format", "vimgrep", "--kind", "function").stdout
    assert lines == "arabic.rs:1:24:/* 😀 ابحث */ fn بحث() {}\n"
