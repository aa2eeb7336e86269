"""Bytes to text: which encoding a file is in, and whether it is text at all."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

BINARY = "binary"
MINIFIED = "minified"

#: A text is minified if its longest line has more than LONGEST_LINE characters and its lines have
#: more than AVERAGE_LINE on average: a bundle or data in one line does; prose with a paragraph a
#: line, or one long row in a normal file, does not.
LONGEST_LINE = 10_000
AVERAGE_LINE = 500

#: UTF-32 before UTF-16, whose little-endian mark is the beginning of the other.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
#: PEP 263.
_PYTHON_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
#: Emacs and Vim in any comment, XML, CSS, HTML.
_COOKIE = re.compile(
    rb"""-\*-.*?coding:[ \t]*([-\w.]+)|vim?:.*?fileencoding=([-\w.]+)"""
    rb"""|<\?xml.*?encoding=["']([-\w.]+)|@charset "([-\w.]+)|<meta.*?charset=["']?([-\w.]+)"""
)
#: Python's codecs that are transformations of text rather than encodings of it.
_NOT_ENCODINGS = frozenset({"idna", "punycode", "raw-unicode-escape", "unicode-escape", "utf-7"})
_SURROGATE = re.compile("[\ud800-\udfff]")
_ENDINGS = re.compile(r"[\r\n]+")
#: C0 without tab, line feed, form feed, carriage return, backspace and escape.
_CONTROLS = bytes(set(range(32)) - {8, 9, 10, 12, 13, 27})
#: How much of a file is looked at to tell text from binary, and how little of it may be controls:
#: a tenth of random bytes is, none of a text.
_SAMPLE_BYTES = 4096
_CONTROLS_IN_TEXT = 0.02
#: A byte that is not UTF-8, as `surrogateescape` shows it, to the character that Windows-1252 (or
#: Latin-1, where that has none) makes of it.
_STRAY_BYTES = {
    0xDC00 + byte: bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in range(128, 256)
}


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file, or why it has none: `reason` is "", "binary" or "minified", and with a
    reason `text` is empty. The text has its line endings as they were, no byte order mark and no
    surrogate."""

    text: str
    reason: str


def decode(data: bytes, path: str) -> Decoded:
    """The text of a file's bytes.

    A byte order mark decides; then what the first two lines declare; then UTF-8, in which a byte
    that does not belong is read as Windows-1252. A file with a NUL character is binary, and so is
    one that is not UTF-8 and full of control characters.
    """
    text = _text(data, path)
    if text is None or "\0" in text:
        return Decoded("", BINARY)
    # A picture is one line of a notebook; it is not searched.
    if not path.lower().endswith(".ipynb") and _is_minified(text):
        return Decoded("", MINIFIED)
    return Decoded(text, "")


def _text(data: bytes, path: str) -> str | None:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    if b"\0" in data:
        return _utf16_without_mark(data)
    # ISO-2022 is written in ASCII bytes, with escapes.
    if data.isascii() and b"\x1b" not in data:
        return data.decode("ascii")
    text = _as_declared(data, path)
    if text is not None:
        return text
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        sample = data[:_SAMPLE_BYTES]
        if len(sample) - len(sample.translate(None, _CONTROLS)) > _CONTROLS_IN_TEXT * len(sample):
            return None
        return data.decode("utf-8", "surrogateescape").translate(_STRAY_BYTES)


def _utf16_without_mark(data: bytes) -> str | None:
    """The text, if every second byte of the sample is mostly NUL and no other byte is."""
    sample = data[:_SAMPLE_BYTES]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if min(even, odd) > 0 or max(even, odd) * 4 < len(sample):
        return None
    try:
        text = data.decode("utf-16-be" if even else "utf-16-le")
    except UnicodeDecodeError:
        return None
    controls = text[:_SAMPLE_BYTES].encode("utf-8").translate(None, _CONTROLS)
    return text if len(controls) == len(text[:_SAMPLE_BYTES].encode("utf-8")) else None


def _as_declared(data: bytes, path: str) -> str | None:
    cookie = _PYTHON_COOKIE if path.endswith((".py", ".pyi", ".pyw")) else _COOKIE
    for line in data[:_SAMPLE_BYTES].splitlines()[:2]:
        found = cookie.search(line)
        if found is None:
            continue
        declared = next(name for name in found.groups() if name).decode("ascii", "replace")
        try:
            encoding = codecs.lookup(declared).name
            # An encoding in which the declaration itself reads differently cannot be meant.
            if encoding in _NOT_ENCODINGS or line[: found.end()].decode(encoding) != line[
                : found.end()
            ].decode("latin-1"):
                return None
            text = data.decode(encoding)
        except (LookupError, ValueError):
            return None
        return None if _SURROGATE.search(text) else text
    return None


def _is_minified(text: str) -> bool:
    # Counting one character is fast, and settles it for nearly every file.
    if len(text) <= LONGEST_LINE or text.count("\n") * AVERAGE_LINE >= len(text):
        return False
    longest = max(len(line) for line in _ENDINGS.split(text))
    endings = text.count("\n") + text.count("\r") - text.count("\r\n")
    return longest > LONGEST_LINE and len(text) > AVERAGE_LINE * (endings + 1)
