"""Runs: definitions of one kind, or lines of comments, with nothing between them.

The grammar is shown the first of a run alone. What it takes that for the others are too: whatever
is open before the first is open before each of them. Where it takes it for something else, such as
a part of a string, it is shown all.

A header of a driver has ten thousand macros in a row, a style sheet hundreds of rules, and nine of
ten comments of Rust are lines below another. To read them takes most of the time of a grammar, and
what it finds takes five times as long to be made a definition as what an expression finds.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from stemguard.units.code import Node

#: Of what stands alone nothing is left out.
_FEWEST = 2
_regs = attrgetter("regs")

#: From the first byte up to and without the second.
Bytes = tuple[int, int]


class Run(NamedTuple):
    """A run in the bytes of a text: its first and the name of that, where the run ends, and of each
    definition but the first the places of the match, its start twice, its name, its end twice."""

    first: Bytes
    name: Bytes
    end: int
    others: tuple[tuple[Bytes, ...], ...] = ()


class Shortened(NamedTuple):
    """A text with the first of each run alone.

    `firsts` are where these are in it, `cuts` where something was left out, and `left_out` how much
    it was up to there.
    """

    source: bytes
    runs: Sequence[Run]
    firsts: Sequence[Bytes]
    cuts: Sequence[int]
    left_out: Sequence[int]

    def whole_of(self) -> Callable[[Node], Bytes]:
        """What tells where a node is in the bytes of the whole text."""
        cuts, left_out = self.cuts, self.left_out

        def whole(node: Node) -> Bytes:
            start, end = node.byte_range
            return (
                start + left_out[bisect_right(cuts, start)],
                end + left_out[bisect_left(cuts, end)],
            )

        return whole


@dataclass(frozen=True, slots=True)
class Runs:
    """How the runs of a language are told in its UTF-8 bytes, and what nodes they are made of.

    `definition` finds a definition, with three groups: nothing at its start, its name, and nothing
    at its end. Where a match begins as the one before it ends, nothing is between them. `comments`
    finds a whole run, with two groups: its first, and the others.
    """

    nodes: frozenset[str]
    definition: str = ""
    comments: str = ""

    def shortened(self, source: bytes) -> Shortened | None:
        """The text with the first of each run alone; None if it has none."""
        runs = self._of_definitions(source) if self.definition else self._of_comments(source)
        if not runs:
            return None
        pieces, firsts, cuts, left_out = [], [], [], [0]
        at = lacking = 0
        for (start, end), _, last, others in runs:
            firsts.append((start - lacking, end - lacking))
            begin = others[0][0][0] if others else end
            if source[begin : begin + 1] == source[last : last + 1]:
                # What closes the first, or the end of its line, which some grammars count as a part
                # of it.
                begin += 1
                last += 1
            pieces.append(source[at:begin])
            cuts.append(begin - lacking)
            lacking += last - begin
            left_out.append(lacking)
            at = last
        pieces.append(source[at:])
        return Shortened(b"".join(pieces), runs, firsts, cuts, left_out)

    def are_in(self, root: Node, shortened: Shortened) -> bool:
        """Whether the first of each run is what it looks like."""
        for start, end in shortened.firsts:
            node = root.named_descendant_for_byte_range(start, end)
            if node is None or node.start_byte != start or node.type not in self.nodes:
                return False
            if shortened.source[end : node.end_byte].strip():
                return False
        return True

    def _of_definitions(self, source: bytes) -> list[Run]:
        runs = []
        # Without a step in Python for what is found, in half the time.
        found = tuple(map(_regs, _compiled(self.definition).finditer(source)))
        first = 0
        end = -1
        for i, places in enumerate((*found, ((-2, -2),))):
            begin, next_end = places[0]
            if begin != end:
                if i - first >= _FEWEST:
                    _, (start, _), name, (behind, _) = found[first]
                    last = found[i - 1][0][1]
                    runs.append(Run((start, behind), name, last, found[first + 1 : i]))
                first = i
            end = next_end
        return runs

    def _of_comments(self, source: bytes) -> list[Run]:
        found = map(_regs, _compiled(self.comments).finditer(source))
        # Where an end is left out, what it ends is broken, and the first may pass for a comment.
        runs = [
            Run(first, first, end)
            for _, first, (start, end) in found
            if not source.count(b'"', start, end) % 2 and source.find(b"*/", start, end) < 0
        ]
        # In a text that is typed what it ends in may be inside of something.
        if runs and not source[runs[-1].end :].strip():
            runs.pop()
        return runs


@cache
def _compiled(expression: str) -> re.Pattern[bytes]:
    return re.compile(expression.encode())


#: Of macros with a value, and without a comment.
_MACROS = Runs(
    frozenset({"preproc_def"}),
    definition=(
        r"\n()#[ \t]*+define[ \t]++([A-Za-z_]\w*+)[ \t]++"
        r"[^\s/\\\"']++(?:[ \t]++[^\s/\\\"']++)*+()[ \t\r]*+(?=\n)"
    ),
)
_SELECTOR = (
    r"(?:[.#]?-?[a-zA-Z_][\w-]*+|\*|::?-?[a-z][\w-]*+(?:\([\w .#:,*-]*+\))?"
    r"|\[[\w-]++(?:[~|^$*]?=(?:\"[^\"\\\n]*+\"|'[^'\\\n]*+'|[\w-]++))?\])"
)
#: Of rules without comments and custom properties.
_RULES = Runs(
    frozenset({"rule_set"}),
    definition=(
        rf"[{{}}/]\s*+()({_SELECTOR}(?:\s*+[,>+~]?\s*+{_SELECTOR})*+)\s*+"
        r"\{(?:[^{}\"'/*\\-]++|-(?!-[\w-]*+\s*:)|/(?!\*)|\*(?!/)"
        r"|\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+')*+(?=\}())"
    ),
)


def _comments(mark: str) -> Runs:
    return Runs(
        frozenset({"comment", "line_comment"}),
        comments=rf"\n[ \t]*+({mark}.*+)((?:\n[ \t]*+{mark}.*+){{2,}}+)",
    )


#: Lines that document the text are another thing.
_SLASHES = _comments("//(?!!)")

RUNS: Mapping[str, Runs] = {
    "c": _MACROS,
    "cpp": _MACROS,
    "css": _RULES,
    "rust": _SLASHES,
}
