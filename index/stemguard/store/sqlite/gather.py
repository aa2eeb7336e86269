"""The units of a batch in columns, whether their text was cut just now or is remembered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stemguard.domain.corpus import Ints
from stemguard.domain.counting import CountedUnits, TermCounts, count_from_paths, count_units
from stemguard.domain.name_hashes import name_hashes
from stemguard.domain.numbering import numbered, numbering
from stemguard.domain.path_class import path_class_factor
from stemguard.domain.stem import stems
from stemguard.domain.unit import FromPath, kind_in, name_and_container
from stemguard.ports.posting_store import IndexedFile
from stemguard.store.sqlite.block import key_of
from stemguard.store.sqlite.bundle import Bundle, RecalledText, Yields, stretches
from stemguard.store.sqlite.codec import narrow
from stemguard.store.sqlite.segment import MULTIPLIERS, Columns

_CODES = {factor: code for code, factor in enumerate(MULTIPLIERS)}


@dataclass(frozen=True, slots=True)
class Gathered:
    """The columns of a batch, the keys of its terms, and the postings of both views."""

    columns: Columns
    keys: Sequence[str]
    everything: TermCounts
    names: TermCounts


def yields_of(files: Sequence[IndexedFile], shown: Sequence[bytes]) -> Yields:
    """What the texts of files yield that were cut just now; `shown` are the blobs of the files."""
    units = [unit for file in files for unit in file.units]
    from_path = [flags for file in files for flags in from_path_of(file)]
    counted = count_units(units, from_path)
    kind_of = [(unit.key.kind, unit.language) for unit in units]
    kinds = sorted((kind_in(*of_unit), of_unit) for of_unit in set(kind_of))
    codes = {of_unit: code for code, (_, of_unit) in enumerate(kinds)}
    own = [
        "" if flags & FromPath.NAME else unit.name
        for unit, flags in zip(units, from_path, strict=True)
    ]
    hashes = name_hashes(own)
    origins = [file.origin for file in files]
    return Yields(
        keys=[b"" if origin is None else origin.key for origin in origins],
        shown=shown,
        n_units=narrow([len(file.units) for file in files]),
        is_generated=narrow([0 if origin is None else origin.is_generated for origin in origins]),
        kinds=[kind for kind, _ in kinds],
        kind=narrow(list(map(codes.__getitem__, kind_of))),
        from_path=narrow(from_path),
        name_hash=narrow(hashes.whole),
        joined_hash=narrow(hashes.joined),
        names_length=narrow(counted.names_length),
        text_length=narrow(counted.text_length),
        terms=_keys(counted),
        names=counted.names,
        text=counted.text,
    )


def from_path_of(file: IndexedFile) -> Sequence[FromPath]:
    """What each unit of a file takes from its path."""
    return [FromPath.NOTHING] * len(file.units) if file.origin is None else file.origin.from_path


def gather(files: Sequence[IndexedFile], cut: Yields) -> Gathered:
    """The columns of the files, which have units; `cut` are those that are not recalled."""
    batch = _Batch(files)
    fresh = [at for at, file in enumerate(files) if file.recalled is None]
    batch.add_cut(cut, fresh)
    members: defaultdict[Bundle, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for at, file in enumerate(files):
        if file.recalled is not None:
            assert isinstance(file.recalled, RecalledText)
            places, files_at = members[file.recalled.bundle]
            places.append(file.recalled.place)
            files_at.append(at)
    for bundle, (places, files_at) in members.items():
        batch.add_recalled(bundle, places, files_at)
    batch.add_from_paths()
    return batch.gathered()


def _n_units(file: IndexedFile) -> int:
    return len(file.units) if file.recalled is None else file.recalled.n_units


class _Batch:
    """The columns as they fill. Slots are numbered through the files in their order."""

    def __init__(self, files: Sequence[IndexedFile]) -> None:
        self._files = files
        self._n_units = np.array([_n_units(file) for file in files], dtype=np.int64)
        self._first = np.cumsum(self._n_units) - self._n_units
        n_slots = int(self._n_units.sum())
        self._kind, self._from_path, self._name_hash, self._joined_hash = np.zeros(
            (4, n_slots), dtype=np.int64
        )
        self._names_length, self._text_length, self._multiplier = np.zeros(
            (3, n_slots), dtype=np.int64
        )
        self._kinds: defaultdict[str, int] = numbering()
        self._keys: defaultdict[str, int] = numbering()
        self._names: list[TermCounts] = []
        self._text: list[TermCounts] = []

    def add_cut(self, cut: Yields, files_at: Sequence[int]) -> None:
        """Texts that were cut just now."""
        slots = self._slots(files_at)
        self._add_columns(slots, cut, slice(None))
        units = (unit for at in files_at for unit in self._files[at].units)
        self._multiplier[slots] = [_CODES[unit.multiplier] for unit in units]
        numbers = self._numbered(cut.terms)
        self._names.append(_as(cut.names, numbers, slots))
        self._text.append(_as(cut.text, numbers, slots))

    def add_recalled(self, bundle: Bundle, places: Sequence[int], files_at: Sequence[int]) -> None:
        """Texts of a bundle."""
        slots = self._slots(files_at)
        theirs = stretches(bundle.first_slots[places], self._n_units[files_at])
        self._add_columns(slots, bundle, theirs)
        factors = [
            _CODES[path_class_factor(self._files[at].path, is_generated)]
            for at, is_generated in zip(files_at, bundle.is_generated[places], strict=True)
        ]
        self._multiplier[slots] = np.repeat(factors, self._n_units[files_at])
        numbers = self._numbered(bundle.terms())
        every = np.arange(len(self._kind))
        self._names.append(_as(bundle.names.of(theirs, slots), numbers, every))
        self._text.append(_as(bundle.text.of(theirs, slots), numbers, every))

    def add_from_paths(self) -> None:
        """What units take from the paths of their files, once all texts are there."""
        file_of = np.repeat(np.arange(len(self._files)), self._n_units)
        taking = np.flatnonzero(self._from_path)
        paths = [self._files[at].path for at in file_of[taking].tolist()]
        flags = [FromPath(value) for value in self._from_path[taking].tolist()]
        counted = count_from_paths(paths, flags)
        self._names.append(_as(counted.names, self._numbered(_keys(counted)), taking))
        self._names_length[taking] += counted.names_length
        names = [name_and_container(file.path)[0] for file in self._files]
        named = np.flatnonzero(self._from_path & FromPath.NAME)
        hashes = name_hashes(names)
        self._name_hash[named] = hashes.whole[file_of[named]]
        self._joined_hash[named] = hashes.joined[file_of[named]]

    def gathered(self) -> Gathered:
        """The batch, in the end."""
        kinds = list(self._kinds)
        present = sorted({kinds[number] for number in np.unique(self._kind).tolist()})
        code_of = {kind: code for code, kind in enumerate(present)}
        codes = np.array([code_of.get(kind, 0) for kind in kinds])
        columns = Columns(
            kinds=present,
            paths=[file.path for file in self._files],
            units_of_file=narrow(self._n_units),
            all_length=narrow(self._names_length + self._text_length),
            names_length=narrow(self._names_length),
            multiplier=narrow(self._multiplier),
            kind=narrow(codes[self._kind]),
            name_hash=narrow(self._name_hash),
            joined_hash=narrow(self._joined_hash),
        )
        names = _joined(self._names)
        return Gathered(columns, list(self._keys), _joined([*self._text, names]), names)

    def _slots(self, files_at: Sequence[int]) -> Ints:
        at = np.array(files_at, dtype=np.int64)
        return stretches(self._first[at], self._n_units[at])

    def _add_columns(self, slots: Ints, source: Yields | Bundle, theirs: Ints | slice) -> None:
        kinds = np.array([self._kinds[kind] for kind in source.kinds], dtype=np.int64)
        self._kind[slots] = kinds[source.kind[theirs]]
        self._from_path[slots] = source.from_path[theirs]
        self._name_hash[slots] = source.name_hash[theirs]
        self._joined_hash[slots] = source.joined_hash[theirs]
        self._names_length[slots] = source.names_length[theirs]
        self._text_length[slots] = source.text_length[theirs]

    def _numbered(self, keys: Sequence[str]) -> Ints:
        return numbered(keys, self._keys)


def _keys(counted: CountedUnits) -> list[str]:
    pairs = zip(stems(counted.terms), counted.terms, strict=True)
    return [key_of(stem, term) for stem, term in pairs]


def _as(counts: TermCounts, numbers: Ints, slots: Ints) -> TermCounts:
    """The postings with other numbers for their terms and slots."""
    return TermCounts(numbers[counts.terms], slots[counts.slots], counts.counts)


def _joined(parts: Sequence[TermCounts]) -> TermCounts:
    return TermCounts(*(np.concatenate(column) for column in zip(*parts, strict=True)))
