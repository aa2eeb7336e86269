"""An answer as people read it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from stemguard.domain.explain import ContextNumbers, Explanation, WordNumbers
from stemguard.domain.ladder import Rung, State
from stemguard.domain.ranking import WordReport
from stemguard.domain.unit import FILE, SECTION
from stemguard.search.request import Answer, Hit, Preview
from stemguard.search.searcher import Placed
from stemguard_ls.cli.page import Piece, put, say, shown_path, width

#: Wide enough for the line numbers of nearly every file.
_LINE_NUMBER_WIDTH = 6
#: Less than this of a line says nothing.
_LEAST_PREVIEW = 40

SCORES_NOTE = "Scores (S) are comparable within this answer only."


def print_answer(answer: Answer, root: Path, *, offset: int) -> None:
    """Prints hits with a line of evidence each, then what became of the words."""
    for hit in answer.hits:
        print_hit(hit, root)
        if hit.explanation is not None:
            _put_scores(hit.explanation)
    say(_summary(answer, offset))
    for word in answer.words:
        if sentence := _remark(word):
            say(sentence)
    if any(hit.explanation is not None for hit in answer.hits):
        say(SCORES_NOTE)


def print_hit(hit: Hit, root: Path) -> None:
    """Prints where a hit is and what it is, and the line that shows why it was found."""
    start = hit.selection.start
    put(
        (shown_path(root, hit.path), "magenta"),
        (f":{start.line + 1}:{start.column + 1}", "green"),
        "  ",
        (hit.kind, "dim"),
        "  ",
        (_before_name(hit), ""),
        (hit.name, "bold"),
    )
    how = ", ".join(_how(hit))
    if hit.preview is not None and hit.preview.text.strip():
        put(*_evidence(hit.preview, f"  [{how}]" if how else ""))


def print_vimgrep(answer: Answer, root: Path) -> None:
    """Prints `path:line:column:text` for each hit, as editors read it."""
    for hit in answer.hits:
        start = hit.selection.start
        place = f"{shown_path(root, hit.path)}:{start.line + 1}:{start.column + 1}"
        put(f"{place}:{hit.preview.text.strip() if hit.preview else hit.name}")


def print_placed(placed: Placed, root: Path) -> None:
    """Prints why a unit stands where it does, number by number."""
    numbers = placed.explanation
    print_hit(placed.hit, root)
    put("")
    if placed.position:
        put(("rank ", "bold"), f"{placed.position} of {placed.total}")
    else:
        put(("not in the answer: ", "bold"), placed.missing)
    put(
        ("order ", "bold"),
        f"tier {numbers.tier}, complete {numbers.complete}, named {numbers.named}, then S",
    )
    put(
        ("S ", "bold"),
        f"{numbers.score:.6g} = (words {numbers.word_sum:.6g} + context {numbers.context_sum:.6g})"
        f" x section {numbers.section_factor:g} x path class {numbers.multiplier:g}",
    )
    put(
        ("words ", "bold"),
        f"of {numbers.n_units} units; this one is {numbers.length} long, the average"
        f" {numbers.average_length:.4g}, so its norm is {numbers.norm:.4g}",
    )
    for word in numbers.words:
        _put_word(word)
    put(
        ("context ", "bold"),
        f"of {numbers.n_files} files; this one is {numbers.file_length} long, the average"
        f" {numbers.file_average_length:.4g}, so its norm is {numbers.file_norm:.4g}",
    )
    for context in numbers.contexts:
        _put_context(context)
    say(SCORES_NOTE)


def _put_scores(numbers: Explanation) -> None:
    put(
        " " * _LINE_NUMBER_WIDTH,
        f"  S {numbers.score:.4g}, tier {numbers.tier}, held {numbers.held}, named {numbers.named}",
    )
    for word in numbers.words:
        rung = word.rung.value if word.rung else "none"
        put(" " * _LINE_NUMBER_WIDTH, f"  {word.word}: {word.score:.4g} ({rung})")


def _put_word(word: WordNumbers) -> None:
    rung = word.rung.value if word.rung else "on no rung"
    put("  ", (word.word, "bold"), f"  {word.score:.6g}  ({word.state.value}, {rung})")
    put(
        f"    typed   {word.typed:.6g}: tf {word.term_frequency}, idf {word.idf:.4g}"
        f" ({word.document_frequency} units hold it), floor {word.floor:.4g}"
    )
    for rung_numbers in word.lower:
        if rung_numbers.count:
            put(
                f"    {rung_numbers.rung.value:7} {rung_numbers.score:.6g}"
                f" = {rung_numbers.share:g} x {word.floor:.4g}"
                f" x {rung_numbers.count} / {rung_numbers.most}"
            )


def _put_context(context: ContextNumbers) -> None:
    put(
        "  ",
        (context.word, "bold"),
        f"  {context.score:.6g}: tf {context.term_frequency}, idf {context.idf:.4g}"
        f" ({context.document_frequency} files hold it)",
    )


def _before_name(hit: Hit) -> str:
    if not hit.container or hit.kind == FILE:
        return ""
    return f"{hit.container} > " if hit.kind == SECTION else f"{hit.container}."


def _how(hit: Hit) -> Iterator[str]:
    """The words that matched; one that did so below typed says how."""
    for word, evidence in hit.evidence.items():
        yield word if evidence.rung is Rung.TYPED else f"{word} ~{evidence.rung.value}"


def _evidence(preview: Preview, how: str) -> Iterator[Piece]:
    """The line with its marked words, cut to what can be seen around the first of them."""
    head = f"{preview.line + 1:>{_LINE_NUMBER_WIDTH}}  "
    room = max(width() - len(head) - len(how), _LEAST_PREVIEW)
    text = preview.text.rstrip()
    start = len(text) - len(text.lstrip())
    if len(text) - start > room and preview.highlights:
        start = max(start, min(preview.highlights[0][0] - room // 3, len(text) - room))
    yield head, "dim"
    yield from _marked(text, preview.highlights, start, start + room)
    yield how, "dim"


def _marked(
    text: str, highlights: Sequence[tuple[int, int]], start: int, end: int
) -> Iterator[Piece]:
    at = start
    for first, after in highlights:
        first, after = max(first, at), min(after, end)
        if first < after:
            yield text[at:first]
            yield text[first:after], "bold yellow"
            at = after
    yield text[at:end]


def _summary(answer: Answer, offset: int) -> str:
    if not answer.hits:
        return f"nothing found beyond {answer.total}" if answer.total else "nothing found"
    shown = f"{len(answer.hits)}" if not offset else f"{offset + 1} to {offset + len(answer.hits)}"
    after = offset + len(answer.hits)
    more = f"; `--offset {after}` shows the next ones" if after < answer.total else ""
    return f"{shown} of {answer.total} found, best first{more}"


def _remark(word: WordReport) -> str:
    if word.state is State.UNKNOWN:
        return f"no unit holds `{word.word}`"
    if word.state is State.IGNORED:
        return f"`{word.word}` was not looked for"
    return ""
