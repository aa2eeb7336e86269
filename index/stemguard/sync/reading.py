"""One file, from its bytes to what an index holds of it. Runs in a worker process."""

from __future__ import annotations

import os
import stat
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from stemguard.ports.posting_store import FileState, IndexedFile
from stemguard.units.decode import decode
from stemguard.units.extract import extract
from stemguard.units.languages import language_of

#: A change this soon after another may leave the same times on the file (a clock tick of the
#: kernel is at most 10 ms; file systems that count whole seconds or two are older than most).
_FINE_DOUBT_NS = 50_000_000
_COARSE_DOUBT_NS = 2_000_000_000
_WHOLE_SECOND_NS = 1_000_000_000
#: Takes the place of the inode, which is never 0, in a state that the next scan must not trust.
DOUBTFUL_INODE = 0
#: Times a file that changes while it is read is read anew.
_TRIES = 3


class Wanted(NamedTuple):
    """A file to be read. `known_hash` is that of the content the index holds, b"" for none."""

    path: str
    known_hash: bytes


class ReadRules(NamedTuple):
    """What decides how a file of a root is read: sizes in bytes, globs to languages."""

    root: str
    max_file_size: int
    languages: tuple[tuple[str, str], ...]
    follow_symlinks: bool


def index_file(wanted: Wanted, rules: ReadRules, now_ns: int) -> IndexedFile | FileState | None:
    """What a file yields now; its new state alone if its content is known; None if it is gone.

    `now_ns` is a time before the file is read. No content raises.
    """
    full = os.path.join(rules.root, wanted.path)  # noqa: PTH118 - a Path a file is a cost
    try:
        data, state = _read_whole(full, rules, now_ns)
    except FileNotFoundError:
        return None
    except OSError as error:
        reason = f"cannot be read: {error.strerror}"
        return IndexedFile(wanted.path, state_on_disk(full), reason=reason)
    if data is None:
        return IndexedFile(wanted.path, state, reason=too_large(rules.max_file_size))
    if wanted.known_hash and state.content_hash == wanted.known_hash:
        return state
    decoded = decode(data, wanted.path)
    language = language_of(wanted.path, dict(rules.languages), decoded.text[:200])
    if decoded.reason:
        return IndexedFile(wanted.path, state, language, decoded.reason)
    units = extract(wanted.path, decoded.text, language).units
    return IndexedFile(wanted.path, state, language, "", units)


def too_large(max_file_size: int) -> str:
    """The reason of a file that is larger than is indexed."""
    return f"larger than {max_file_size} bytes"


def state_on_disk(full: str) -> FileState:
    """The state of a file that could not be read: it is not tried again until it changes."""
    try:
        return _trusted(Path(full).lstat(), b"")
    except OSError:
        return FileState(0, 0, 0, 0, b"")


def _read_whole(full: str, rules: ReadRules, now_ns: int) -> tuple[bytes | None, FileState]:
    """The content and the state it had; None in place of the content if it is too large."""
    flags = os.O_RDONLY | os.O_NONBLOCK | (0 if rules.follow_symlinks else os.O_NOFOLLOW)
    for attempt in range(_TRIES):
        with os.fdopen(os.open(full, flags), "rb") as file:
            before = os.fstat(file.fileno())
            if not stat.S_ISREG(before.st_mode):
                raise FileNotFoundError(full)
            if before.st_size > rules.max_file_size:
                return None, _trusted(before, b"")
            data = file.read(rules.max_file_size + 1)
            after = os.fstat(file.fileno())
        is_still = (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
        if (is_still and len(data) == after.st_size) or attempt == _TRIES - 1:
            break
    state = _trusted(after, blake2b(data, digest_size=16).digest())
    return data, state._replace(inode=DOUBTFUL_INODE) if _is_doubtful(after, now_ns) else state


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
