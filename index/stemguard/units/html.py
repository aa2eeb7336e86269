"""HTML: the sections under its headings, and what its scripts and styles define.

An element with an `id` is no unit: it is named for programs as a rule, and is found by its text.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator

from stemguard.units.embedded import Extractors, Part, found_in, merged
from stemguard.units.languages import language_named
from stemguard.units.lines import Lines
from stemguard.units.outline import Heading, Outline, Stretch, sections
from stemguard.units.reader import Reader
from stemguard.units.tags import BRACES, TAG, Markup, Tag, tags

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
_HEADING = re.compile("/?h[1-6]")

#: A heading has a few words. One that is not closed may reach far, and what is longer than this
#: with its tags is none.
_LONGEST_MARKUP = 4000
_LONGEST_NAME = 400
_LEADING_TAGS = re.compile(r"(?:\s++|<[^<>]*+>)*+")
#: What a template engine runs, where it writes nothing.
_UNSEEN = re.compile(
    r"<!--.*?-->|\{%.*?%\}|\{#.*?#\}|<\?.*?\?>|<%.*?%>|<(script|style)\b.*?</\1[^>]*>",
    re.DOTALL | re.IGNORECASE,
)
_IMAGE = re.compile(r"<img\b[^>]*?\balt\s*=\s*(?:\"([^\"]*)\"|'([^']*)')[^>]*>", re.IGNORECASE)
_BREAK = re.compile(r"<(?:br|/?p|/?div)\b[^>]*>", re.IGNORECASE)
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
        return Outline(merged([*headed, *embedded.marks]), title, title_at, embedded.reason)

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
    return _CDATA.sub(lambda mark: " " * len(mark[0]), text)


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
    for tag in found:
        if tag.name == "title":
            start, end = _trimmed(text, tag.end, tag.content_end)
            title = shown_text(text[start : min(end, start + _LONGEST_MARKUP)])
            return (title, (start, end)) if title else ("", (0, 0))
    return "", (0, 0)


def _headings(found: Iterable[Tag], text: str) -> Iterator[Heading]:
    """The headings; one ends at the tag that closes it, or where the next one begins."""
    opened: Tag | None = None
    for tag in found:
        if not _HEADING.fullmatch(tag.name):
            continue
        closes = tag.name.startswith("/")
        if opened is not None:
            yield from _heading(opened, tag.start, tag.end if closes else tag.start, text)
        opened = None if closes else tag
    if opened is not None:
        yield from _heading(opened, len(text), len(text), text)


def _heading(tag: Tag, content_end: int, end: int, text: str) -> Iterator[Heading]:
    start, stop = _trimmed(text, tag.end, content_end)
    if stop - start > _LONGEST_MARKUP:
        return
    title = shown_text(text[start:stop])
    if not 0 < len(title) <= _LONGEST_NAME:
        return
    leading = _LEADING_TAGS.match(text, start, stop)
    if leading is not None and leading.end() < stop:
        start = leading.end()
    yield Heading(
        level=int(tag.name[1]),
        title=title,
        start=tag.start,
        end=end,
        declared=tag.start,
        selection=(start, stop),
    )


def shown_text(markup: str) -> str:
    """What a reader sees of some HTML: no tags, entities as what they stand for, images as what
    they are to say; what a template engine puts in stays as it is written."""
    seen = _IMAGE.sub(r"\1\2", _UNSEEN.sub("", markup))
    seen = html.unescape(TAG.sub("", _BREAK.sub(" ", seen)))
    return " ".join(seen.split()).rstrip(_PILCROW)


def _trimmed(text: str, start: int, end: int) -> Stretch:
    held = text[start:end]
    begin = start + len(held) - len(held.lstrip())
    return begin, max(begin, start + len(held.rstrip()))
