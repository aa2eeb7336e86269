"""The bodies that no sign closes: as `bodies`, where a layout alone says how far a body goes.

A body goes on in the lines that are further to the right than its head, and ends where the last
of these ends that is no comment. The grammar is shown a string in its place: a definition ends
where it did, and a grammar passes a string in less time than as many spaces.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from stemguard.units.bodies import LONGEST_LINE, MOST_LOOKS, compiled, goes_beyond, pairs_of

#: More lines without code in a row are no layout.
_MOST_BESIDE = 60


@dataclass(frozen=True, slots=True)
class UnclosedBodies:
    """How bodies are told in the UTF-8 bytes of a language, by expressions with `^` for each line.

    `found` finds a head with its `body`, a group, which goes from the name to the end. `shown` is
    what stands before the string in its place, by the first other group that was found. It may be
    shown where `closed` fits what is behind it.

    It is read where something in it goes beyond it, as `pairs` say. Only where one of `signs` is in
    it, or `balanced` do not occur as often, is it looked at longer: without what `passed` finds it
    is read if `read` finds anything, or a word of `nested` that is no group of its own, `opens` or
    `closes`, stands outside of these.
    """

    found: str
    shown: tuple[tuple[str, bytes], ...]
    closed: str
    pairs: tuple[tuple[bytes, bytes], ...]
    signs: tuple[bytes, ...]
    balanced: tuple[tuple[bytes, ...], tuple[bytes, ...]]
    passed: str
    read: str
    nested: str

    def emptied(self, source: bytes) -> bytes:
        """The same number of bytes, with strings for bodies that need not be read."""
        if max(map(len, source.split(b"\n"))) > LONGEST_LINE:
            return source
        search, closes = compiled(self.found).search, compiled(self.closed).match
        is_read = self._within(source)._is_read
        pieces: list[bytes] = []
        kept, at, left = 0, 0, MOST_LOOKS * len(source)
        while left > 0 and (found := search(source, at)) is not None:
            start = found.start("body")
            body = found["body"].rstrip()
            end = start + len(body)
            closed = closes(source, end)
            left -= (end if closed is None else closed.end()) - at
            at = start
            if closed is None:
                continue
            begun = next(begun for group, begun in self.shown if found[group] is not None)
            filled = len(body) - len(begun) - 2
            if filled >= 0 and not is_read(body):
                pieces += source[kept:start], begun, b'"', b"." * filled, b'"'
                kept = at = end
        pieces.append(source[kept:])
        return b"".join(pieces)

    def _within(self, source: bytes) -> UnclosedBodies:
        """The same without what is nowhere in a text: most of it, and each takes its time."""
        opening, closing = self.balanced
        return replace(
            self,
            pairs=tuple(pair for pair in self.pairs if pair[0] in source or pair[1] in source),
            signs=tuple(sign for sign in self.signs if sign in source),
            balanced=(
                tuple(word for word in opening if word in source),
                tuple(word for word in closing if word in source),
            ),
        )

    def _is_read(self, body: bytes) -> bool:
        if goes_beyond(body, self.pairs, 0, len(body)):
            return True
        for sign in self.signs:
            if sign in body:
                break
        else:
            opening, closing = self.balanced
            if sum(map(body.count, opening)) == sum(map(body.count, closing)):
                return False
        looked_at = compiled(self.passed).sub(b"", body) if self.passed else body
        if compiled(self.read).search(looked_at):
            return True
        return bool(self.nested) and _is_loose(compiled(self.nested).finditer(looked_at))


def _is_loose(words: Iterable[re.Match[bytes]]) -> bool:
    """Whether not all that opens is closed, or another word stands outside of that."""
    depth = 0
    for word in words:
        if word.lastgroup == "opens":
            depth += 1
        elif depth == 0:
            return True
        elif word.lastgroup == "closes":
            depth -= 1
    return depth != 0


def below_indented(
    head: str,
    shown: Mapping[str, str],
    closed: str,
    *,
    comment: str,
    pairs: Iterable[str],
    signs: Iterable[str],
    read: str,
    balanced: tuple[str, str] = ("", ""),
    passed: str = "",
    nested: str = "",
) -> UnclosedBodies:
    """Bodies below a line that begins with `head`, an expression in which the group `body` begins,
    and that is not closed there. `comment` is all of one that stands on a line by itself; the rest
    is as in the class, `balanced` words with `|` between.
    """
    beside = rf"(?:[ \t\r]*+(?:{comment})?\n){{0,{_MOST_BESIDE}}}+"
    below = rf".*+(?:\n{beside}(?P=indent)[ \t]++(?!(?:{comment})$)[^\s].*+)*+"
    opening, closing = (tuple(words.encode().split(b"|")) if words else () for words in balanced)
    return UnclosedBodies(
        rf"\n(?P<indent>(?P<nested>[ \t]++)?){head}{below})",
        tuple((group, begun.encode()) for group, begun in shown.items()),
        closed,
        pairs_of(pairs),
        tuple(sign.encode() for sign in signs),
        (opening, closing),
        passed,
        read,
        nested,
    )
