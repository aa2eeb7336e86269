"""Components in files of their own, of Vue and of Svelte: what their scripts and styles define.

The template stays the file's text: what it names is named in the scripts.
"""

from __future__ import annotations

from stemguard.units.embedded import Extractors, found_in, without_data
from stemguard.units.html import EMBEDDED, parts
from stemguard.units.lines import Lines
from stemguard.units.outline import Outline
from stemguard.units.reader import Reader
from stemguard.units.tags import Markup, tags

_VUE = Markup(
    raw=frozenset({"script", "style", "textarea"}),
    braces=frozenset({"{{"}),
    raw_blocks=True,
    closes_itself=True,
)
_SVELTE = Markup(raw=frozenset({"script", "style", "textarea"}), closes_itself=True)


def vue_reader(extractors: Extractors) -> Reader:
    """The reader of Vue's components; `extractors` are those of what is in them."""
    return _reader(_VUE, extractors)


def svelte_reader(extractors: Extractors) -> Reader:
    """The reader of Svelte's components; `extractors` are those of what is in them."""
    return _reader(_SVELTE, extractors)


def _reader(markup: Markup, extractors: Extractors) -> Reader:
    def outline(lines: Lines) -> Outline:
        text = lines.text
        found = found_in(text, parts(tags(text, markup)), extractors)
        return Outline(found.marks, reason=found.reason, text=without_data(text))

    return Reader(outline, frozenset(), EMBEDDED)
