"""What a reader sees of a LaTeX title: its text without the commands in it."""

from __future__ import annotations

import re
import unicodedata

_BRACED = r"\{(?:[^{}]|\{[^{}]*\})*\}"
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\r\n]*(?:\r\n?|\n|$)[ \t]*")
#: What is shown elsewhere or not at all, with what it is given.
_UNSHOWN = re.compile(
    r"\\(?:thanks|footnote|footnotemark|label|index|cite[a-z]*|vspace|hspace|fontsize|selectfont"
    r"|color|phantomsection|pdfbookmark|vskip|hskip|includegraphics|rule|tnoteref|thanksref)\*?"
    rf"(?![a-zA-Z])(?:[ \t]*(?:\[[^\[\]]*\]|{_BRACED}))*"
)
#: A title for those who read it as text, beside one for those who print it.
_EITHER = re.compile(rf"\\texorpdfstring\s*{_BRACED}\s*\{{((?:[^{{}}]|\{{[^{{}}]*\}})*)\}}")
_ACCENT = re.compile(
    r"\\(?P<accent>[`'^\"~=.]|[uvHtcdbkr](?![a-zA-Z]))\s*"
    r"(?:\{\s*(?P<braced>\\[ij](?![a-zA-Z])|[^\W\d_])\s*\}|\{(?P<none>)\}"
    r"|(?P<bare>\\[ij](?![a-zA-Z])\s*|[^\W\d_]))"
)
_COMBINING = {
    **{"`": "\u0300", "'": "\u0301", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304"},
    **{".": "\u0307", "u": "\u0306", "v": "\u030c", "H": "\u030b", "t": "\u0361", "c": "\u0327"},
    **{"d": "\u0323", "b": "\u0331", "k": "\u0328", "r": "\u030a"},
}
_LETTERS = {
    **{"ss": "ß", "o": "ø", "O": "Ø", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å"},
    **{"AA": "Å", "l": "ł", "L": "Ł", "i": "i", "j": "j", "dh": "ð", "DH": "Ð", "th": "þ"},
    **{"TH": "Þ", "dj": "đ", "DJ": "Đ", "ng": "ŋ", "NG": "Ŋ", "S": "§", "P": "¶", "pounds": "£"},
}
_SIGNS = {
    **{"textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "textbar": "|"},
    **{"textless": "<", "textgreater": ">", "textunderscore": "_", "textquotesingle": "'"},
    **{"ldots": "…", "dots": "…", "textendash": "\u2013", "textemdash": "\u2014", "copyright": "©"},
    **{"slash": "/", "backslash": "\\", "textregistered": "®", "texttrademark": "™"},
    **{"newline": " ", "linebreak": " ", "break": " ", "par": " ", "quad": " ", "qquad": " "},
    **{"space": " ", "and": " ", "hfill": " ", "lq": "\u2018", "rq": "\u2019"},
}
#: Switches, which show nothing: of the font, its size, and what breaks where.
_SWITCHES = frozenset(
    (
        *("bfseries", "mdseries", "itshape", "slshape", "scshape", "upshape", "rmfamily"),
        *("sffamily", "ttfamily", "normalfont", "em", "bf", "it", "rm", "sf", "sl", "sc", "tt"),
        *("tiny", "scriptsize", "footnotesize", "small", "normalsize", "large", "Large", "LARGE"),
        *("huge", "Huge", "boldmath", "unboldmath", "centering", "raggedright", "raggedleft"),
        *("protect", "noindent", "sloppy", "nobreak", "relax", "left", "right", "bigskip"),
        *("medskip", "smallskip", "displaystyle", "textstyle", "xspace", "leavevmode"),
    )
)
#: What shows its last argument alone.
_LAST_SHOWN = re.compile(
    r"\\(?:href|textcolor|colorbox|raisebox|scalebox|parbox|makebox|hyperref)\s*"
    rf"(?:\[[^\[\]]*\]\s*)*(?:{_BRACED}\s*)?(?=\{{)"
)
_BREAK = re.compile(r"\\\\\*?(?:\[[^\[\]]*\])?")
#: Of a command without an argument the name is shown: it is a symbol, or is the name of something.
_COMMAND = re.compile(
    r"\\(?:(?P<name>[a-zA-Z@]+)\*?(?P<blank>[ \t]*)(?:\[[^\[\]]*\](?=\{))?(?=(?P<given>\{(?!\}))?)"
    r"|(?P<sign>\r\n|.))",
    re.DOTALL,
)
_MARKS = (("``", "\u201c"), ("''", "\u201d"), ("---", "\u2014"), ("--", "\u2013"))
_MARKUP = re.compile(r"[\\{}$~%`'-]")
#: What is meant as it is stays out of the way, in a private-use plane, until marks are removed.
_KEPT = {ord(mark): 0xF0000 + ord(mark) for mark in "{}$~"}
_REMOVED = {ord("{"): "", ord("}"): "", ord("$"): "", ord("~"): " "}
_REMOVED |= {kept: chr(mark) for mark, kept in _KEPT.items()}
#: Nobody writes a longer title, and the patterns take time that grows faster than the text.
_LONGEST = 1000


def shown_text(title: str) -> str:
    """The text of a title, on one line, with letters for commands that write them."""
    if len(title) <= _LONGEST and _MARKUP.search(title):
        title = _COMMENT.sub(r"\1", title)
        title = _BREAK.sub(" ", title)
        title = _EITHER.sub(r"\1", title)
        title = _UNSHOWN.sub("", title)
        title = _LAST_SHOWN.sub("", title)
        title = _ACCENT.sub(_accented, title)
        for mark, sign in _MARKS:
            title = title.replace(mark, sign)
        title = _COMMAND.sub(_shown, title).translate(_REMOVED)
    return " ".join(unicodedata.normalize("NFC", title).split())


def _accented(found: re.Match[str]) -> str:
    if found["none"] is not None:
        return found["accent"].translate(_KEPT)
    letter = (found["braced"] or found["bare"]).strip().lstrip("\\")
    # A command before it must not take the letter for its own.
    return f"{{}}{letter}{_COMBINING[found['accent']]}"


def _shown(found: re.Match[str]) -> str:
    sign, name = found["sign"], found["name"]
    if sign is not None:
        if sign in "{}$&%_#":
            return sign.translate(_KEPT)
        return " " if sign in " ,;:~\r\n" else ""
    if name in _LETTERS:
        return _LETTERS[name]
    if name in _SIGNS:
        return _SIGNS[name].translate(_KEPT)
    if name in _SWITCHES:
        return ""
    return "" if found["given"] else name + found["blank"]
