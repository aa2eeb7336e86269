"""What a word is: section 2 of the ranking rules, rule by rule."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from stemguard.domain.tokenize import STOP_WORDS, has_cjk, split, split_identifiers, tokenize


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Acme Corp, Inc.", ["acme", "corp", "inc"]),
        ("model v2 scored 0.85", ["model", "v2", "scored", "0", "85"]),
        ("source_id", ["source", "id"]),
        ("the and of", []),
        ("", []),
        (" \t\n", []),
        ("___ -- ++", []),
    ],
)
def test_words_come_in_order_without_stop_words(text: str, words: list[str]) -> None:
    assert tokenize(text) == words


def test_repeats_are_kept() -> None:
    assert tokenize("copy file, copy dir") == ["copy", "file", "copy", "dir"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("\uff21\uff23\uff2d\uff25", ["acme"]),  # full-width letters
        ("o\ufb03ce", ["office"]),  # a ligature
        ("cafe\u0301", ["caf\u00e9"]),  # a letter and its accent are one character
        ("m\u00b2", ["m2"]),
        ("XII\u216b", ["xiixii"]),  # a Roman numeral is the letters it is made of
    ],
)
def test_text_is_normalized_before_anything_else(text: str, words: list[str]) -> None:
    assert tokenize(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("foo-bar.baz/qux@host$1", ["foo", "bar", "baz", "qux", "host", "1"]),
        ("__init__", ["init"]),
        ("\u0939\u093f\u0928\u094d\u0926\u0940", ["\u0939\u093f\u0928\u094d\u0926\u0940"]),
        ("x\u20ddy", ["x", "y"]),  # an enclosing mark (Me) is no part of a word
        ("x\u200dy", ["x", "y"]),  # nor is a joiner (Cf)
    ],
)
def test_an_identifier_is_a_run_of_word_characters_and_marks(text: str, words: list[str]) -> None:
    assert tokenize(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("日", ["日"]),
        ("日本", ["日本"]),
        ("日本語", ["日本", "本語"]),
        ("검색기능", ["검색", "색기", "기능"]),
        ("佐々木", ["佐々", "々木"]),
        ("サーバー", ["サー", "ーバ", "バー"]),
        ("\uff7b\uff70\uff8a\uff9e", ["サー", "ーバ"]),  # half-width katakana
        ("\U00020bb7野家", ["\U00020bb7野", "野家"]),  # code points, not 16-bit halves
        ("Python3日本語", ["python3", "日本", "本語"]),
        ("日本URLs", ["日本", "urls"]),
        ("URLs日x", ["urls", "日", "x"]),
        ("日本_語", ["日本", "語"]),
        ("日本 語", ["日本", "語"]),
        ("\u0e01\u0e02\u0e03", ["\u0e01\u0e02", "\u0e02\u0e03"]),  # Thai
        ("\u3105\u3106\u3107", ["\u3105\u3106\u3107"]),  # Bopomofo is not in the list
    ],
)
def test_scripts_without_spaces_become_overlapping_pairs(text: str, words: list[str]) -> None:
    assert tokenize(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("autoCancel", ["auto", "cancel"]),
        ("HTTPServer", ["http", "server"]),
        ("XYz", ["x", "yz"]),
        ("iOSApp", ["i", "os", "app"]),
        ("URLs", ["urls"]),
        ("IDs", ["ids"]),
        ("parseURLs", ["parse", "urls"]),
        ("URLsFor", ["urls", "for"]),
        ("IDs2", ["ids2"]),
        ("URLs_x", ["urls", "x"]),
        ("URLsafe", ["ur", "lsafe"]),  # the s is followed by a lower-case letter
        ("HTTPSsl", ["http", "ssl"]),
        ("Xs", ["xs"]),
        ("utf8", ["utf8"]),
        ("sha256sum", ["sha256sum"]),
        ("OAuth2Token", ["o", "auth2", "token"]),
        ("X11Server", ["x11", "server"]),
        ("2Fast", ["2", "fast"]),
        ("ÜBERGröße", ["über", "grösse"]),
        ("HTTPÖl", ["http", "öl"]),
        ("X\u0310Y", ["x\u0310", "y"]),  # a mark is not upper-case
    ],
)
def test_words_begin_at_changes_of_case(text: str, words: list[str]) -> None:
    assert tokenize(text, keep_stop_words=True) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Straße", ["strasse"]),
        ("ΣΊΣΥΦΟΣ", ["σίσυφοσ"]),  # no final sigma: lower() would make one
        ("İzmir", ["izmir"]),
        ("ŞİMDİ", ["şimdi"]),
        ("e\u0307x", ["ėx"]),  # only after an i
    ],
)
def test_case_is_folded(text: str, words: list[str]) -> None:
    assert tokenize(text) == words


def test_names_and_queries_keep_stop_words() -> None:
    assert tokenize("is_valid to_string", keep_stop_words=True) == ["is", "valid", "to", "string"]
    assert tokenize("is_valid to_string") == ["valid", "string"]


def test_a_stop_word_in_capitals_or_inside_an_identifier_is_one_too() -> None:
    assert tokenize("THE toString The") == ["string"]


def test_there_are_31_stop_words() -> None:
    assert len(STOP_WORDS) == 31
    assert {"a", "that", "with", "will", "its"} <= STOP_WORDS
    assert STOP_WORDS.isdisjoint({"not", "if", "we", "i", "s"})


@pytest.mark.parametrize(
    ("raw", "compound"),
    [
        ("autoCancel", "autocancel"),
        ("auto_cancel", "autocancel"),
        ("get_partition_uuid_of_disk", "getpartitionuuidofdisk"),
        ("autocancel", ""),
        ("Cancel", ""),
        ("_cancel_", ""),
        ("日本", ""),
        ("git_日本_hub", ""),
        ("StraßeÖl", "strasseöl"),
    ],
)
def test_an_identifier_of_two_words_or_more_has_a_compound(raw: str, compound: str) -> None:
    assert split(raw).compound == compound


@pytest.mark.parametrize(
    ("raw", "compounds"),
    [
        ("GitHub", ("github",)),
        ("toString", ("tostring",)),
        ("parseHttpUrl", ("parsehttpurl",)),
        ("parseHttpUrlFast", ()),  # four words
        ("get_partition_uuid", ()),  # each run has one word
        ("my_GitHub_GitLab", ("github", "gitlab")),
        ("GitHub日本", ()),
    ],
)
def test_a_run_of_two_or_three_words_has_a_compound(raw: str, compounds: tuple[str, ...]) -> None:
    assert split(raw).run_compounds == compounds


def test_identifiers_without_a_word_are_left_out() -> None:
    assert [found.words for found in split_identifiers("_ copy __ FileName")] == [
        ("copy",),
        ("file", "name"),
    ]


def test_a_word_has_cjk_if_one_character_is() -> None:
    assert has_cjk("日")
    assert has_cjk("\u0e01")
    assert not has_cjk("größe")
    assert not has_cjk("")


def test_no_mark_is_outside_of_the_planes_that_are_looked_through() -> None:
    planes = {
        code >> 16
        for code in range(sys.maxunicode + 1)
        if unicodedata.category(chr(code)) in ("Mn", "Mc")
    }
    assert planes == {0, 1, 14}
