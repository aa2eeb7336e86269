"""Answers requests from one corpus. Every door ends here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from stemguard.domain.corpus import Corpus, Described
from stemguard.domain.explain import Explanation, explain
from stemguard.domain.ladder import State
from stemguard.domain.posting import post
from stemguard.domain.query import Match, Query, Tiers, View, parse_query, required_words
from stemguard.domain.ranking import (
    Ranked,
    Ranking,
    Weighed,
    WordReport,
    listed,
    position_of,
    rank,
    weigh,
)
from stemguard.domain.unit import FILE, Unit
from stemguard.domain.unit_corpus import UnitCorpus
from stemguard.search.filters import Flags, allowed_units, filters_without_units
from stemguard.search.preview import Sought, find_preview, split_lines
from stemguard.search.request import Answer, Hit, SearchRequest, named_member

ReadText = Callable[[int, str], str | None]
"""The text of a file now, by the position of its folder and its path; None if unreadable."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Why a unit stands where it does: its numbers, and its place in the answer.

    `position` counts from 1; it is 0 where the unit is not in the answer, and `missing` says why.
    """

    hit: Hit
    explanation: Explanation
    position: int
    total: int
    missing: str


def search(corpus: Corpus, request: SearchRequest, read_text: ReadText | None = None) -> Answer:
    """The answer to a request; with `read_text`, each hit has its preview."""
    weighed = weigh(corpus, _parse(request), request.view)
    allowed = allowed_units(corpus, weighed.query, request)
    ranking = _ranked(weighed, request, allowed, request.offset, request.limit)
    hits = _hits(corpus, ranking.hits)
    if request.explain:
        hits = [
            replace(hit, explanation=_explained(weighed, request, ranked.slot))
            for hit, ranked in zip(hits, ranking.hits, strict=True)
        ]
    if read_text is not None:
        hits = _with_previews(hits, weighed, read_text)
    unmet = filters_without_units(corpus, weighed.query, request, ranking.total)
    reports = [WordReport(named, State.UNKNOWN, 0, 0) for named in unmet]
    return Answer(tuple(hits), ranking.total, (*ranking.words, *reports))


def search_symbols(corpus: Corpus, request: SearchRequest) -> Answer:
    """What a symbol picker is shown: view names first, then view all, without repeats.

    The last word is unfinished unless white space follows it. An empty query lists units by path.
    """
    request = replace(request, prefix=True)
    if not request.query.strip():
        weighed = weigh(corpus, _parse(request), request.view)
        allowed = allowed_units(corpus, weighed.query, request)
        listing = listed(weighed, allowed, offset=request.offset, limit=request.limit)
        return Answer(tuple(_hits(corpus, listing.hits)), listing.total)
    first = search(corpus, replace(request, view=View.NAMES))
    if len(first.hits) >= request.limit:
        return first
    rest = search(corpus, replace(request, view=View.ALL))
    seen = {(hit.folder, hit.key) for hit in first.hits}
    more = [hit for hit in rest.hits if (hit.folder, hit.key) not in seen]
    room = request.limit - len(first.hits)
    return Answer((*first.hits, *more[:room]), max(first.total, rest.total), first.words)


def explain_unit(
    corpus: Corpus, request: SearchRequest, folder: int, path: str, line: int, column: int
) -> Placed | None:
    """The numbers of the innermost unit at a place of a file; None where there is no unit.

    `line` and `column` count from 0, the column in characters.
    """
    slot = _unit_at(corpus, folder, path, line, column)
    if slot is None:
        return None
    weighed = weigh(corpus, _parse(request), request.view)
    allowed = allowed_units(corpus, weighed.query, request)
    alone = np.zeros(len(corpus.units().live), dtype=np.bool_)
    alone[slot] = allowed is None or bool(allowed[slot])
    position = _position(weighed, request, allowed, slot)
    found = _ranked(weighed, request, alone, 0, 1).hits if position else ()
    total = _ranked(weighed, request, allowed, 0, 1).total
    missing = "" if found else _why_missing(weighed, request, slot, bool(alone[slot]))
    ranked = found[0] if found else Ranked(slot, 0, 0, 0, 0, 0.0, {})
    hit = _hits(corpus, [ranked])[0]
    return Placed(hit, _explained(weighed, request, slot), position, total, missing)


def search_units(
    units: Iterable[Unit],
    query: str,
    *,
    match: Match = "any",
    view: str = "all",
    prefix: bool = False,
    tiers: str | None = None,
    limit: int = 50,
) -> tuple[Hit, ...]:
    """Ranks the given units without any store, best first; no two may share a key.

    Raises BadRequest for a parameter that cannot be meant.
    """
    corpus = UnitCorpus(post(unit) for unit in units)
    request = SearchRequest(
        query,
        match=match,
        view=named_member(View, "view", view),
        prefix=prefix,
        tiers=None if tiers is None else named_member(Tiers, "tiers", tiers),
        limit=limit,
    )
    return search(corpus, request).hits


def _parse(request: SearchRequest) -> Query:
    return parse_query(request.query, request.view, prefix=request.prefix)


def _ranked(
    weighed: Weighed, request: SearchRequest, allowed: Flags | None, offset: int, limit: int
) -> Ranking:
    if allowed is not None and not weighed.query.typed_order:
        return listed(weighed, allowed, offset=offset, limit=limit)
    return rank(
        weighed,
        request.match,
        tiers=request.tiers,
        allowed=allowed,
        offset=offset,
        limit=limit,
    )


def _explained(weighed: Weighed, request: SearchRequest, slot: int) -> Explanation:
    return explain(weighed, slot, request.match, tiers=request.tiers)


def _hits(corpus: Corpus, ranked: Sequence[Ranked]) -> list[Hit]:
    described = corpus.describe([hit.slot for hit in ranked])
    return [_hit(shown, hit) for shown, hit in zip(described, ranked, strict=True)]


def _hit(shown: Described, ranked: Ranked) -> Hit:
    return Hit(
        key=shown.key,
        name=shown.name,
        container=shown.container,
        language=shown.language,
        folder=shown.folder,
        range=shown.range,
        selection=shown.selection,
        tier=ranked.tier,
        held=ranked.held,
        named=ranked.named,
        score=ranked.score,
        evidence=ranked.evidence,
    )


def _with_previews(hits: list[Hit], weighed: Weighed, read_text: ReadText) -> list[Hit]:
    sought = Sought.of(weighed)
    lines: dict[tuple[int, str], list[str] | None] = {}
    shown = []
    for hit in hits:
        place = (hit.folder, hit.path)
        if place not in lines:
            text = read_text(*place)
            lines[place] = None if text is None else split_lines(text)
        of_file = lines[place]
        preview = None if of_file is None else find_preview(of_file, hit, sought)
        shown.append(replace(hit, preview=preview))
    return shown


def _unit_at(corpus: Corpus, folder: int, path: str, line: int, column: int) -> int | None:
    """The slot of the innermost unit around a place, or of one that begins further on its line.

    The latter where what is around begins above: then the place is the indent of a definition.
    """
    files, units = corpus.files(), corpus.units()
    numbers = [number for number, name in enumerate(files.path) if name == path]
    slots = np.flatnonzero(units.live & np.isin(units.file, numbers)).tolist()
    here = (line, column)
    around: list[tuple[tuple[int, int], bool, int]] = []
    ahead: list[tuple[int, int]] = []
    for slot, shown in zip(slots, corpus.describe(slots), strict=True):
        if shown.folder != folder:
            continue
        start, end = shown.range
        if start[:2] <= here <= end[:2]:
            # A file's own unit is around all others, and begins where the first of them may.
            around.append((start[:2], shown.key.kind != FILE, slot))
        if shown.key.line == line and shown.key.column >= column:
            ahead.append((shown.key.column, slot))
    if ahead and not (around and max(around)[0][0] == line):
        return min(ahead)[1]
    return max(around)[2] if around else None


def _position(weighed: Weighed, request: SearchRequest, allowed: Flags | None, slot: int) -> int:
    if allowed is not None and not weighed.query.typed_order:
        in_order = listed(weighed, allowed, limit=weighed.corpus.n_units).hits
        return next((at for at, hit in enumerate(in_order, 1) if hit.slot == slot), 0)
    return position_of(weighed, request.match, slot, tiers=request.tiers, allowed=allowed)


def _why_missing(weighed: Weighed, request: SearchRequest, slot: int, is_allowed: bool) -> str:
    if not is_allowed:
        return "A filter leaves it out."
    if not weighed.query.typed_order:
        return "The query has no word."
    if not weighed.kept:
        return "No word of the query is in the index."
    lacking = [e.word.text for e in weighed.kept if slot not in e.on_any_rung]
    required = required_words(request.match, len(weighed.kept))
    if len(weighed.kept) - len(lacking) < required:
        return f"It has no match for {', '.join(lacking)}; at least {required} must match."
    return "An excluded word is in it."
