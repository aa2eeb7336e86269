"""Where git keeps ignore rules that are not in a `.gitignore`, found without starting git.

Read are the files git reads for `core.excludesFile` (system, user, repository), except files that
a configuration includes, and `info/exclude`. Nothing here raises: what cannot be read is not there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

#: A list of rules beyond this (bytes) was not written by hand; a planted one would stall a walk.
_LARGEST_FILE = 1_000_000

_SECTION = re.compile(r"\s*\[\s*([^\]\s\"]+)\s*(\"[^\]]*)?\]")
_VARIABLE = re.compile(r"\s*([A-Za-z][-A-Za-z0-9]*)\s*=\s*(.*)", re.DOTALL)
_VALUE_PART = re.compile(r'"((?:[^"\\]|\\.)*)"?|\\(.)|([^"\\#;]+)|[#;].*', re.DOTALL)


def repository_above(folder: Path) -> Path | None:
    """The top of the repository a folder is in, which may be the folder itself."""
    return next((top for top in (folder, *folder.parents) if is_repository(top)), None)


def is_repository(folder: Path) -> bool:
    """Whether a folder is the top of a repository, a worktree or a submodule."""
    git = _git_folder(folder)
    return git is not None and _exists(git / "HEAD")


def standard_excludes(folder: Path, environment: Mapping[str, str]) -> list[bytes]:
    """The contents of the user's and of the repository's own exclude file, the later outranks.

    `folder` is the top of a repository, or a folder in none. `environment` supplies HOME,
    XDG_CONFIG_HOME and git's own variables; without them the machine's configuration
    and the repository are asked.
    """
    contents = map(read_rules, exclude_files(folder, environment))
    return [content for content in contents if content is not None]


def exclude_files(folder: Path, environment: Mapping[str, str]) -> list[Path]:
    """Where those of `standard_excludes` are, or would be if they were there."""
    git = _git_folder(folder)
    common = None if git is None else _common_folder(git)
    user = _user_excludes(folder, common, environment)
    own = None if common is None else common / "info" / "exclude"
    return [path for path in (user, own) if path]


def rule_files(folder: Path, environment: Mapping[str, str]) -> list[Path]:
    """What decides what `standard_excludes` gives, but for the user's configurations."""
    files = [*exclude_files(folder, environment), mark_of_repository(folder)]
    git = _git_folder(folder)
    return files if git is None else [*files, _common_folder(git) / "config"]


def mark_of_repository(folder: Path) -> Path:
    """What comes or goes when a folder becomes the top of a repository, or is one no more.

    The `.git` of a repository: its HEAD changes with each checkout.
    """
    git = folder / ".git"
    head = (_git_folder(folder) or git) / "HEAD"
    return git if _exists(head) else head


def configuration_files(environment: Mapping[str, str]) -> list[Path]:
    """Where the machine and the user configure git, the later outranks; they need not be there."""
    home = _home(environment)
    xdg = _xdg(environment)
    configurations: list[str | None] = []
    if environment.get("GIT_CONFIG_NOSYSTEM", "").lower() not in ("1", "true", "yes", "on"):
        configurations.append(environment.get("GIT_CONFIG_SYSTEM", "/etc/gitconfig"))
    if "GIT_CONFIG_GLOBAL" in environment:
        configurations.append(environment["GIT_CONFIG_GLOBAL"])
    else:
        configurations += [xdg and f"{xdg}/git/config", home and f"{home}/.gitconfig"]
    return [Path(configuration) for configuration in configurations if configuration]


def read_gitignore(folder: Path) -> bytes | None:
    """The content of a folder's `.gitignore`; None if there is none, or a link, as git has it."""
    path = folder / ".gitignore"
    try:
        return None if path.is_symlink() else read_rules(path)
    except OSError:
        return None


def read_rules(path: Path) -> bytes | None:
    """The content of a file of rules; None if it is no regular file, too large or unreadable."""
    try:
        # Opening a pipe would wait for whoever writes to it.
        if not path.is_file() or path.stat().st_size > _LARGEST_FILE:
            return None
        return path.read_bytes()
    except (OSError, ValueError):
        return None


def _git_folder(folder: Path) -> Path | None:
    git = folder / ".git"
    content = read_rules(git)
    if content is None:
        return git
    pointer = content.removeprefix(b"gitdir:")
    return folder / _text(pointer).strip() if pointer != content else None


def _common_folder(git: Path) -> Path:
    """The folder that the worktrees of a repository share."""
    content = read_rules(git / "commondir")
    return git if content is None else git / _text(content).strip()


def _user_excludes(
    folder: Path, common: Path | None, environment: Mapping[str, str]
) -> Path | None:
    home, xdg = _home(environment), _xdg(environment)
    configurations = configuration_files(environment)
    if common:
        configurations.append(common / "config")
    values = [
        value
        for configuration in configurations
        for value in _excludes_files(read_rules(configuration) or b"")
    ]
    if not values:
        return Path(xdg, "git", "ignore") if xdg else None
    path = f"{home}{values[-1][1:]}" if home and values[-1].startswith("~/") else values[-1]
    return folder / path if path else None


def _home(environment: Mapping[str, str]) -> str | None:
    return environment.get("HOME") or environment.get("USERPROFILE")


def _xdg(environment: Mapping[str, str]) -> str | None:
    home = _home(environment)
    return environment.get("XDG_CONFIG_HOME") or (home and f"{home}/.config")


def _excludes_files(configuration: bytes) -> Iterator[str]:
    """Each value of `core.excludesFile`, in order."""
    section = ""
    for line in _logical_lines(_text(configuration.removeprefix(b"\xef\xbb\xbf"))):
        header = _SECTION.match(line)
        if header:
            section = "" if header[2] else header[1].lower()
            line = line[header.end() :]
        variable = _VARIABLE.fullmatch(line)
        if variable and section == "core" and variable[1].lower() == "excludesfile":
            yield _value(variable[2])


def _logical_lines(text: str) -> list[str]:
    """The lines of a configuration; a backslash at the end of one continues it."""
    return re.sub(r"(?<!\\)((?:\\\\)*)\\\r?\n", r"\1", text).splitlines()


def _value(written: str) -> str:
    """A value without its quotes, escapes, comment and the spaces around it."""
    parts = ((part[1] or part[2] or "", part[3] or "") for part in _VALUE_PART.finditer(written))
    value = "".join(re.sub(r"\\(.)", r"\1", kept) + plain for kept, plain in parts)
    return value.strip()


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _text(content: bytes) -> str:
    return content.decode("utf-8", "surrogateescape")
