"""Which units pass the filters of a request and of its query."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from stemguard.domain.corpus import Corpus
from stemguard.domain.glob import Case, compile_globs
from stemguard.domain.posting import hash_of
from stemguard.domain.query import Query
from stemguard.domain.unit import SECTION, kind_and_language
from stemguard.search.request import SearchRequest, Sources
from stemguard.units.languages import PROSE, language_of

Flags = NDArray[np.bool_]


def allowed_units(corpus: Corpus, query: Query, request: SearchRequest) -> Flags | None:
    """By slot, whether the unit passes every filter; None where there is no filter.

    Repeats of one filter are alternatives; different filters, and those of the request and the
    query, must all hold.
    """
    flags = [
        *_of_kinds(corpus, query.kinds),
        *_of_kinds(corpus, request.kinds),
        *_of_languages(corpus, query.languages),
        *_of_languages(corpus, request.languages),
        *_of_paths(corpus, query.paths),
        *_of_paths(corpus, request.paths),
        *_of_sources(corpus, request.sources),
    ]
    if request.names:
        return _of_names(corpus, request.names, [corpus.units().live, *flags])
    return np.logical_and.reduce(flags) if flags else None


def filters_without_units(
    corpus: Corpus, query: Query, request: SearchRequest, total: int
) -> list[str]:
    """The filters that no unit passes, as they are typed in a query: one of them empties all.

    `total` units qualify; where there are any, each passes every filter that has no alternative,
    and those need not be looked at a second time.
    """
    live = corpus.units().live
    found: dict[str, None] = {}
    for name, values, of_values in (
        ("kind", query.kinds, _of_kinds),
        ("kind", request.kinds, _of_kinds),
        ("lang", query.languages, _of_languages),
        ("lang", request.languages, _of_languages),
        ("path", query.paths, _of_paths),
        ("path", request.paths, _of_paths),
    ):
        for value in () if total and len(values) == 1 else values:
            if not any((flags & live).any() for flags in of_values(corpus, (value,))):
                found[f"{name}:{value}"] = None
    return list(found)


def _of_kinds(corpus: Corpus, names: tuple[str, ...]) -> list[Flags]:
    if not names:
        return []
    wanted = {name.casefold() for name in names}
    return [_by_kind(corpus, lambda kind, _: kind.casefold() in wanted)]


def _of_languages(corpus: Corpus, names: tuple[str, ...]) -> list[Flags]:
    if not names:
        return []
    # `lang:rst` and `lang:py` mean what the extension means.
    wanted = {name.casefold() for name in names} | {language_of(f"x.{name}") for name in names}
    return [_by_kind(corpus, lambda _, language: language.casefold() in wanted)]


def _of_paths(corpus: Corpus, globs: tuple[str, ...]) -> list[Flags]:
    if not globs:
        return []
    picks = compile_globs(globs, Case.IGNORED)
    return [_by_file(corpus, [picks(path) for path in corpus.files().path])]


def _of_names(corpus: Corpus, names: tuple[str, ...], others: list[Flags]) -> Flags:
    """The units of these names among those that pass the other filters."""
    hashes = np.array([hash_of(name) for name in names], dtype=np.int64)
    flags: Flags = np.logical_and.reduce([*others, np.isin(corpus.units().name_hash, hashes)])
    # Other names may share a hash.
    slots = np.flatnonzero(flags)
    flags[slots] = [shown.name in names for shown in corpus.describe(slots.tolist())]
    return flags


def _of_sources(corpus: Corpus, sources: Sources) -> list[Flags]:
    if sources is Sources.BOTH:
        return []
    documents = _by_kind(corpus, lambda kind, language: kind == SECTION or language in PROSE)
    return [documents if sources is Sources.DOCUMENTS else ~documents]


def _by_kind(corpus: Corpus, picks: Callable[[str, str], bool]) -> Flags:
    """By slot, whether a kind and a language are picked."""
    units = corpus.units()
    picked = np.array([picks(*kind_and_language(kind)) for kind in units.kinds], dtype=np.bool_)
    return picked[units.kind] if len(picked) else np.zeros(len(units.live), dtype=np.bool_)


def _by_file(corpus: Corpus, picked: list[bool]) -> Flags:
    file = corpus.units().file
    by_number = np.array(picked, dtype=np.bool_)
    return by_number[file] if len(by_number) else np.zeros(len(file), dtype=np.bool_)
