"""The definitions in Python source: functions, methods, classes, constants and type aliases.

A constant is a name in upper case that a module or a class assigns to, annotated or not; a
lower-case attribute of a class is part of the class. Only what can hold a definition is walked,
statement by statement and without recursion: neither deep brackets nor long expressions cost
anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from stemguard.units.code import kind_ids, syntax, unusable
from stemguard.units.lines import Lines
from stemguard.units.outline import Mark, Outline, Stretch
from stemguard.units.python_broken import with_hidden_definitions
from stemguard.units.reader import finds

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
    *("concatenated_string", "string_start"),
}
_TYPE_ALIAS = re.compile(rb"(?:\w+\.)*TypeAlias")
_OPENING = re.compile(rb"""([A-Za-z]*)('{3}|"{3}|'|")""")
_TRIPLE_QUOTES = (b'"""', b"'''")
_LONE_RETURN = re.compile(r"\r(?!\n)")
_NOWHERE = (0, 0)


class _Source(NamedTuple):
    """A text as the grammar sees it.

    `data` are its UTF-8 bytes, `kinds` the names of the grammar's node kinds by number, `comments`
    the offsets of the comments met since the last block ended: those that can stand above the
    definition that comes next.
    """

    lines: Lines
    data: bytes
    kinds: Mapping[int, str]
    comments: set[int]


@finds("class", "constant", "function", "method", "type")
def python_outline(lines: Lines) -> Outline:
    """The definitions of a Python text and its module docstring.

    Broken source gives those that could be made out; without the grammar there are none.
    """
    text = lines.text
    if "\r" in text:
        # The grammar takes a lone carriage return for a character of a comment.
        text = _LONE_RETURN.sub("\n", text)
    data = text.encode("utf-8", "surrogatepass")
    root = syntax("python", data)
    if root is None:
        return Outline(reason=unusable("python"))
    source = _Source(lines, data, kind_ids("python", _KINDS), set())
    marks = _definitions(root, source)
    if root.has_error:
        marks = with_hidden_definitions(marks, lines, _texts(root, source))
    return Outline(marks, *_docstring(root, source))


def _texts(root: Node, source: _Source) -> list[Stretch]:
    """The strings and comments in the whole tree, in order.

    Behind triple quotes that nothing closes, the next ones open what they were to close: strings
    among errors are then as likely to be code, and are left out.
    """
    at, kinds = source.lines.offset_of_byte, source.kinds
    texts: list[Stretch] = []
    doubtful: list[Stretch] = []
    is_open = False
    error_end = 0
    cursor = root.walk()
    while True:
        node = cursor.node
        kind = kinds.get(node.kind_id) if node is not None else None
        if node is not None and kind in ("string", "comment"):
            held = doubtful if kind == "string" and node.start_byte < error_end else texts
            held.append((at(node.start_byte), at(node.end_byte)))
        else:
            if node is not None and kind == "ERROR":
                error_end = max(error_end, node.end_byte)
            elif node is not None and kind == "string_start":
                is_open |= source.data.endswith(_TRIPLE_QUOTES, 0, node.end_byte)
            if cursor.goto_first_child():
                continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return texts if is_open else sorted(texts + doubtful)


def _definitions(root: Node, source: _Source) -> list[Mark]:
    """The definitions in the order of their starts, an outer one before those inside it."""
    lines, data, kinds, comments = source
    marks: list[Mark] = []
    # What is still to be seen of each open node, what kind of definition holds it and its qualified
    # name, and where the decorators of a definition in it begin.
    open_nodes: list[tuple[Iterator[Node], str, str, int]] = [
        (iter(root.children), "module", "", -1)
    ]
    while open_nodes:
        children, scope, container, decorated = open_nodes[-1]
        for node in children:
            kind = kinds.get(node.kind_id)
            if kind is None:
                continue
            if kind == "expression_statement":
                if scope != "function":
                    marks += _constants(node, container, source)
            elif kind == "comment":
                comments.add(lines.offset_of_byte(node.start_byte))
            elif kind in _BLOCKS:
                if scope != "function" or _may_define(data, node.start_byte, node.end_byte):
                    open_nodes.append((iter(node.children), scope, container, -1))
                    break
            elif kind == "decorated_definition":
                open_nodes.append((iter(node.children), scope, container, node.start_byte))
                break
            elif kind == "function_definition" or kind == "class_definition":
                name = node.child_by_field_name("name")
                if name is None or name.start_byte == name.end_byte:
                    continue
                is_class = kind == "class_definition"
                kind = "class" if is_class else "method" if scope == "class" else "function"
                start = node.start_byte if decorated < 0 else decorated
                mark = _definition(node, name, kind, container, start, source)
                marks.append(mark)
                if is_class or _may_define(data, name.end_byte, node.end_byte):
                    held_by = "class" if is_class else "function"
                    inside = f"{container}.{mark.name}" if container else mark.name
                    open_nodes.append((iter(node.children), held_by, inside, -1))
                    break
            elif kind == "type_alias_statement":
                marks += _type_alias(node, container, source)
        else:
            open_nodes.pop()
            comments.clear()
    return marks


def _may_define(data: bytes, start: int, end: int) -> bool:
    """Whether a part of a function can hold a definition; most do not, and need no walk."""
    return data.find(b"def", start, end) >= 0 or data.find(b"class", start, end) >= 0


