"""What a reader sees of a line of a manual page: its text without the escapes in it."""

from __future__ import annotations

import re
import unicodedata

_ESCAPE = re.compile(
    r"""
    \\(?:
        [fmMFkng] (?: \[[^\[\]]*\] | \(.. | .)
      | s (?: [-+]? (?: \[[^\[\]]*\] | \(.. | '[^']*') | [-+]?\d\d? )
      | [hvXwDLlobxANZYVSCBH] '[^']*'
      | \*? (?: \[ (?P<long>[^\[\]]*) \] | \( (?P<two>..))
      | \*.
      | (?P<one>.)
      | $
    )
    """,
    re.VERBOSE,
)
_NAMED = {
    **{"lq": "\u201c", "rq": "\u201d", "oq": "\u2018", "cq": "\u2019", "aq": "'", "dq": '"'},
    **{"em": "\u2014", "en": "\u2013", "hy": "-", "mi": "-", "bu": "\u2022", "co": "©"},
    **{"rg": "®", "tm": "™", "ha": "^", "ti": "~", "rs": "\\", "ga": "`", "sl": "/", "at": "@"},
    **{"ss": "ß", "o/": "ø", "O/": "Ø", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "/l": "ł"},
    **{"/L": "Ł", "-D": "Ð", "Sd": "ð", "TP": "Þ", "Tp": "þ", "sc": "§", "de": "°", "Eu": "€"},
    **{"->": "→", "<-": "←", "mu": "\u00d7", "+-": "±", "<=": "≤", ">=": "≥", "!=": "≠"},
    **{"Fo": "«", "Fc": "»", "lB": "[", "rB": "]", "lC": "{", "rC": "}", "la": "⟨", "ra": "⟩"},
    **{"Aq": "'", 'L"': '"', 'R"': '"', "--": "\u2014"},
    **{"ba": "|", "bv": "|", "Tm": "™", "R": "®", "sh": "#", "Do": "$", "ul": "_"},
}
_ACCENTS = {
    **{"'": "\u0301", "`": "\u0300", "^": "\u0302", ":": "\u0308", "~": "\u0303", ",": "\u0327"},
    **{"v": "\u030c", "o": "\u030a"},
}
_SIGNS = {
    "-": "-",
    " ": " ",
    "~": " ",
    "0": " ",
    "t": " ",
    "e": "\\",
    "\\": "\\",
    "'": "'",
    "`": "`",
}
_SIGNS |= {".": ".", "_": "_"}
_CODE = re.compile(r"u[0-9A-F]{4,6}")
#: Nobody writes a longer line of a title, and what is longer is shown as it is.
_LONGEST = 1000


def shown_text(line: str) -> str:
    """The text of a line, with characters for the escapes that write them."""
    if "\\" in line and len(line) <= _LONGEST:
        line = unicodedata.normalize("NFC", _ESCAPE.sub(_shown, line))
    return " ".join(line.split())


def _shown(found: re.Match[str]) -> str:
    if found["one"]:
        return _SIGNS.get(found["one"], "")
    name = found["long"] or found["two"] or ""
    if name in _NAMED:
        return _NAMED[name]
    if _CODE.fullmatch(name) and int(name[1:], 16) < 0x110000:
        return chr(int(name[1:], 16))
    if len(name) == 2 and name[0] in _ACCENTS and name[1].isalpha():
        return name[1] + _ACCENTS[name[0]]
    return ""
