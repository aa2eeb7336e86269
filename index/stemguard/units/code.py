"""Source text to syntax trees: the home of tree-sitter and its grammars.

A grammar is loaded by the first text that needs it. One that is missing or broken gives no tree,
and its files are then indexed without symbols, for a reason that says what mends that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from typing import TYPE_CHECKING

from stemguard.units.binaries import stamp
from stemguard.units.code_languages import CODE
from stemguard.units.probe import BROKEN, MISSING, outcomes
from stemguard.units.way_out import installs, mends

if TYPE_CHECKING:
    from tree_sitter import Language, Query
    from tree_sitter import Node as Node

    #: What one pattern of a query found: the pattern's number, and the nodes by capture.
    Captured = tuple[int, dict[str, list[Node]]]

#: Languages to the module and function of their grammar; its distribution has the name of the
#: module with hyphens.
_GRAMMARS = {
    "python": ("tree_sitter_python", "language"),
    **{language: (row.grammar, row.entry) for language, row in CODE.items()},
}


#: Beginnings of matches that are kept at a time, the oldest going first. At every node each is
#: compared with all: without an end to them, 20,000 names in one declaration take minutes.
_MOST_STATES = 64
#: Signs that may stand in a row where nothing can be made of them. A query looks from each of them
#: for what comes next by name: 60,000 brackets take seconds.
_MOST_SIGNS = 5_000

#: Grammars that ended a process that loaded them.
_refused: set[str] = set()

#: What a reason begins with that is the same for all files of a language.
NO_SYMBOLS = "no symbols"
_TANGLED = "nothing can be made of it: only its text is searched"


def tell_of_loading(wheel: str) -> None:
    """Told which grammar is being loaded, and "" after that; a worker puts its own in its place."""


def syntax(language: str, source: bytes) -> Node | None:
    """The root of the syntax tree of UTF-8 bytes; None if the language has no usable grammar.

    Broken source gives a tree with `ERROR` nodes. The interpreter is held for the whole of a parse.
    """
    grammar = _grammar(language)
    if grammar is None:
        return None
    from tree_sitter import Parser

    return Parser(grammar).parse(source).root_node


def prepare(language: str) -> None:
    """Loads what the first text of a language would; queries take up to a fifth of a second."""
    if language in CODE:
        _queries(language)
    elif language in _GRAMMARS:
        _loaded(language)


def unusable(language: str) -> str:
    """Why there is no syntax tree for a language with a grammar; "" where there is."""
    trouble = _loaded(language)
    return trouble if isinstance(trouble, str) else ""


def refuse(wheels: Iterable[str]) -> None:
    """Has grammars not be loaded that are not yet: they are broken."""
    _refused.update(wheels)


def troubles(languages: Iterable[str]) -> dict[str, str]:
    """Why languages with a grammar are not read with it, as `unusable`; nothing is loaded here."""
    known = [language for language in languages if language in _GRAMMARS]
    tried = [":".join(_GRAMMARS[language]) for language in known]
    return {
        language: _reason(_distribution(_GRAMMARS[language][0]), outcome)
        for language, outcome in zip(known, outcomes(tried), strict=True)
        if outcome
    }


def captured(
    language: str,
    source: bytes,
    mended: Callable[[], bytes] | None = None,
    expected: Callable[[Node], bool] | None = None,
) -> list[Captured] | str | None:
    """What the queries of a language of the table find in UTF-8 bytes, in no certain order.

    `mended` gives the same bytes in other words, which are read where the first are broken and
    these are less so. A reason if the grammar or a query of the language is not usable, or nothing
    can be made of the bytes, or looking at them would take too long. None where the syntax tree is
    not as `expected`.
    """
    queries = _queries(language)
    if isinstance(queries, str):
        return queries
    root = syntax(language, source)
    if root is not None and root.has_error and mended is not None:
        other = syntax(language, mended())
        if other is not None and (not other.has_error or (_is_lost(root) and not _is_lost(other))):
            root = other
    if root is not None and expected is not None and not expected(root):
        return None
    if root is None or _is_tangled(root):
        return _TANGLED
    from tree_sitter import QueryCursor

    found: list[Captured] = []
    for query, depth, first in queries:
        cursor = QueryCursor(query, match_limit=_MOST_STATES)
        if depth is not None:
            cursor.set_max_start_depth(depth)
        matches = cursor.matches(root)
        found += ((first + pattern, nodes) for pattern, nodes in matches) if first else matches
    if _is_lost(root) and not any("name" in nodes for _, nodes in found):
        return _TANGLED
    return found


@cache
def kind_ids(language: str, kinds: frozenset[str]) -> dict[int, str]:
    """The numbers that a grammar has for named kinds of nodes; comparing these is much faster."""
    grammar = _grammar(language)
    if grammar is None:
        return {}
    numbers = ((grammar.id_for_node_kind(kind, True), kind) for kind in kinds)
    return {number: kind for number, kind in numbers if number is not None}


def grammar_versions() -> dict[str, str]:
    """Distributions that decide what is found in source, with their versions; "" if missing."""
    modules = sorted({module for module, _ in _GRAMMARS.values()})
    names = ["tree-sitter", *(_distribution(module) for module in modules)]
    return {name: _version(name) for name in names}


def grammar_stamp() -> str:
    """Another one where a grammar is another, though its version may be the same."""
    return stamp(tuple(sorted({module for module, _ in _GRAMMARS.values()})))


def grammar_of(language: str) -> str:
    """The distribution that has the grammar of a language; "" where it is read without one."""
    return _distribution(_GRAMMARS[language][0]) if language in _GRAMMARS else ""


def text_of_queries(names: Iterable[str], ending: str) -> str:
    """The texts of queries of one ending, `.scm` or `.top.scm`; not all have one of the second."""
    found = (files("stemguard.units") / "queries" / f"{name}{ending}" for name in names)
    return "\n".join(file.read_text("utf-8") for file in found if file.is_file())


def _grammar(language: str) -> Language | None:
    loaded = _loaded(language)
    return None if isinstance(loaded, str) else loaded


@cache
def _loaded(language: str) -> Language | str:
    """The grammar of a language, or why it has none."""
    if language not in _GRAMMARS:
        return f"{NO_SYMBOLS}: it has no grammar"
    module, entry = _GRAMMARS[language]
    wheel = _distribution(module)
    if wheel in _refused:
        return _reason(wheel, BROKEN)
    tell_of_loading(wheel)
    try:
        from tree_sitter import Language

        return Language(getattr(import_module(module), entry)())
    except ModuleNotFoundError:
        return _reason(wheel, MISSING)
    except MemoryError:
        raise
    # Whatever else a foreign grammar fails with (half of it is there, it is built for another
    # library version, no such function), its files are still indexed as text.
    except Exception:
        return _reason(wheel, BROKEN)
    finally:
        tell_of_loading("")


def _is_lost(root: Node) -> bool:
    """Whether a tree is one error and nothing else."""
    return root.is_error or (root.child_count == 1 and root.children[0].is_error)


def _reason(wheel: str, outcome: str) -> str:
    if outcome == MISSING:
        return f"{NO_SYMBOLS}: {wheel} is not installed; `{installs(wheel)}` brings it"
    return f"{NO_SYMBOLS}: {wheel} cannot be loaded; `{mends(wheel)}` may mend it"


def _is_tangled(root: Node) -> bool:
    """Whether there is what would keep a query busy for long."""
    if not root.has_error:
        return False
    left = [root]
    while left:
        node = left.pop()
        # Who has fewer below it has no long row, and most have.
        if node.descendant_count < _MOST_SIGNS or not node.has_error:
            continue
        children = node.children
        if node.is_error and len(children) > _MOST_SIGNS:
            in_a_row = 0
            for child in children:
                in_a_row = 0 if child.is_named else in_a_row + 1
                if in_a_row > _MOST_SIGNS:
                    return True
        left += children
    return False


@cache
def _queries(language: str) -> list[tuple[Query, int | None, int]] | str:
    """The queries of a language, with the depth that a pattern starts at most at and the number of
    the first pattern; a reason if they do not fit the grammar."""
    grammar = _loaded(language)
    if isinstance(grammar, str):
        return grammar
    from tree_sitter import Query, QueryError

    row = CODE[language]
    wheel = _distribution(row.grammar)
    texts = (
        (text_of_queries(row.queries, ".scm"), row.depth),
        (text_of_queries(row.queries, ".top.scm"), 1),
    )
    queries: list[tuple[Query, int | None, int]] = []
    first = 0
    tell_of_loading(wheel)
    try:
        for text, depth in texts:
            query = Query(grammar, text)
            queries.append((query, depth, first))
            first += query.pattern_count
    # Another version of a grammar may have other kinds of nodes.
    except QueryError:
        way_out = f"`pip install --upgrade stemguard {wheel}` may mend it"
        return f"{NO_SYMBOLS}: {wheel} is of another version than its readers; {way_out}"
    finally:
        tell_of_loading("")
    return [query for query in queries if query[0].pattern_count]


def _distribution(module: str) -> str:
    return module.replace("_", "-")


# Looked up in the file system, a third of a millisecond each, for every status.
@cache
def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""
