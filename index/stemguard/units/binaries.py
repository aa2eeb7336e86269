"""Which files grammars are made of, so that one that was mended is told from one that was broken.

Both are of the same version. Nothing is loaded: that may end the process.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path


@cache
def stamp(modules: tuple[str, ...]) -> str:
    """Another one where the size or the time of a file of a module is another."""
    digest = blake2b(digest_size=8)
    for module in modules:
        for file in _files(module):
            try:
                found = file.stat()
            except OSError:
                continue
            digest.update(f"{module}/{file.name} {found.st_size} {found.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _files(module: str) -> Iterable[Path]:
    try:
        spec = find_spec(module)
    # What is half installed, or was imported in a half.
    except (ImportError, ValueError):
        return []
    if spec is None:
        return []
    folders = spec.submodule_search_locations or []
    own = [Path(spec.origin)] if spec.has_location and spec.origin else []
    return [*own, *(file for folder in folders for file in _binaries(folder))]


def _binaries(folder: str) -> Iterator[Path]:
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208 - names alone
    except OSError:
        return
    for name in names:
        if name.endswith(".so"):
            yield Path(folder, name)
