"""Which entries of a folder git's ignore rules hide.

A list of rules is split once by where a rule can speak. Entering a folder leaves the rules that
speak of its entries, as names to compare: a file is then judged by its name alone, in a few set
and suffix lookups, however many rules there are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from stemguard.domain.git_pattern import GitPattern, Name, parse_pattern


class Run(NamedTuple):
    """Neighbouring rules of one verdict, in the form in which names are compared fastest."""

    ignores: bool
    names: frozenset[str]
    ends: tuple[str, ...]
    starts: tuple[str, ...]
    matches: Callable[[str], object] | None


class Verdicts(NamedTuple):
    """What rules say of the entries of one folder, the rules that outrank others first."""

    files: tuple[Run, ...]
    folders: tuple[Run, ...]


def is_ignored(runs: tuple[Run, ...], name: str) -> bool:
    """Whether the first rule that speaks of this name hides it; no rule hides nothing."""
    for ignores, names, ends, starts, matches in runs:
        if (
            name in names
            or name.endswith(ends)
            or name.startswith(starts)
            or (matches is not None and matches(name) is not None)
        ):
            return ignores
    return False


class RuleList:
    """The rules of one list, which belong to one folder; safe to share between threads."""

    def __init__(self, patterns: Iterable[str]) -> None:
        """Later patterns outrank earlier ones; a pattern that can match nothing is no rule."""
        self._rules = tuple(rule for rule in map(parse_pattern, patterns) if rule is not None)
        self._everywhere: list[int] = []
        self._in_folder: dict[str, list[int]] = {}
        self._in_matching: list[tuple[Callable[[str], object], int]] = []
        for place, rule in enumerate(self._rules):
            if rule.anywhere:
                self._everywhere.append(place)
            elif rule.exact_folder is not None:
                self._in_folder.setdefault(rule.exact_folder, []).append(place)
            else:
                self._in_matching.append((re.compile(rule.folders_source).fullmatch, place))
        self._verdicts: dict[tuple[int, ...], Verdicts] = {}

    def within(self, folder: str) -> Verdicts:
        """What the rules say of the entries of a folder, given as "" or `a/b/` from their own."""
        places = tuple(self._in_folder.get(folder, ()))
        if self._in_matching:
            places += tuple(place for speaks, place in self._in_matching if speaks(folder))
        verdicts = self._verdicts.get(places)
        if verdicts is None:
            rules = [self._rules[place] for place in sorted((*self._everywhere, *places))]
            verdicts = Verdicts(_runs([r for r in rules if not r.folders_only]), _runs(rules))
            self._verdicts[places] = verdicts
        return verdicts


def parse_ignore_file(content: bytes) -> RuleList:
    """The rules of a `.gitignore`, or of another file of that form. Never raises."""
    text = content.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
    lines = (line.removesuffix("\r") for line in text.split("\n"))
    return RuleList(_without_trailing_spaces(line) for line in lines if not line.startswith("#"))


def _without_trailing_spaces(line: str) -> str:
    """The line up to its trailing spaces; a backslash before a space keeps that space."""
    kept = line.rstrip(" ")
    escapes = len(kept) - len(kept.rstrip("\\"))
    return kept + " " if escapes % 2 and kept != line else kept


def _runs(rules: Sequence[GitPattern]) -> tuple[Run, ...]:
    return tuple(
        _run(not negated, [rule.name for rule in run])
        for negated, run in groupby(reversed(rules), key=lambda rule: rule.negated)
    )


def _run(ignores: bool, names: Sequence[Name]) -> Run:
    exact, ends, starts, sources = set(), set(), set(), set()
    for name in names:
        if name.exact is not None:
            exact.add(name.exact)
        elif name.end is not None:
            ends.add(name.end)
        elif name.start is not None:
            starts.add(name.start)
        else:
            sources.add(name.source)
    matches = re.compile("|".join(sorted(sources))).fullmatch if sources else None
    return Run(ignores, frozenset(exact), tuple(sorted(ends)), tuple(sorted(starts)), matches)
