"""What brings a grammar that is missing, and what mends one that is broken."""

from __future__ import annotations

#: The grammars that a plain installation does without.
EXTRA = frozenset(
    {
        *("tree-sitter-elixir", "tree-sitter-haskell", "tree-sitter-julia"),
        *("tree-sitter-ocaml", "tree-sitter-zig"),
    }
)


def installs(wheel: str) -> str:
    """The command that brings a grammar."""
    if wheel in EXTRA:
        return "pip install 'stemguard[languages]'"
    # It came with the program once, so a plain installation is one that was damaged.
    return "pip install --force-reinstall stemguard"


def mends(wheel: str) -> str:
    """The command that brings a grammar in place of one that cannot be loaded."""
    return f"pip install --force-reinstall {wheel}"
