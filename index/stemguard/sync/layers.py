"""Which lists of ignore rules hold in a folder of a walk, and in which order."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from stemguard.sync.git_layout import (
    configuration_files,
    is_repository,
    mark_of_repository,
    read_gitignore,
    repository_above,
    rule_files,
    standard_excludes,
)
from stemguard.sync.ignore import LocalRules, RuleList, parse_ignore_file

#: Entries that change which rules hold in a folder; without any, what holds above it holds in it.
RULE_BEARERS = (".git", ".gitignore")


class Layer(NamedTuple):
    """A list of rules, and how a folder's path in the walk becomes its path for those rules.

    `cut` characters go from its front, `above` comes before what is left.
    """

    rules: RuleList
    above: str
    cut: int


#: The layers that hold in a folder; the nearest come first, they outrank the others.
Layers = tuple[Layer, ...]


def layers_above(root: Path, environment: Mapping[str, str]) -> Layers:
    """What holds in a root before its own files are asked.

    In a repository, these are the rules from its top down to the root; in none, the user's.
    `root` is a real path: rules go by where a folder is, not by the link that led there.
    """
    top = repository_above(root)
    if top is None:
        return _standard_layers(root, environment, "", 0)
    names = root.relative_to(top).parts
    if not names:
        return ()
    layers = _standard_layers(top, environment, _joined(names), 0)
    for depth in range(len(names)):
        content = read_gitignore(top.joinpath(*names[:depth]))
        if content is not None:
            layers = (Layer(parse_ignore_file(content), _joined(names[depth:]), 0), *layers)
    return layers


def rule_files_above(root: Path, environment: Mapping[str, str]) -> list[Path]:
    """Where what holds in a root is written, outside of it; the files need not be there."""
    top = repository_above(root)
    # A repository may begin in any folder above that is not beyond the nearest one.
    above = [folder for folder in root.parents if top is None or folder.is_relative_to(top)]
    rules = [] if top is None else [folder / ".gitignore" for folder in above]
    files = [
        *configuration_files(environment),
        *rule_files(top or root, environment),
        *map(mark_of_repository, above),
        *rules,
    ]
    return [file for file in files if not file.is_relative_to(root / ".git")]


def layers_in(
    folder: Path, path: str, names: Collection[str], above: Layers, environment: Mapping[str, str]
) -> Layers:
    """What holds in a folder with entries of these names; `path` is "" or `a/b/` in the walk.

    A repository begins anew: the rules around it are about another one.
    """
    layers = above
    if ".git" in names and is_repository(folder):
        layers = _standard_layers(folder, environment, "", len(path))
    if ".gitignore" in names:
        content = read_gitignore(folder)
        if content is not None:
            layers = (Layer(parse_ignore_file(content), "", len(path)), *layers)
    return layers


def local_rules(layers: Layers, path: str) -> tuple[LocalRules, ...]:
    """The rules that speak of the entries of a folder ("" or `a/b/`), in the order of layers."""
    return tuple(rules.within(above + path[cut:]) for rules, above, cut in layers)


def _standard_layers(folder: Path, environment: Mapping[str, str], above: str, cut: int) -> Layers:
    contents = standard_excludes(folder, environment)
    return tuple(Layer(parse_ignore_file(content), above, cut) for content in reversed(contents))


def _joined(names: tuple[str, ...]) -> str:
    return "".join(f"{name}/" for name in names)
