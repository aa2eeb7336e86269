"""Whether a file that need not exist would be indexed, by its path: a document not saved yet.

A walk says the same of each file that it lists, but where links are followed: which of two links to
one place it takes is known only after all of it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

from stemguard.domain.glob import compile_globs
from stemguard.sync.ignore import Hidden, LocalRules, RuleList, hidden_by
from stemguard.sync.layers import RULE_BEARERS, Layers, layers_above, layers_in, local_rules
from stemguard.sync.secrets import is_secret
from stemguard.sync.selection import Selection
from stemguard.sync.walk import VERSION_CONTROL


def admits(root: str, selection: Selection, relative: str, environment: Mapping[str, str]) -> bool:
    """Whether a walk of the root would give a regular file at this path, with `/`.

    Rules are read from the disk, as it is now. What is there already must be what the path needs:
    folders on the way, and at its end a file or nothing.
    """
    *folders, name = relative.split("/")
    if is_secret(name) or not VERSION_CONTROL.isdisjoint((*folders, name)):
        return False
    if not _is_text(relative) or not compile_globs(selection.include)(relative):
        return False
    top = Path(root).resolve()
    excludes = _rules_of(selection.exclude)
    layers = layers_above(top, environment) if selection.use_ignore_files else ()
    folder = ""
    for entry in folders:
        layers = _entered(top, folder, layers, selection, environment)
        if any(hidden.folder(entry) for hidden in _hidden(excludes, layers, folder)):
            return False
        folder = f"{folder}{entry}/"
        if not _leads_on(top / folder, top, selection, stat.S_ISDIR):
            return False
    layers = _entered(top, folder, layers, selection, environment)
    if any(hidden.file(name) for hidden in _hidden(excludes, layers, folder)):
        return False
    return _leads_on(top / relative, top, selection, stat.S_ISREG)


@lru_cache(maxsize=8)
def _rules_of(patterns: tuple[str, ...]) -> RuleList:
    """To read the patterns takes longer than all that is done with them for one path."""
    return RuleList(patterns)


def _entered(
    top: Path, folder: str, above: Layers, selection: Selection, environment: Mapping[str, str]
) -> Layers:
    """The rules that hold for the entries of a folder, "" or `a/b/`."""
    if not selection.use_ignore_files:
        return above
    names = {name for name in RULE_BEARERS if os.path.lexists(top / folder / name)}
    return layers_in(top / folder, folder, names, above, environment)


def _hidden(excludes: RuleList, layers: Layers, folder: str) -> tuple[Hidden, Hidden]:
    ignored: tuple[LocalRules, ...] = local_rules(layers, folder)
    return hidden_by((excludes.within(folder),)), hidden_by(ignored)


def _leads_on(path: Path, top: Path, selection: Selection, is_right: Callable[[int], bool]) -> bool:
    """Whether what is at a path is of the right kind, or nothing, and a link leads out of the top.

    Links are to be followed at all, else none is right.
    """
    try:
        if path.is_symlink():
            target = path.resolve()
            if not selection.follow_symlinks or target.is_relative_to(top):
                return False
        return is_right(path.stat().st_mode)
    except FileNotFoundError:
        return True
    # A loop of links is a RuntimeError before Python 3.13.
    except (OSError, RuntimeError):
        return False


def _is_text(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in path
