"""A program on a terminal of its own: keys go in, the screen is what an emulator makes of it."""

from __future__ import annotations

import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pyte
from tests.patience import LONGEST_WAIT_S

#: What a terminal sends for a key.
KEYS = {
    "Enter": "\r",
    "Tab": "\t",
    "Shift-Tab": "\x1b[Z",
    "Esc": "\x1b",
    "Up": "\x1b[A",
    "Down": "\x1b[B",
    "PgUp": "\x1b[5~",
    "PgDn": "\x1b[6~",
    "Home": "\x1b[H",
    "End": "\x1b[F",
    "F1": "\x1bOP",
    "Backspace": "\x7f",
    **{f"Ctrl-{letter}": chr(ord(letter) - 64) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
}


class Terminal:
    """The terminal of a process. What it prints to a standard output elsewhere is `printed`."""

    def __init__(
        self, process: subprocess.Popen[bytes], side: int, columns: int, rows: int
    ) -> None:
        self.process = process
        self.raw = b""
        self._side = side
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)

    @property
    def lines(self) -> list[str]:
        """The rows of the screen without the blanks at their ends."""
        return [line.rstrip() for line in self._screen.display]

    @property
    def cursor(self) -> tuple[int, int]:
        """The row and column of the cursor, from 0."""
        return self._screen.cursor.y, self._screen.cursor.x

    def styled(self, row: int, has: Callable[[pyte.screens.Char], bool]) -> str:
        """The characters of a row that look so."""
        cells = self._screen.buffer[row]
        return "".join(cells[x].data for x in range(self._screen.columns) if has(cells[x]))

    def press(self, *keys: str) -> None:
        """Sends keys by their names, and anything else as it is."""
        for key in keys:
            os.write(self._side, KEYS.get(key, key).encode())

    def resize(self, columns: int, rows: int) -> None:
        """Makes the terminal another size, as dragging its window does."""
        self._screen.resize(rows, columns)
        set_size(self._side, columns, rows)

    def wait(self, until: Callable[[list[str]], bool], what: str) -> list[str]:
        """The screen once it is as wanted and drawn to its end."""
        deadline = time.monotonic() + LONGEST_WAIT_S
        while True:
            if until(self.lines):
                if not self._read_on():
                    return self.lines
                continue
            left = deadline - time.monotonic()
            assert left > 0, f"never came: {what}\n" + "\n".join(self.lines)
            assert self._read(left), f"ended before: {what}\n" + "\n".join(self.lines)

    def ended(self) -> int:
        """Reads to the end; the exit code, negative where a signal ended it."""
        deadline = time.monotonic() + LONGEST_WAIT_S
        while self._read(max(deadline - time.monotonic(), 0)):
            assert time.monotonic() < deadline, "does not end\n" + "\n".join(self.lines)
        return self.process.wait(LONGEST_WAIT_S)

    @property
    def left_behind(self) -> str:
        """What is written after the other screen that a full-screen program takes was left."""
        after = self.raw.rpartition(b"\x1b[?1049l")[2].decode()
        return re.sub(r"\x1b\[[?\d;]*[a-z]", "", after)

    def is_raw(self) -> bool:
        """Whether keys go to the program one by one, unseen."""
        return not termios.tcgetattr(self._side)[3] & (termios.ICANON | termios.ECHO)

    def shows_keys(self) -> bool:
        """Whether the terminal itself shows what is typed."""
        return bool(termios.tcgetattr(self._side)[3] & termios.ECHO)

    @property
    def printed(self) -> bytes:
        """What a program that reads the standard output got, once it has ended."""
        assert self.process.stdout is not None
        return self.process.stdout.read()

    def _read_on(self) -> bool:
        """Whether more came within a moment, which is then read: a screen comes in pieces."""
        return bool(select.select([self._side], [], [], 0.05)[0]) and self._read(0.0)

    def _read(self, timeout_s: float) -> bool:
        ready, _, _ = select.select([self._side], [], [], timeout_s)
        if not ready:
            return True
        try:
            data = os.read(self._side, 65536)
        except OSError:
            return False
        self.raw += data
        self._stream.feed(data)
        return bool(data)


@contextmanager
def terminal(
    command: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    columns: int = 80,
    rows: int = 24,
    is_captured: bool = True,
) -> Iterator[Terminal]:
    """Runs a command on a terminal; where it is captured, its standard output is a pipe."""
    side, inner = os.openpty()
    set_size(side, columns, rows)

    def take_terminal() -> None:
        fcntl.ioctl(inner, termios.TIOCSCTTY, 0)

    with subprocess.Popen(
        command,
        cwd=cwd,
        env={"TERM": "xterm-256color", "LANG": "C.UTF-8", **env},
        stdin=inner,
        stdout=subprocess.PIPE if is_captured else inner,
        stderr=inner,
        start_new_session=True,
        pass_fds=[inner],
        preexec_fn=take_terminal,
    ) as process:
        os.close(inner)
        try:
            yield Terminal(process, side, columns, rows)
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
            os.close(side)


def set_size(side: int, columns: int, rows: int) -> None:
    """Tells a terminal's programs how large it is."""
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
