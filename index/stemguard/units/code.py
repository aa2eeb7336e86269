"""Source text to syntax trees: the home of tree-sitter and its grammars.

A grammar is loaded by the first text that needs it. One that is missing or broken gives no tree,
and its files are then indexed without symbols.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from typing import TYPE_CHECKING

from stemguard.units.code_languages import CODE

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


def syntax(language: str, source: bytes) -> Node | None:
    """The root of the syntax tree of UTF-8 bytes; None if the language has no usable grammar.

    Broken source gives a tree with `ERROR` nodes. The interpreter is held for the whole of a parse.
    """
    grammar = _grammar(language)
    if grammar is None:
        return None
    from tree_sitter import Parser

    return Parser(grammar).parse(source).root_node


def captured(language: str, source: bytes) -> list[Captured]:
    """What the queries of a language of the table find in UTF-8 bytes, in no certain order.

    Nothing if the grammar or a query of the language is not usable.
    """
    query = _query(language)
    root = syntax(language, source) if query is not None else None
    if query is None or root is None:
        return []
    from tree_sitter import QueryCursor

    cursor = QueryCursor(query)
    depth = CODE[language].depth
    if depth is not None:
        cursor.set_max_start_depth(depth)
    return cursor.matches(root)


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
    names = ["tree-sitter", *(module.replace("_", "-") for module in modules)]
    return {name: _version(name) for name in names}


@cache
def _grammar(language: str) -> Language | None:
    if language not in _GRAMMARS:
        return None
    module, entry = _GRAMMARS[language]
    try:
        from tree_sitter import Language

        return Language(getattr(import_module(module), entry)())
    # Whatever a foreign grammar fails with (not installed, built for another library version, no
    # such function), its files are still indexed as text.
    except Exception:
        return None


@cache
def _query(language: str) -> Query | None:
    grammar = _grammar(language)
    if grammar is None:
        return None
    from tree_sitter import Query, QueryError

    queries = files("stemguard.units") / "queries"
    texts = [(queries / f"{name}.scm").read_text("utf-8") for name in CODE[language].queries]
    try:
        return Query(grammar, "\n".join(texts))
    # Another version of a grammar may have other kinds of nodes.
    except QueryError:
        return None


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""
