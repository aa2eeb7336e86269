"""What each command does: read the settings, ask the workspace, have the answer printed."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import attrs

from stemguard.domain.query import Tiers, View
from stemguard.search.request import SearchRequest
from stemguard.understood import language, languages
from stemguard.workspace import SyncReport, WatchMode, Workspace, clean_indexes, list_indexes
from stemguard_ls.cli import report, text
from stemguard_ls.cli.arguments import SEVERAL_WORDS, WrongUse
from stemguard_ls.cli.indexing import shown_progress
from stemguard_ls.cli.page import choose_colours, put_all, say, shown_path
from stemguard_ls.config import Layer, Settings, load
from stemguard_ls.convert import (
    explain_result,
    item,
    language_result,
    search_result,
    status_result,
    unit,
)
from stemguard_ls.protocol import DEFAULT_LIMIT
from stemguard_ls.wording.languages import all_language_lines, language_lines
from stemguard_ls.wording.status import all_status_lines

_NO_EDITOR = Layer("the command line", {})


def _search(arguments: argparse.Namespace) -> int:
    if not arguments.root.is_dir():
        raise WrongUse(f"{arguments.root} is not a folder. {SEVERAL_WORDS}.")
    if arguments.interactive:
        return _search_interactively(arguments)
    if arguments.query is None:
        raise WrongUse(
            "the following arguments are required: QUERY (see `stemguard search --help`)"
        )
    started = time.perf_counter()
    settings = _settings(arguments.root)
    request = _request(arguments, settings)
    choose_colours(arguments.color)
    with _open(arguments.root, settings) as workspace:
        is_current = arguments.stale or _catch_up(workspace)
        state = workspace.index_state()
        if not is_current:
            state = replace(state, state="indexing")
        answer = workspace.answer(request)
        roots = workspace.roots
    if arguments.json:
        took_ms = 1000 * (time.perf_counter() - started)
        items = [item(hit, roots, "utf-32") for hit in answer.hits]
        _print_json(search_result(answer, request, items, state, took_ms))
    elif arguments.null:
        paths = dict.fromkeys(shown_path(arguments.root, hit.path) for hit in answer.hits)
        sys.stdout.buffer.write(b"".join(os.fsencode(path) + b"\0" for path in paths))
    elif arguments.format == "vimgrep":
        text.print_vimgrep(answer, arguments.root)
    else:
        text.print_answer(answer, request, arguments.root)
    return 0 if answer.hits else 1


def _request(arguments: argparse.Namespace, settings: Settings) -> SearchRequest:
    return SearchRequest(
        arguments.query or "",
        match=arguments.match,
        view=View.NAMES if arguments.names else View.ALL,
        prefix=arguments.prefix,
        tiers=Tiers(arguments.tiers) if arguments.tiers else None,
        kinds=tuple(arguments.kind),
        languages=tuple(arguments.lang),
        paths=tuple(arguments.path),
        sources=settings.shown,
        limit=arguments.limit or settings.limit or DEFAULT_LIMIT,
        offset=arguments.offset,
        explain=arguments.explain,
    )


def _search_interactively(arguments: argparse.Namespace) -> int:
    # Here, so that a search that only prints does not load what draws.
    from stemguard_ls.cli.interactive.session import interact

    settings = _settings(arguments.root)
    with _open(arguments.root, settings) as workspace:
        return interact(
            workspace,
            _request(arguments, settings),
            path_of=lambda hit: shown_path(arguments.root, hit.path),
            watch=None if arguments.stale else WatchMode(settings.watch),
        )


def _index(arguments: argparse.Namespace) -> int:
    return _indexed(arguments, lambda workspace: workspace.sync)


def _rebuild(arguments: argparse.Namespace) -> int:
    return _indexed(arguments, lambda workspace: workspace.rebuild)


def _indexed(
    arguments: argparse.Namespace, work: Callable[[Workspace], Callable[..., SyncReport]]
) -> int:
    with _open(arguments.root, _settings(arguments.root)) as workspace:
        done = _sync(workspace, work(workspace), _say_what_is_waited_for)
        for status in workspace.status():
            report.print_indexed(status, done)
    return 0


def _status(arguments: argparse.Namespace) -> int:
    if arguments.all:
        return _every_index(arguments)
    with _open(arguments.root, _settings(arguments.root)) as workspace:
        statuses = workspace.status()
    if arguments.json:
        _print_json(status_result(statuses, ()))
    else:
        put_all(all_status_lines(statuses, ()))
    return 0


def _every_index(arguments: argparse.Namespace) -> int:
    indexes = list_indexes(_settings_of_the_user().cache)
    if arguments.json:
        _print_json(
            {
                "indexes": [
                    {
                        "root": os.fspath(index.root),
                        "indexFolder": os.fspath(index.folder),
                        "bytesOnDisk": index.bytes_on_disk,
                        "rootExists": index.root_exists,
                        "isCurrent": index.is_current,
                    }
                    for index in indexes
                ]
            }
        )
    else:
        report.print_indexes(indexes)
    return 0


def _units(arguments: argparse.Namespace) -> int:
    folder = Path.cwd()
    if not arguments.file.absolute().is_relative_to(folder):
        folder = arguments.file.absolute().parent
    # Nothing of the folder is indexed: it only says what a path is relative to.
    settings = attrs.evolve(_settings(folder), huge_roots=True)
    with _open(folder, settings) as workspace:
        units = workspace.units(arguments.file.absolute())
    if arguments.json:
        _print_json([unit(found, "utf-32") for found in units])
    else:
        report.print_units(units, arguments.file)
    return 0


def _languages(arguments: argparse.Namespace) -> int:
    known = languages()
    if arguments.language is not None:
        one = language(arguments.language)
        if one is None:
            raise WrongUse(
                f"{arguments.language} is no language that is known;"
                " `stemguard languages` lists those that are."
            )
        known = (one,)
    if arguments.json:
        _print_json({"languages": [language_result(one) for one in known]})
    elif arguments.language is not None:
        put_all(language_lines(known[0]))
    else:
        put_all(all_language_lines(known))
    return 0


def _explain(arguments: argparse.Namespace) -> int:
    settings = _settings(arguments.root)
    path, line, column = arguments.place
    request = SearchRequest(arguments.query, match=arguments.match, sources=settings.shown)
    with _open(arguments.root, settings) as workspace:
        _catch_up(workspace)
        placed = workspace.explain(request, path.resolve(), line, column)
        roots = workspace.roots
    if arguments.json:
        _print_json(explain_result(placed, roots, "utf-32"))
    elif placed is None:
        say(f"No unit is at {path}:{line + 1}:{column + 1}.")
    else:
        text.print_placed(placed, arguments.root)
    return 0 if placed is not None else 1


def _clean(arguments: argparse.Namespace) -> int:
    report.print_cleaned(clean_indexes(_settings_of_the_user().cache))
    return 0


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "search": _search,
    "index": _index,
    "rebuild": _rebuild,
    "status": _status,
    "units": _units,
    "languages": _languages,
    "explain": _explain,
    "clean": _clean,
}


def _settings_of_the_user() -> Settings:
    return _settings(None)


def _settings(folder: Path | None) -> Settings:
    settings, wrong = load(_NO_EDITOR, folder)
    for sentence in wrong:
        say(sentence)
    return settings


def _open(folder: Path, settings: Settings) -> Workspace:
    return Workspace.open(
        folder,
        selection=settings.selection,
        cache=settings.cache,
        workers=settings.workers,
        huge_roots=settings.huge_roots,
    )


class _Busy(Exception):
    """Another process indexes the folder, and is not waited for."""


def _wait_no_longer() -> None:
    raise _Busy


def _catch_up(workspace: Workspace) -> bool:
    """Brings the index up to date, unless another process is at it: that is said, and False."""
    try:
        _sync(workspace, workspace.sync, _wait_no_longer)
    except _Busy:
        n_files = workspace.index_state().pending
        missing = {0: "not all files are", 1: "1 file is not"}
        what = missing.get(n_files, f"{n_files:,} files are not")
        say(f"Another process is indexing this folder; {what} in yet.")
        return False
    return True


@cache
def _say_what_is_waited_for() -> None:
    """Once, however often it is waited."""
    say("Another process is indexing this folder; this waits for it.")


def _sync(
    workspace: Workspace, work: Callable[..., SyncReport], on_wait: Callable[[], None]
) -> SyncReport:
    with shown_progress() as progress:
        done = work(progress=progress, on_wait=on_wait)
    for status in workspace.status():
        for notice in status.notices:
            say(notice)
    return done


def _print_json(value: object) -> None:
    json.dump(value, sys.stdout, ensure_ascii=True, separators=(",", ":"))
    sys.stdout.write("\n")
