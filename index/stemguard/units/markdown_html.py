"""Where HTML blocks and link definitions begin and end in Markdown: no heading is in them."""

from __future__ import annotations

import re
from collections.abc import Sequence

_RAW = r"(?:script|pre|style|textarea)"
#: CommonMark 0.31, section 4.6, kinds 1 to 5: what begins them and what, on the same or a later
#: line, ends them.
_DELIMITED = (
    (re.compile(rf"<{_RAW}(?:[ >]|$)", re.IGNORECASE), re.compile(rf"</{_RAW}>", re.IGNORECASE)),
    (re.compile(r"<!--"), re.compile(r"-->")),
    (re.compile(r"<\?"), re.compile(r"\?>")),
    (re.compile(r"<!\[CDATA\["), re.compile(r"\]\]>")),
    (re.compile(r"<![A-Za-z]"), re.compile(r">")),
)
#: Kind 6, which a blank line ends.
_BLOCK_TAG = re.compile(
    r"</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd"
    r"|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]"
    r"|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup"
    r"|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)"
    r"(?:[ >]|/>|$)",
    re.IGNORECASE,
)
_ATTRIBUTE = r"""\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?"""
#: Kind 7, which a blank line ends too: any complete tag that has a line for itself.
_LONE_TAG = re.compile(
    rf"(?:<[A-Za-z][A-Za-z0-9-]*(?:{_ATTRIBUTE})*\s*/?>|</[A-Za-z][A-Za-z0-9-]*\s*>)\s*$", re.ASCII
)
#: What an MDX document begins a module or a comment with, and what ends that.
_MODULE = re.compile(r"(?:import|export)\b")
_JSX_COMMENT = (re.compile(r"\{\s*/\*"), re.compile(r"\*/\s*\}"))
#: A heading may stand in other elements, if they begin on its line.
_HEADING = re.compile(r"\s*(?:<[^<>]{0,300}>\s*){0,5}?<h([1-6])(?=[\s>])[^<>]*>", re.IGNORECASE)
_HEADING_BEGINS = re.compile(r"<h[1-6][\s>]", re.IGNORECASE)
_MOST_LINES = 20
BLANK_LINE = re.compile(r"[ \t]*$")

_TITLE = r"""(?:"(?:[^"\\]|\\.){0,999}"|'(?:[^'\\]|\\.){0,999}'|\((?:[^()\\]|\\.){0,999}\))"""
#: Section 4.7: label, destination and, on the same or the next line, a title.
_DEFINITION = re.compile(
    r"[ ]{0,3}\[(?=[^\]]*[^\s\]])(?:[^\\\[\]]|\\.){1,999}\]:"
    r"[ \t]*\n?[ \t]*(?:<(?:[^<>\n\\]|\\.)*>|[^\s<]\S*)"
    rf"(?:(?:[ \t]+|[ \t]*\n[ \t]*){_TITLE})?[ \t]*(?=\n|$)",
    re.DOTALL,
)


def html_end(line: str, in_paragraph: bool) -> re.Pattern[str] | None:
    """What ends the HTML block that a line, without its indentation, begins; None if none.

    The pattern is searched for in this and every later line, except `BLANK_LINE`, which a whole
    line has to match.
    """
    if not line.startswith("<"):
        return None
    for begin, end in _DELIMITED:
        if begin.match(line):
            return end
    if _BLOCK_TAG.match(line) or (not in_paragraph and _LONE_TAG.match(line)):
        return BLANK_LINE
    return None


def jsx_end(line: str, in_paragraph: bool) -> re.Pattern[str] | None:
    """The same for what MDX alone begins with a line: a module or a comment."""
    if in_paragraph:
        return None
    if _MODULE.match(line):
        return BLANK_LINE
    return _JSX_COMMENT[1] if _JSX_COMMENT[0].match(line) else None


def element_end(contents: Sequence[str], first: int) -> tuple[int, int] | None:
    """The level of the heading element that a line begins, and the line that ends it; None if the
    line begins none or nothing ends it soon."""
    opened = _HEADING.match(contents[first]) if "<" in contents[first] else None
    if opened is None:
        return None
    at = opened.end()
    for number in range(first, min(first + _MOST_LINES, len(contents))):
        line = contents[number][at:].lower()
        closing = line.find(f"</h{opened[1]}")
        if _HEADING_BEGINS.search(line, 0, closing if closing >= 0 else len(line)):
            return None
        if closing >= 0:
            return int(opened[1]), number
        at = 0
    return None


def element_title(element: str) -> tuple[int, int]:
    """Where the title of a heading element is in the text that its lines are."""
    opened = _HEADING.match(element)
    begin = opened.end() if opened is not None else 0
    end = element.lower().find("</h", begin)
    inside = element[begin : max(begin, end)]
    begin += len(inside) - len(inside.lstrip())
    return begin, begin + len(inside.strip())


def lines_of_definitions(paragraph: str) -> int:
    """How many lines at the beginning of a paragraph are link reference definitions."""
    at = 0
    while found := _DEFINITION.match(paragraph, at):
        at = found.end() + 1
        if at > len(paragraph):
            return paragraph.count("\n") + 1
    return paragraph.count("\n", 0, at)
