"""Paths and file states as SQLite holds them."""

from __future__ import annotations

from struct import Struct

from stemguard.ports.posting_store import FileState

#: Size, mtime, inode, ctime; the hash of the content follows. An inode may take all 64 bits, which
#: a column of integers could not hold.
_STATE = Struct("<QqQq")


def encode_path(path: str) -> bytes:
    """Bytes, since a path that is not valid Unicode is a path nevertheless."""
    return path.encode("utf-8", "surrogatepass")


def decode_path(encoded: bytes) -> str:
    """The path that `encode_path` was given."""
    return encoded.decode("utf-8", "surrogatepass")


def encode_state(state: FileState) -> bytes:
    """The state as one blob."""
    return _STATE.pack(*state[:4]) + state.content_hash


def decode_state(encoded: bytes) -> FileState:
    """The state that `encode_state` was given."""
    size, mtime_ns, inode, ctime_ns = _STATE.unpack_from(encoded)
    return FileState(size, mtime_ns, inode, ctime_ns, encoded[_STATE.size :])
