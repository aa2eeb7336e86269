"""The terminal: keys in, lines out. prompt_toolkit is loaded here, and nowhere without need."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TextIO

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.key_binding import KeyBindings, KeyPress, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import (
    BufferControl,
    FormattedTextControl,
    HSplit,
    Layout,
    VSplit,
    Window,
)
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.output.vt100 import Vt100_Output

from stemguard.domain.errors import StemguardError
from stemguard_ls.cli.interactive.drawing import PathOf, layout, screen
from stemguard_ls.cli.interactive.keys import KEYS, Key
from stemguard_ls.cli.interactive.state import Left, State, left, resumed, typed
from stemguard_ls.wording.lines import Line, visible, visible_pieces

#: An Esc of its own, and no beginning of a key's sequence, is told by what does not follow it.
_SECONDS_AFTER_ESCAPE = 0.05

#: Nobody types so many characters at a time; a terminal may not say what is pasted.
_SHORTEST_PASTE = 16

_COLOURS = {"magenta", "green", "yellow"}
_SIGNALS = {"SIGTERM": Left.BY_TERMINATION, "SIGHUP": Left.BY_HANGUP}


class NoTerminal(StemguardError):
    """There is nobody to type."""


class Screen:
    """Shows a state and changes it by keys, in the thread that runs it, until it has an outcome."""

    def __init__(
        self, state: State, path_of: PathOf, on_change: Callable[[State, State], None]
    ) -> None:
        self.state = state
        self._path_of = path_of
        self._on_change = on_change
        self._loop: asyncio.AbstractEventLoop | None = None
        self._application: Application[None] | None = None

    def deliver(self, change: Callable[[State], State]) -> None:
        """Changes the state; any thread may call it."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._change, change)

    def fail(self, error: Exception) -> None:
        """Ends it with an error; any thread may call it."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._end, error)

    async def run(self, begin: Callable[[], None]) -> None:
        """Runs until there is an outcome; `begin` is called when the screen can be delivered to.

        The terminal is as it was afterwards, whatever happens. Raises NoTerminal.
        """
        self._loop = asyncio.get_running_loop()
        with ExitStack() as stack:
            keys, output = _terminal(stack)
            self._application = application = self._new_application(keys, output)
            for name, by in _SIGNALS.items():
                if hasattr(signal, name):
                    ended = partial(self._change, partial(left, by=by))
                    self._loop.add_signal_handler(getattr(signal, name), ended)
            # prompt_toolkit's own shows a traceback and waits for a key.
            self._loop.set_exception_handler(self._failed)
            await application.run_async(
                pre_run=begin, set_exception_handler=False, handle_sigint=True
            )

    def _failed(self, _: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        error = context.get("exception")
        self._end(error if isinstance(error, Exception) else RuntimeError(str(context["message"])))

    def _change(self, change: Callable[[State], State]) -> None:
        before, self.state = self.state, change(self.state)
        if self.state.outcome is not None:
            self._end(None)
        else:
            self._on_change(before, self.state)
        if self._application is not None:
            if self.state.is_paused:
                self.state = resumed(self.state)
                self._application.suspend_to_background()
            self._application.invalidate()

    def _end(self, error: Exception | None) -> None:
        application = self._application
        if application is None or application.future is None or application.future.done():
            return
        if error is None:
            application.exit()
        else:
            application.exit(exception=error)

    def _new_application(self, keys: Input, output: Output) -> Application[None]:
        query = Buffer(
            document=Document(self.state.asked.query),
            multiline=False,
            on_text_changed=lambda buffer: self._change(partial(typed, query=buffer.text)),
        )
        prompt = VSplit(
            [
                Window(FormattedTextControl([("bold", "> ")]), width=2),
                Window(BufferControl(query), height=1, wrap_lines=False),
            ],
            height=1,
        )
        application: Application[None] = Application(
            layout=Layout(HSplit([prompt, Window(FormattedTextControl(self._below_prompt))])),
            key_bindings=self._bindings(),
            full_screen=True,
            input=keys,
            output=output,
        )
        application.ttimeoutlen = application.timeoutlen = _SECONDS_AFTER_ESCAPE
        return application

    def _below_prompt(self) -> StyleAndTextTuples:
        assert self._application is not None
        size = self._application.output.get_size()
        lines = screen(self.state, self._path_of, size.columns, size.rows - 1)
        return [fragment for line in lines for fragment in (*_fragments(line), ("", "\n"))][:-1]

    def _page(self) -> int:
        assert self._application is not None
        return layout(self._application.output.get_size().rows - 1).page

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()
        for key in KEYS:
            for code in key.codes:
                bindings.add(code)(partial(self._pressed, key))
        bindings.add("<bracketed-paste>")(_paste)
        return bindings

    def _pressed(self, key: Key, _: KeyPressEvent) -> None:
        self._change(lambda state: key.does(state, self._page()))


def _paste(event: KeyPressEvent) -> None:
    """What is pasted is one line, whatever it was."""
    event.current_buffer.insert_text(
        " ".join(visible(event.data).split("\N{REPLACEMENT CHARACTER}"))
    )


def _fragments(line: Line) -> StyleAndTextTuples:
    return [(_style(style), text) for text, style in visible_pieces(line)]


def _style(named: str) -> str:
    return " ".join(f"ansi{word}" if word in _COLOURS else word for word in named.split())


def _terminal(stack: ExitStack) -> tuple[Input, Output]:
    """The terminal that the process belongs to: what is chosen may be read by another program."""
    terminal = Path("/dev/tty")
    try:
        keys: TextIO = stack.enter_context(terminal.open(encoding="utf-8"))
        shown: TextIO = stack.enter_context(terminal.open("w", encoding="utf-8"))
    except OSError:
        raise NoTerminal("`--interactive` needs a terminal.") from None
    term = os.environ.get("TERM")
    if term == "dumb":
        raise NoTerminal("`--interactive` needs a terminal that can move its cursor.")
    output = Vt100_Output.from_pty(shown, term=term, default_color_depth=ColorDepth.from_env())
    typing = create_input(keys)
    read_keys = typing.read_keys
    typing.read_keys = lambda: list(_with_pastes(read_keys()))  # type: ignore[method-assign]
    return typing, output


def _with_pastes(keys: Iterable[KeyPress]) -> Iterator[KeyPress]:
    """A long run of characters is pasted: one by one, each would be a change of the query."""
    for is_text, run in groupby(keys, key=lambda key: len(key.key) == 1):
        pressed = list(run)
        if is_text and len(pressed) >= _SHORTEST_PASTE:
            yield KeyPress(Keys.BracketedPaste, "".join(key.data for key in pressed))
        else:
            yield from pressed
