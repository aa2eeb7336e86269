"""What a reader sees of an AsciiDoc title: its text without the markup in it."""

from __future__ import annotations

import re
from collections.abc import Mapping

_ATTRIBUTE = re.compile(r"(?<!\\)\{([\w-]+)\}")
_MARKUP = re.compile(
    r"""\[\[[^\[\]]*\]\]"""
    r"""|<<[^<>,]*,\s*([^<>]*)>>|<<\#?([^<>,]*)>>"""
    r"""|\\(?=[*_`\#{\[<+^~])"""
    r"""|\+\+\+(.+?)\+\+\+|pass:[a-z,]*\[([^\[\]]*)\]|\$\$(.+?)\$\$"""
    r"""|(?:(?:link|xref|mailto):[^\s\[\]]*|(?:https?|ftp|irc)://[^\s\[\]]*)\[([^\[\]]*)\]"""
    r"""|(?:image|icon|footnote|indexterm2?|anchor):[^\s\[\]]*\[[^\[\]]*\]"""
    r"""|(?:kbd|btn|menu):[^\s\[\]]*\[([^\[\]]*)\]"""
    r"""|\(\(\([^()]*\)\)\)|\(\(([^()]*)\)\)"""
    r"""|\[[\w.\#%-]*\](?=[*_`\#+])"""
)
_QUOTED = (
    re.compile(r"([`*_#+])\1(.+?)\1\1"),
    re.compile(r"(?<![\w:;}])([`*_#+])(?=\S)(.*?\S)\1(?!\w)"),
)
_SCRIPT = re.compile(r"([\^~])(\S+?)\1")
#: Nobody writes a longer title, and the patterns take time that grows faster than the text.
_LONGEST = 400


def shown_text(title: str, attributes: Mapping[str, str]) -> str:
    """The text of a title, on one line; an attribute that is not among these stays as written."""
    title = _ATTRIBUTE.sub(lambda found: attributes.get(found[1], found[0]), title)
    if len(title) <= _LONGEST:
        title = _MARKUP.sub(_shown, title)
        for quoted in _QUOTED:
            # Strong text in emphasis is the deepest that titles nest.
            for _ in range(2):
                title = quoted.sub(r"\2", title)
        title = _SCRIPT.sub(r"\2", title)
    return " ".join(title.split())


def _shown(found: re.Match[str]) -> str:
    return next(filter(None, found.groups()), "")
