"""What a reader sees of a reStructuredText title: its text without the markup in it."""

from __future__ import annotations

import re

_MARKUP = re.compile(
    r"""``(?P<literal>.+?)``(?!\w)"""
    r"""|(?::[\w.+:-]+:)?(?<!\w)`(?P<interpreted>[^`]+)`(?::[\w.+:-]+:)?_{0,2}"""
    r"""|(?<!\w)\*\*(?P<strong>\S|\S.*?\S)\*\*(?!\w)"""
    r"""|(?<![\w*])\*(?P<emphasis>[^\s*]|[^\s*][^*]*[^\s*])\*(?![\w*])"""
    r"""|(?<!\w)\|(?P<substitution>[^\s|]|[^\s|][^|]*[^\s|])\|_{0,2}(?!\w)"""
    r"""|(?<=[^\W_])(?P<reference>_{1,2})(?=[\s'")\]}>/\\:.,;!?-]|$)"""
    r"""|\\(?P<escaped>.)"""
)
#: The target in `text <target>`, which is not shown.
_TARGET = re.compile(r"\s*<[^<>]*>$")
#: Nobody writes a longer title, and the patterns take time that grows faster than the text.
_LONGEST = 1000


def shown_text(title: str) -> str:
    """The text of a title, on one line; literals, roles' texts and substitutions' names are part of
    it."""
    shown = _MARKUP.sub(_shown, title) if len(title) <= _LONGEST else title
    return " ".join(shown.split())


def _shown(found: re.Match[str]) -> str:
    if found["interpreted"]:
        text = found["interpreted"]
        return _TARGET.sub("", text) or text.strip("<>")
    if found["reference"]:
        return ""
    if found["escaped"]:
        return "" if found["escaped"].isspace() else found["escaped"]
    return found["literal"] or found["strong"] or found["emphasis"] or found["substitution"] or ""
