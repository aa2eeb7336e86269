"""What finding definitions costs beside the parse that it needs, for each language with a grammar.

`python -m bench.extraction [LANGUAGE...]` reads real packages, those that `bench.packages` fetched,
and prints a line a language. Everything is done in this one process to the same texts, one after
the other, and the best of several rounds of processor time counts: a ratio that a busy machine
changes little. The last column is of all files of the packages: in how many of them something
else is found where every body and every run is read (`stemguard.units.bodies`, `.runs`).
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from bench import packages
from stemguard.units import definitions
from stemguard.units.code import syntax
from stemguard.units.code_bodies import BODIES
from stemguard.units.code_languages import CODE
from stemguard.units.extract import EXTRACTORS, extract
from stemguard.units.lines import Lines
from stemguard.units.runs import RUNS

_ROUNDS = 7
#: Enough of a language to meet what it has, from everywhere in its packages.
_MOST_BYTES = 1_000_000
LANGUAGES = sorted({*CODE, "python"} & {*packages.languages()})


@dataclass(frozen=True, slots=True)
class Cost:
    """Processor seconds for texts of a language: of the parser alone, from a text to its outline,
    and from a text to its units."""

    bytes: int
    parse_s: float
    outline_s: float
    extract_s: float


def cost_of(language: str, files: Iterable[Path]) -> Cost:
    """What these files cost, or as many of them, evenly spread, as are enough."""
    texts = [file.read_text("utf-8", "replace") for file in files]
    sources = [text.encode("utf-8") for text in texts]
    step = -(-sum(map(len, sources)) // _MOST_BYTES)
    texts, sources = texts[::step], sources[::step]
    extractor = EXTRACTORS[language]
    parse, outline, whole = [], [], []
    for _ in range(_ROUNDS):
        parse.append(_seconds(lambda: [syntax(language, source) for source in sources]))
        outline.append(_seconds(lambda: [extractor(Lines(text)) for text in texts]))
        whole.append(_seconds(lambda: [extract("a", text, language) for text in texts]))
    return Cost(sum(map(len, sources)), min(parse), min(outline), min(whole))


def differing(language: str, files: Iterable[Path]) -> tuple[int, int]:
    """The files whose outline is another one where all is read, and all of them."""
    texts = [file.read_text("utf-8", "replace") for file in files]
    found = [EXTRACTORS[language](Lines(text)) for text in texts]
    with patch.multiple(definitions, BODIES={}, RUNS={}):
        reads_all = definitions.definitions_of(language)
    different = [one != reads_all(Lines(text)) for one, text in zip(found, texts, strict=True)]
    return sum(different), len(texts)


def _seconds(work: Callable[[], object]) -> float:
    # As in a worker: garbage is collected between tasks.
    gc.collect()
    gc.disable()
    start = time.process_time()
    work()
    return time.process_time() - start


def main(languages: Iterable[str]) -> None:
    print(
        f"{'language':16} {'MB':>5} {'parser':>11} {'outline':>16} {'units':>16}", f"{'differ':>13}"
    )
    for language in languages:
        cost = cost_of(language, packages.files_of(language))
        megabytes = cost.bytes / 1e6
        columns = [
            f"{megabytes / seconds:6.1f} MB/s {seconds / cost.parse_s:5.2f}"
            for seconds in (cost.outline_s, cost.extract_s)
        ]
        different = ""
        if language in BODIES or language in RUNS:
            different = "{} of {}".format(*differing(language, packages.files_of(language)))
        print(
            f"{language:16} {megabytes:5.2f} {megabytes / cost.parse_s:6.1f} MB/s ",
            *columns,
            f"{different:>14}",
        )


if __name__ == "__main__":
    main(sys.argv[1:] or LANGUAGES)
