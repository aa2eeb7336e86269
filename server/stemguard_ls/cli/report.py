"""What the commands beside `search` print for people."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from stemguard.domain.unit import Unit
from stemguard.workspace import RootStatus, StoredIndex, SyncReport
from stemguard_ls.cli.page import put, put_all
from stemguard_ls.wording.status import size, skipped_lines


def print_indexed(status: RootStatus, report: SyncReport) -> None:
    """Prints what a sync did and what it left out."""
    put(
        ("indexed ", "bold"),
        f"{status.root}: {status.units:,} units in {status.files:,} files,"
        f" {size(status.bytes_on_disk)}, in {report.seconds:.1f} s",
    )
    put(
        ("changes ", "bold"),
        f"{report.parsed:,} read, {report.recalled:,} recalled, {report.touched:,} touched,"
        f" {report.removed:,} removed, {report.unchanged:,} unchanged",
    )
    put_all(skipped_lines(status.skipped))


def print_indexes(indexes: Sequence[StoredIndex]) -> None:
    """Prints every index of this user."""
    for index in indexes:
        why = "gone" if not index.root_exists else "" if index.is_current else "another version's"
        use = f"  ({why}: `stemguard clean` removes it)" if why else ""
        put(f"{size(index.bytes_on_disk):>10}  ", (str(index.root), "bold"), use)
    put(f"{size(sum(index.bytes_on_disk for index in indexes)):>10}  in {len(indexes)} indexes")


def print_cleaned(indexes: Sequence[StoredIndex]) -> None:
    """Prints which indexes were removed."""
    for index in indexes:
        put("removed ", (str(index.root), "bold"), f"  {size(index.bytes_on_disk)}")
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
