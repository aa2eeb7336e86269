"""The settings, and where they come from: the editor, the project, the user; the earlier wins.

A setting that is unknown, wrong or not the source's to give is said, by name, and left out; the
rest applies.
"""

from __future__ import annotations

import os
import stat
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import attrs
import platformdirs

from stemguard.search.request import Sources
from stemguard.workspace import Selection
from stemguard_ls.protocol import MOST_ROWS
from stemguard_ls.strict import (
    WrongValue,
    fields_of,
    flag,
    given,
    number_from,
    one_of,
    pairs,
    read_field,
    text,
    texts,
)

SECTION = "stemguard"
PROJECT_FILES = (".stemguard.toml", "pyproject.toml")
_USER_FILE = "config.toml"
#: Opening a stranger's repository runs nothing and writes nowhere new.
NOT_FOR_PROJECTS = frozenset({"indexPath", "workers", "watch"})

#: Settings take some lines; a repository may hold anything under the name of their file.
_MOST_BYTES = 1_000_000

_DEFAULTS = Selection()


@attrs.frozen
class Settings:
    """All settings, by section `stemguard` of an editor; each has a default."""

    include: tuple[str, ...] = given(texts, _DEFAULTS.include)
    exclude: tuple[str, ...] = given(texts, _DEFAULTS.exclude)
    use_ignore_files: bool = given(flag, _DEFAULTS.use_ignore_files)
    follow_symlinks: bool = given(flag, _DEFAULTS.follow_symlinks)
    max_file_size: int = given(number_from(0), _DEFAULTS.max_file_size)
    languages: tuple[tuple[str, str], ...] = given(pairs, ())
    watch: str = given(one_of("auto", "poll", "client", "off"), "auto")
    sources: str = given(one_of("both", "code", "documents"), "both")
    limit: int | None = given(number_from(1, MOST_ROWS), None)
    index_path: str | None = given(text, None)
    workers: int | None = given(number_from(1, 64), None)
    huge_roots: bool = given(flag, False)

    @property
    def selection(self) -> Selection:
        """The part that decides what is in an index."""
        return Selection(
            include=self.include,
            exclude=self.exclude,
            use_ignore_files=self.use_ignore_files,
            follow_symlinks=self.follow_symlinks,
            max_file_size=self.max_file_size,
            languages=self.languages,
        )

    @property
    def shown(self) -> Sources:
        """Which units are shown."""
        return Sources(self.sources)

    @property
    def cache(self) -> Path | None:
        """The folder that indexes live in; None for the user's cache."""
        return None if self.index_path is None else Path(self.index_path).expanduser()


@dataclass(frozen=True, slots=True)
class Layer:
    """The settings one source gives; `source` is what it is called in a sentence."""

    source: str
    values: Mapping[str, object]
    refused: frozenset[str] = frozenset()


def settle(layers: Iterable[Layer]) -> tuple[Settings, list[str]]:
    """The settings that layers give, the earlier winning, and a sentence for each that is wrong."""
    found: dict[str, Any] = {}
    complaints: list[str] = []
    for layer in layers:
        values, wrong = _read(layer)
        complaints += wrong
        found = values | found
    return Settings(**found), complaints


def editor_layer(options: object) -> Layer:
    """What an editor gives, plain or under `stemguard`."""
    if isinstance(options, Mapping) and SECTION in options:
        options = options[SECTION]
    return Layer("the editor's settings", options if isinstance(options, Mapping) else {})


def is_pushed_to_us(settings: object) -> bool:
    """Whether settings that an editor pushes are ours: some push those of all servers to each."""
    if not isinstance(settings, Mapping) or not settings:
        return False
    return (
        isinstance(settings.get(SECTION), Mapping) or settings.keys() <= fields_of(Settings).keys()
    )


def project_layer(root: Path) -> tuple[Layer, list[str]]:
    """What `.stemguard.toml` of a folder gives, else `[tool.stemguard]` of its pyproject.toml."""
    for name in PROJECT_FILES:
        values, wrong = _toml(root / name)
        if name == "pyproject.toml" and values is not None:
            tool = values.get("tool")
            values = tool.get(SECTION) if isinstance(tool, Mapping) else None
        if wrong or isinstance(values, Mapping):
            return Layer(name, values or {}, NOT_FOR_PROJECTS), wrong
    return Layer("the project", {}), []


def user_layer(folder: Path | None = None) -> tuple[Layer, list[str]]:
    """What `config.toml` in the user's config folder gives."""
    folder = folder or platformdirs.user_config_path(SECTION)
    values, wrong = _toml(folder / _USER_FILE)
    return Layer(_USER_FILE, values or {}), wrong


def stamp(root: Path | None) -> tuple[object, ...]:
    """What differs when a file that the settings of a folder are read from has changed."""
    files = [platformdirs.user_config_path(SECTION) / _USER_FILE]
    files += [root / name for name in PROJECT_FILES] if root else []
    return tuple(_state_of(file) for file in files)


def load(editor: Layer, root: Path | None) -> tuple[Settings, list[str]]:
    """The settings for a folder, read from disk now, and the sentences about wrong ones."""
    project, wrong_project = project_layer(root) if root else (Layer("the project", {}), [])
    user, wrong_user = user_layer()
    settings, wrong = settle([editor, project, user])
    return settings, [*wrong, *wrong_project, *wrong_user]


def _read(layer: Layer) -> tuple[dict[str, Any], list[str]]:
    known = fields_of(Settings)
    found: dict[str, Any] = {}
    wrong = []
    for name, value in layer.values.items():
        field = known.get(name)
        if field is None:
            wrong.append(f"`{name}` in {layer.source} is no setting and is ignored.")
        elif name in layer.refused:
            wrong.append(f"`{name}` may not be set by a project and is ignored in {layer.source}.")
        elif value is not None:
            try:
                found[field.name] = read_field(name, field, value)
            except WrongValue as error:
                wrong.append(f"`{name}` in {layer.source} {error.wanted}; it is ignored.")
    return found, wrong


def _toml(path: Path) -> tuple[Mapping[str, Any] | None, list[str]]:
    """The content of a file; None where there is none, and a sentence where it is no TOML."""
    try:
        data = _small_file(path)
    except OSError:
        return None, []
    if data is None:
        what = f"is no regular file of at most {_MOST_BYTES} bytes"
        return None, [f"{path.name} {what} and its settings are ignored."]
    try:
        return tomllib.loads(data.decode()), []
    except (ValueError, RecursionError):
        return None, [f"{path.name} is not valid TOML and its settings are ignored."]


def _state_of(path: Path) -> tuple[int, int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def _small_file(path: Path) -> bytes | None:
    """The bytes of a regular file; None for a longer one, and for what may never end.

    Raises OSError where there is no such file, or it may not be read.
    """
    # A pipe would wait for somebody to write.
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            data = file.read(_MOST_BYTES + 1)
    finally:
        os.close(descriptor)
    return data if len(data) <= _MOST_BYTES else None
