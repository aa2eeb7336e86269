"""Why a unit stands where it does, number by number."""

from __future__ import annotations

from collections.abc import Iterator

from stemguard.domain.explain import ContextNumbers, WordNumbers
from stemguard.search.searcher import Placed
from stemguard_ls.wording.hits import hit_lines
from stemguard_ls.wording.lines import Line

NO_UNIT = "No unit is at this place."


def explanation_lines(placed: Placed, path: str, width: int) -> Iterator[Line]:
    """The hit, its place in the answer or why it is not there, and every number behind that."""
    numbers = placed.explanation
    yield from hit_lines(placed.hit, path, width)
    yield ("",)
    if placed.position:
        yield ("rank ", "bold"), f"{placed.position} of {placed.total}"
    else:
        yield ("not in the answer: ", "bold"), placed.missing
    yield (
        ("order ", "bold"),
        f"tier {numbers.tier}, complete {numbers.complete}, named {numbers.named}, then S",
    )
    yield (
        ("S ", "bold"),
        f"{numbers.score:.6g} = (words {numbers.word_sum:.6g} + context {numbers.context_sum:.6g})"
        f" x section {numbers.section_factor:g} x path class {numbers.multiplier:g}",
    )
    yield (
        ("words ", "bold"),
        f"of {numbers.n_units} units; this one is {numbers.length} long, the average"
        f" {numbers.average_length:.4g}, so its norm is {numbers.norm:.4g}",
    )
    for word in numbers.words:
        yield from _word_lines(word)
    yield (
        ("context ", "bold"),
        f"of {numbers.n_files} files; this one is {numbers.file_length} long, the average"
        f" {numbers.file_average_length:.4g}, so its norm is {numbers.file_norm:.4g}",
    )
    for context in numbers.contexts:
        yield _context_line(context)


def _word_lines(word: WordNumbers) -> Iterator[Line]:
    rung = word.rung.value if word.rung else "on no rung"
    yield "  ", (word.word, "bold"), f"  {word.score:.6g}  ({word.state.value}, {rung})"
    yield (
        f"    typed   {word.typed:.6g}: tf {word.term_frequency}, idf {word.idf:.4g}"
        f" ({word.document_frequency} units hold it), floor {word.floor:.4g}",
    )
    for rung_numbers in word.lower:
        if rung_numbers.count:
            yield (
                f"    {rung_numbers.rung.value:7} {rung_numbers.score:.6g}"
                f" = {rung_numbers.share:g} x {word.floor:.4g}"
                f" x {rung_numbers.count} / {rung_numbers.most}",
            )


def _context_line(context: ContextNumbers) -> Line:
    return (
        "  ",
        (context.word, "bold"),
        f"  {context.score:.6g}: tf {context.term_frequency}, idf {context.idf:.4g}"
        f" ({context.document_frequency} files hold it)",
    )
