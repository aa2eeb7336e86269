"""Which paths a list of globs picks: git's patterns, asked of a file and the folders above it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import Enum
from itertools import groupby

from stemguard.domain.git_pattern import GitPattern, parse_pattern


class Case(Enum):
    """Whether `A` and `a` are the same letter in a path."""

    EXACT = re.NOFLAG
    IGNORED = re.IGNORECASE


def compile_globs(patterns: Sequence[str], case: Case = Case.EXACT) -> Callable[[str], bool]:
    """A question: does the list pick this file path (relative, with `/`)?

    A pattern speaks of a file if it matches its path or a folder above it: `src`, `src/` and
    `src/**` pick everything below `src`. The last pattern that speaks of a file decides; `!` turns
    it into "not". Before the first pattern nothing is picked, or everything if that one has a `!`
    or the list is empty. A pattern that git could not match (`[`) speaks of no file.
    """
    if not patterns:
        return _every_path
    parsed = [pattern for pattern in map(parse_pattern, patterns) if pattern is not None]
    runs = [
        (not negated, re.compile("|".join(map(_source, run)), case.value).match)
        for negated, run in groupby(reversed(parsed), key=lambda pattern: pattern.negated)
    ]
    otherwise = patterns[0].startswith("!")

    def picks(path: str) -> bool:
        for picked, speaks_of in runs:
            if speaks_of(path):
                return picked
        return otherwise

    return picks


def _every_path(path: str) -> bool:
    return True


def _source(pattern: GitPattern) -> str:
    end = "/" if pattern.folders_only else r"(?:/|\Z)"
    return f"{pattern.folders_source}{pattern.name.source}{end}"
