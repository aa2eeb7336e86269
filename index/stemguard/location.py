"""Where indexes live: a folder of the user's cache for each root, format and selection."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import platformdirs

from stemguard.domain.stem import stemmer_version
from stemguard.domain.tokenize import UNICODE_VERSION
from stemguard.store.sqlite.schema import SCHEMA_VERSION
from stemguard.sync.selection import Selection
from stemguard.units.code import grammar_stamp
from stemguard.units.versions import extractor_versions

#: Raised when the tokenizer, the weights or what is posted change: indexes are then made anew.
RULES_VERSION = 1
#: Says whose an index is and who made it; every process that uses the index holds a lock on it.
_ABOUT_FILE = "about.json"


@dataclass(frozen=True, slots=True)
class StoredIndex:
    """An index on disk: its root, whether that is still there, and whether this version uses it."""

    root: Path
    folder: Path
    bytes_on_disk: int
    root_exists: bool
    is_current: bool


def versions() -> dict[str, str]:
    """All that an index must agree on with the program that reads it, by name."""
    return {
        "rules": str(RULES_VERSION),
        "store": SCHEMA_VERSION,
        "unicode": UNICODE_VERSION,
        "stemmer": stemmer_version(),
        **extractor_versions(),
    }


def format_version() -> str:
    """The versions in one line, and which files the grammars are: a broken one has a version."""
    decisive = {**versions(), "grammars": grammar_stamp()}
    return " ".join(f"{name}={version}" for name, version in sorted(decisive.items()))


def default_cache() -> Path:
    """The user's cache folder for indexes; it need not exist."""
    return platformdirs.user_cache_path("stemguard")


def index_folder(cache: Path, root: Path, selection: Selection) -> Path:
    """The folder of one root's index: other versions and other selections have other folders."""
    identity = "\0".join(_about(root, selection))
    digest = blake2b(os.fsencode(identity), digest_size=8).hexdigest()
    name = "".join(c if c.isascii() and (c.isalnum() or c in "-_.") else "_" for c in root.name)
    return cache / f"{name[:40] or 'root'}-{digest}"


def make_index_folder(cache: Path, root: Path, selection: Selection) -> Path:
    """The folder, for the user alone; what it is about is written down in it. Raises OSError."""
    folder = index_folder(cache, root, selection)
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    folder.chmod(0o700)
    content = json.dumps(_about(root, selection)._asdict()).encode()
    about = folder / _ABOUT_FILE
    if about.is_dir():
        shutil.rmtree(about)
    if not about.is_file() or about.read_bytes() != content:
        about.write_bytes(content)
    return folder


def use_index_folder(folder: Path) -> ExitStack:
    """Keeps `clean_indexes` of every process from a folder until this is closed.

    Where the folder is not there, or its file system has no locks, nothing is kept.
    """
    use = ExitStack()
    use.enter_context(_locked(folder, fcntl.LOCK_SH))
    return use


def has_another_version(cache: Path, root: Path, selection: Selection) -> bool:
    """Whether another version made an index of this root with this selection."""
    mine = _about(root, selection)
    return any(
        (about.root, about.selection) == (mine.root, mine.selection) and about.format != mine.format
        for _, about in _abouts(cache)
    )


def list_indexes(cache: Path | None = None) -> list[StoredIndex]:
    """Every index in the cache, in order of root."""
    found = []
    for folder, about in _abouts(cache or default_cache()):
        root = Path(about.root)
        is_current = about.format == format_version()
        size = _size_on_disk(folder)
        found.append(StoredIndex(root, folder, size, root.is_dir(), is_current))
    return sorted(found, key=lambda index: (index.root, index.folder))


def clean_indexes(cache: Path | None = None) -> list[StoredIndex]:
    """Removes the indexes that are of no use, and says which.

    Those whose root is gone, and those of another version; none that a process uses.
    """
    removed = []
    for index in list_indexes(cache):
        if index.root_exists and index.is_current:
            continue
        with _locked(index.folder, fcntl.LOCK_EX) as is_unused:
            if is_unused:
                shutil.rmtree(index.folder, ignore_errors=True)
                removed.append(index)
    return removed


class _About(NamedTuple):
    root: str
    format: str
    selection: str


def _about(root: Path, selection: Selection) -> _About:
    return _About(os.fspath(root), format_version(), selection.fingerprint())


def _abouts(cache: Path) -> Iterator[tuple[Path, _About]]:
    """The folders of the cache that say what they are about."""
    if not cache.is_dir():
        return
    for folder in cache.iterdir():
        try:
            yield folder, _About(**json.loads((folder / _ABOUT_FILE).read_bytes()))
        except (OSError, TypeError, ValueError):
            continue


def _size_on_disk(folder: Path) -> int:
    """The bytes of the files of a folder; files may go while they are counted."""
    size = 0
    with suppress(FileNotFoundError):
        for path in folder.iterdir():
            with suppress(FileNotFoundError):
                size += path.stat().st_size if path.is_file() else 0
    return size


@contextmanager
def _locked(folder: Path, kind: int) -> Iterator[bool]:
    """Whether the lock on what a folder is about was to be had; kept until this is left."""
    try:
        descriptor = os.open(folder / _ABOUT_FILE, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        yield False
        return
    try:
        try:
            fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
        except OSError:
            yield False
        else:
            yield True
    finally:
        os.close(descriptor)
