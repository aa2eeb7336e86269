"""From a command line to an exit code: a workspace, two threads and a screen, put together."""

from __future__ import annotations

import asyncio
import os
import sys
from dataclasses import replace
from functools import partial

from stemguard.domain.errors import BadRequest
from stemguard.search.request import Hit, SearchRequest
from stemguard.workspace import WatchMode, Workspace
from stemguard_ls.cli.interactive.answering import Answering
from stemguard_ls.cli.interactive.catching_up import CatchingUp
from stemguard_ls.cli.interactive.drawing import PathOf
from stemguard_ls.cli.interactive.screen import Screen
from stemguard_ls.cli.interactive.state import Asked, Left, State, stood
from stemguard_ls.wording.lines import visible

#: As shells have it: 128 and the number of the signal.
_EXIT_CODES = {Left.BY_KEY: 130, Left.BY_TERMINATION: 143, Left.BY_HANGUP: 129}


def interact(
    workspace: Workspace, request: SearchRequest, *, path_of: PathOf, watch: WatchMode | None
) -> int:
    """Lets a person search, prints what is chosen and returns the exit code.

    The workspace is closed then. Where `watch` is None it is searched as it is. Raises NoTerminal.
    """
    if request.explain or request.offset:
        raise BadRequest("`--interactive` goes with neither `--explain` nor `--offset`.")
    first = Asked(request.query, request.match, request.view, request.sources)
    outcome = _searched(workspace, first, request, path_of, watch).outcome
    if isinstance(outcome, Hit):
        start = outcome.selection.start
        _print(f"{path_of(outcome)}:{start.line + 1}:{start.column + 1}\n")
        return 0
    return _EXIT_CODES[outcome or Left.BY_KEY]


def _print(line: str) -> None:
    """Prints a line; another program gets the path as it is."""
    if sys.stdout.isatty():
        print(visible(line.rstrip()))
    else:
        sys.stdout.buffer.write(os.fsencode(line))


def _searched(
    workspace: Workspace,
    first: Asked,
    request: SearchRequest,
    path_of: PathOf,
    watch: WatchMode | None,
) -> State:
    def request_for(asked: Asked) -> SearchRequest:
        return replace(
            request,
            query=asked.query,
            match=asked.match,
            view=asked.view,
            sources=asked.sources,
            prefix=True,
        )

    def on_change(before: State, now: State) -> None:
        if now.asked != before.asked:
            answering.ask(now.asked)
        if now.hit is not None and (now.hit is not before.hit):
            answering.read((now.hit.folder, now.hit.path))

    def begin() -> None:
        answering.start()
        answering.ask(first)
        if watch is not None:
            catching_up.start(watch)

    screen = Screen(State(asked=first), path_of, on_change)
    answering = Answering(workspace, request_for, screen.deliver, screen.fail)
    catching_up = CatchingUp(
        workspace,
        lambda words: screen.deliver(partial(stood, words=words)),
        answering.ask_again,
        screen.fail,
    )

    async def run() -> None:
        try:
            await screen.run(begin)
        finally:
            answering.end()
            catching_up.end()

    asyncio.run(run())
    return screen.state