def _definition(
    node: Node, name: Node, kind: str, container: str, start_byte: int, source: _Source
) -> Mark:
    lines = source.lines
    at = lines.offset_of_byte
    start, declared, end = at(start_byte), at(node.start_byte), at(node.end_byte)
    selection = (at(name.start_byte), at(name.end_byte))
    above = _comment_above(lines, start, source.comments)
    doc = ""
    named: tuple[Stretch, ...] = (selection,)
    if above < start:
        doc = _comment_text(lines.text[above:start])
        named = ((above, start), selection)
    body = node.child_by_field_name("body")
    if body is not None:
        docstring, literal = _docstring(body, source)
        if literal[1]:
            doc = f"{doc}\n{docstring}" if doc else docstring
            named = (*named, literal)
    name_text = lines.text[selection[0] : selection[1]]
    return Mark(
        kind, name_text, container, above, end, declared, (start, end), selection, named, doc
    )


def _constants(statement: Node, container: str, source: _Source) -> Iterator[Mark]:
    """One for each target of `A = B = 1`; the value is the last one's."""
    kinds = source.kinds
    assignment = _first_child(statement)
    while assignment is not None and kinds.get(assignment.kind_id) == "assignment":
        name = _first_child(assignment)
        if name is not None and kinds.get(name.kind_id) == "identifier":
            annotation = assignment.child_by_field_name("type")
            if annotation is not None and _TYPE_ALIAS.fullmatch(
                source.data, annotation.start_byte, annotation.end_byte
            ):
                yield _assigned("type", name, assignment, container, source)
            elif source.data[name.start_byte : name.end_byte].decode("utf-8", "replace").isupper():
                yield _assigned("constant", name, assignment, container, source)
        assignment = assignment.child_by_field_name("right")


def _type_alias(statement: Node, container: str, source: _Source) -> Iterator[Mark]:
    name = statement.child_by_field_name("left")
    # The name in `type Pair[T] = ...` is the first leaf of its left side.
    while name is not None and source.kinds.get(name.kind_id) != "identifier":
        name = _first_child(name)
    if name is not None and name.start_byte < name.end_byte:
        yield _assigned("type", name, statement, container, source)


def _assigned(kind: str, name: Node, statement: Node, container: str, source: _Source) -> Mark:
    lines = source.lines
    at = lines.offset_of_byte
    start, end = at(statement.start_byte), at(statement.end_byte)
    selection = (at(name.start_byte), at(name.end_byte))
    above = _comment_above(lines, start, source.comments)
    docs = [lines.text[above:start]]
    named = [(above, start), selection]
    own_end = end
    trailing = _TRAILING_COMMENT.match(lines.text, end)
    if trailing is not None:
        docs.append(trailing[1])
        named.append(trailing.span(1))
        own_end = trailing.end()
    return Mark(
        kind=kind,
        name=lines.text[selection[0] : selection[1]],
        container=container,
        start=above,
        end=own_end,
        declared=selection[0],
        range=(start, end),
        selection=selection,
        named=tuple(named),
        doc=_comment_text("\n".join(docs)),
    )


def _docstring(body: Node, source: _Source) -> tuple[str, Stretch]:
    """What the docstring says and where its literals are; "" and (0, 0) if there is none.

    It is the first statement, if that is a string that is neither bytes nor formatted.
    """
    kinds = source.kinds
    statement = _first_child(body)
    if statement is not None and kinds.get(statement.kind_id) == "comment":
        # Going from sibling to sibling would start from the first one each time.
        statements = (node for node in body.children if kinds.get(node.kind_id) != "comment")
        statement = next(statements, None)
    if statement is None or kinds.get(statement.kind_id) != "expression_statement":
        return "", _NOWHERE
    literal = statement.child(0) if statement.child_count == 1 else None
    kind = kinds.get(literal.kind_id) if literal is not None else None
    if literal is None or kind not in ("string", "concatenated_string"):
        return "", _NOWHERE
    quotes = 0
    for part in literal.children if kind == "concatenated_string" else (literal,):
        opening = _OPENING.match(source.data, part.start_byte, part.end_byte)
        if opening is None or not set(opening[1].lower()).isdisjoint(b"bft"):
            return "", _NOWHERE
        quotes = quotes or opening.end() - part.start_byte
    at = source.lines.offset_of_byte
    start, end = at(literal.start_byte), at(literal.end_byte)
    return source.lines.text[start + quotes : end].rstrip("\"'").strip(), (start, end)


_TRAILING_COMMENT = re.compile(r"[ \t]*(#[^\r\n]*)")
_COMMENT_MARK = re.compile(r"^[ \t]*#+[:!]?[ \t]?", re.MULTILINE)


def _comment_text(comment: str) -> str:
    return _COMMENT_MARK.sub("", comment).strip()


def _comment_above(lines: Lines, start: int, comments: set[int]) -> int:
    """Where the comment lines directly above a definition, as far indented as it, begin."""
    text = lines.text
    above = start
    if not comments:
        return above
    line = lines.line_at(start)
    begin = lines.starts[line]
    while line > 0:
        line -= 1
        comment = lines.starts[line] + start - begin
        if comment not in comments or text[lines.starts[line] : comment] != text[begin:start]:
            break
        above = comment
    return above


def _first_child(node: Node) -> Node | None:
    return node.child(0) if node.child_count else None
