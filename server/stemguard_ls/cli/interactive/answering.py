"""The thread that asks: the newest question alone, so that typing waits for no answer."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

from stemguard.domain.errors import StemguardError
from stemguard.search.preview import split_lines
from stemguard.search.request import SearchRequest
from stemguard.workspace import Workspace
from stemguard_ls.cli.interactive.state import Asked, Place, State, answered, read, troubled

Deliver = Callable[[Callable[[State], State]], None]
"""Has the screen take what became of something; any thread may call it."""


class Answering:
    """Asks the workspace; `deliver` and `fail` are called in a thread."""

    def __init__(
        self,
        workspace: Workspace,
        request_for: Callable[[Asked], SearchRequest],
        deliver: Deliver,
        fail: Callable[[Exception], None],
    ) -> None:
        self._workspace = workspace
        self._request_for = request_for
        self._deliver = deliver
        self._fail = fail
        self._changed = threading.Condition()
        self._asked = Asked()
        self._is_due = False
        self._standing: str | None = None
        self._place: Place | None = None
        self._is_ending = False
        self._thread = threading.Thread(target=self._run, name="answering", daemon=True)

    def start(self) -> None:
        """Begins with what is asked already."""
        self._thread.start()

    def ask(self, asked: Asked) -> None:
        """Asks this instead of whatever waits."""
        with self._changed:
            self._asked = asked
            self._is_due = True
            self._changed.notify()

    def ask_again(self, standing: str | None = None) -> None:
        """Asks the last question once more: the index has changed.

        How far it is now is known together with the answer, which no other may stand beside.
        """
        with self._changed:
            self._is_due = True
            self._standing = self._standing if standing is None else standing
            self._changed.notify()

    def read(self, place: Place) -> None:
        """Reads this file instead of whichever waits."""
        with self._changed:
            self._place = place
            self._changed.notify()

    def end(self) -> None:
        """Ends the thread after what it does now."""
        with self._changed:
            self._is_ending = True
            self._changed.notify()
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        while (work := self._next()) is not None:
            try:
                self._deliver(work())
            except StemguardError as error:
                self._deliver(partial(troubled, sentence=str(error)))
            except Exception as error:
                self._fail(error)

    def _next(self) -> Callable[[], Callable[[State], State]] | None:
        with self._changed:
            self._changed.wait_for(
                lambda: self._is_ending or self._is_due or self._place is not None
            )
            if self._is_ending:
                return None
            if self._is_due:
                self._is_due = False
                standing, self._standing = self._standing, None
                return partial(self._answer, self._asked, standing)
            place, self._place = self._place, None
            assert place is not None
            return partial(self._text, place)

    def _answer(self, asked: Asked, standing: str | None) -> Callable[[State], State]:
        answer = self._workspace.answer(self._request_for(asked))
        return partial(answered, asked=asked, answer=answer, standing=standing)

    def _text(self, place: Place) -> Callable[[State], State]:
        folder, path = place
        text = self._workspace.read_text(self._workspace.roots[folder] / path) or ""
        return partial(read, place=place, lines=split_lines(text))
