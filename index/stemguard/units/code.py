"""Source text to syntax trees: the home of tree-sitter and its grammars.

A grammar is loaded by the first text that needs it. One that is missing or broken gives no tree,
and its files are then indexed without symbols.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Language
    from tree_sitter import Node as Node

#: Languages to the module of their grammar; its distribution has the same name with hyphens.
_GRAMMARS = {"python": "tree_sitter_python"}


def syntax(language: str, source: bytes) -> Node | None:
    """The root of the syntax tree of UTF-8 bytes; None if the language has no usable grammar.

    Broken source gives a tree with `ERROR` nodes. The interpreter is held for the whole of a parse.
    """
    grammar = _grammar(language)
    if grammar is None:
        return None
    from tree_sitter import Parser

    return Parser(grammar).parse(source).root_node


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
    names = ["tree-sitter", *(module.replace("_", "-") for module in _GRAMMARS.values())]
    return {name: _version(name) for name in names}


@cache
def _grammar(language: str) -> Language | None:
    module = _GRAMMARS.get(language)
    if module is None:
        return None
    try:
        from tree_sitter import Language

        return Language(import_module(module).language())
    # Whatever a foreign grammar fails with (not installed, built for another library version, no
    # such function), its files are still indexed as text.
    except Exception:
        return None


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""
