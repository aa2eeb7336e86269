"""One file, from its bytes to what an index holds of it. Runs in a worker process."""

from __future__ import annotations

import codecs
import errno
import os
import stat
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from stemguard.ports.extraction_memory import Recall
from stemguard.ports.posting_store import FileState, IndexedFile, Origin
from stemguard.sync.secrets import PRIVATE_KEY, holds_private_key, is_secret
from stemguard.sync.selection import Selection
from stemguard.units.decode import decode
from stemguard.units.dotenv import without_values
from stemguard.units.languages import DOTENV, is_lock_file, language_of

if TYPE_CHECKING:
    from stemguard.units.extract import Extraction

#: A change this soon after another may leave the same times on the file (a clock tick of the
#: kernel is at most 10 ms; file systems that count whole seconds or two are older than most).
_FINE_DOUBT_NS = 50_000_000
_COARSE_DOUBT_NS = 2_000_000_000
_WHOLE_SECOND_NS = 1_000_000_000
#: Takes the place of the inode, which is never 0, in a state that the next scan must not trust.
DOUBTFUL_INODE = 0
#: Times a file that changes while it is read is read anew.
_TRIES = 3
_NO_FILE = "not a regular file"
_BEHIND_LINK = "behind a link, which is not followed"


class Wanted(NamedTuple):
    """A file to be read. `known_hash` is that of the content the index holds, b"" for none.

    `as_text` says why no definitions are to be looked for in it, "" where they are.
    """

    path: str
    known_hash: bytes
    as_text: str = ""


class ReadRules(NamedTuple):
    """What decides how a file of a root is read: sizes in bytes, globs to languages."""

    root: str
    max_file_size: int
    languages: tuple[tuple[str, str], ...]
    follow_symlinks: bool


def rules_of(root: str, selection: Selection) -> ReadRules:
    """How a selection has the files of a root read."""
    return ReadRules(root, selection.max_file_size, selection.languages, selection.follow_symlinks)


class Content(NamedTuple):
    """The text of a file as it is searched and shown; with a `reason` there is none."""

    text: str
    language: str
    reason: str


def unheard(language: str) -> None:
    """Where the language that a file is in makes no difference."""


def recalls_nothing(key: bytes) -> None:
    """Where nothing is remembered, or what is remembered is not to be trusted."""


def index_file(
    wanted: Wanted,
    rules: ReadRules,
    now_ns: int,
    recall: Recall = recalls_nothing,
    on_language: Callable[[str], None] = unheard,
) -> IndexedFile | FileState | None:
    """What a file yields now; its new state alone if its content is known; None if it is gone.

    `now_ns` is a time before the file is read. `on_language` is told what a text is in that has to
    be cut, before it is. No content raises.
    """
    full = os.path.join(rules.root, wanted.path)  # noqa: PTH118 - a Path a file is a cost
    try:
        data, state = _read_whole(full, rules, now_ns)
    except FileNotFoundError:
        return None
    except OSError as error:
        reason = f"cannot be read: {error.strerror}"
        return IndexedFile(wanted.path, state_on_disk(full, rules), reason=reason)
    if data is None:
        return IndexedFile(wanted.path, state, reason=too_large(rules.max_file_size))
    if wanted.known_hash and state.content_hash == wanted.known_hash:
        return state
    text, language, reason = _content(data, wanted.path, rules)
    if reason:
        return IndexedFile(wanted.path, state, reason)
    key = _key_of(text, language, is_lock_file(wanted.path))
    recalled = recall(key)
    if recalled is not None:
        return IndexedFile(wanted.path, state, recalled=recalled)
    if not wanted.as_text:
        on_language(language)
    found = _extract(wanted.path, text, language, wanted.as_text)
    origin = Origin(key, found.from_path, found.generated)
    return IndexedFile(wanted.path, state, found.reason, found.units, origin)


def index_text(
    path: str,
    text: str,
    language: str | None,
    rules: ReadRules,
    as_text: str = "",
    on_language: Callable[[str], None] = unheard,
) -> IndexedFile:
    """What a file would yield if it held this text, its hash that of the text in UTF-8.

    As `text_content`, `Wanted` and `index_file` for the rest.
    """
    content_hash = hash_of_text(text)
    state = FileState(0, 0, DOUBTFUL_INODE, 0, content_hash)
    content = text_content(path, text, language, rules)
    if content.reason:
        return IndexedFile(path, state, content.reason)
    if not as_text:
        on_language(content.language)
    found = _extract(path, content.text, content.language, as_text)
    return IndexedFile(path, state, found.reason, found.units)


def _extract(path: str, text: str, language: str, as_text: str) -> Extraction:
    # Half of what a search would import, where nothing has changed and no text is cut.
    from stemguard.units.extract import extract

    return extract(path, text, language, as_text)


def text_content(path: str, text: str, language: str | None, rules: ReadRules) -> Content:
    """What the index would hold of a file with this text, as `read_content` says of one on disk.

    `language` is what the text is in; None where its path and the settings tell.
    """
    if is_secret(path):
        return Content("", "", PRIVATE_KEY)
    data = _encoded(text)
    if len(data) > rules.max_file_size:
        return Content("", "", too_large(rules.max_file_size))
    # The mark says that the bytes are UTF-8, whatever the text declares.
    return _content(codecs.BOM_UTF8 + data, path, rules, language)


