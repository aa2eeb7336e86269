"""Where indexes live: a folder of the user's cache for each root, format and selection."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import platformdirs

from stemguard.domain.stem import stemmer_version
from stemguard.domain.tokenize import UNICODE_VERSION
from stemguard.sync.selection import Selection
from stemguard.units.extract import extractor_versions

#: Raised when the tokenizer, the weights or what is posted change: indexes are then made anew.
_RULES_VERSION = 1
_ROOT_FILE = "root"


@dataclass(frozen=True, slots=True)
class StoredIndex:
    """An index on disk: the root it is of, and whether that is still there."""

    root: Path
    folder: Path
    bytes_on_disk: int
    root_exists: bool


def versions() -> dict[str, str]:
    """All that an index must agree on with the program that reads it, by name."""
    return {
        "rules": str(_RULES_VERSION),
        "unicode": UNICODE_VERSION,
        "stemmer": stemmer_version(),
        **extractor_versions(),
    }


def format_version() -> str:
    """The versions in one line."""
    return " ".join(f"{name}={version}" for name, version in sorted(versions().items()))


def default_cache() -> Path:
    """The user's cache folder for indexes; it need not exist."""
    return platformdirs.user_cache_path("stemguard")


def index_folder(cache: Path, root: Path, selection: Selection) -> Path:
    """The folder of one root's index: other versions and other selections have other folders."""
    identity = "\0".join([str(root), format_version(), selection.fingerprint()])
    digest = blake2b(os.fsencode(identity), digest_size=8).hexdigest()
    name = "".join(c if c.isascii() and (c.isalnum() or c in "-_.") else "_" for c in root.name)
    return cache / f"{name[:40] or 'root'}-{digest}"


def make_index_folder(folder: Path, root: Path) -> None:
    """Makes the folder, for the user alone, and writes down whose it is. Raises OSError."""
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    folder.chmod(0o700)
    (folder / _ROOT_FILE).write_bytes(os.fsencode(root))


def list_indexes(cache: Path | None = None) -> list[StoredIndex]:
    """Every index in the cache, in order of root."""
    return sorted(_indexes(cache or default_cache()), key=lambda index: (index.root, index.folder))


def clean_indexes(cache: Path | None = None) -> list[StoredIndex]:
    """Removes the indexes whose root is gone, and says which."""
    gone = [index for index in list_indexes(cache) if not index.root_exists]
    for index in gone:
        shutil.rmtree(index.folder, ignore_errors=True)
    return gone


def size_on_disk(folder: Path) -> int:
    """The bytes of the files of a folder."""
    return sum(path.stat().st_size for path in folder.iterdir() if path.is_file())


def _indexes(cache: Path) -> Iterator[StoredIndex]:
    if not cache.is_dir():
        return
    for folder in cache.iterdir():
        try:
            root = Path(os.fsdecode((folder / _ROOT_FILE).read_bytes()))
            yield StoredIndex(root, folder, size_on_disk(folder), root.is_dir())
        except OSError:
            continue
