"""The folders a client has open, and the workspace they make.

The workspace is replaced as a whole when settings change what is in an index.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from stemguard.domain.errors import Cancelled, StemguardError
from stemguard.workspace import Workspace
from stemguard_ls.config import Settings
from stemguard_ls.convert import path_of
from stemguard_ls.protocol import InitializeParams

T = TypeVar("T")


class OpenFolders:
    """`settle` is for one thread at a time, `asked` for any.

    `complain` gets sentences, `on_new` each workspace before it is asked anything.
    """

    def __init__(
        self, complain: Callable[[str], None], on_new: Callable[[Workspace], None]
    ) -> None:
        self.paths: tuple[Path, ...] = ()
        self._complain = complain
        self._on_new = on_new
        self._real: dict[Path, Path] = {}
        # By either name.
        self._roots: dict[Path, Path] = {}
        self._missing: frozenset[Path] = frozenset()
        self._workspace: Workspace | None = None
        self._settings: Settings | None = None
        self._replacing = threading.Lock()

    @property
    def workspace(self) -> Workspace:
        """The workspace now. Raises Cancelled where it is closed."""
        with self._replacing:
            if self._workspace is None:
                raise Cancelled("The session is closed.")
            return self._workspace

    def settle(self, settings: Settings) -> None:
        """Makes the workspace what `paths` and the settings ask for.

        A folder that cannot be served is left out.
        """
        old = self._workspace
        if old is not None and _makes_the_same(self._settings, settings):
            self._adjust(old)
            return
        new = Workspace.open(
            selection=settings.selection,
            cache=settings.cache,
            workers=settings.workers,
            huge_roots=settings.huge_roots,
        )
        self._settings = settings
        self._adjust(new)
        self._on_new(new)
        with self._replacing:
            self._workspace = new
        if old is not None:
            old.close()

    def asked(self, ask: Callable[[Workspace], T]) -> tuple[T, tuple[Path, ...]]:
        """What the workspace answers, and its folders as the client names them.

        The folders were the same before and after; where they were not, it is asked again.
        """
        while True:
            workspace = self.workspace
            roots = workspace.roots
            try:
                answer = ask(workspace)
            except StemguardError:
                if workspace is self._workspace:
                    raise
                continue
            if workspace is self._workspace and workspace.roots == roots:
                named = {real: path for path, real in self._real.items()}
                return answer, tuple(named.get(root, root) for root in roots)

    @property
    def have_moved(self) -> bool:
        """Whether a folder leads elsewhere than it did, or is there now and was not."""
        if any(path.is_dir() for path in self._missing):
            return True
        return any(path.resolve() != real for path, real in self._real.items())

    def place_of(self, path: Path) -> tuple[Path, str] | None:
        """The root that a path is in, the innermost of them, and its path there; None outside all.

        Roots are real folders: they may have other names for the client. Either name will do.
        """
        around = [folder for folder in self._roots if path.is_relative_to(folder)]
        if not around:
            return None
        folder = max(around, key=lambda folder: len(folder.parts))
        return self._roots[folder], path.relative_to(folder).as_posix()

    def real_path(self, path: Path) -> Path:
        """A path in a client's folder as it is in the workspace, which follows links to folders."""
        place = self.place_of(path)
        return path if place is None else place[0] / place[1]

    def ruled_by(self, path: Path) -> set[Path]:
        """Where to look if a file of git's rules changed at a path; empty for another file."""
        if path.name in (".gitignore", ".git"):
            base = path.parent
        elif path.parts[-2:] == ("info", "exclude") and ".git" in path.parts:
            base = Path(*path.parts[: path.parts.index(".git")])
        else:
            return set()
        # Rules above a folder hold in it, too.
        return {base, *(folder for folder in self.paths if folder.is_relative_to(base))}

    def close(self) -> None:
        """Ends the use of the indexes and the workers."""
        with self._replacing:
            workspace, self._workspace = self._workspace, None
        if workspace is not None:
            workspace.close()

    def _adjust(self, workspace: Workspace) -> None:
        before = workspace.roots
        self._real = {path: path.resolve() for path in self.paths}
        self._roots = {real: real for real in self._real.values()} | self._real
        self._missing = frozenset(path for path in self.paths if not path.is_dir())
        wanted = list(self._real.values())
        workspace.change_roots(
            [folder for folder in wanted if folder not in before],
            set(before).difference(wanted),
            lambda error: self._complain(str(error)),
        )


def folders_of(params: InitializeParams) -> tuple[Path, ...]:
    """The folders that a client opens, each once, in its order; others than of files are not."""
    if params.workspace_folders is not None:
        folders = [f.get("uri") for f in params.workspace_folders if isinstance(f, Mapping)]
        paths = [path_of(uri) for uri in folders if isinstance(uri, str)]
    elif params.root_uri is not None:
        paths = [path_of(params.root_uri)]
    else:
        paths = [Path(params.root_path)] if params.root_path else []
    return tuple(dict.fromkeys(path for path in paths if path is not None))


def _makes_the_same(old: Settings | None, new: Settings) -> bool:
    """Whether settings agree on what is in an index, where it lies, and who keeps it current."""
    return old is not None and all(
        getattr(old, name) == getattr(new, name)
        for name in ("selection", "cache", "workers", "watch", "huge_roots")
    )
