"""What a reader sees of a Markdown title: its text without the markup in it."""

from __future__ import annotations

import html
import re

#: What stands for itself or for a text, before emphasis and links are looked at.
_ATOM = re.compile(
    r"""\\(?P<escaped>[!-/:-@\[-`{-~])"""
    r"""|(?<!`)(?P<ticks>`+)(?!`)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)"""
    r"""|<(?P<link>[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[\w.+-]+@[\w.-]+)>"""
    r"""|<img\b[^<>]*?\balt\s*=\s*(?P<quote>["'])(?P<alt>[^<>"']*)(?P=quote)[^<>]*>"""
    r"""|(?P<tag><!--.*?-->|</?[A-Za-z][^<>]*>)"""
    r"""|(?P<entity>&(?:\#[0-9]{1,7}|\#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]*);)"""
)
_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\[\]]*\])")
_EMPHASIS = (
    re.compile(r"(\*{1,3}|~~)(?![\s*])(.+?)(?<![\s*])\1(?!\*)"),
    re.compile(r"(?<!\w)(_{1,3})(?![\s_])(.+?)(?<![\s_])\1(?!\w)"),
)
#: Atoms are kept out of the way as single characters from a private-use plane.
_FIRST_ATOM = 0xF0000


_MARKUP = re.compile(r"[\\`*_~\[<&]")
#: Nobody writes a longer title, and the patterns take time that grows faster than the text.
_LONGEST = 1000


def shown_text(title: str) -> str:
    """The text of a title, on one line; code, link texts and image descriptions are part of it."""
    if len(title) > _LONGEST or not _MARKUP.search(title):
        return " ".join(title.split())
    atoms: list[str] = []

    def keep(found: re.Match[str]) -> str:
        atoms.append(_shown_atom(found))
        return chr(_FIRST_ATOM + len(atoms) - 1)

    shown = _ATOM.sub(keep, title)
    # An image inside a link is the deepest that titles nest.
    for _ in range(2):
        shown = _LINK.sub(r"\1", shown)
    for emphasis in _EMPHASIS:
        # Three marks may be two pairs: strong text with emphasis at its end.
        for _ in range(2):
            shown = emphasis.sub(r"\2", shown)
    for i, atom in enumerate(atoms):
        shown = shown.replace(chr(_FIRST_ATOM + i), atom, 1)
    return " ".join(shown.split())


def _shown_atom(found: re.Match[str]) -> str:
    if found["escaped"]:
        return found["escaped"]
    if found["code"]:
        return found["code"]
    if found["link"]:
        return found["link"]
    if found["alt"]:
        return html.unescape(found["alt"])
    return html.unescape(found["entity"]) if found["entity"] else ""
