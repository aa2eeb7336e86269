"""What may be a root, and where a path is among the roots, whatever way led there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from stemguard.domain.errors import Unreadable


def real_root(root: str | Path, environment: Mapping[str, str], *, huge_roots: bool) -> Path:
    """The real path of a folder to be indexed.

    Raises Unreadable for what is no folder, and, unless `huge_roots` allows it, for a home folder
    or the root of a file system, which nobody means to index.
    """
    path = Path(root)
    if not path.is_dir():
        raise Unreadable(f"{root} is not a folder.")
    path = path.resolve()
    home = environment.get("HOME")
    is_huge = path == Path(path.anchor) or (home is not None and path == Path(home).resolve())
    if is_huge and not huge_roots:
        raise Unreadable(
            f"{path} is too large to be indexed unless `hugeRoots` is set in the settings."
        )
    return path


def relative_to(path: Path, root: Path) -> str | None:
    """The path from a root to a path in it, "" for itself; None if it is not in it."""
    try:
        relative = path.relative_to(root).as_posix()
    except ValueError:
        return None
    return "" if relative == "." else relative


def inside(paths: Collection[Path], root: Path) -> list[str] | None:
    """The paths that lie in a root, from there; None where the root itself is among them."""
    if root in paths:
        return None
    relatives = (relative_to(path, root) for path in paths)
    return [relative for relative in relatives if relative is not None]


def innermost(
    path: Path, roots: Iterable[Path], *, follow_symlinks: bool
) -> tuple[Path, str] | None:
    """The innermost root that holds a path, and the path from there; None if none does.

    Links to its folder are followed first, but where they are kept in the index: there the path
    itself goes before.
    """
    candidates = [with_real_folder(path)]
    if follow_symlinks and ".." not in path.parts:
        candidates.insert(0, path)
    by_depth = sorted(roots, key=lambda root: -len(root.parts))
    for candidate in candidates:
        for root in by_depth:
            relative = relative_to(candidate, root)
            if relative:
                return root, relative
    return None


def with_real_folder(path: Path) -> Path:
    """The path with the links to its folder followed, but not one that the file itself is."""
    try:
        return path.parent.resolve() / path.name
    # A loop of links before Python 3.13, or a name that no file can have.
    except (RuntimeError, ValueError):
        return path
