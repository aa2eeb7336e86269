"""From the words of a command line to an exit code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version

from stemguard_ls.cli.arguments import WrongUse, parser

FOUND, FAILED, INTERRUPTED = 0, 2, 130


def main(words: Sequence[str] | None = None) -> int:
    """Runs a command: 0 found or done, 1 nothing found, 2 wrong use or a failure."""
    _open_what_is_closed()
    _never_fail_to_print()
    try:
        code = _run(parser(version("stemguard")).parse_args(words))
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # The reader has had enough; what is still buffered would be an error at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        return _failed(_sentence(error))


def _run(arguments: argparse.Namespace) -> int:
    """Loads what the command needs, while an interrupt is already quiet, and runs it."""
    # numpy's threads would be started for arrays that are too small to share out.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if arguments.command == "serve":
        from stemguard_ls.cli.serve import serve

        return serve(arguments)
    if arguments.command == "completion":
        from stemguard_ls.cli.completion import completion

        print(completion(parser(version("stemguard")), arguments.shell))
        return FOUND
    if arguments.command == "search" and arguments.interactive:
        from stemguard_ls.cli.interactive.echo import no_echo

        with no_echo():
            return _asked(arguments)
    return _asked(arguments)


def _asked(arguments: argparse.Namespace) -> int:
    from stemguard_ls.cli.commands import COMMANDS

    return COMMANDS[arguments.command](arguments)


def _sentence(error: Exception) -> str:
    from stemguard.domain.errors import StemguardError

    if isinstance(error, WrongUse | StemguardError):
        return str(error)
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        return f"{name}{error.strerror or type(error).__name__}"
    return f"an error of the program, {type(error).__name__}: {error}"


def _failed(sentence: str) -> int:
    line = " ".join(sentence.split())
    print(f"stemguard: {line}", file=sys.stderr)
    return FAILED


def _open_what_is_closed() -> None:
    """A standard stream that the shell has closed is the null device.

    Before anything else is opened: a file, an index say, would get the number of the stream, and
    what is printed with it.
    """
    while (opened := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(opened, True)
    os.close(opened)
    if sys.stdin is None:
        sys.stdin = os.fdopen(0, closefd=False)
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", closefd=False)


def _never_fail_to_print() -> None:
    """A name that is no text in the terminal's encoding is shown with escapes."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
