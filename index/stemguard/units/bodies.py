"""The bodies of functions that hold no definition: the grammar need not read them.

Most of a source file is inside of functions, and most functions define nothing inside. A body is
told by the way it is laid out: it begins below a line that a function's head ends with, all of its
lines are blank or further to the right than the head, and the line below it is as far to the left
and closes it. Where something stands in it that may define, or may begin or end what goes beyond
it, it is read as it is; otherwise the grammar is shown spaces, as many as it has bytes, or a
comment, which most grammars pass in less time.

That saves more than half of the time of a grammar (`bench.extraction`), and an error in a body
spoils nothing around it. It has to change nothing that is found; tests compare real files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

#: How often each byte may be looked at on the average: bodies that are read are looked at again
#: for those inside them.
MOST_LOOKS = 8
#: What has a longer line is not laid out, and an expression may look from each place in it for what
#: comes at its end.
LONGEST_LINE = 1_000
_BELOW = r"[ \t]*\r?\n(?P<body>(?:(?:(?P=indent)[ \t].*|[ \t\r]*{beside})\n)++)(?P=indent)"


@dataclass(frozen=True, slots=True)
class Bodies:
    """How bodies are told in the UTF-8 bytes of a language, by expressions with `^` for each line.

    `found` finds a head with its `body`, a group; one of `read` finds in that why it has to be
    read, as does what does not begin as often in it as it ends, one of `pairs`; `kept` are the
    lines in it that are read in any case, `comment` how a comment begins that ends with its line.
    Before it is `statement`, without which a broken text around would be told from one with all of
    its bodies, unless the head has a group `value`: of what has none.
    """

    found: str
    read: tuple[str, ...]
    pairs: tuple[tuple[bytes, bytes], ...]
    kept: str = ""
    comment: bytes = b""
    statement: bytes = b""

    def emptied(self, source: bytes) -> bytes:
        """The same number of bytes, with nothing in bodies that need not be read."""
        if max(map(len, source.split(b"\n"))) > LONGEST_LINE:
            return source
        shown = bytearray(source)
        search = compiled(self.found).search
        at, left = 0, MOST_LOOKS * len(source)
        while left > 0 and (found := search(source, at)) is not None:
            start, end = found.span("body")
            left -= end - at
            if self._is_read(source, start, end):
                at = start - 1
                continue
            at = end - 1
            is_value = self.statement and found["value"] is not None
            nothing = self.comment if is_value else self.statement + self.comment
            for kept in compiled(self.kept).finditer(source, start, end) if self.kept else ():
                shown[start : kept.start()] = _filled(nothing, kept.start() - start)
                start = kept.end()
            shown[start:end] = _filled(nothing, end - start)
        return bytes(shown)

    def _is_read(self, source: bytes, start: int, end: int) -> bool:
        if any(compiled(read).search(source, start - 1, end) for read in self.read):
            return True
        return goes_beyond(source, self.pairs, start, end)


def goes_beyond(source: bytes, pairs: Iterable[tuple[bytes, bytes]], start: int, end: int) -> bool:
    """Whether something begins here that does not end here, or the other way round."""
    for opening, closing in pairs:
        opened = source.count(opening, start, end)
        if opened % 2 if opening == closing else opened != source.count(closing, start, end):
            return True
    return False


def pairs_of(pairs: Iterable[str]) -> tuple[tuple[bytes, bytes], ...]:
    """What opens and what closes, written with a space between, or as one word that does both."""
    return tuple((pair.split()[0].encode(), pair.split()[-1].encode()) for pair in pairs)


# Those of all languages take a worker 25 ms of its start, and a folder has a few.
@cache
def compiled(expression: str) -> re.Pattern[bytes]:
    return re.compile(expression.encode(), re.MULTILINE)


def _filled(begun: bytes, count: int) -> bytes:
    if begun and count > len(begun):
        return begun + b"." * (count - len(begun) - 1) + b"\n"
    return b" " * (count - 1) + b"\n" if count else b""


def laid_out(
    head: str,
    closed: str,
    read: str | Sequence[str],
    pairs: Iterable[str],
    *,
    kept: str = "",
    beside: str = "",
    comment: str = "",
    statement: str = "",
) -> Bodies:
    """Bodies below a line that begins with `head`, an expression for all of it behind what it is
    indented by, and closed by a line that begins with `closed` as far to the left. A pair is what
    opens and what closes with a space between, or what does both. What is in `read` by itself and
    begins with a word is found several times as fast as in an alternative. `beside` are lines that
    may stand in a body as far to the left or further.
    """
    below = _BELOW.replace("{beside}", f"|{beside}" if beside else "")
    # The first line of a text is none: what begins with a line's end is found much faster.
    found = rf"\n(?P<indent>[ \t]*+){head}{below}{closed}"
    read = (read,) if isinstance(read, str) else read
    return Bodies(
        found,
        tuple(read),
        pairs_of(pairs),
        kept,
        comment.encode(),
        statement.encode(),
    )
