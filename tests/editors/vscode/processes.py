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


def extension_hosts(home: Path) -> set[int]:
    """Those of a user, of which each window has one."""
    return {
        int(process.name)
        for process in Path("/proc").iterdir()
        if process.name.isdigit() and _is_of(process, home, b"--type=extensionHost")
    }


def _servers(home: Path) -> Iterator[Path]:
    for process in Path("/proc").iterdir():
        if process.name.isdigit() and _serves(process, home):
            yield process


def _serves(process: Path, home: Path) -> bool:
    return _is_of(process, home, b"serve") and any(
        b"stemguard" in word for word in _words(process)[:3]
    )


def _is_of(process: Path, home: Path, word: bytes) -> bool:
    try:
        variables = (process / "environ").read_bytes().split(b"\0")
    except OSError:
        return False
    return word in _words(process) and f"HOME={home}".encode() in variables


def _words(process: Path) -> list[bytes]:
    try:
        return (process / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return []


def _has_open(process: Path, folder: Path) -> bool:
    try:
        return any(file.readlink().is_relative_to(folder) for file in (process / "fd").iterdir())
    except OSError:
        return False
