"""The ranking rules read a second time: plain, slow, and over raw units.

What every store and every history of edits is held against with `==`. Shares nothing with the
domain but the stemmer and the unit: neither tokenizer nor formula nor order.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Literal, NamedTuple

from stemguard.domain.stem import stem
from stemguard.domain.unit import Unit, UnitKey

StateName = Literal["kept", "soft", "unknown", "ignored"]

_STOP_TEXT = """
a an and are as at be but by for from has have he in is it its of on or she that the they this to
was were will with
"""
_STOP_WORDS = set(_STOP_TEXT.split())
_CJK_RANGES = [
    (0x0E00, 0x0EFF),
    (0x1100, 0x11FF),
    (0x1780, 0x17FF),
    (0x3005, 0x3007),
    (0x3040, 0x30FF),
    (0x3130, 0x318F),
    (0x31F0, 0x31FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xAC00, 0xD7AF),
    (0xF900, 0xFAFF),
    (0x20000, 0x323AF),
]


class OracleRow(NamedTuple):
    """A unit of an answer; `evidence` holds the highest rung and word(u, w) of each word it has."""

    key: UnitKey
    tier: int
    complete: int
    held: int
    named: int
    score: float
    evidence: Mapping[str, tuple[str, float]]


@dataclass(frozen=True, slots=True)
class OracleAnswer:
    """All units that qualify, best first, and the state of each distinct word as typed."""

    rows: tuple[OracleRow, ...]
    states: Mapping[str, StateName]


def oracle_rank(
    units: Sequence[Unit],
    query: str,
    match: Literal["any", "all"] | int,
    view: Literal["all", "names"],
    *,
    prefix: bool = False,
    tiers: Literal["words", "whole"] | None = None,
    passes: Callable[[Unit], bool] = lambda unit: True,
) -> OracleAnswer:
    """The answer of the rules, without a limit. `passes` stands for the filters."""
    asked = _read_query(query, view, prefix)
    held = [_hold(unit, view) for unit in units]
    whole_files = _files(units, [_hold(unit, "all") for unit in units])
    states: dict[str, StateName] = {}
    weighed = []
    for word in sorted(asked.words):
        evidence = _weigh(asked.words[word], held)
        states[word] = evidence.state
        weighed.append(evidence)
    kept = [evidence for evidence in weighed if evidence.state == "kept"]

    if match == "any":
        required = 1
    elif match == "all":
        required = len(kept)
    else:
        required = min(max(match, 1), len(kept))
    counted = tiers == "words" or (tiers is None and (match == "all" or len(kept) <= 3))
    contexts = [_contexts(e.word, whole_files) for e in kept] if view == "all" else []
    rows = []
    for at, unit in enumerate(units):
        on_a_rung = sum(at in evidence.rungs for evidence in kept)
        if not kept or on_a_rung < required or not passes(unit):
            continue
        if any(_holds_all(held[at], words) for words in asked.exclusions):
            continue
        k = sum(at in evidence.holders for evidence in kept)
        tier = k if counted else int(k == len(kept))
        complete = int(tier > 0 and any(e.word.unfinished and at in e.typed_holders for e in kept))
        word_sum = 0.0
        for evidence in weighed:
            word_sum = word_sum + evidence.scores.get(at, 0.0)
        context_sum = 0.0
        for by_path in contexts:
            context_sum = context_sum + by_path[unit.key.path]
        score = (word_sum + context_sum) * (0.30 if unit.kind == "section" else 1.0)
        score = score * unit.multiplier
        shown = {e.word.text: (e.rungs[at], e.scores[at]) for e in weighed if at in e.rungs}
        rows.append(OracleRow(unit.key, tier, complete, k, _named(unit, asked), score, shown))
    rows.sort(key=lambda row: (-row.tier, -row.complete, -row.named, -row.score, row.key))
    in_typed_order: dict[str, StateName] = {
        word: states.get(word, "ignored") for word in asked.distinct
    }
    return OracleAnswer(tuple(rows), in_typed_order)


# Words: section 2.


class _Run(NamedTuple):
    words: list[str]
    has_cjk: bool


# Texts and names come again in every question of a script; who reads must not change it.
@lru_cache(maxsize=10_000)
def _identifiers(text: str) -> list[list[_Run]]:
    found: list[str] = []
    current = ""
    for character in unicodedata.normalize("NFKC", text) + " ":
        is_mark = unicodedata.category(character) in ("Mn", "Mc")
        if character.isalnum() or character == "_" or is_mark:
            current += character
        elif current:
            found.append(current)
            current = ""
    runs = [[_run(run) for run in raw.split("_") if run] for raw in found]
    return [of_identifier for of_identifier in runs if of_identifier]


def _run(run: str) -> _Run:
    words: list[str] = []
    has_cjk = False
    for cjk, characters in groupby(run, key=_is_cjk):
        stretch = "".join(characters)
        if not cjk:
            words += [_fold(part) for part in _cut_at_case(stretch)]
        elif len(stretch) == 1:
            words.append(stretch)
        else:
            words += [a + b for a, b in pairwise(stretch)]
        has_cjk = has_cjk or cjk
    return _Run(words, has_cjk)


def _is_cjk(character: str) -> bool:
    return any(first <= ord(character) <= last for first, last in _CJK_RANGES)


def _fold(part: str) -> str:
    return part.casefold().replace("i\N{COMBINING DOT ABOVE}", "i")


def _cut_at_case(stretch: str) -> list[str]:
    parts = [""]
    for at, character in enumerate(stretch):
        if parts[-1] and character.isupper() and _begins_word(stretch, at):
            parts.append("")
        parts[-1] += character
    return parts


def _begins_word(stretch: str, at: int) -> bool:
    if not stretch[at - 1].isupper():
        return True
    following, beyond = stretch[at + 1 : at + 2], stretch[at + 2 : at + 3]
    if following == "s":
        return beyond.islower()
    return following.islower()


def _words(text: str) -> list[str]:
    return [word for runs in _identifiers(text) for run in runs for word in run.words]


def _compound(runs: list[_Run]) -> str:
    words = [word for run in runs for word in run.words]
    if len(words) < 2 or any(run.has_cjk for run in runs):
        return ""
    return "".join(words)


# What a unit holds: section 4. Who reads a holding must not change it: it is shared.


@dataclass(slots=True)
class _Holding:
    tf: dict[str, int] = field(default_factory=dict)
    length: int = 0

    def post(self, word: str, weight: int) -> None:
        self.tf[word] = self.tf.get(word, 0) + weight


@lru_cache(maxsize=1 << 12)
def _hold(unit: Unit, view: Literal["all", "names"]) -> _Holding:
    holding = _Holding()
    for text, weight in ((unit.name, 3), (unit.container, 1)):
        for runs in _identifiers(text):
            for run in runs:
                for word in run.words:
                    holding.post(word, weight)
                    holding.length += weight
            if compound := _compound(runs):
                holding.post(compound, weight)
    if view == "names":
        return holding
    for text, weight in ((unit.doc, 2), (unit.body, 1)):
        for runs in _identifiers(text):
            for run in runs:
                for word in run.words:
                    if word not in _STOP_WORDS:
                        holding.post(word, weight)
                        holding.length += weight
                compound = _compound([run])
                if len(run.words) <= 3 and compound and compound not in _STOP_WORDS:
                    holding.post(compound, weight)
    return holding


# BM25: section 5.


def _idf(n: int, df: int) -> float:
    return math.log(1 + (n - df + 0.5) / (df + 0.5))


def _bm25(idf: float, tf: int, length: int, total: int, n: int) -> float:
    if total == 0:
        return idf * tf * (1.2 + 1) / (tf + 1.2 * (1 - 0.75))
    average = total / n
    return idf * tf * (1.2 + 1) / (tf + 1.2 * (1 - 0.75 + 0.75 * length / average))


# The query: section 7.


@dataclass(slots=True)
class _Asked:
    """One word of a query."""

    text: str
    compounds: list[str] = field(default_factory=list)
    quoted: bool = False
    unfinished: bool = False
    soft: bool = False


@dataclass(slots=True)
class _Query:
    words: dict[str, _Asked]
    distinct: list[str]
    exclusions: list[dict[str, _Asked]]
    plain_text: str
    joined: str


def _read_query(text: str, view: str, prefix: bool) -> _Query:
    plain, exclusions = _cut_query(text)
    asked: dict[str, _Asked] = {}
    typed: list[str] = []
    for piece, is_quoted in plain:
        typed += _ask(asked, piece, is_quoted)
    distinct = list(asked)
    for ignored in distinct[64:]:
        del asked[ignored]
    last = typed[-1] if typed else ""
    if prefix and not text[-1:].isspace() and last in asked and not asked[last].quoted:
        says_nothing = view == "all" and len(last) < 3 and not any(map(_is_cjk, last))
        if not says_nothing:
            asked[last].unfinished = True
        elif len(asked) > 1:
            del asked[last]
    if any(word not in _STOP_WORDS for word in asked):
        for word in asked.values():
            word.soft = word.text in _STOP_WORDS and not word.unfinished
    excluded: list[dict[str, _Asked]] = []
    for piece in exclusions:
        excluded.append({})
        _ask(excluded[-1], piece, True)
    plain_text = "".join(piece for piece, _ in plain).strip()
    return _Query(asked, distinct, excluded, plain_text, "".join(typed))


def _ask(asked: dict[str, _Asked], text: str, is_quoted: bool) -> list[str]:
    typed = []
    for runs in _identifiers(text):
        for run in runs:
            for word in run.words:
                entry = asked.setdefault(word, _Asked(word))
                entry.quoted = entry.quoted or is_quoted
                if compound := _compound(runs):
                    entry.compounds.append(compound)
                typed.append(word)
    return typed


def _cut_query(text: str) -> tuple[list[tuple[str, bool]], list[str]]:
    """The pieces that are not special, each with whether it is quoted, and the exclusions."""
    pieces: list[tuple[str, bool]] = []
    exclusions: list[str] = []
    plain = ""
    at = 0
    while at < len(text):
        at_start = at == 0 or text[at - 1].isspace()
        rest = text[at:]
        to_space = "".join(_until_space(rest))
        if rest[0] == '"' and '"' in rest[1:]:
            inside = rest[1:].split('"')[0]
            pieces += [(plain, False), (inside, True)]
            plain = ""
            at += len(inside) + 2
            continue
        if at_start and rest[0] == "-":
            excluded, length = to_space[1:], len(to_space)
            if rest[1:2] == '"' and '"' in rest[2:]:
                inside = rest[2:].split('"')[0]
                after = rest[len(inside) + 3 :]
                if not after or after[0].isspace():
                    excluded, length = inside, len(inside) + 3
            if _words(excluded):
                pieces.append((plain, False))
                plain = ""
                exclusions.append(excluded)
                at += length
                continue
        if at_start and to_space[:5].lower() in ("path:", "kind:", "lang:") and to_space[5:]:
            pieces.append((plain, False))
            plain = ""
            at += len(to_space)
            continue
        plain += rest[0]
        at += 1
    return [*pieces, (plain, False)], exclusions


def _until_space(text: str) -> list[str]:
    found: list[str] = []
    for character in text:
        if character.isspace():
            break
        found.append(character)
    return found


# The ladder: section 6.


@dataclass(slots=True)
class _Evidence:
    """Units by their place in the corpus: the highest rung, word(u, w), and who holds the word."""

    word: _Asked
    state: StateName
    rungs: dict[int, str]
    scores: dict[int, float]
    typed_holders: set[int]
    holders: set[int]


def _tf(holding: _Holding, word: _Asked) -> int:
    return max(holding.tf.get(term, 0) for term in (word.text, *word.compounds))


def _holds_all(holding: _Holding, words: Mapping[str, _Asked]) -> bool:
    return all(_tf(holding, word) > 0 for word in words.values())


def _weigh(word: _Asked, held: Sequence[_Holding]) -> _Evidence:
    n, total = len(held), sum(holding.length for holding in held)
    tfs = [_tf(holding, word) for holding in held]
    idf = _idf(n, sum(tf > 0 for tf in tfs)) if n else 0.0
    typed = {at: _bm25(idf, tf, held[at].length, total, n) for at, tf in enumerate(tfs) if tf > 0}
    floor = min(typed.values()) if typed else idf
    stems, starts = [0] * n, [0] * n
    holders = set(typed)
    for at, holding in enumerate(held):
        for term, count in holding.tf.items():
            same_stem = stem(term) == stem(word.text)
            begins = word.unfinished and term.startswith(word.text)
            if begins:
                holders.add(at)
            if term == word.text or word.quoted or word.soft:
                continue
            if same_stem:
                stems[at] += count
            elif begins:
                starts[at] += count
    rungs: dict[int, str] = {}
    scores: dict[int, float] = {}
    for at in range(n):
        score = typed.get(at, 0.0)
        if stems[at]:
            score = score + 0.5 * floor * stems[at] / max(stems)
        if starts[at]:
            score = score + 0.25 * floor * starts[at] / max(starts)
        if at in typed or stems[at] or starts[at]:
            rungs[at] = "typed" if at in typed else "stem" if stems[at] else "prefix"
            scores[at] = score
    state: StateName = "soft" if word.soft else "kept" if rungs else "unknown"
    return _Evidence(word, state, rungs, scores, set(typed), holders)


# Context and names: section 8.


def _files(units: Sequence[Unit], held: Sequence[_Holding]) -> dict[str, _Holding]:
    files: dict[str, _Holding] = {}
    for unit, holding in zip(units, held, strict=True):
        file = files.setdefault(unit.key.path, _Holding())
        file.length += holding.length
        for term, count in holding.tf.items():
            file.post(term, count)
    return files


def _contexts(word: _Asked, files: Mapping[str, _Holding]) -> dict[str, float]:
    """By path, what the word says for each unit of the file."""
    counts = {name: _count_family(word, file) for name, file in files.items()}
    idf = _idf(len(files), sum(count > 0 for count in counts.values()))
    total = sum(file.length for file in files.values())
    return {
        name: _bm25(idf, count, files[name].length, total, len(files)) if count else 0.0
        for name, count in counts.items()
    }


def _count_family(word: _Asked, file: _Holding) -> int:
    """Compounds lift a word's own tf, not what is counted here."""
    if word.quoted:
        return file.tf.get(word.text, 0)
    return sum(n for term, n in file.tf.items() if stem(term) == stem(word.text))


def _named(unit: Unit, asked: _Query) -> int:
    if unit.name == asked.plain_text:
        return 2
    return int("".join(_words(unit.name)) == asked.joined)
