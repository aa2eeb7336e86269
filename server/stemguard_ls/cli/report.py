"""What the commands beside `search` print for people."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from stemguard.domain.unit import FILE, Unit
from stemguard.understood import language
from stemguard.workspace import RootStatus, StoredIndex, SyncReport
from stemguard_ls.cli.page import put, put_all
from stemguard_ls.wording.languages import read_as
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
    """Prints what a file is read as, and its units as the index sees them."""
    written_in = next(unit.language for unit in units if unit.kind == FILE)
    put((str(file), "bold"), "  ", *read_as(language(written_in)), f", {_counted(len(units))}")
    for unit in units:
        start = unit.selection.start
        of_others = f", {unit.language}" if unit.language != written_in else ""
        put(
            (str(file), "magenta"),
            (f":{start.line + 1}:{start.column + 1}", "green"),
            "  ",
            (unit.kind, "dim"),
            f"  {unit.container and unit.container + ' > '}",
            (unit.name, "bold"),
            (f"  to line {_last_line(unit)}, {len(unit.doc)} + {len(unit.body)} characters", "dim"),
            (of_others, "dim"),
        )


def _last_line(unit: Unit) -> int:
    """The last line with something of the unit, counted from 1: a range may end before a line."""
    start, end = unit.range
    return end.line if end.column == 0 and end.line > start.line else end.line + 1


def _counted(n_units: int) -> str:
    return "1 unit" if n_units == 1 else f"{n_units:,} units"
