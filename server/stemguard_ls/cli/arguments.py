"""What can be typed after `stemguard`."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import NoReturn

from stemguard_ls.protocol import MOST_ROWS

SHELLS = ("bash", "zsh", "fish")
#: What argparse says of a word that begins as a flag does.
_IS_NO_FLAG = re.compile(r"ignored explicit argument|^unrecognized arguments: -")
_BEHIND_DASHES = "a query that begins with - goes behind --"
#: A second word would be the folder.
SEVERAL_WORDS = "Put a query of several words into quotes"


class WrongUse(Exception):
    """A command line that cannot be meant; `str(error)` is one sentence."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line instead of the usage, which `--help` shows."""
        hint = f"; {_BEHIND_DASHES}" if self._takes_a_query and _IS_NO_FLAG.search(message) else ""
        raise WrongUse(f"{message}{hint} (see `{self.prog} --help`)")

    def parse_known_args(  # type: ignore[override]  # of the overloads only this one is called
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Flags may stand between words: argparse would take an optional word for missing then."""
        words = list(sys.argv[1:] if args is None else args)
        if self._subparsers is None:
            words = self._with_flags_first(words)
        known, unknown = super().parse_known_args(words, namespace)
        if any(not word.startswith("-") for word in unknown) and self._takes_a_query:
            hint = SEVERAL_WORDS[0].lower() + SEVERAL_WORDS[1:]
            self.error(f"unrecognized arguments: {' '.join(unknown)}; {hint}")
        return known, unknown

    @property
    def _takes_a_query(self) -> bool:
        return any(action.dest == "query" for action in self._actions)

    def _with_flags_first(self, words: Sequence[str]) -> list[str]:
        flags: list[str] = []
        rest: list[str] = []
        following = iter(words)
        for word in following:
            if word == "--":
                rest += following
            elif word.startswith("-") and word != "-":
                flags.append(word)
                action = self._option_string_actions.get(word)
                if action is not None and action.nargs is None:
                    flags += islice(following, 1)
            else:
                rest.append(word)
        return [*flags, "--", *rest] if rest else flags


def parser(version: str) -> argparse.ArgumentParser:
    """The parser; each command's name is `command` in what it returns."""
    top = _Parser(
        prog="stemguard",
        description="Find things in a workspace: exact before stem, by symbol and by section.",
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"stemguard {version}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(name: str, about: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=about, description=about, allow_abbrev=False)

    _search(command("search", "Search a folder; index it first if it never was."))
    index = command("index", "Bring the index of a folder up to date.")
    _root(index)
    status = command("status", "Show what is known of a folder's index.")
    _root(status)
    _json(status)
    status.add_argument("--all", action="store_true", help="list every index of this user")
    units = command("units", "Show the units that the index sees in a file.")
    units.add_argument("file", metavar="FILE", type=Path)
    _json(units)
    languages = command(
        "languages", "Show which languages are understood, and what is found in each."
    )
    languages.add_argument("language", metavar="LANGUAGE", nargs="?")
    _json(languages)
    explain = command("explain", "Show why a unit ranks where it does, number by number.")
    explain.add_argument("query", metavar="QUERY")
    explain.add_argument("place", metavar="PATH:LINE[:COLUMN]", type=_place)
    _root(explain)
    _match(explain)
    _json(explain)
    rebuild = command("rebuild", "Read every file of a folder anew.")
    _root(rebuild)
    command("clean", "Remove the indexes of folders that are gone.")
    completion = command("completion", "Print what completes commands and flags in a shell.")
    completion.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))
    _serve(command("serve", "Serve an editor, over standard input and output by default."))
    return top


def _search(search: argparse.ArgumentParser) -> None:
    search.add_argument(
        "query", metavar="QUERY", nargs="?", help="put `--` before one that begins with `-`"
    )
    _root(search)
    _match(search)
    search.add_argument("--names", action="store_true", help="search names and containers only")
    search.add_argument("--prefix", action="store_true", help="the last word is unfinished")
    search.add_argument("--tiers", choices=["words", "whole"], help="what a tier counts")
    search.add_argument("--kind", action="append", default=[], help="function, class, section ...")
    search.add_argument("--lang", action="append", default=[], help="python, markdown ...")
    search.add_argument("--path", action="append", default=[], help="glob as git's; `!` excludes")
    search.add_argument("--limit", type=_limit, help=f"rows of the answer, 1 to {MOST_ROWS}")
    search.add_argument("--offset", type=_offset, default=0, help="rows to leave out before")
    search.add_argument("--explain", action="store_true", help="show scores and their parts")
    search.add_argument("--stale", action="store_true", help="do not look for changes first")
    search.add_argument(
        "--color",
        choices=["auto", "always", "never"],
        default="auto",
        help="colours on a terminal, in a pipe too, or nowhere",
    )
    form = search.add_mutually_exclusive_group()
    form.add_argument(
        "-i", "--interactive", action="store_true", help="search while you type, and print a place"
    )
    form.add_argument("--json", action="store_true", help="print one JSON object")
    form.add_argument("--format", choices=["text", "vimgrep"], default="text")
    form.add_argument(
        "-0", dest="null", action="store_true", help="print the paths alone, each ended by NUL"
    )


def _match(command: argparse.ArgumentParser) -> None:
    match = command.add_mutually_exclusive_group()
    match.add_argument(
        "--any",
        dest="match",
        action="store_const",
        const="any",
        default="any",
        help="units with any of the words, the default",
    )
    match.add_argument(
        "--all", dest="match", action="store_const", const="all", help="units with all words"
    )
    match.add_argument(
        "--at-least", dest="match", type=int, metavar="N", help="units with so many of the words"
    )


def _root(command: argparse.ArgumentParser) -> None:
    command.add_argument("root", metavar="ROOT", nargs="?", type=Path, default=Path())


def _json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="print one JSON object")


def _serve(serve: argparse.ArgumentParser) -> None:
    door = serve.add_mutually_exclusive_group()
    door.add_argument("--stdio", action="store_true", help="the default")
    door.add_argument("--tcp", type=_address, metavar="HOST:PORT", help="serve the first client")
    door.add_argument("--ws", type=_address, metavar="HOST:PORT", help="the same, by web socket")


def _address(value: str) -> tuple[str, int]:
    host, _, port = value.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise argparse.ArgumentTypeError("must be HOST:PORT")
    return host.strip("[]"), int(port)


def _place(value: str) -> tuple[Path, int, int]:
    """A place as people write it, from 1, as numbers from 0."""
    found = re.fullmatch(r"(?s)(.+?):(\d{1,9})(?::(\d{1,9}))?:?", value)
    if found is None or int(found[2]) < 1:
        raise argparse.ArgumentTypeError("must be PATH:LINE[:COLUMN], counted from 1")
    return Path(found[1]), int(found[2]) - 1, max(int(found[3] or 1), 1) - 1


def _limit(value: str) -> int:
    if not value.isdecimal() or not 1 <= int(value) <= MOST_ROWS:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 to {MOST_ROWS}")
    return int(value)


def _offset(value: str) -> int:
    if not value.isdecimal():
        raise argparse.ArgumentTypeError("must be a whole number from 0")
    return int(value)
