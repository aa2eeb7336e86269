"""Which languages are understood: by what their files are known, and what is found in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from stemguard.units.code import NO_SYMBOLS, grammar_of, grammar_versions, troubles
from stemguard.units.kinds import embedded_in, kinds_of
from stemguard.units.languages import LANGUAGES, file_names, language_named
from stemguard.units.way_out import installs

_KEYS = frozenset({"key", "target"})


@dataclass(frozen=True, slots=True)
class Language:
    """A language by its LSP identifier.

    `kinds` are those of its units, beside `file`, and `section` for pieces of prose without a
    heading. `embeds` are languages whose code is found in its texts as well. `extensions` have no
    dot, in `names` a `*` stands for anything, `interpreters` are programs that the first line of a
    script can name; their case says nothing. All of these are in the order of the alphabet.

    `grammar` is the distribution that reads it, "" where none is needed, and `grammar_version` the
    version that is installed, "" where it is missing. `trouble` says why a grammar cannot be
    loaded, "" where it can: its files are then pieces of text.
    """

    name: str
    kinds: tuple[str, ...]
    embeds: tuple[str, ...]
    extensions: tuple[str, ...]
    names: tuple[str, ...]
    interpreters: tuple[str, ...]
    grammar: str
    grammar_version: str
    trouble: str

    @property
    def read_by(self) -> str:
        """What its texts are cut by: "definitions", "keys", "sections", or "text" for pieces."""
        if "section" in self.kinds:
            return "sections"
        if not _KEYS.isdisjoint(self.kinds):
            return "keys"
        return "definitions" if self.kinds or self.embeds else "text"

    @property
    def lacks_grammar(self) -> bool:
        """Whether it would be read by more than text if its grammar were installed."""
        return self.grammar != "" and self.grammar_version == ""

    @property
    def installed_by(self) -> str:
        """The command that brings its grammar."""
        return installs(self.grammar)


def languages() -> tuple[Language, ...]:
    """Every language that a file can be in, in the order of the alphabet."""
    versions, wrong = grammar_versions(), troubles(LANGUAGES)
    return tuple(_language(name, versions, wrong) for name in sorted(LANGUAGES))


def language(name: str) -> Language | None:
    """The language of an LSP identifier or of an extension; None where nobody knows it."""
    named = language_named(name)
    return _language(named, grammar_versions(), troubles([named])) if named else None


def _language(name: str, versions: Mapping[str, str], wrong: Mapping[str, str]) -> Language:
    grammar = grammar_of(name)
    return Language(
        name,
        tuple(sorted(kinds_of(name))),
        tuple(sorted(embedded_in(name))),
        *file_names(name),
        grammar,
        versions.get(grammar, ""),
        wrong.get(name, "").removeprefix(f"{NO_SYMBOLS}: "),
    )
