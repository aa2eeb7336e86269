"""Which entries of a folder git's ignore rules hide.

A list of rules is split once by where a rule can speak. Entering a folder leaves the rules that
speak of its entries, as names to compare: a file is then judged by its name alone, in a few set
and suffix lookups, however many rules there are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from stemguard.domain.git_pattern import GitPattern, Name, parse_pattern


class Hidden(NamedTuple):
    """Two questions about an entry of a folder: is a file, is a folder of this name hidden?"""

    file: Callable[[str], bool]
    folder: Callable[[str], bool]


class _Run(NamedTuple):
    """Neighbouring rules of one verdict, in the form in which names are compared fastest."""

    hides: bool
    names: frozenset[str]
    ends: tuple[str, ...]
    starts: tuple[str, ...]
    matchers: tuple[Callable[[str], object], ...]


@dataclass(frozen=True, slots=True, eq=False)
class LocalRules:
    """The rules of one list that speak of the entries of a folder; equal to itself alone."""

    files: tuple[_Run, ...]
    folders: tuple[_Run, ...]


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
        self._local: dict[tuple[int, ...], LocalRules] = {}

    def within(self, folder: str) -> LocalRules:
        """The rules for the entries of a folder, given as "" or `a/b/` from the list's own."""
        places = tuple(self._in_folder.get(folder, ()))
        if self._in_matching:
            places += tuple(place for speaks, place in self._in_matching if speaks(folder))
        local = self._local.get(places)
        if local is None:
            rules = [self._rules[place] for place in sorted((*self._everywhere, *places))]
            local = LocalRules(_runs([r for r in rules if not r.folders_only]), _runs(rules))
            self._local[places] = local
        return local


def hidden_by(rules: Sequence[LocalRules]) -> Hidden:
    """What lists of rules hide together, the list that outranks the others first.

    The last rule of the first list that speaks of an entry decides.
    """
    return Hidden(
        _question([run for local in rules for run in local.files]),
        _question([run for local in rules for run in local.folders]),
    )


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


def _question(runs: Sequence[_Run]) -> Callable[[str], bool]:
    """Whether the first run that speaks of a name hides it; a name no run speaks of is shown."""
    hiding = [run for run in runs if run.hides]
    if not hiding:
        return _shows
    names = frozenset().union(*(run.names for run in hiding))
    ends = tuple(end for run in hiding for end in run.ends)
    starts = tuple(start for run in hiding for start in run.starts)
    matchers = tuple(matches for run in hiding for matches in run.matchers)
    decisive = len(runs) == 1

    def hides(name: str) -> bool:
        # Most names are met by no hiding rule at all: ask that of all runs at once.
        if not (name in names or name.endswith(ends) or name.startswith(starts)):
            for matches in matchers:
                if matches(name) is not None:
                    break
            else:
                return False
        return decisive or next(run.hides for run in runs if _speaks_of(run, name))

    return hides


def _shows(name: str) -> bool:
    return False


def _speaks_of(run: _Run, name: str) -> bool:
    return (
        name in run.names
        or name.endswith(run.ends)
        or name.startswith(run.starts)
        or any(matches(name) is not None for matches in run.matchers)
    )


def _runs(rules: Sequence[GitPattern]) -> tuple[_Run, ...]:
    return tuple(
        _run(not negated, [rule.name for rule in run])
        for negated, run in groupby(reversed(rules), key=lambda rule: rule.negated)
    )


def _run(hides: bool, names: Sequence[Name]) -> _Run:
    exact, ends, starts, whole, searched = set(), set(), set(), set(), set()
    for name in names:
        if name.exact is not None:
            exact.add(name.exact)
        elif name.end is not None:
            ends.add(name.end)
        elif name.start is not None:
            starts.add(name.start)
        elif name.after_star is not None:
            searched.add(name.after_star.source)
        else:
            whole.add(name.source)
    matchers = []
    if whole:
        matchers.append(re.compile("|".join(sorted(whole))).fullmatch)
    if searched:
        # A search skips to where the alternatives can begin; a leading star would try each place.
        matchers.append(re.compile(f"(?:{'|'.join(sorted(searched))})\\Z").search)
    return _Run(
        hides, frozenset(exact), tuple(sorted(ends)), tuple(sorted(starts)), tuple(matchers)
    )
