"""What a snapshot of given files must say, in every number: counted anew from their raw units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import numpy as np

from stemguard.domain.corpus import Corpus, Described, Postings, TermPostings
from stemguard.domain.posting import count_terms
from stemguard.domain.query import View
from stemguard.domain.stem import stem
from stemguard.domain.unit import SECTION, Unit, UnitKey
from stemguard.ports.posting_store import Snapshot
from stemguard.testing.answers import answer
from stemguard.testing.oracle import oracle_rank
from stemguard.testing.strategies import SourceFile


def assert_holds(snapshot: Snapshot, files: Iterable[SourceFile]) -> None:
    """That a snapshot is of these files and nothing else, in every number that it gives."""
    known = list(files)
    assert snapshot.states() == {file.path: file.state for file in known}
    assert snapshot.skipped() == {file.path: file.reason for file in known if file.reason}
    units = [unit for file in known for unit in file.units]
    keys = _assert_units(snapshot, units)
    _assert_files(snapshot, units)
    for view in View:
        _assert_postings(snapshot, view, keys, units)


def assert_answers(
    corpus: Corpus, files: Iterable[SourceFile], query: str, match: Literal["all", 1]
) -> None:
    """That a query is answered as brute force over the raw units answers it."""
    units = [unit for file in files for unit in file.units]
    views: tuple[Literal["all"], Literal["names"]] = ("all", "names")
    for view in views:
        expected = oracle_rank(units, query, match, view, prefix=True)
        assert answer(corpus, query, match, view, prefix=True) == expected


def _assert_units(corpus: Corpus, units: Sequence[Unit]) -> dict[int, UnitKey]:
    """Checks the columns of units; gives the key of each live slot."""
    columns = corpus.units()
    slots = np.flatnonzero(columns.live).tolist()
    described = corpus.describe(slots)
    assert corpus.describe(slots[::-1]) == described[::-1]
    assert corpus.n_units == len(slots) == len(units)
    by_key = {unit.key: unit for unit in units}
    paths = corpus.files().path
    last: dict[str, UnitKey] = {}
    for slot, shown in zip(slots, described, strict=True):
        unit = by_key.pop(shown.key)
        assert shown == Described(
            unit.key, unit.name, unit.container, unit.language, unit.range, unit.selection
        )
        assert paths[columns.file[slot]] == unit.key.path
        terms = count_terms(unit)
        assert columns.all_length[slot] == terms.all_length
        assert columns.names_length[slot] == terms.names_length
        assert columns.multiplier[slot] == unit.multiplier
        assert columns.section[slot] == (unit.kind == SECTION)
        assert columns.kinds[columns.kind[slot]] == f"{unit.kind}\n{unit.language}"
        assert columns.name_hash[slot] == terms.name_hash
        assert columns.joined_hash[slot] == terms.joined_hash
        assert last.get(unit.key.path, unit.key) <= unit.key
        last[unit.key.path] = unit.key
    for array in (columns.all_length, columns.names_length, columns.file, columns.kind):
        assert array.dtype == np.int64
    assert columns.multiplier.dtype == np.float64
    assert columns.section.dtype == columns.live.dtype == np.bool_
    return {slot: shown.key for slot, shown in zip(slots, described, strict=True)}


def _assert_files(corpus: Corpus, units: Sequence[Unit]) -> None:
    files = corpus.files()
    columns = corpus.units()
    numbers = list(set(columns.file[columns.live].tolist()))
    ordered = sorted({unit.key.path for unit in units})
    assert corpus.n_files == len(ordered)
    assert [
        files.path[number] for number in sorted(numbers, key=lambda n: files.rank[n])
    ] == ordered
    for number in numbers:
        own = [unit for unit in units if unit.key.path == files.path[number]]
        assert files.length[number] == sum(count_terms(unit).all_length for unit in own)
    assert files.length.sum() == corpus.total_length(View.ALL)
    for view, lengths in ((View.ALL, columns.all_length), (View.NAMES, columns.names_length)):
        assert corpus.total_length(view) == lengths[columns.live].sum()
    assert files.length.dtype == files.rank.dtype == np.int64


def _assert_postings(
    corpus: Corpus, view: View, keys: Mapping[int, UnitKey], units: Sequence[Unit]
) -> None:
    expected: dict[str, dict[UnitKey, int]] = {}
    for unit in units:
        terms = count_terms(unit)
        counts = terms.all_counts if view is View.ALL else terms.names_counts
        for term, count in counts.items():
            expected.setdefault(term, {})[unit.key] = count
    families: dict[str, dict[str, dict[UnitKey, int]]] = {"unheard": {}, "": {}, "\U0010ffff": {}}
    for term, by_key in expected.items():
        families.setdefault(stem(term), {})[term] = by_key
    for name, family in families.items():
        assert _plain(corpus.family(name, view), keys) == family
    for prefix in {"", "unheard", *(term[:n] for term in expected for n in (1, 2, 5, len(term)))}:
        beginning = {term: expected[term] for term in expected if term.startswith(prefix)}
        assert _plain_terms(corpus.starting_with(prefix, view), keys) == beginning


def _plain(
    found: Mapping[str, Postings], keys: Mapping[int, UnitKey]
) -> dict[str, dict[UnitKey, int]]:
    for slots, counts in found.values():
        assert slots.dtype == counts.dtype == np.int64
        assert (np.diff(slots) > 0).all()
        assert len(slots)
    return {
        term: {
            keys[slot]: count
            for slot, count in zip(postings.slots.tolist(), postings.counts.tolist(), strict=True)
        }
        for term, postings in found.items()
    }


def _plain_terms(found: TermPostings, keys: Mapping[int, UnitKey]) -> dict[str, dict[UnitKey, int]]:
    assert found.df.dtype == found.slots.dtype == found.counts.dtype == np.int64
    plain: dict[str, dict[UnitKey, int]] = {}
    start = 0
    for term, end in zip(found.terms, np.cumsum(found.df).tolist(), strict=True):
        for slot, count in zip(found.slots[start:end], found.counts[start:end], strict=True):
            by_key = plain.setdefault(term, {})
            assert keys[slot] not in by_key
            by_key[keys[slot]] = int(count)
        start = end
    return plain
