"""An answer as people read it."""

from __future__ import annotations

from pathlib import Path

from stemguard.search.request import Answer, SearchRequest
from stemguard.search.searcher import Placed
from stemguard_ls.cli.page import put, put_all, say, shown_path, width
from stemguard_ls.wording.explanation import explanation_lines
from stemguard_ls.wording.hits import SCORES_NOTE, hit_lines, score_lines, stripped
from stemguard_ls.wording.remarks import remarks


def print_answer(answer: Answer, request: SearchRequest, root: Path) -> None:
    """Prints hits with a line of evidence each, then what became of the words."""
    for hit in answer.hits:
        put_all(hit_lines(hit, shown_path(root, hit.path), width()))
        if hit.explanation is not None:
            put_all(score_lines(hit.explanation))
    say(_summary(answer, request.offset))
    for sentence in remarks(answer, request.query, prefix=request.prefix):
        say(sentence)
    if any(hit.explanation is not None for hit in answer.hits):
        say(SCORES_NOTE)


def print_vimgrep(answer: Answer, root: Path) -> None:
    """Prints `path:line:column:text` for each hit; Vim and its like count columns in bytes."""
    for hit in answer.hits:
        start = hit.selection.start
        put(
            (shown_path(root, hit.path), "magenta"),
            (f":{start.line + 1}:{start.utf8 + 1}", "green"),
            ":",
            *(stripped(hit.preview) if hit.preview is not None else [hit.name]),
        )


def print_placed(placed: Placed, root: Path) -> None:
    """Prints why a unit stands where it does, number by number."""
    put_all(explanation_lines(placed, shown_path(root, placed.hit.path), width()))
    say(SCORES_NOTE)


def _summary(answer: Answer, offset: int) -> str:
    if not answer.hits:
        return f"nothing found beyond {answer.total}" if answer.total else "nothing found"
    shown = f"{len(answer.hits)}" if not offset else f"{offset + 1} to {offset + len(answer.hits)}"
    after = offset + len(answer.hits)
    more = f"; `--offset {after}` shows the next ones" if after < answer.total else ""
    return f"{shown} of {answer.total} found, best first{more}"
