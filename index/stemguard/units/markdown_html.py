"""Where HTML blocks and link definitions begin and end in Markdown: no heading is in them."""

from __future__ import annotations

import re

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


def lines_of_definitions(paragraph: str) -> int:
    """How many lines at the beginning of a paragraph are link reference definitions."""
    at = 0
    while found := _DEFINITION.match(paragraph, at):
        at = found.end() + 1
        if at > len(paragraph):
            return paragraph.count("\n") + 1
    return paragraph.count("\n", 0, at)