def hash_of_text(text: str) -> bytes:
    """The content hash of a file that holds a text in UTF-8."""
    return _hash(_encoded(text))


def read_content(path: str, rules: ReadRules) -> Content:
    """What the index would hold of a file as it is now, its name and its size included.

    `path` is relative to the root, with `/`. Raises OSError where nothing can be read, what is no
    regular file or lies behind a link that is not followed included; it never waits for a pipe.
    """
    if is_secret(path):
        return Content("", "", PRIVATE_KEY)
    full = f"{rules.root}/{path}"
    if not rules.follow_symlinks and _is_behind_link(full, len(rules.root)):
        raise OSError(errno.ELOOP, _BEHIND_LINK, full)
    data, _ = _read_whole(full, rules, 0)
    if data is None:
        return Content("", "", too_large(rules.max_file_size))
    return _content(data, path, rules)


def too_large(max_file_size: int) -> str:
    """The reason of a file that is larger than is indexed."""
    return f"larger than {max_file_size} bytes"


def state_on_disk(full: str, rules: ReadRules) -> FileState:
    """The state of a file that could not be read: it is not tried again until it changes.

    It is as a walk has it: of a link that is followed, that of what it leads to.
    """
    try:
        return _trusted(Path(full).stat(follow_symlinks=rules.follow_symlinks), b"")
    except OSError:
        return FileState(0, 0, 0, 0, b"")


def _key_of(text: str, language: str, is_lock: bool) -> bytes:
    """Stands for all that the units of a file come from, but for its path.

    That of a lock file makes data of it.

    The text as it is searched: how its bytes were read depends on the path, too.
    """
    digest = blake2b(language.encode("utf-8", "surrogatepass"), digest_size=16)
    digest.update(b"\0lock\0" if is_lock else b"\0")
    digest.update(text.encode("utf-8", "surrogatepass"))
    return digest.digest()


def _is_behind_link(full: str, below: int) -> bool:
    """Whether a folder between the root, whose path has that many characters, and a file is one."""
    at = full.find("/", below + 1)
    while at >= 0:
        if os.path.islink(full[:at]):  # noqa: PTH114 - as above
            return True
        at = full.find("/", at + 1)
    return False


def _content(data: bytes, path: str, rules: ReadRules, language: str | None = None) -> Content:
    decoded = decode(data, path)
    text = decoded.text
    if language is None:
        language = language_of(path, dict(rules.languages), text)
    if decoded.reason:
        return Content("", language, decoded.reason)
    if holds_private_key(text):
        return Content("", language, PRIVATE_KEY)
    # A file of that name has values whatever language a setting gives it.
    if DOTENV in (language, language_of(path)):
        text = without_values(text)
    return Content(text, language, "")


def _read_whole(full: str, rules: ReadRules, now_ns: int) -> tuple[bytes | None, FileState]:
    """The content and the state it had; None in place of the content if it is too large."""
    for attempt in range(_TRIES):
        with os.fdopen(_opened(full, rules), "rb") as file:
            before = os.fstat(file.fileno())
            if before.st_size > rules.max_file_size:
                return None, _trusted(before, b"")
            # A file that the kernel makes up may have nothing to give, and then gives None.
            data = file.read(rules.max_file_size + 1) or b""
            after = os.fstat(file.fileno())
        is_still = (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
        if (is_still and len(data) == after.st_size) or attempt == _TRIES - 1:
            break
    if len(data) > rules.max_file_size:
        return None, _trusted(after, b"")
    state = _trusted(after, _hash(data))
    return data, state._replace(inode=DOUBTFUL_INODE) if _is_doubtful(after, now_ns) else state


def _encoded(text: str) -> bytes:
    # A lone surrogate is in no file.
    return text.encode("utf-8", "replace")


def _hash(data: bytes) -> bytes:
    return blake2b(data, digest_size=16).digest()


def _opened(full: str, rules: ReadRules) -> int:
    """A descriptor of a regular file; it never blocks, nor follows a link that is not to be."""
    flags = os.O_RDONLY | os.O_NONBLOCK | (0 if rules.follow_symlinks else os.O_NOFOLLOW)
    try:
        descriptor = os.open(full, flags)
    except OSError as error:
        if error.errno == errno.ELOOP and not rules.follow_symlinks:
            raise OSError(errno.ELOOP, _BEHIND_LINK, full) from error
        raise
    except ValueError as error:
        # A NUL or a lone surrogate, in the name of no file.
        raise FileNotFoundError(errno.ENOENT, _NO_FILE, full) from error
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    os.close(descriptor)
    raise FileNotFoundError(errno.ENOENT, _NO_FILE, full)


def _is_doubtful(status: os.stat_result, now_ns: int) -> bool:
    for time_ns in (status.st_mtime_ns, status.st_ctime_ns):
        coarse = time_ns % _WHOLE_SECOND_NS == 0
        if now_ns - time_ns < (_COARSE_DOUBT_NS if coarse else _FINE_DOUBT_NS):
            return True
    return False


def _trusted(status: os.stat_result, content_hash: bytes) -> FileState:
    return FileState(
        status.st_size, status.st_mtime_ns, status.st_ino, status.st_ctime_ns, content_hash
    )
