"""The tags of HTML and of components, found in one pass and without a tree.

Where a tag ends and what is text is decided as HTML does, and what a template engine replaces is
passed over: a tag in a comment, an attribute, a string of a script or `{{ }}` is none. Nothing is
looked for twice, so that any text takes a time that grows with its length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

#: Quotes count behind `=` alone, and those that nothing closes count for nothing.
_TAG = re.compile(
    r"<(/?)([a-zA-Z][^\s/>]*+)"
    r"((?:[^>=]++|=\s*+(?:\"[^\"]*+\"|'[^']*+')?+)*+)>"
)
_ATTRIBUTE = re.compile(
    r"(?:(?<=[\s\"'])|^)([a-zA-Z]++)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'>]++))"
)
_SCRIPT_TOKEN = re.compile(r"<!--(?:-?>)?|-->|<(/?)script(?=[\s/>])", re.IGNORECASE)
#: What opens and closes what a template engine replaces, and how long that may be: braces may mean
#: something else.
BRACES = {"{{": ("}}", 300), "{%": ("%}", 2000), "{#": ("#}", 2000)}
#: Tags that nothing closes, and names of them; for each the text was looked at to its end.
_MOST_UNCLOSED = 20


class Tag(NamedTuple):
    """A tag from `start` up to and without `end`, with its name in lower case, behind a `/` if it
    closes an element; or what is no text and no tag, with its first two characters as its name.

    `content_end` is where the content of an element ends in which no tag but its last one counts;
    of others it is `end`.
    """

    name: str
    attributes: str
    start: int
    end: int
    content_end: int

    def attribute(self, name: str) -> str:
        """The value of an attribute as it is written, the first one; "" if there is none."""
        for found in _ATTRIBUTE.finditer(self.attributes):
            if found[1].lower() == name:
                return next(filter(None, found.groups()[1:]), "")
        return ""


@dataclass(frozen=True, slots=True)
class Markup:
    """How a text of tags is read.

    In elements that are `raw` no tag counts; with `raw_blocks`, in none that is not in a `template`
    either. `braces` are those of `BRACES` that are passed over. A tag that ends with `/>` has no
    content where `closes_itself` says so. Comments in a script have a meaning only where `escapes`
    says so.
    """

    raw: frozenset[str]
    braces: frozenset[str] = frozenset()
    raw_blocks: bool = False
    closes_itself: bool = False
    escapes: bool = False


def tags(text: str, markup: Markup) -> Iterator[Tag]:
    """The tags that count, and what is passed over, in their order."""
    opens = "|".join(("<[a-zA-Z/!?%]", *(re.escape(brace) for brace in sorted(markup.braces))))
    next_opening = re.compile(opens)
    scan = _Scan(text, markup)
    at = unclosed = depth = 0
    while unclosed < _MOST_UNCLOSED and (opening := next_opening.search(text, at)):
        start = opening.start()
        found = _TAG.match(text, start)
        if found is None:
            at = scan.behind(start)
            unclosed += text[start + 1].isalpha()
            if at > start + 2:
                yield Tag(text[start : start + 2], "", start, at, at)
            continue
        slash, name, attributes = found.groups()
        name = slash + name.lower()
        tag = Tag(name, attributes, start, found.end(), found.end())
        at = tag.end
        if slash or not (markup.closes_itself and attributes.endswith("/")):
            is_raw = name in markup.raw or (markup.raw_blocks and not depth)
            if name == "template" and tag.attribute("lang") in ("", "html"):
                depth += 1
            elif name == "/template":
                depth = max(depth - 1, 0)
            elif is_raw and not slash:
                at = scan.end_of_content(name, at)
                tag = tag._replace(content_end=at)
        yield tag


class _Scan:
    """Looks ahead in a text, for nothing twice."""

    def __init__(self, text: str, markup: Markup) -> None:
        self._text = text
        self._escapes = markup.escapes
        self._next: dict[str, int] = {}
        self._unclosed: set[str] = set()

    def behind(self, start: int) -> int:
        """Where the text goes on behind what begins here, which is no tag."""
        text = self._text
        opening = text[start : start + 2]
        if opening in BRACES:
            closing, longest = BRACES[opening]
            end = self._find(closing, start + 2)
            return end + 2 if end - start <= longest and end < len(text) else start + 2
        if text.startswith("<!--", start):
            # `<!-->` is a comment.
            return min(self._find("-->", start + 2) + 3, len(text))
        if text.startswith("<![CDATA[", start):
            return self._first("]]>", start)
        if opening == "<%":
            end = self._find("%>", start)
            return end + 2 if end < len(text) else start + 2
        if opening == "<?":
            return self._first("?>", start)
        if text[start + 1].isalpha() or text[start + 2 : start + 3].isalpha():
            return start + 2
        return min(self._find(">", start) + 1, len(text))

    def end_of_content(self, name: str, start: int) -> int:
        """Where the content of an element that holds no tags ends: at its last tag.

        What nothing closes goes on to the end of the text if it is a script or a style, which is
        how it is while it is typed; any other is taken for empty.
        """
        text = self._text
        if name == "script" and self._escapes:
            return self._end_of_script(start)
        if name not in self._unclosed and len(self._unclosed) < _MOST_UNCLOSED:
            closing = re.compile(rf"</{re.escape(name)}(?=[\s/>])", re.IGNORECASE)
            found = closing.search(text, start)
            if found is not None:
                return found.start()
            self._unclosed.add(name)
        return len(text) if name in ("script", "style") else start

    def _end_of_script(self, start: int) -> int:
        """HTML 13.2.5, script data states: in a comment, a script in the script may be closed."""
        is_comment = is_inner = False
        first = -1
        for token in _SCRIPT_TOKEN.finditer(self._text, start):
            if token[1] is None:
                is_comment = token[0] == "<!--"
                is_inner = is_inner and is_comment
            elif not token[1]:
                is_inner = is_comment
            else:
                if not is_inner or not self._escapes:
                    return token.start()
                is_inner = False
                first = token.start() if first < 0 else first
        # A comment that nothing closes is none, and is none in the scripts behind this one.
        self._escapes = False
        return len(self._text) if first < 0 else first

    def _first(self, closing: str, start: int) -> int:
        """Behind what closes it; where nothing does, behind the next `>`."""
        end = self._find(closing, start)
        if end < len(self._text):
            return end + len(closing)
        return min(self._find(">", start) + 1, len(self._text))

    def _find(self, what: str, start: int) -> int:
        known = self._next.get(what, -1)
        if known < start:
            known = self._text.find(what, start)
            self._next[what] = known = len(self._text) if known < 0 else known
        return known
