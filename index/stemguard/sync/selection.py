"""What is in an index: the settings that decide it, and nothing else."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from hashlib import sha256

#: Folders that a tool fills and can fill again: dependencies, environments, caches. Built or
#: vendored code (`build`, `dist`, `vendor`, `third_party`) is source to somebody and stays in.
DEFAULT_EXCLUDE = (
    "node_modules/",
    "bower_components/",
    "jspm_packages/",
    ".pnpm-store/",
    ".yarn/cache/",
    ".yarn/unplugged/",
    ".venv/",
    "venv/",
    ".virtualenv/",
    "site-packages/",
    "__pycache__/",
    "__pypackages__/",
    ".eggs/",
    "*.egg-info/",
    ".tox/",
    ".nox/",
    ".mypy_cache/",
    ".pytest_cache/",
    ".ruff_cache/",
    ".pytype/",
    ".hypothesis/",
    ".ipynb_checkpoints/",
    ".cache/",
    ".parcel-cache/",
    ".turbo/",
    ".nyc_output/",
    ".gradle/",
    ".terraform/",
    ".bundle/",
    ".stack-work/",
    ".direnv/",
    ".idea/",
    ".vs/",
    ".ccls-cache/",
    ".clangd/",
)

#: Above this a file is data or machine-made more often than written by hand.
DEFAULT_MAX_FILE_SIZE = 1_000_000


@dataclass(frozen=True, slots=True)
class Selection:
    """The settings that decide what is in an index.

    Globs are git's patterns, relative to the root. `include` picks files (none: every file; a
    glob may begin with `!`), `exclude` hides entries as a `.gitignore` at the root would, whether
    or not ignore files are used. `max_file_size` is in bytes and allows files of just that size.
    `languages` pairs a glob with a language; the last pair that matches counts.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = DEFAULT_EXCLUDE
    use_ignore_files: bool = True
    follow_symlinks: bool = False
    max_file_size: int = DEFAULT_MAX_FILE_SIZE
    languages: tuple[tuple[str, str], ...] = ()

    def fingerprint(self) -> str:
        """16 hex digits that differ where any setting does, and are the same on every machine."""
        return sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()[:16]
