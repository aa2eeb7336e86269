"""The definitions in source of any language that has a row in `code_languages`.

Definitions are nested as their nodes are. Nothing here is quadratic, whatever the text: what is
looked at around a definition ends at the first character that does not belong to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from stemguard.units.code import captured
from stemguard.units.code_bodies import BODIES
from stemguard.units.code_languages import CODE, KINDS, MEMBERS, RUNNERS, CodeLanguage
from stemguard.units.documented import Around, joined, said
from stemguard.units.lines import Lines
from stemguard.units.outline import Extractor, Mark, Outline, Stretch
from stemguard.units.runs import RUNS, Run, Shortened

if TYPE_CHECKING:
    from stemguard.units.code import Captured, Node

#: A container names all that is around: without an end to it, 10,000 levels would take 100 MB. What
#: is deeper belongs to the text of the innermost definition that is not.
_DEEPEST = 40
#: What is longer is data that stands where a name can.
_LONGEST_NAME = 400

_START, _END = attrgetter("start"), attrgetter("end")
#: The constructor of a named tuple takes twice as long.
_made = tuple.__new__
_LONE_RETURN = re.compile(r"\r(?!\n)")
_SURROGATE = re.compile("[\ud800-\udfff]")
#: What a type that points to it can be declared with.
_BODIES = frozenset({"struct", "union", "enum"})
_SPACE = re.compile(r"\s*")
#: What stands for what a grammar cannot read, by the name of its group.
_SHOWN = {"word": "x", "stop": ";"}


def definitions_of(language: str) -> Extractor:
    """What finds the definitions of a language of the table."""
    row, bodies, runs = CODE[language], BODIES.get(language), RUNS.get(language)

    def outline(lines: Lines) -> Outline:
        def shown(unread: Iterable[re.Pattern[str]]) -> bytes:
            source = _bytes(lines.text, unread)
            return source if bodies is None else bodies.emptied(source)

        def mended() -> bytes:
            return shown((*row.unread, *row.broken))

        source = shown(row.unread)
        found, short = None, None
        if runs is not None and (short := runs.shortened(source)) is not None:
            found = captured(language, short.source, expected=lambda root: runs.are_in(root, short))
        shortened = short if found is not None else None
        if found is None:
            found = captured(language, source, mended if row.broken else None)
        if not isinstance(found, list):
            return Outline(reason=found or "")
        return _outline(found, shortened, row, lines)

    return outline


def _bytes(text: str, unread: Iterable[re.Pattern[str]]) -> bytes:
    """What the grammar reads: as many bytes for each character as `Lines` counts."""
    for pattern in unread:
        text = pattern.sub(_without_group, text)
    if "\r" in text:
        # Grammars take a lone carriage return for a character of a comment.
        text = _LONE_RETURN.sub("\n", text)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text).encode("utf-8")


def _without_group(found: re.Match[str]) -> str:
    if found.lastindex is None:
        return found[0]
    start, end = (at - found.start() for at in found.span(found.lastindex))
    shown = _SHOWN.get(found.lastgroup or "", " ")
    return f"{found[0][:start]}{shown * (end - start)}{found[0][end:]}"


@dataclass(slots=True)
class _Definition:
    """A captured definition, `kind` "" for a scope, `given` what it was before a function was found
    to be a method: the stretches of its node, of its name and of what goes into the container
    before the name."""

    kind: str
    node: Stretch
    selection: Stretch
    within: list[Stretch]
    has_rest: bool
    given: str
    container: str = ""
    docs: list[Stretch] | None = None


def _stretch_of(lines: Lines, shortened: Shortened | None) -> Callable[[Node], Stretch]:
    """What tells where a node is in the text."""
    of_node = attrgetter("byte_range") if shortened is None else shortened.whole_of()
    if lines.is_ascii:
        return of_node
    at = lines.offset_of_byte

    def stretch(node: Node) -> Stretch:
        start, end = of_node(node)
        return at(start), at(end)

    return stretch


def _outline(
    found: Iterable[Captured], shortened: Shortened | None, row: CodeLanguage, lines: Lines
) -> Outline:
    named: dict[int, tuple[int, _Definition]] = {}
    comments: list[Stretch] = []
    belonging: dict[str, list[Stretch]] = {"attribute": [], "doc": [], "opening": []}
    stretch = _stretch_of(lines, shortened)
    for pattern, nodes in found:
        names = nodes.get("name")
        if names is None:
            if "comment" in nodes:
                # Nine of ten, and without anything else.
                comments.append(stretch(nodes["comment"][0]))
                continue
            for capture, held in nodes.items():
                if capture in belonging:
                    belonging[capture] += map(stretch, held)
            continue
        name = stretch(names[0])
        # Two patterns may fit one definition: the one that stands first is the narrower.
        known = named.get(name[0])
        if known is not None and known[0] <= pattern:
            continue
        if len(names) > 1:
            # One name in two parts is all from the first to the last.
            name = name[0], stretch(names[-1])[1]
        definition = _definition(nodes, name, row, lines.text, stretch)
        start, end = definition.selection
        if start != name[0]:
            known = named.get(start)
        if start < end <= start + _LONGEST_NAME and (known is None or pattern < known[0]):
            named[start] = pattern, definition
    around = Around(lines)
    around.add_comments(comments)
    if shortened is not None:
        at = lines.offset_of_byte
        around.lengthen_comments(
            [(at(run.first[0]), at(run.end)) for run in shortened.runs if not run.others]
        )
    around.add_attributes(belonging["attribute"])
    around.sort()
    definitions = sorted(
        (definition for _, definition in named.values()),
        key=lambda one: (one.node[0], -one.node[1], one.selection[0]),
    )
    definitions, of_text = _contained(definitions, sorted(belonging["doc"]), row, lines)
    marks = _marks(definitions, around, row, lines)
    if shortened is not None:
        marks += _marks_of_runs(shortened.runs, marks, lines)
    # By the end first: two sorts without a step in Python take a third of the time of one with it.
    marks.sort(key=_END, reverse=True)
    marks.sort(key=_START)
    if row.clauses:
        marks = _clauses_joined(marks, lines.text)
    if not of_text and belonging["opening"]:
        of_text = list(around.above(min(belonging["opening"])[0]).comments)
    if not of_text:
        return Outline(marks)
    doc_at = joined(of_text, lines.text)[0]
    return Outline(marks, said([doc_at], row.marks, lines.text), doc_at)


def _definition(
    nodes: Mapping[str, list[Node]],
    name: Stretch,
    row: CodeLanguage,
    text: str,
    stretch: Callable[[Node], Stretch],
) -> _Definition:
    kind, held = "", nodes["name"]
    for capture, others in nodes.items():
        if capture in KINDS:
            kind, held = capture, others
            break
        if capture == "scope" or capture == "rest":
            held = others
    if row.name is not None:
        called = row.name.search(text, *name)
        name = called.span() if called is not None else (name[0], name[0])
    node = stretch(held[0])
    if text[node[1] - 1 : node[1]].isspace():
        node = _trimmed(node, text)
    within = [stretch(node) for node in nodes["within"]] if "within" in nodes else []
    return _Definition(kind, node, name, within, "rest" in nodes, kind)


def _contained(
    found: Iterable[_Definition], docs: list[Stretch], row: CodeLanguage, lines: Lines
) -> tuple[list[_Definition], list[Stretch]]:
    """The definitions without scopes, with what contains and what documents them; and what
    documents the text. All of it is in order."""
    text, separator = lines.text, row.separator
    definitions: list[_Definition] = []
    of_text: list[Stretch] = []
    rest = ""
    # The definitions around, and what each puts into the containers of those inside it.
    open_ones: list[tuple[_Definition, str]] = []
    next_doc = 0

    def close(at: int) -> None:
        while open_ones and open_ones[-1][0].node[1] <= at:
            open_ones.pop()

    def give_docs(before: int) -> None:
        nonlocal next_doc
        while next_doc < len(docs) and docs[next_doc][0] < before:
            close(docs[next_doc][0])
            held = of_text
            if open_ones:
                held = open_ones[-1][0].docs = open_ones[-1][0].docs or []
            held.append(docs[next_doc])
            next_doc += 1

    for one in found:
        if docs:
            give_docs(one.node[0])
        close(one.node[0])
        if open_ones and open_ones[-1][0].node == one.node and one.kind == open_ones[-1][0].given:
            # Another name of the same declaration.
            open_ones.pop()
        if len(open_ones) >= _DEEPEST:
            continue
        if one.kind in row.local and open_ones and open_ones[-1][0].kind in RUNNERS:
            continue
        outer = ""
        if open_ones:
            around, inside_of_it = open_ones[-1]
            # What a constructor is given and keeps is its class's.
            is_kept = one.kind == "property" and around.kind == "constructor"
            is_beside = is_kept or (one.kind == "type" and _is_behind(one, around, text))
            outer = around.container if is_beside else inside_of_it
            if one.kind == "function" and open_ones[-1][0].kind in row.holders:
                one.kind = "method"
        elif rest and not one.has_rest:
            outer = rest
        if one.within:
            parts = (outer, *(text[start:end] for start, end in one.within))
            outer = separator.join(filter(None, parts))
        one.container = outer
        name = text[one.selection[0] : one.selection[1]]
        if one.kind == "method" and name == row.constructor:
            one.kind = "constructor"
        inside = f"{outer}{separator}{name}" if outer else name
        if one.has_rest:
            rest = inside
        open_ones.append((one, inside))
        if one.kind:
            definitions.append(one)
    give_docs(len(text) + 1)
    return definitions, of_text


def _is_behind(one: _Definition, around: _Definition, text: str) -> bool:
    """Whether a type is declared behind the body of another: `typedef struct {...} A, *B;`."""
    end, last = one.node[1], around.node[1]
    is_near = around.kind in _BODIES and last <= end + _LONGEST_NAME
    return is_near and text.find("}", end, last) < 0


def _marks(
    definitions: Iterable[_Definition], around: Around, row: CodeLanguage, lines: Lines
) -> list[Mark]:
    """The marks in the order of the definitions."""
    text = lines.text
    marks = []
    declared_at: set[tuple[int, str]] = set()
    definitions = list(definitions)
    innermost = {one.node[1]: one for one in definitions}
    for one in definitions:
        start, range_start, above = around.above(one.node[0])
        end = one.node[1]
        behind = None
        if one.kind in MEMBERS and innermost[end].node == one.node:
            behind = around.behind(end)
        declared = around.past_attributes(one.node[0], one.selection[0])
        if (declared, one.kind) in declared_at:
            declared = one.selection[0]
        declared_at.add((declared, one.kind))
        documented = [*above, *joined(one.docs, text)] if one.docs else [*above]
        if behind is not None:
            documented.append(behind)
            end = behind[1]
        if row.below is not None:
            is_inner = one.kind in ("member", "field")
            below = around.below(*one.node, row.below, is_inner=is_inner)
            documented += below
            end = below[-1][1] if below else end
        name = text[one.selection[0] : one.selection[1]]
        if not name.isidentifier():
            name = " ".join(name.split())
        named: tuple[Stretch, ...] = (one.selection,)
        doc = ""
        if documented:
            named = tuple(sorted([*documented, one.selection]))
            doc = said(documented, row.marks, text)
        whole = (range_start, one.node[1])
        places = start, end, declared, whole, one.selection, named
        marks.append(_made(Mark, (one.kind, name, one.container, *places, doc, "")))
    return marks


def _marks_of_runs(runs: Iterable[Run], marks: Iterable[Mark], lines: Lines) -> list[Mark]:
    """The definitions of runs but the first of each, which is among the marks: what is around it is
    around them all, and nothing is between them."""
    text, at = lines.text, lines.offset_of_byte
    is_ascii = lines.is_ascii
    by_name = {mark.selection[0]: mark for mark in marks}
    found: list[Mark] = []
    for _, name_of_first, _, others in runs:
        mark = by_name.get(at(name_of_first[0])) if others else None
        if mark is None:
            continue
        kind, container = mark.kind, mark.container
        for _, (start, _), selection, (end, _) in others:
            if not is_ascii:
                start, end = at(start), at(end)
                selection = at(selection[0]), at(selection[1])
            name = text[selection[0] : selection[1]]
            if not name.isidentifier():
                if len(name) > _LONGEST_NAME:
                    continue
                name = " ".join(name.split())
            whole, named = (start, end), (selection,)
            made = (kind, name, container, start, end, start, whole, selection, named, "", "")
            found.append(_made(Mark, made))
    return found


def _clauses_joined(marks: Iterable[Mark], text: str) -> list[Mark]:
    """Definitions of one name and kind with nothing between them as one, placed at the first."""
    clauses: list[list[Mark]] = []
    last: dict[tuple[str, str, str], list[Mark]] = {}
    for mark in marks:
        what = mark.kind, mark.name, mark.container
        before = last.get(what)
        if before is not None and _SPACE.fullmatch(text, before[-1].end, mark.start):
            before.append(mark)
        else:
            last[what] = [mark]
            clauses.append(last[what])
    return [_as_one(group) if len(group) > 1 else group[0] for group in clauses]


def _as_one(clauses: list[Mark]) -> Mark:
    first, last = clauses[0], clauses[-1]
    return first._replace(
        end=last.end,
        range=(first.range[0], last.range[1]),
        named=tuple(named for mark in clauses for named in mark.named),
        doc="\n".join(filter(None, (mark.doc for mark in clauses))),
    )


def _trimmed(stretch: Stretch, text: str) -> Stretch:
    """Some grammars count the end of its last line as a part of a definition."""
    start, end = stretch
    # More than this is left: it may be the end of each of many definitions, one in another.
    for _ in range(100):
        if end <= start + 1 or not text[end - 1].isspace():
            break
        end -= 1
    return start, end
