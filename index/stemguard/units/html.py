"""HTML: the sections under its headings, and what its scripts and styles define.

An element with an `id` is no unit: it is named for programs as a rule, and is found by its text.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence

from stemguard.units.embedded import Extractors, Part, blank, found_in, merged, without_data
from stemguard.units.languages import language_named
from stemguard.units.lines import Lines
from stemguard.units.outline import Heading, Outline, Stretch, sections
from stemguard.units.reader import Reader
from stemguard.units.tags import BRACES, Markup, Tag, tags

#: The types of scripts that are code, without `text/` and `application/`.
_TYPES = {
    "": "javascript",
    "babel": "javascriptreact",
    "ecmascript": "javascript",
    "javascript": "javascript",
    "jsx": "javascriptreact",
    "module": "javascript",
    "py": "python",
    "python": "python",
    "ts": "typescript",
    "tsx": "typescriptreact",
    "typescript": "typescript",
    "x-javascript": "javascript",
    "x-python": "python",
}
#: Styles that the grammar of CSS reads.
_STYLES = {"": "css", "css": "css", "postcss": "css"}
#: The languages of `script_language` and `style_language`.
EMBEDDED = frozenset({*_TYPES.values(), *_STYLES.values()})

#: In these elements no tag counts.
RAW = frozenset(("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"))
_MARKUP = Markup(raw=RAW, braces=frozenset(BRACES), escapes=True)
_XHTML = Markup(raw=RAW, braces=frozenset(BRACES), closes_itself=True)
_IS_XHTML = re.compile(r"\s*<\?xml\b|<!DOCTYPE [^>]*//DTD XHTML")
#: A title holds text alone, and what a template engine runs.
_TITLE = Markup(raw=frozenset(), braces=frozenset(BRACES))
_HEADING = re.compile("/?h[1-6]")

#: A heading has a few words. One that is not closed may reach far, and what is longer than this
#: with its tags is none.
_LONGEST_MARKUP = 4000
_LONGEST_NAME = 400
#: Words on both sides of these are two.
_PARTING = frozenset({"br", "p", "/p", "div", "/div", "li", "/li", "td", "/td"})
#: What comes behind is another choice of a template than what was before.
_ELSE = re.compile(r"(?:\{%|<%)-?\s*el")
#: What documentation generators put behind a heading, as a link to it.
_PILCROW = " \u00b6#"
_CDATA = re.compile(r"<!\[CDATA\[|\]\]>")


def html_reader(extractors: Extractors) -> Reader:
    """The reader of HTML; `extractors` are those of what is in it."""

    def outline(lines: Lines) -> Outline:
        text = lines.text
        markup = _XHTML if _IS_XHTML.match(text) else _MARKUP
        found = list(tags(text, markup))
        title, title_at = _title(found, text)
        headed = sections(_headings(found, text), len(text))
        embedded = found_in(without_cdata(text), parts(found), extractors)
        marks = merged([*headed, *embedded.marks])
        return Outline(marks, title, title_at, embedded.reason, without_data(text))

    return Reader(outline, frozenset({"section"}), EMBEDDED)


def parts(found: Iterable[Tag]) -> Iterator[Part]:
    """The scripts and styles."""
    for tag in found:
        if tag.name == "script":
            yield Part(_script_language(tag), tag.end, tag.content_end)
        elif tag.name == "style":
            yield Part(_style_language(tag), tag.end, tag.content_end)


def without_cdata(text: str) -> str:
    """The text, as long as it was, without marks that are none of a script or a style."""
    if "<![CDATA[" not in text:
        return text
    return _CDATA.sub(blank, text)


def _script_language(tag: Tag) -> str:
    """What a script is written in; "" if it is no code that we read."""
    lang = tag.attribute("lang").lower()
    if lang:
        return language_named(lang)
    kind = tag.attribute("type").partition(";")[0].strip().lower()
    return _TYPES.get(kind.removeprefix("text/").removeprefix("application/"), "")


def _style_language(tag: Tag) -> str:
    lang = tag.attribute("lang").lower() or tag.attribute("type").lower().removeprefix("text/")
    return _STYLES.get(lang, "")


def _title(found: Iterable[Tag], text: str) -> tuple[str, Stretch]:
    """What the first title says, and where."""
    for tag in found:
        if tag.name == "title":
            start, end = _trimmed(text, tag.end, tag.content_end)
            held = text[start : min(end, start + _LONGEST_MARKUP)]
            title = _seen(list(tags(held, _TITLE)), held, 0, len(held))
            return (title, (start, end)) if title else ("", (0, 0))
    return "", (0, 0)


def _headings(found: Sequence[Tag], text: str) -> Iterator[Heading]:
    """The headings; one ends at the tag that closes it, or where the next one begins."""
    opened = -1
    for i, tag in enumerate(found):
        if not _HEADING.fullmatch(tag.name):
            continue
        closes = tag.name.startswith("/")
        if opened >= 0:
            end = tag.end if closes else tag.start
            yield from _heading(found[opened], found[opened + 1 : i], tag.start, end, text)
        opened = -1 if closes else i
    if opened >= 0:
        yield from _heading(found[opened], found[opened + 1 :], len(text), len(text), text)


def _heading(
    tag: Tag, inner: Sequence[Tag], content_end: int, end: int, text: str
) -> Iterator[Heading]:
    """The heading that a tag opens, with the tags in it; none if it says nothing, or too much."""
    if content_end - tag.end > _LONGEST_MARKUP:
        return
    title = _seen(inner, text, tag.end, content_end)
    if not 0 < len(title) <= _LONGEST_NAME:
        return
    start, stop = _trimmed(text, tag.end, content_end)
    for first in inner:
        if first.start != start or first.name == "{{" or not text[first.end : stop].strip():
            break
        start = _trimmed(text, first.end, stop)[0]
    yield Heading(
        level=int(tag.name[1]),
        title=title,
        start=tag.start,
        end=end,
        declared=tag.start,
        selection=(start, stop),
    )


def _seen(inner: Iterable[Tag], text: str, start: int, end: int) -> str:
    """What a reader sees of a stretch with these tags in it: no tags, entities as what they stand
    for, images as what they are to say; what a template engine puts in as it is written."""
    seen: list[str] = []
    at = start
    for tag in inner:
        if tag.name == "{{":
            continue
        seen.append(text[at : tag.start])
        if tag.name == "img":
            seen.append(tag.attribute("alt"))
        elif tag.name in _PARTING or _ELSE.match(text, tag.start):
            seen.append(" ")
        at = tag.content_end
    seen.append(text[at:end])
    return " ".join(html.unescape("".join(seen)).split()).rstrip(_PILCROW)


def _trimmed(text: str, start: int, end: int) -> Stretch:
    held = text[start:end]
    begin = start + len(held) - len(held.lstrip())
    return begin, max(begin, start + len(held.rstrip()))
