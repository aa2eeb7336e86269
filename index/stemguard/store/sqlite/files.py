"""Paths and file states as SQLite holds them."""

from __future__ import annotations

from struct import Struct

from stemguard.ports.posting_store import FileState

#: Size, mtime, inode, ctime, the times in whole seconds and what is left of one in nanoseconds: a
#: file may be dated beyond the year 2262, where 64 bits of nanoseconds end. The hash of the content
#: follows. An inode may take all 64 bits, which a column of integers could not hold.
_STATE = Struct("<QqIQqI")
_SECOND_NS = 1_000_000_000


def encode_path(path: str) -> bytes:
    """Bytes, since a path that is not valid Unicode is a path nevertheless."""
    return path.encode("utf-8", "surrogatepass")


def decode_path(encoded: bytes) -> str:
    """The path that `encode_path` was given."""
    return encoded.decode("utf-8", "surrogatepass")


def encode_state(state: FileState) -> bytes:
    """The state as one blob."""
    mtime, ctime = divmod(state.mtime_ns, _SECOND_NS), divmod(state.ctime_ns, _SECOND_NS)
    return _STATE.pack(state.size, *mtime, state.inode, *ctime) + state.content_hash


def decode_state(encoded: bytes) -> FileState:
    """The state that `encode_state` was given."""
    size, mtime, mtime_ns, inode, ctime, ctime_ns = _STATE.unpack_from(encoded)
    return FileState(
        size,
        mtime * _SECOND_NS + mtime_ns,
        inode,
        ctime * _SECOND_NS + ctime_ns,
        encoded[_STATE.size :],
    )
