"""Which files of a folder are to be indexed, found in the order of their paths."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from stemguard.domain.errors import Cancelled, Unreadable
from stemguard.domain.glob import compile_globs
from stemguard.sync.ignore import Hidden, LocalRules, RuleList, hidden_by
from stemguard.sync.layers import RULE_BEARERS, Layers, layers_above, layers_in, local_rules
from stemguard.sync.scope import Scope
from stemguard.sync.secrets import PRIVATE_KEY, is_secret
from stemguard.sync.selection import Selection

#: Folders in which version control systems keep their own state.
VERSION_CONTROL = frozenset({".git", ".hg", ".svn", ".jj", ".bzr", "CVS"})
#: Gone, replaced by a file, or a link that leads to itself, since the folder was listed.
_NOTHING_THERE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)
_BAD_NAME = "name is not valid UTF-8"


class Found(NamedTuple):
    """A regular file: its path from the root with `/`, and what tells a change (bytes, ns)."""

    path: str
    size: int
    mtime_ns: int
    inode: int
    ctime_ns: int


class _Folder(NamedTuple):
    """A folder to be entered: "" or `a/b/`, the rules above it, and whether a link led there."""

    path: str
    layers: Layers
    linked: bool


class _Rules(NamedTuple):
    """What hides entries of a folder, without the walk: it is kept as long as the folder."""

    path: str
    excluded: Hidden
    ignored: Hidden
    includes: Callable[[str], bool]
    follows: bool

    def hide(self, name: str, is_folder: bool) -> bool:
        if name in VERSION_CONTROL:
            return True
        hides_folder = self.excluded.folder(name) or self.ignored.folder(name)
        if is_folder or (self.follows and not hides_folder):
            # A link that is followed may lead to a folder.
            return hides_folder
        hides_file = self.excluded.file(name) or self.ignored.file(name)
        return hides_file or not self.includes(self.path + name)


def _never() -> bool:
    return False


def _unheard(path: str, reason: str) -> None:
    pass


def unwatched(folder: str) -> None:
    """Nobody watches the folders of a walk."""


#: Whether an entry of a folder is hidden: its name, and whether it is a folder.
Hides = Callable[[str, bool], bool]


def unruled(folder: str, hides: Hides) -> None:
    """Nobody asks what is hidden in the folders of a walk."""


def walk(
    root: str,
    selection: Selection,
    *,
    environment: Mapping[str, str],
    scope: Scope | None = None,
    on_skipped: Callable[[str, str], None] = _unheard,
    on_folder: Callable[[str], None] = unwatched,
    on_rules: Callable[[str, Hides], None] = unruled,
    cancelled: Callable[[], bool] = _never,
) -> Iterator[Found]:
    """The files to be indexed, in code-point order of their paths.

    Regular files only; hidden ones too, those of version control never. Files above
    `selection.max_file_size` are among them: whoever reads them says so. `environment` tells where
    the user keeps rules for git.

    A `scope` gives just what the whole walk would give in it, and lists only its folders and those
    above. `on_skipped(path, reason)` hears of private keys, of names that are no text and of what
    cannot be read; its paths are always valid text. `on_folder` hears of every folder, "" or
    `a/b/`, before it is listed: whoever watches it from then on misses nothing. `on_rules` hears
    after that what is hidden in it, of the names that are there and of any other.

    Rules of `.gitignore` files hold without a repository, too; in one, those between its top and
    the root hold as well, but never hide the root itself. A repository inside another has its own
    rules alone. Whether git tracks a file is not asked.

    Links are skipped unless the selection follows them; then those that lead out of the root are
    followed, one of them, always the same, where several lead to the same file or folder. What is
    inside the root is found by its own path alone.

    Raises Unreadable if the root cannot be listed, so that a missing root is not an empty one, and
    Cancelled if `cancelled`, which is asked before each folder, says so.
    """
    walked = _Walk(root, selection, environment, scope, on_skipped, on_folder, on_rules, cancelled)
    return walked.files()


class _Walk:
    """One walk: what it was asked, and which files and folders behind links it has met."""

    def __init__(
        self,
        root: str,
        selection: Selection,
        environment: Mapping[str, str],
        scope: Scope | None,
        on_skipped: Callable[[str, str], None],
        on_folder: Callable[[str], None],
        on_rules: Callable[[str, Hides], None],
        cancelled: Callable[[], bool],
    ) -> None:
        self._root = root
        self._follows = selection.follow_symlinks
        self._uses_ignore_files = selection.use_ignore_files
        self._excludes = RuleList(selection.exclude)
        self._includes = compile_globs(selection.include)
        self._environment = environment
        self._scope = scope
        self._on_skipped = on_skipped
        self._on_folder = on_folder
        self._on_rules = on_rules
        self._cancelled = cancelled
        self._real_root, identity = _real(root)
        self._met = {identity}
        self._known: dict[tuple[LocalRules, ...], Hidden] = {}

    def files(self) -> Iterator[Found]:
        """The files in the scope."""
        for found in self._below(self._start()):
            if self._scope is None or self._scope.holds(found.path):
                yield found

    def _below(self, folder: _Folder) -> Iterator[Found]:
        pending = [iter(self._list(folder))]
        while pending:
            for item in pending[-1]:
                if isinstance(item, Found):
                    yield item
                else:
                    pending.append(iter(self._list(item)))
                    break
            else:
                pending.pop()

    def _start(self) -> _Folder:
        layers = layers_above(self._real_root, self._environment) if self._uses_ignore_files else ()
        return _Folder("", layers, linked=False)

    def _list(self, folder: _Folder) -> list[Found | _Folder]:
        """What is found in a folder, in order of path."""
        if self._cancelled():
            raise Cancelled("The walk was cancelled.")
        self._on_folder(folder.path)
        entries = self._entries(folder)
        entered = self._entered(folder, {entry.name for entry in entries})
        excluded = self._hidden((self._excludes.within(folder.path),))
        ignored = self._hidden(local_rules(entered.layers, folder.path))
        rules = _Rules(folder.path, excluded, ignored, self._includes, self._follows)
        self._on_rules(folder.path, rules.hide)
        wanted = None
        # Which of two links to one place counts is known only after the whole walk.
        if self._scope is not None and not self._follows:
            wanted = self._scope.entries(folder.path)
        items: list[Found | _Folder] = []
        for entry in entries:
            if wanted is None or entry.name in wanted:
                try:
                    item = self._item(entry, entered, excluded, ignored)
                except OSError as error:
                    if error.errno not in _NOTHING_THERE:
                        self._skip(folder.path + entry.name, f"cannot be read: {error.strerror}")
                    continue
                if item is not None:
                    items.append(item)
        items.sort(key=itemgetter(0))
        return items

    def _entered(self, folder: _Folder, names: set[str]) -> _Folder:
        """The folder with the rules that hold for its entries."""
        if not self._uses_ignore_files or names.isdisjoint(RULE_BEARERS):
            return folder
        path = Path(self._root, folder.path)
        layers = layers_in(path, folder.path, names, folder.layers, self._environment)
        return folder._replace(layers=layers)

    def _item(
        self, entry: os.DirEntry[str], folder: _Folder, excluded: Hidden, ignored: Hidden
    ) -> Found | _Folder | None:
        """What an entry is to the walk; None if it is left out."""
        name = entry.name
        linked = folder.linked or entry.is_symlink()
        if name in VERSION_CONTROL or (linked and not self._follows):
            return None
        path = folder.path + name
        if entry.is_dir(follow_symlinks=linked):
            if excluded.folder(name) or ignored.folder(name):
                return None
            if not self._is_text(name, path) or (linked and not self._leads_on(entry, path)):
                return None
            return _Folder(f"{path}/", folder.layers, linked)
        if excluded.file(name) or ignored.file(name) or not self._includes(path):
            return None
        status = entry.stat(follow_symlinks=linked)
        if not stat.S_ISREG(status.st_mode) or not self._is_text(name, path):
            return None
        if linked and not self._leads_on(entry, path):
            return None
        if is_secret(name):
            self._skip(path, PRIVATE_KEY)
            return None
        return Found(path, status.st_size, status.st_mtime_ns, status.st_ino, status.st_ctime_ns)

    def _entries(self, folder: _Folder) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(f"{self._root}/{folder.path}") as listing:
                entries = list(listing)
        except OSError as error:
            if not folder.path:
                raise Unreadable(f"{self._root} cannot be read: {error.strerror}.") from error
            if error.errno not in _NOTHING_THERE:
                self._skip(folder.path[:-1], f"folder cannot be read: {error.strerror}")
            return []
        if self._follows:
            # Which of two links to one place is followed must not hang on the disk's order.
            entries.sort(key=lambda entry: entry.name)
        return entries

    def _leads_on(self, entry: os.DirEntry[str], path: str) -> bool:
        """Whether an entry that is a link, or lies behind one, leads to something new outside."""
        if entry.is_symlink():
            try:
                target = Path(self._root, path).resolve(strict=True)
            except RuntimeError:  # a loop of links, before Python 3.13
                return False
            if target.is_relative_to(self._real_root):
                return False
        status = entry.stat()
        identity = (status.st_dev, status.st_ino)
        if identity in self._met:
            return False
        self._met.add(identity)
        return True

    def _is_text(self, name: str, path: str) -> bool:
        """Whether a name can be stored and shown; what cannot is skipped."""
        if name.isascii():
            return True
        try:
            name.encode()
        except UnicodeEncodeError:
            self._skip(path, _BAD_NAME)
            return False
        return True

    def _hidden(self, rules: tuple[LocalRules, ...]) -> Hidden:
        """What rules hide, built once: most folders are judged as the folder above them."""
        hidden = self._known.get(rules)
        if hidden is None:
            hidden = self._known[rules] = hidden_by(rules)
        return hidden

    def _skip(self, path: str, reason: str) -> None:
        self._on_skipped(os.fsencode(path).decode("utf-8", "backslashreplace"), reason)


def _real(root: str) -> tuple[Path, tuple[int, int]]:
    """Where a root is once links are followed, and its device and inode."""
    try:
        path = Path(root).resolve(strict=True)
        status = path.stat()
    except (OSError, RuntimeError, ValueError) as error:
        raise Unreadable(f"{root} cannot be read.") from error
    return path, (status.st_dev, status.st_ino)
