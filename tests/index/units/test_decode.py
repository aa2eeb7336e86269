import codecs

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stemguard.units.decode import Decoded, decode


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_a_byte_order_mark_decides_and_is_dropped(mark: bytes, encoding: str) -> None:
    assert decode(mark + "Größe 😀\r\n".encode(encoding), "a.txt") == Decoded("Größe 😀\r\n", "")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark_is_recognised(encoding: str) -> None:
    data = "Windows Registry Editor\r\n[key]\r\n".encode(encoding)
    assert decode(data, "a.reg").text == "Windows Registry Editor\r\n[key]\r\n"


def test_small_numbers_of_16_bits_are_no_text() -> None:
    data = b"".join(number.to_bytes(2, "little") for number in range(1, 200))
    assert decode(data, "a.dat") == Decoded("", "binary")


def test_a_python_cookie_is_obeyed() -> None:
    data = "# -*- coding: koi8-r -*-\nx = 'привет'\n".encode("koi8-r")
    assert decode(data, "a.py").text.endswith("'привет'\n")


def test_a_python_cookie_is_obeyed_on_the_second_line_and_not_on_the_third() -> None:
    cookie, text = b"#coding=iso-8859-7\n", "# Ελλάδα\n".encode("iso-8859-7")
    assert "Ελλάδα" in decode(b"#!/usr/bin/python\n" + cookie + text, "a.py").text
    assert "Ελλάδα" not in decode(b"#\n#\n" + cookie + text, "a.py").text


def test_a_cookie_outside_a_comment_is_none() -> None:
    data = b"coding = 'iso-8859-7'; coding='x'\n# caf\xe9\n"
    assert decode(data, "a.py").text.endswith("# café\n")


@pytest.mark.parametrize(
    "first_line",
    [
        '<?xml version="1.0" encoding="iso-8859-2"?>',
        "% -*- mode: latex; coding: iso-8859-2 -*-",
        "/* vim: set fileencoding=iso-8859-2 : */",
        '@charset "iso-8859-2";',
        '<meta charset="iso-8859-2">',
    ],
)
def test_declarations_of_other_kinds_of_file_are_obeyed(first_line: str) -> None:
    data = f"{first_line}\nŁódź\n".encode("iso-8859-2")
    assert decode(data, "a.xml").text == f"{first_line}\nŁódź\n"


@pytest.mark.parametrize("encoding", ["no-such", "rot13", "utf-16", "idna", "punycode", "utf-7"])
def test_a_declaration_that_cannot_be_meant_is_passed_over(encoding: str) -> None:
    data = f"# coding: {encoding}\n# Größe\n".encode()
    assert decode(data, "a.py").text.endswith("# Größe\n")


def test_bytes_that_are_no_utf_8_are_read_as_windows_1252() -> None:
    assert decode(b"# Na\xefve notes\n", "n.md") == Decoded("# Naïve notes\n", "")
    assert decode(b"\x93quoted\x94 \x81", "n.md").text == "\u201cquoted\u201d \x81"


def test_one_stray_byte_leaves_the_rest_of_the_file_as_it_is() -> None:
    assert decode("Größe ".encode() + b"\xe9\n", "n.md").text == "Größe é\n"


def test_a_file_with_a_nul_is_binary() -> None:
    assert decode(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a.png") == Decoded("", "binary")
    assert decode(b"text" * 5000 + b"\0", "a.txt") == Decoded("", "binary")
    assert decode(codecs.BOM_UTF16_LE + b"a\0\0\0", "a.txt") == Decoded("", "binary")


def test_compressed_bytes_without_a_nul_are_binary() -> None:
    data = bytes(1 + (i * 7919 + i * i) % 255 for i in range(2000))
    assert decode(data, "a.gz") == Decoded("", "binary")


def test_colours_of_a_terminal_and_form_feeds_are_text() -> None:
    assert decode(b"\x1b[31mred\x1b[0m\x0c\xe9", "a.log").reason == ""


def test_a_text_in_one_long_line_is_minified() -> None:
    data = b";".join(b"var a%d=0" % i for i in range(2000))
    assert decode(data, "big.js") == Decoded("", "minified")
    assert decode(b"/* licence */\r\n" + data + b"\r\n", "big.js") == Decoded("", "minified")


def test_a_long_line_in_a_text_of_short_lines_is_not_minified() -> None:
    data = b"short line\n" * 50 + b"x" * 20_000 + b"\n"
    assert decode(data, "a.js").reason == ""
    assert decode(data.replace(b"\n", b"\r"), "a.js").reason == ""


def test_long_paragraphs_are_not_minified() -> None:
    assert decode(b"\n".join([b"word " * 1900] * 5), "a.md").reason == ""


def test_line_endings_are_left_as_they_are() -> None:
    assert decode(b"a\r\nb\rc\n", "a.txt").text == "a\r\nb\rc\n"


@given(st.binary(max_size=200), st.sampled_from(["a.py", "a.md", "a.xml"]))
@example(b"# coding: unicode_escape\n\\ud800\xe9", "a.py")
@example(b"# coding: utf-8-sig\n\xe9", "a.py")
@example(codecs.BOM_UTF16_LE + b"\x00\xd8", "a.py")
@example(codecs.BOM_UTF32_LE + b"\xff\xff\xff\xff", "a.py")
@example("\ud800".encode("utf-8", "surrogatepass"), "a.py")
def test_any_bytes_give_a_text_that_can_be_written_as_utf_8(data: bytes, path: str) -> None:
    decoded = decode(data, path)
    decoded.text.encode("utf-8")
    assert "\0" not in decoded.text
    assert not (decoded.reason and decoded.text)


@given(st.text(max_size=200))
def test_utf_8_is_read_as_it_was_written(text: str) -> None:
    if "\0" not in text and not text.startswith("\ufeff"):
        assert decode(text.encode(), "notes").text == text
