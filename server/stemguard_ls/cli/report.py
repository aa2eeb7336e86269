"""What the commands beside `search` print for people."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from stemguard.domain.unit import Unit
from stemguard.workspace import RootStatus, SkippedFiles, StoredIndex, SyncReport
from stemguard_ls.cli.page import put

_MOST_EXAMPLES = 3


def print_indexed(status: RootStatus, report: SyncReport) -> None:
    """Prints what a sync did and what it left out."""
    put(
        ("indexed ", "bold"),
        f"{status.root}: {status.units:,} units in {status.files:,} files,"
        f" {_size(status.bytes_on_disk)}, in {report.seconds:.1f} s",
    )
    put(
        ("changes ", "bold"),
        f"{report.parsed:,} read, {report.recalled:,} recalled, {report.touched:,} touched,"
        f" {report.removed:,} removed, {report.unchanged:,} unchanged",
    )
    _put_skipped(status.skipped)


def print_status(status: RootStatus) -> None:
    """Prints what is known of a folder."""
    put((str(status.root), "bold"), f"  {status.state}")
    put(f"  files     {status.files:,}")
    put(f"  units     {status.units:,}")
    put(f"  words     {status.words:,} (weighted)")
    put(f"  on disk   {_size(status.bytes_on_disk)} in {status.index_folder or 'memory'}")
    put(f"  beside it {_size(status.bytes_remembered)} of what earlier texts yielded")
    if status.last_change is not None:
        changed = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(status.last_change))
        put(f"  changed   {changed}")
    put(f"  versions  {', '.join(f'{name} {value}' for name, value in status.versions.items())}")
    for notice in status.notices:
        put(f"  notice    {notice}")
    _put_skipped(status.skipped)


def print_indexes(indexes: Sequence[StoredIndex]) -> None:
    """Prints every index of this user."""
    for index in indexes:
        why = "gone" if not index.root_exists else "" if index.is_current else "another version's"
        use = f"  ({why}: `stemguard clean` removes it)" if why else ""
        put(f"{_size(index.bytes_on_disk):>10}  ", (str(index.root), "bold"), use)
    put(f"{_size(sum(index.bytes_on_disk for index in indexes)):>10}  in {len(indexes)} indexes")


def print_cleaned(indexes: Sequence[StoredIndex]) -> None:
    """Prints which indexes were removed."""
    for index in indexes:
        put("removed ", (str(index.root), "bold"), f"  {_size(index.bytes_on_disk)}")
    put(f"{len(indexes)} removed")


def print_units(units: Sequence[Unit], file: Path) -> None:
    """Prints the units of a file, as the index sees them."""
    for unit in units:
        start, end = unit.selection.start, unit.range.end
        put(
            (str(file), "magenta"),
            (f":{start.line + 1}:{start.column + 1}", "green"),
            "  ",
            (unit.kind, "dim"),
            f"  {unit.container and unit.container + ' > '}",
            (unit.name, "bold"),
            (f"  to line {end.line + 1}, {len(unit.doc)} + {len(unit.body)} characters", "dim"),
        )


def _put_skipped(skipped: Sequence[SkippedFiles]) -> None:
    for kind in skipped:
        examples = ", ".join(kind.examples[:_MOST_EXAMPLES])
        more = ", ..." if kind.count > _MOST_EXAMPLES else ""
        put(("skipped ", "bold"), f"{kind.count:,} ({kind.reason}): {examples}{more}")


def _size(n_bytes: int) -> str:
    size = float(n_bytes)
    for unit in ("B", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"
