"""md (first)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from stemguard.units.lines import Lines
from stemguard.units.outline import Heading, Outline, sections

_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*")


def markdown_outline(lines: Lines) -> Outline:
    """Headings."""
    return Outline(sections(_headings(lines), len(lines.text)))


def _headings(lines: Lines) -> Iterator[Heading]:
    fence = ""
    for i, content in enumerate(lines.contents()):
        mark = re.match(r" {0,3}(`{3,}|~{3,})(.*)", content)
        if fence:
            if mark and mark[1].startswith(fence) and not mark[2].strip():
                fence = ""
            continue
        if mark:
            fence = mark[1]
            continue
        title = _ATX.fullmatch(content)
        if title:
            s = lines.starts[i]
            a, b = title.span(2) if title[2] else (title.end(1), title.end(1))
            yield Heading(
                len(title[1]),
                (title[2] or "").replace("`", ""),
                s,
                lines.end_of(i),
                s + title.start(1),
                (s + a, s + b),
            )
