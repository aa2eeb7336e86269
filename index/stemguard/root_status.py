"""What is known of a root, or of all, for a person or an editor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from stemguard.units.code import NO_SYMBOLS

#: How many files of a kind are named where all are counted.
MOST_EXAMPLES = 20


@dataclass(frozen=True, slots=True)
class SkippedFiles:
    """Files that are not searched, or only as text, for one reason: how many, the first by path.

    A file that is open is what its document is; one outside of all roots has its id for a path.
    """

    reason: str
    count: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RootStatus:
    """What is known of a root, folders in it that are roots themselves included.

    `state` is "empty" before the first sync, "indexing" until one of everything has ended and
    during any, or "ready". `words` are weighted as in
    lengths; `last_change` is a Unix time. `parsed` counts files whose text was cut since this
    process opened the root, `recalled` those whose text had been cut before; what texts yielded
    takes `bytes_remembered`, beside the index.
    `watch` says how changes come in: "inotify", "client", "poll", "follows" where another process
    sees to it, "off". `notices` are sentences for a person that were not given out before.
    """

    root: Path
    state: str
    files: int
    units: int
    words: int
    bytes_on_disk: int
    bytes_remembered: int
    parsed: int
    recalled: int
    generation: int
    pending: int
    pending_examples: tuple[str, ...]
    skipped: tuple[SkippedFiles, ...]
    watch: str
    last_change: float | None
    versions: Mapping[str, str]
    notices: tuple[str, ...]
    index_folder: Path | None


@dataclass(frozen=True, slots=True)
class IndexState:
    """How far the whole workspace is: `pending` files have changed and are not in yet.

    `state` is "empty" where no root was ever indexed, "indexing" or "ready".
    """

    state: str
    files: int
    units: int
    pending: int
    generation: int


def by_reason(skipped: Mapping[str, str]) -> tuple[SkippedFiles, ...]:
    """Files by their reasons, the reason of most of them first; those without one are left out."""
    counts = Counter(filter(None, skipped.values()))
    examples: dict[str, list[str]] = {}
    for path in sorted(filter(skipped.__getitem__, skipped)):
        named = examples.setdefault(skipped[path], [])
        if len(named) < MOST_EXAMPLES:
            named.append(path)
    return tuple(
        SkippedFiles(reason, count, tuple(examples[reason]))
        for reason, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    )


def lacking(skipped: Mapping[str, str]) -> set[str]:
    """What keeps definitions from being looked for in all files of a language, and mends that."""
    beginning = f"{NO_SYMBOLS}: "
    lacks = (reason for reason in skipped.values() if reason.startswith(beginning))
    return {reason.removeprefix(beginning) for reason in lacks}


def lacking_notice(lacks: Collection[str]) -> str:
    """One sentence for a person, however many languages there are."""
    return f"Some files have {NO_SYMBOLS}: {'; '.join(sorted(lacks))}."
