"""The columns of several corpora as one, and of the same corpora after an edit.

An edit must not cost what an opening costs: nothing is sorted or counted anew, columns of a million
units are copied as they are.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from stemguard.domain.corpus import Corpus, FileColumns, Ints, UnitColumns
from stemguard.domain.query import View

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class JoinedColumns:
    """Units and files of all parts, one part after the other, and what is counted of the live ones.

    `first_slots` and `first_files` have a row for each part and a last one for the end. `folders`
    has a row for each part.
    """

    units: UnitColumns
    files: FileColumns
    first_slots: Ints
    first_files: Ints
    folders: tuple[int, ...]
    by_rank: Ints
    units_of_file: Ints
    totals: Mapping[View, int]

    def file_key(self, number: int) -> tuple[int, str]:
        """What files are ordered by: folder, then path."""
        part = int(np.searchsorted(self.first_files, number, side="right")) - 1
        return self.folders[part], self.files.path[number]


def join_columns(
    corpora: Sequence[Corpus], folders: Sequence[int], keeps: Sequence[Flags | None]
) -> JoinedColumns:
    """The columns of all; `keeps` says by corpus and slot what is not hidden, None hides none."""
    columns = [corpus.units() for corpus in corpora]
    files = [corpus.files() for corpus in corpora]
    first_files = np.cumsum([0, *(len(f.path) for f in files)])
    kinds = tuple(sorted({kind for c in columns for kind in c.kinds}))
    lives = [c.live if k is None else c.live & k for c, k in zip(columns, keeps, strict=True)]
    units = UnitColumns(
        all_length=_ints([c.all_length for c in columns]),
        names_length=_ints([c.names_length for c in columns]),
        file=_ints([c.file + n for c, n in zip(columns, first_files, strict=False)]),
        multiplier=np.concatenate([np.empty(0), *(c.multiplier for c in columns)]),
        section=_flags([c.section for c in columns]),
        kind=_ints([_recoded(c, kinds) for c in columns]),
        name_hash=_ints([c.name_hash for c in columns]),
        joined_hash=_ints([c.joined_hash for c in columns]),
        live=_flags(lives),
        kinds=kinds,
    )
    paths = tuple(path for f in files for path in f.path)
    owners = np.repeat(folders, np.diff(first_files)).tolist() if files else []
    keys = list(zip(owners, paths, strict=True))
    by_rank = np.array(sorted(range(len(keys)), key=keys.__getitem__), dtype=np.int64)
    owned = units.file[units.live]
    length = np.zeros(len(paths), dtype=np.int64)
    np.add.at(length, owned, units.all_length[units.live])
    return JoinedColumns(
        units,
        FileColumns(paths, length, _ranks(by_rank)),
        np.cumsum([0, *(len(c.live) for c in columns)]),
        first_files,
        tuple(folders),
        by_rank,
        np.bincount(owned, minlength=len(paths)).astype(np.int64),
        {
            View.ALL: int(units.all_length[units.live].sum()),
            View.NAMES: int(units.names_length[units.live].sum()),
        },
    )


def without_dead(before: JoinedColumns, alive: Mapping[int, Flags]) -> JoinedColumns:
    """The columns once units died; `alive` says by part and slot which may still be live."""
    live = before.units.live.copy()
    dead = []
    for part, mask in alive.items():
        start, end = before.first_slots[part : part + 2]
        dead.append(np.flatnonzero(live[start:end] & ~mask) + start)
        live[start:end] &= mask
    slots = _ints(dead)
    files = before.units.file[slots]
    all_length = before.units.all_length[slots]
    length = before.files.length.copy()
    np.subtract.at(length, files, all_length)
    units_of_file = before.units_of_file.copy()
    np.subtract.at(units_of_file, files, 1)
    totals = {
        View.ALL: before.totals[View.ALL] - int(all_length.sum()),
        View.NAMES: before.totals[View.NAMES] - int(before.units.names_length[slots].sum()),
    }
    return replace(
        before,
        units=replace(before.units, live=live),
        files=replace(before.files, length=length),
        units_of_file=units_of_file,
        totals=totals,
    )


def followed_by(before: JoinedColumns, after: JoinedColumns) -> JoinedColumns:
    """The columns of the parts of both."""
    a, b = before.units, after.units
    kinds = a.kinds + tuple(kind for kind in b.kinds if kind not in a.kinds)
    units = UnitColumns(
        all_length=_ints([a.all_length, b.all_length]),
        names_length=_ints([a.names_length, b.names_length]),
        file=_ints([a.file, b.file + len(before.files.path)]),
        multiplier=np.concatenate([a.multiplier, b.multiplier]),
        section=_flags([a.section, b.section]),
        kind=_ints([a.kind, _recoded(b, kinds)]),
        name_hash=_ints([a.name_hash, b.name_hash]),
        joined_hash=_ints([a.joined_hash, b.joined_hash]),
        live=_flags([a.live, b.live]),
        kinds=kinds,
    )
    by_rank = _merged_order(before, after)
    files = FileColumns(
        before.files.path + after.files.path,
        _ints([before.files.length, after.files.length]),
        _ranks(by_rank),
    )
    return JoinedColumns(
        units,
        files,
        _ints([before.first_slots, after.first_slots[1:] + before.first_slots[-1]]),
        _ints([before.first_files, after.first_files[1:] + before.first_files[-1]]),
        before.folders + after.folders,
        by_rank,
        _ints([before.units_of_file, after.units_of_file]),
        {view: before.totals[view] + after.totals[view] for view in View},
    )


def _merged_order(before: JoinedColumns, after: JoinedColumns) -> Ints:
    """The file numbers of both in the order of their keys; few of `after`, found by bisection."""
    places = [
        bisect_left(before.by_rank, after.file_key(number), key=before.file_key)
        for number in after.by_rank.tolist()
    ]
    return np.insert(before.by_rank, places, after.by_rank + len(before.files.path))


def _ranks(by_rank: Ints) -> Ints:
    ranks = np.empty(len(by_rank), dtype=np.int64)
    ranks[by_rank] = np.arange(len(by_rank))
    return ranks


def _recoded(columns: UnitColumns, kinds: Sequence[str]) -> Ints:
    """The column of kinds as places in other `kinds`, which hold all of its own."""
    codes = np.array([kinds.index(kind) for kind in columns.kinds], dtype=np.int64)
    return codes[columns.kind]


def _ints(arrays: Sequence[Ints]) -> Ints:
    return np.concatenate([np.empty(0, dtype=np.int64), *arrays])


def _flags(arrays: Sequence[Flags]) -> Flags:
    return np.concatenate([np.empty(0, dtype=np.bool_), *arrays])
