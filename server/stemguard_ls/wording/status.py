"""What is known of an index, and what is not in it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from stemguard.workspace import RootStatus, SkippedFiles
from stemguard_ls.wording.lines import Line

_MOST_EXAMPLES = 3

#: How changes come in, by the names of a status; nothing is said of a process that only asks.
_WATCHES = {
    "inotify": "come in from the system",
    "client": "come in from the editor",
    "poll": "are looked for every second or so",
    "follows": "are seen by another process",
}


def all_status_lines(
    statuses: Sequence[RootStatus], documents: Sequence[SkippedFiles]
) -> Iterator[Line]:
    """What is known of each folder, an empty line between two, and of documents in none of them."""
    for number, status in enumerate(statuses):
        if number:
            yield ("",)
        yield from _status_lines(status)
    if documents:
        if statuses:
            yield ("",)
        yield (("open, in no folder", "bold"),)
        yield from skipped_lines(documents)


def _status_lines(status: RootStatus) -> Iterator[Line]:
    """What is known of a folder."""
    yield (str(status.root), "bold"), f"  {status.state}"
    yield (f"  files     {status.files:,}",)
    yield (f"  units     {status.units:,}",)
    yield (f"  words     {status.words:,} (weighted)",)
    yield (f"  on disk   {size(status.bytes_on_disk)} in {status.index_folder or 'memory'}",)
    yield (f"  beside it {size(status.bytes_remembered)} of what earlier texts yielded",)
    if status.pending:
        named = _named(status.pending_examples, status.pending)
        yield (f"  pending   {status.pending:,}{named and f': {named}'}",)
    if status.watch in _WATCHES:
        yield (f"  changes   {_WATCHES[status.watch]}",)
    if status.last_change is not None:
        changed = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(status.last_change))
        yield (f"  changed   {changed}",)
    versions = (f"{name} {value or 'missing'}" for name, value in status.versions.items())
    yield (f"  versions  {', '.join(versions)}",)
    for notice in status.notices:
        yield (f"  notice    {notice}",)
    yield from skipped_lines(status.skipped)


def skipped_lines(skipped: Sequence[SkippedFiles]) -> Iterator[Line]:
    """The files that are not searched, or only as text, by reason."""
    for kind in skipped:
        named = _named(kind.examples, kind.count)
        yield ("skipped ", "bold"), f"{kind.count:,} ({kind.reason}): {named}"


def size(n_bytes: int) -> str:
    """A size as a person reads it."""
    scaled = float(n_bytes)
    for unit in ("B", "kB", "MB"):
        if scaled < 1000:
            return f"{scaled:.0f} {unit}" if unit == "B" else f"{scaled:.1f} {unit}"
        scaled /= 1000
    return f"{scaled:.1f} GB"


def _named(examples: Sequence[str], count: int) -> str:
    shown = examples[:_MOST_EXAMPLES]
    return ", ".join(shown) + (", ..." if count > len(shown) and shown else "")
