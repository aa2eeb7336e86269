"""What is typed before there is a screen is kept for it, and not shown. Loads nothing else."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_TERMINATED = 143


@contextmanager
def no_echo() -> Iterator[None]:
    """The terminal of the process shows no key meanwhile, and is as before afterwards."""
    try:
        import termios

        terminal = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
    except (ImportError, OSError):
        yield
        return
    before = termios.tcgetattr(terminal)
    quiet = [*before]
    quiet[3] &= ~termios.ECHO
    # Until the screen listens itself, it would end the process at once.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(_TERMINATED))
    try:
        termios.tcsetattr(terminal, termios.TCSANOW, quiet)
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSANOW, before)
        os.close(terminal)
