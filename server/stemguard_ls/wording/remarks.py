"""What became of the words and filters of a query, where that is not what one expects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from stemguard.domain.ladder import State
from stemguard.domain.query import MOST_WORDS
from stemguard.search.request import Answer

#: So many words of a remark are named; a text that was pasted would fill the screen.
_MOST_NAMED = 3
#: A word is cut behind so many characters.
_LONGEST_WORD = 40
#: Words are letters and digits, so a colon is of a filter.
_FILTER_MARK = ":"
#: A filter at the end of a query that has no value yet, or an open quote.
_BEGUN_FILTER = re.compile(r'(?:^|\s)((?:path|kind|lang):(?:"[^"]*)?)$', re.IGNORECASE)


def remarks(answer: Answer, query: str, *, prefix: bool) -> Iterator[str]:
    """Sentences on what no unit holds, the filters that none passes, and what was left out.

    `prefix` says that the last word is still typed: of a filter that is begun nothing is said.
    """
    begun = _BEGUN_FILTER.search(query) if prefix else None
    silent = begun[1].casefold() if begun else ""
    reports = [report for report in answer.words if report.word.casefold() not in silent]
    unknown = [report.word for report in reports if report.state is State.UNKNOWN]
    ignored = [report.word for report in answer.words if report.state is State.IGNORED]
    # Beside the words beyond the limit only an unfinished one is ignored, and it is within.
    short = [report.word for report in answer.words[:MOST_WORDS] if report.state is State.IGNORED]
    if words := [word for word in unknown if _FILTER_MARK not in word]:
        yield f"no unit holds {_named(words)}"
    if filters := [word for word in unknown if _FILTER_MARK in word]:
        yield f"no unit passes {_named(filters)}"
    for word in short:
        if word.casefold() not in silent:
            yield f"`{word}` is too short to be looked for while it is typed; a blank ends it"
    if left_out := [word for word in ignored if word not in short]:
        yield f"{_named(left_out)} {'was' if len(left_out) == 1 else 'were'} not looked for"


def _named(words: Sequence[str]) -> str:
    """`a`, `b`, `c` and 5 more."""
    more = f" and {len(words) - _MOST_NAMED:,} more" if len(words) > _MOST_NAMED else ""
    return ", ".join(f"`{_cut(word)}`" for word in words[:_MOST_NAMED]) + more


def _cut(word: str) -> str:
    if len(word) <= _LONGEST_WORD:
        return word
    return word[: _LONGEST_WORD - 1] + "\N{HORIZONTAL ELLIPSIS}"
