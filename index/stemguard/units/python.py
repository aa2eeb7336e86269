"""The definitions in Python source: functions, methods, classes, constants and type aliases.

A constant is a name in upper case that a module or a class assigns to, annotated or not; a
lower-case attribute of a class is part of the class. Only what can hold a definition is walked,
statement by statement and without recursion: neither deep brackets nor long expressions cost
anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from stemguard.units.code import kind_ids, syntax
from stemguard.units.lines import Lines
from stemguard.units.outline import Mark, Outline, Stretch

if TYPE_CHECKING:
    from stemguard.units.code import Node

_BLOCKS = frozenset(
    (
        *("block", "if_statement", "elif_clause", "else_clause", "for_statement"),
        *("while_statement", "try_statement", "except_clause", "except_group_clause"),
        *("finally_clause", "with_statement", "match_statement", "case_clause", "ERROR"),
    )
)
_KINDS = _BLOCKS | {
    *("decorated_definition", "function_definition", "class_definition", "expression_statement"),
    *("assignment", "type_alias_statement", "comment", "identifier", "string"),
    "concatenated_string",
}
_TYPE_ALIAS = re.compile(rb"(?:\w+\.)*TypeAlias")
_OPENING = re.compile(rb"""([A-Za-z]*)('{3}|"{3}|'|")""")
_TRAILING_COMMENT = re.compile(r"[ \t]*(#[^\r\n]*)")
_COMMENT_MARK = re.compile(r"^[ \t]*#+[:!]?[ \t]?", re.MULTILINE)


def python_outline(lines: Lines) -> Outline:
    """The definitions of a Python text and its module docstring.

    Broken source gives those that could be made out; without the grammar there are none.
    """
    source = lines.text.encode("utf-8", "surrogatepass")
    root = syntax("python", source)
    if root is None:
        return Outline()
    comments: set[int] = set()
    marks = [
        _mark(found, lines, source, comments) for found in _definitions(root, source, comments)
    ]
    marks.sort(key=lambda mark: (mark.start, -mark.end))
    doc, literal = _docstring(root, source)
    return Outline(
        marks,
        _text(lines, doc),
        (lines.offset_of_byte(literal[0]), lines.offset_of_byte(literal[1])),
    )


class _Found(NamedTuple):
    """A definition in the tree, in bytes: `start` is that of its first decorator."""

    kind: str
    name: str
    container: str
    start: int
    end: int
    declared: int
    selection: Stretch
    doc: Stretch = (0, 0)
    literal: Stretch = (0, 0)


def _definitions(root: Node, source: bytes, comments: set[int]) -> Iterator[_Found]:
    """Each definition before those inside it; fills `comments` with the places of the comments that
    stand before a definition, which are met before it is given."""
    kinds = kind_ids("python", _KINDS)
    # Where we are: the nodes still to see, the kind and the qualified name of what holds them, and
    # where the decorators of a definition among them begin.
    open_nodes: list[tuple[Iterator[Node], str, str, int]] = [
        (iter(root.children), "module", "", -1)
    ]
    while open_nodes:
        children, scope, container, decorated = open_nodes[-1]
        for node in children:
            kind = kinds.get(node.kind_id)
            if kind is None:
                continue
            if kind == "comment":
                comments.add(node.start_byte)
            elif kind == "expression_statement":
                if scope != "function":
                    yield from _constants(node, container, source)
            elif kind in _BLOCKS:
                open_nodes.append((iter(node.children), scope, container, -1))
                break
            elif kind == "decorated_definition":
                open_nodes.append((iter(node.children), scope, container, node.start_byte))
                break
            elif kind == "function_definition" or kind == "class_definition":
                found = _definition(node, kind, scope, container, decorated, source)
                if found is None:
                    continue
                yield found
                inside = f"{container}.{found.name}" if container else found.name
                held_by = "class" if kind == "class_definition" else "function"
                open_nodes.append((iter(node.children), held_by, inside, -1))
                break
            elif kind == "type_alias_statement":
                yield from _type_alias(node, container, source)
        else:
            open_nodes.pop()


def _definition(
    node: Node, kind: str, scope: str, container: str, decorated: int, source: bytes
) -> _Found | None:
    name = node.child_by_field_name("name")
    if name is None or name.start_byte == name.end_byte:
        return None
    body = node.child_by_field_name("body")
    doc, literal = _docstring(body, source) if body is not None else ((0, 0), (0, 0))
    if kind == "function_definition":
        kind = "method" if scope == "class" else "function"
    elif kind == "class_definition":
        kind = "class"
    start = node.start_byte
    selection = (name.start_byte, name.end_byte)
    return _Found(
        kind,
        source[selection[0] : selection[1]].decode("utf-8", "surrogatepass"),
        container,
        start if decorated < 0 else decorated,
        node.end_byte,
        start,
        selection,
        doc,
        literal,
    )


