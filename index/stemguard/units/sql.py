"""The definitions in SQL of any dialect: what `CREATE` creates, and columns of tables and types.

A reader of our own, as dialects differ in all but this: the grammar at hand fails on something in
six of seven files of a large project, and then misses a quarter of what they define.

A definition begins with `CREATE` at the start of a statement or of a line, outside of text,
comments and quoted bodies. It ends with the statement: at the next `;`, a line `GO` or `/`, or a
delimiter of MySQL's. A body that is not quoted has `;` of its own: it ends with the `;` behind its
outermost `BEGIN ... END`, and of one that is all that follows `AS` or `IS`, without that, the batch
is the end. What a body creates is its own.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from functools import cache

from stemguard.units.documented import Around, said
from stemguard.units.lines import Lines
from stemguard.units.outline import Mark, Outline, Stretch
from stemguard.units.reader import finds

#: Of one table; a machine makes more.
_MOST_COLUMNS = 2000

_SPACE = re.compile(r"\s*")
_MARKS = re.compile(
    r"^[ \t]*(?:--+|#+|/\*+|\*(?![*/]))[ \t]?|[ \t]*\*+/[ \t]*$",
    re.MULTILINE,
)
#: White space, and comments that are read by MySQL alone.
_GAP = r"(?:\s|/\*!\d*|\*/)++"
_BEFORE = re.compile(f"(?:{_GAP})?")
_PART = (
    r'(?:"[^"\r\n]{1,400}"|`[^`\r\n]{1,400}`|\[[^\]\r\n]{1,400}\]'
    r"|[^\W\d][\w$#@]{0,399}|[#@]\w{1,399})"
)
_NAME = rf"{_PART}(?:\s{{0,9}}\.\s{{0,9}}{_PART}){{0,3}}"
_HEAD = re.compile(
    rf"""CREATE(?:{_GAP}(?:
        OR{_GAP}(?:REPLACE|ALTER)|(?:GLOBAL|LOCAL|PRIVATE|UNLOGGED|UNIQUE|FULLTEXT|SPATIAL|BITMAP)
        |TEMP|TEMPORARY|(?:NON)?CLUSTERED|COLUMNSTORE|MATERIALIZED|RECURSIVE|EXTERNAL|FOREIGN|VIRTUAL
        |CONSTRAINT|(?:NON)?EDITIONABLE|NO|FORCE|AGGREGATE|EVENT|SQL{_GAP}SECURITY{_GAP}\w+
        |(?:DEFINER|ALGORITHM)\s*+=\s*+\S{{1,200}})){{0,8}}
    {_GAP}(?P<kind>TABLE|VIEW|INDEX|FUNCTION|PROCEDURE|PROC|AGGREGATE|TRIGGER|TYPE|DOMAIN|SCHEMA
        |DATABASE|PACKAGE|EVENT)
    (?:{_GAP}(?:BODY|CONCURRENTLY|IF{_GAP}NOT{_GAP}EXISTS)){{0,2}}
    {_GAP}(?!(?:ON|AUTHORIZATION|CONCURRENTLY|IF|TRIGGER)\b)(?P<name>{_NAME})""",
    re.IGNORECASE | re.VERBOSE,
)
_KINDS = {
    "INDEX": "index",
    "TABLE": "table",
    "VIEW": "view",
    "TRIGGER": "trigger",
    "TYPE": "type",
    "DOMAIN": "type",
    "SCHEMA": "namespace",
    "DATABASE": "namespace",
    "PACKAGE": "module",
    "EVENT": "event",
}
_ROUTINES = frozenset({"function", "trigger", "event", "module"})
_COMMENT = r"--[^\r\n]*|(?<![^\r\n])[ \t]*\#[^\r\n]*|/\*(?!!).*?(?:\*/|\Z)"
_COLUMN = re.compile(
    rf"""(?:\s|{_COMMENT})*+
    (?!(?:CONSTRAINT|PRIMARY|UNIQUE|FOREIGN|CHECK|EXCLUDE|LIKE|PERIOD|FULLTEXT|SPATIAL|PARTITION)\b
      |(?:KEY|INDEX)\s+(?:["`\[(]|\w+\s+(?:USING\b|\()|\w+\s*\(\s*[^\W\d])|(?:KEY|INDEX)\()
    (?P<name>{_PART})""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
#: How columns begin, right behind the name of what has them.
_COLUMNS = {
    "table": re.compile(r"\s*\("),
    "type": re.compile(r"\s+AS(?:\s+(?:TABLE|OBJECT))?\s*\(", re.IGNORECASE),
}
_QUOTED_BODY = re.compile(r"\s*(?:[eE]|[nN]|:)?['$\"]")
_QUERY = re.compile(r"\b(?:SELECT|RETURN)\b", re.IGNORECASE)
_DOLLAR = r"\$(?:[^\W\d]\w*)?\$"
_DATA_END = re.compile(r"[\r\n]\\\.")
#: Hardly a row of data ends so: what follows are statements.
_STATEMENT_END = re.compile(r";[ \t]*[\r\n]")
_BATCHES = re.compile(r"(?<![^\r\n])[ \t]*GO[ \t]*(?![^\r\n])", re.IGNORECASE)
_DOLLARS_END = re.compile(r"(?<![^\r\n])[ \t]*DELIMITER[ \t]+\$\$", re.IGNORECASE)


@cache
def _tokens(has_escapes: bool, dollars_end: bool, inside: bool) -> re.Pattern[str]:
    """What a text is scanned for: where backslashes escape in all strings, where `$$` ends a
    statement, and inside of a definition."""
    plain = r"'(?:[^'\\]|\\.)*+'?" if has_escapes else r"'[^']*+'?"
    dollars = r"\$\$" if dollars_end else r"(?!)"
    # What may begin anywhere, in a word of its own, and on a line of its own: a character that
    # begins nothing is to cost little.
    marks, words = r"-/;'\"`$\\", "CEF"
    more_marks = more_words = ""
    if inside:
        marks, words = marks + "(),", words + "TRONIAB"
        more_marks = r"|(?P<open>\()|(?P<close>\))|(?P<comma>,)"
        more_words = r"""
            |(?:TABLE|ROW|OLD|NEW)\s+AS\b|IS\s+(?:NOT|NULL|DISTINCT|TRUE|FALSE)\b
            |(?P<body>(?:AS|IS)\b)
            |BEGIN\s*(?:;|TRAN|WORK)|(?P<begin>BEGIN\b)|(?P<case>CASE\b)
            |END\s+(?:IF|LOOP|WHILE|REPEAT|FOR)\b|(?P<end>END\b(?:\s+CASE\b)?)"""
    return re.compile(
        rf"""(?=[{marks}])(?:
            (?P<comment>--[^\r\n]*|/\*(?!!).*?(?:\*/|\Z))|(?<![^\r\n])\\[^\r\n]*
            |(?P<stop>;|//|{dollars}|(?<![^\r\n])(?P<slash>/)[ \t]*(?![^\r\n]))
            |{plain}|"[^"]*+"?|`[^`]*+`?|(?P<dollar>{_DOLLAR}){more_marks})
        |\b(?=[{words}])(?:
            E'(?:[^'\\]|\\.)*+'?|(?P<data>FROM\s+STDIN\b[^;\r\n]{{0,999}};)|(?P<create>CREATE\b)
            {more_words})
        |(?<![^\r\n])(?=[ \t\#GD])[ \t]*+(?:
            (?P<hash>\#[^\r\n]*)|(?P<line>(?:GO|DELIMITER[ \t]+\S+)[ \t]*(?![^\r\n])))""",
        re.IGNORECASE | re.VERBOSE | re.DOTALL,
    )


@dataclass(slots=True)
class _Created:
    """A definition that is being read: the parentheses and blocks that are open in it, and whether
    all that follows is its body."""

    kind: str
    name: Stretch
    container: str
    start: int
    columns_from: int = -1
    columns: list[tuple[Stretch, Stretch]] = field(default_factory=list)
    column: Stretch | None = None
    depth: int = 0
    blocks: list[str] = field(default_factory=list)
    has_block: bool = False
    seen_body: bool = False
    is_open: bool = False


@finds(
    "namespace", "type", "table", "view", "index", "function", "trigger", "event", "module", "field"
)
def sql_outline(lines: Lines) -> Outline:
    """The definitions of a text, columns in their tables; a container is what qualifies a name."""
    reading = _Reading(lines)
    reading.read()
    return Outline(reading.marks())


class _Reading:
    def __init__(self, lines: Lines) -> None:
        self._text = text = lines.text
        self._around = Around(lines)
        self._found: list[tuple[_Created, int]] = []
        self._one: _Created | None = None
        # How far there is nothing but comments since the last statement; -1 behind something.
        self._clear_to = 0
        self._last_comment: Stretch = (-1, -1)
        self._tail = -1
        self._last_dollar = {one[0]: one.start() for one in re.finditer(_DOLLAR, text)}
        self._data_ends = [one.start() for one in _DATA_END.finditer(text)]
        self._statements_to = 0
        self._has_batches = _BATCHES.search(text) is not None
        modes = "`" in text, _DOLLARS_END.search(text) is not None
        self._outside, self._inside = (_tokens(*modes, inside) for inside in (False, True))

    def read(self) -> None:
        text = self._text
        at = 0
        while True:
            one = self._one
            token = (self._outside if one is None else self._inside).search(text, at)
            if token is None:
                break
            at = token.end()
            what = token.lastgroup
            if what in ("comment", "hash"):
                self._comment(*token.span(what))
            elif what == "dollar":
                if self._last_dollar[token[0]] >= at:
                    at = text.index(token[0], at) + len(token[0])
            elif what == "create":
                if self._may_begin(token.start()):
                    head = _HEAD.match(text, token.start())
                    if head is not None:
                        self._close(token.start())
                        self._open(head)
                        at = head.end()
                self._clear_to = -1
            elif what in ("stop", "line", "data"):
                is_line = what == "line" or token["slash"] is not None
                if one is None or is_line or self._ends(one):
                    self._close(token.start() if is_line else at)
                self._clear_to = at
                if what == "data":
                    at = self._past_data(at)
            elif one is not None and what is not None:
                self._inside_of(one, what, token)
        self._close(len(text))

    def marks(self) -> list[Mark]:
        self._around.sort()
        marks: list[Mark] = []
        for one, end in self._found:
            marks.append(self._mark(one.kind, one.name, one.container, (one.start, end)))
            inside = f"{one.container}.{marks[-1].name}" if one.container else marks[-1].name
            columns = one.columns[:_MOST_COLUMNS]
            marks += (self._mark("field", name, inside, whole) for name, whole in columns)
        return marks

    def _comment(self, start: int, end: int) -> None:
        text = self._text
        self._around.add_comment(start, end)
        if self._clear_to >= 0:
            space = _SPACE.match(text, self._clear_to)
            self._clear_to = end if space is not None and space.end() >= start else -1
        if not _SPACE.fullmatch(text, self._last_comment[1], start):
            self._tail = start
        self._last_comment = start, end

    def _past_data(self, at: int) -> int:
        after = bisect_left(self._data_ends, at)
        if after == len(self._data_ends):
            return at
        end = self._data_ends[after]
        if at >= self._statements_to:
            statement = _STATEMENT_END.search(self._text, at, end)
            self._statements_to = at if statement is None else statement.end()
        return at if at < self._statements_to else end

    def _may_begin(self, at: int) -> bool:
        if self._one is not None and self._one.kind in _ROUTINES and self._is_in_body(self._one):
            return False
        text = self._text
        if self._clear_to >= 0:
            space = _BEFORE.match(text, self._clear_to)
            if space is not None and space.end() == at:
                return True
        begin = at
        while begin and at - begin < 200 and text[begin - 1] in " \t":
            begin -= 1
        return not begin or text[begin - 1] in "\r\n"

    def _is_in_body(self, one: _Created) -> bool:
        return bool(one.blocks) or (one.is_open and not one.has_block)

    def _ends(self, one: _Created) -> bool:
        if one.kind not in _ROUTINES:
            return True
        return not (one.is_open and self._has_batches) and not self._is_in_body(one)

    def _open(self, head: re.Match[str]) -> None:
        text = self._text
        *within, name = _parts(text, *head.span("name"))
        kind = _KINDS.get(head["kind"].upper(), "function")
        container = ".".join(text[start:end] for start, end in within)
        self._one = one = _Created(kind, name, container, head.start())
        if kind in _COLUMNS:
            columns = _COLUMNS[kind].match(text, head.end())
            one.columns_from = -1 if columns is None else columns.end()
        # What a package holds ends with its own END.
        if kind == "module":
            one.blocks.append("begin")

    def _inside_of(self, one: _Created, what: str, token: re.Match[str]) -> None:
        if what == "open":
            one.depth += 1
            if token.end() == one.columns_from:
                self._next_column(one, token.end())
        elif what == "close":
            one.depth -= 1
            if one.depth == 0 and one.columns_from >= 0:
                self._end_column(one, token.start())
                one.columns_from = -1
        elif what == "comma":
            if one.depth == 1 and one.columns_from >= 0:
                self._end_column(one, token.start())
                self._next_column(one, token.end())
        elif one.kind not in _ROUTINES:
            return
        elif what == "body":
            if one.depth == 0 and not one.seen_body:
                one.seen_body = True
                one.is_open = not _QUOTED_BODY.match(self._text, token.end()) and not (
                    _QUERY.search(self._text, one.name[1], token.start())
                )
        elif what in ("begin", "case"):
            one.blocks.append(what)
        elif what == "end" and one.blocks:
            closed = one.blocks.pop()
            one.has_block |= closed == "begin" and not one.blocks

    def _next_column(self, one: _Created, at: int) -> None:
        named = _COLUMN.match(self._text, at)
        # An expression, or the values of an enumeration, have another beginning.
        one.column = None if named is None else _parts(self._text, *named.span("name"))[0]

    def _end_column(self, one: _Created, at: int) -> None:
        if one.column is None:
            return
        begin = one.column[0]
        if self._text[begin - 1] in '"`[':
            begin -= 1
        one.columns.append((one.column, (begin, self._end_of_code(begin, at))))
        one.column = None

    def _close(self, at: int) -> None:
        one, self._one = self._one, None
        if one is None:
            return
        self._end_column(one, at)
        self._found.append((one, self._end_of_code(one.start, at)))

    def _end_of_code(self, start: int, end: int) -> int:
        """The end of what reaches to here at most, without the comments that come last."""
        text = self._text
        if self._tail > start and _SPACE.fullmatch(text, self._last_comment[1], end):
            end = self._tail
        while end > start and text[end - 1].isspace():
            end -= 1
        return end

    def _mark(self, kind: str, name: Stretch, container: str, whole: Stretch) -> Mark:
        above = self._around.above(whole[0])
        behind = self._around.behind(whole[1]) if kind == "field" else None
        documented = [*above.comments, *([behind] if behind is not None else [])]
        return Mark(
            kind=kind,
            name=self._text[name[0] : name[1]],
            container=container,
            start=above.start,
            end=whole[1] if behind is None else behind[1],
            declared=whole[0],
            range=whole,
            selection=name,
            named=tuple(sorted([*documented, name])),
            doc=said(documented, _MARKS, self._text) if documented else "",
        )


def _parts(text: str, start: int, end: int) -> list[Stretch]:
    """The parts of a qualified name, without what quotes them."""
    found = []
    for part in re.finditer(_PART, text[start:end]):
        left, right = start + part.start(), start + part.end()
        found.append((left + 1, right - 1) if text[left] in '"`[' else (left, right))
    return found
