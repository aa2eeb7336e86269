"""Which processes serve an editor."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path


def servers(home: Path) -> set[int]:
    """Those of a user."""
    return {int(process.name) for process in _servers(home)}


def servers_of(index: Path, home: Path) -> set[int]:
    """Those of a user that have the index of a folder open."""
    return {int(process.name) for process in _servers(home) if _has_open(process, index)}


def _servers(home: Path) -> Iterator[Path]:
    for process in Path("/proc").iterdir():
        if process.name.isdigit() and _serves(process, home):
            yield process


def _serves(process: Path, home: Path) -> bool:
    try:
        words = (process / "cmdline").read_bytes().split(b"\0")
        variables = (process / "environ").read_bytes().split(b"\0")
    except OSError:
        return False
    of_ours = any(b"stemguard" in word for word in words[:3])
    return b"serve" in words and of_ours and f"HOME={home}".encode() in variables


def _has_open(process: Path, folder: Path) -> bool:
    try:
        return any(file.readlink().is_relative_to(folder) for file in (process / "fd").iterdir())
    except OSError:
        return False