def _constants(statement: Node, container: str, source: bytes) -> Iterator[_Found]:
    """One for each target of `A = B = 1`; the value is the last one's."""
    kinds = kind_ids("python", _KINDS)
    assignment: Node | None = statement.child(0)
    while assignment is not None and kinds.get(assignment.kind_id) == "assignment":
        target = assignment.child_by_field_name("left")
        if target is not None and kinds.get(target.kind_id) == "identifier":
            selection = (target.start_byte, target.end_byte)
            name = source[selection[0] : selection[1]].decode("utf-8", "surrogatepass")
            annotation = assignment.child_by_field_name("type")
            kind = "constant" if name.isupper() else ""
            if annotation is not None and _TYPE_ALIAS.fullmatch(
                source, annotation.start_byte, annotation.end_byte
            ):
                kind = "type"
            if kind:
                yield _Found(
                    kind,
                    name,
                    container,
                    assignment.start_byte,
                    assignment.end_byte,
                    selection[0],
                    selection,
                )
        assignment = assignment.child_by_field_name("right")


def _type_alias(statement: Node, container: str, source: bytes) -> Iterator[_Found]:
    kinds = kind_ids("python", _KINDS)
    name: Node | None = statement.child_by_field_name("left")
    # The name of `type Pair[T] = ...` is the first leaf of its left side.
    while name is not None and kinds.get(name.kind_id) != "identifier":
        name = name.child(0)
    if name is not None and name.start_byte < name.end_byte:
        selection = (name.start_byte, name.end_byte)
        yield _Found(
            "type",
            source[selection[0] : selection[1]].decode("utf-8", "surrogatepass"),
            container,
            statement.start_byte,
            statement.end_byte,
            selection[0],
            selection,
        )


def _docstring(body: Node, source: bytes) -> tuple[Stretch, Stretch]:
    """What the docstring says and where its literals are; twice (0, 0) if there is none.

    It is the first statement, if that is a string that is neither bytes nor formatted.
    """
    kinds = kind_ids("python", _KINDS)
    none = ((0, 0), (0, 0))
    statement: Node | None = body.child(0)
    while statement is not None and kinds.get(statement.kind_id) == "comment":
        statement = statement.next_sibling
    if statement is None or kinds.get(statement.kind_id) != "expression_statement":
        return none
    literal = statement.child(0)
    if literal is None or statement.child_count != 1:
        return none
    kind = kinds.get(literal.kind_id)
    if kind != "string" and kind != "concatenated_string":
        return none
    for part in literal.children if kind == "concatenated_string" else [literal]:
        opening = _OPENING.match(source, part.start_byte, part.end_byte)
        if opening is not None and not set(opening[1].lower()).isdisjoint(b"bft"):
            return none
    opening = _OPENING.match(source, literal.start_byte, literal.end_byte)
    if opening is None:
        return none
    quotes = len(opening[2])
    doc = (opening.end(), max(opening.end(), literal.end_byte - quotes))
    return doc, (literal.start_byte, literal.end_byte)


def _mark(found: _Found, lines: Lines, source: bytes, comments: set[int]) -> Mark:
    at = lines.offset_of_byte
    start, end, declared = at(found.start), at(found.end), at(found.declared)
    selection = (at(found.selection[0]), at(found.selection[1]))
    above = _comment_above(lines, start, comments)
    docs = []
    named = [selection]
    if above < start:
        docs.append(_COMMENT_MARK.sub("", lines.text[above:start]).strip())
        named.insert(0, (above, start))
    if found.literal[1]:
        docs.append(_text(lines, found.doc))
        named.append((at(found.literal[0]), at(found.literal[1])))
    own_end = end
    if found.kind in ("constant", "type"):
        trailing = _TRAILING_COMMENT.match(lines.text, end)
        if trailing is not None:
            docs.append(trailing[1].lstrip("#: \t"))
            named.append(trailing.span(1))
            own_end = trailing.end()
    return Mark(
        found.kind,
        found.name,
        found.container,
        above,
        own_end,
        declared,
        (start, end),
        selection,
        tuple(named),
        "\n".join(docs),
    )


def _comment_above(lines: Lines, start: int, comments: set[int]) -> int:
    """Where the comment lines directly above a definition, as far indented as it, begin."""
    text = lines.text
    line = lines.line_at(start)
    indentation = text[lines.starts[line] : start]
    if indentation and not indentation.isspace():
        return start
    above = start
    while line > 0:
        line -= 1
        comment = lines.starts[line] + len(indentation)
        if (
            not text.startswith("#", comment)
            or not text.startswith(indentation, lines.starts[line])
            or comment not in comments
        ):
            break
        above = comment
    return above


def _text(lines: Lines, stretch: Stretch) -> str:
    at = lines.offset_of_byte
    return lines.text[at(stretch[0]) : at(stretch[1])].strip()
