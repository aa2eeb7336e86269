"""A folder on disk that is a repository with two branches, and the units of any texts.

The disk is read anew for each answer; what is searched of it is decided here a second time, by
rules simple enough to be seen to be right.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from random import Random

from tests.e2e.model.texts import SUFFIXES, text

from stemguard import Unit
from stemguard.units.decode import decode
from stemguard.units.extract import extract
from stemguard.units.languages import language_of

BRANCHES = ("main", "other")
IGNORE_FILE = ".gitignore"
#: Names of folders: some make their files tests or vendored code, some are ignored now and then.
FOLDERS = ("src", "core", "docs", "tests", "vendor", "größe", "out", "drafts", "a b", "lib")
#: Every rule that an ignore file may have here.
RULES = ("out/", "/drafts/", "*.log", "!keep.log", "drafts/", "*.cfg", "/src/core/", "!*.log")
#: Untracked files pile up when trees are renamed before a checkout.
_MOST_FILES = 60


class World:
    """The folder, and a place beside it that trees are moved to and from."""

    def __init__(self, base: Path, random: Random, env: Mapping[str, str]) -> None:
        self.root = base / "project"
        self.outside = base / "outside"
        self._random = random
        self._env = {**env, "GIT_CONFIG_NOSYSTEM": "1"}
        self._made = 0
        self.root.mkdir()
        self.outside.mkdir()
        self._make_repository()

    def files(self) -> list[str]:
        """All files but git's, in order of path; a link is none."""
        found = []
        for folder, inner, names in os.walk(self.root):
            inner[:] = [name for name in inner if name != ".git"]
            files = [Path(folder, name) for name in names]
            found += [file.relative_to(self.root) for file in files if not file.is_symlink()]
        return sorted(path.as_posix() for path in found)

    def folders(self) -> list[str]:
        """All folders that hold a file, in order of path."""
        return sorted({path.rpartition("/")[0] for path in self.files()} - {""})

    def searched(self) -> dict[str, str]:
        """The text of every file on disk that is searched, by path."""
        rules = self._rules()
        return {path: self.read(path) for path in self.files() if not is_ignored(path, rules)}

    def is_hidden(self, path: str) -> bool:
        """Whether a document that is saved at this path now would not be searched."""
        place = self.root / path
        is_barred = place.is_dir() or place.is_symlink() or self._files_above(path)
        return bool(is_barred) or is_ignored(path, self._rules())

    def read(self, path: str) -> str:
        """The text of a file."""
        decoded = decode((self.root / path).read_bytes(), path)
        assert not decoded.reason, path
        return decoded.text

    def write(self, path: str, content: str) -> None:
        """Writes a file as programs do, in place; what is no file there makes way."""
        place = self.root / path
        if place.is_dir() and not place.is_symlink():
            shutil.rmtree(place)
        elif place.is_symlink():
            place.unlink()
        for above in self._files_above(path):
            above.unlink()
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("w", encoding="utf-8", newline="") as file:
            file.write(content)

    def new_text(self, path: str) -> str:
        """A text for a path."""
        return text(self._random, Path(path).suffix)

    def new_path(self) -> str:
        """The path of a file that is not there, in a folder that may be new."""
        self._made += 1
        depth = self._random.choice([0, 1, 1, 2])
        folders = [self._random.choice(FOLDERS) for _ in range(depth)]
        stem = self._random.choice(["test_n", "n", "naïve n", "datei-größe", "数据"])
        return "/".join([*folders, f"{stem}{self._made}{self._random.choice(SUFFIXES)}"])

    def new_name(self) -> str:
        """The name of a folder that is not there."""
        self._made += 1
        return f"{self._random.choice(FOLDERS)}{self._made}"

    def some_file(self) -> str:
        """A file that is not an ignore file; one is made where there are few."""
        files = [path for path in self.files() if not path.endswith(IGNORE_FILE)]
        if len(files) < 5:
            path = self.new_path()
            self.write(path, self.new_text(path))
            return path
        return self._random.choice(files)

    def some_folder(self) -> str:
        """A folder with a file in it; one is made where there is none."""
        folders = self.folders()
        if not folders:
            path = f"src/core/{self.new_path()}"
            self.write(path, self.new_text(path))
            folders = self.folders()
        return self._random.choice(folders)

    def checkout(self) -> str:
        """Goes to the other branch, whatever was changed; untracked files go if they are many."""
        now = self.git("rev-parse", "--abbrev-ref", "HEAD").strip()
        other = BRANCHES[now == BRANCHES[0]]
        self.git("checkout", "-q", "-f", other)
        if len(self.files()) > _MOST_FILES:
            self.git("clean", "-q", "-f", "-d", "-x")
        return other

    def git(self, *words: str) -> str:
        """What git says."""
        command = ["git", "-c", "user.name=x", "-c", "user.email=x@y", "-c", "gc.auto=0", *words]
        done = subprocess.run(
            command, cwd=self.root, env=self._env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def _files_above(self, path: str) -> list[Path]:
        """What is a file or a link where the path has a folder."""
        parts = path.split("/")[:-1]
        above = [self.root.joinpath(*parts[:depth]) for depth in range(1, len(parts) + 1)]
        return [place for place in above if place.is_symlink() or place.is_file()]

    def _rules(self) -> dict[str, list[str]]:
        return {
            path.removesuffix(IGNORE_FILE): self.read(path).split()
            for path in self.files()
            if path.rpartition("/")[2] == IGNORE_FILE
        }

    def _make_repository(self) -> None:
        self.git("init", "-q", "-b", BRANCHES[0])
        self.write(IGNORE_FILE, "out/\n*.log\n!keep.log\n")
        for _ in range(40):
            path = self.new_path()
            self.write(path, self.new_text(path))
        self.write("src/keep.log", self.new_text("keep.log"))
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "one")
        self.git("checkout", "-q", "-b", BRANCHES[1])
        tracked = [path for path in self.files() if path != IGNORE_FILE]
        for path in tracked[::3]:
            self.write(path, self.new_text(path))
        for path in tracked[1::9]:
            (self.root / path).unlink()
        for _ in range(12):
            path = self.new_path()
            self.write(path, self.new_text(path))
        self.write(IGNORE_FILE, "out/\n*.cfg\n")
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "two")


def is_ignored(path: str, rules: Mapping[str, list[str]]) -> bool:
    """Whether RULES, by the folder ("" or `a/b/`) whose ignore file has them, hide a file."""
    parts = path.split("/")
    for depth in range(1, len(parts) + 1):
        entry = "/".join(parts[:depth])
        is_folder = depth < len(parts)
        hidden = False
        for above in ["", *("/".join(parts[:i]) + "/" for i in range(1, depth))]:
            for rule in rules.get(above, ()):
                if _matches(rule.removeprefix("!"), entry.removeprefix(above), is_folder):
                    hidden = not rule.startswith("!")
        if hidden:
            return True
    return False


def _matches(rule: str, entry: str, is_folder: bool) -> bool:
    if rule.endswith("/"):
        wanted = rule[:-1]
        place = entry if rule.startswith("/") else entry.rpartition("/")[2]
        return is_folder and place == wanted.removeprefix("/")
    name = entry.rpartition("/")[2]
    return name.endswith(rule[1:]) if rule.startswith("*") else name == rule


def units(texts: Mapping[str, str]) -> Iterator[Unit]:
    """The units of all texts."""
    for path, content in texts.items():
        yield from _units(path, content)


@lru_cache(maxsize=2000)
def _units(path: str, content: str) -> tuple[Unit, ...]:
    return extract(path, content, language_of(path, {}, content)).units
