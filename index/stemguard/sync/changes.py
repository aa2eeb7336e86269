"""What a scan found against what the index knows: pure, from states to work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from stemguard.ports.posting_store import FileState
from stemguard.sync.reading import Wanted
from stemguard.sync.walk import Found

#: Batches of a first index: small trees need several to keep two workers busy and the first
#: answer early, large ones must not write thousands of segments (bytes of source).
_SMALLEST_BATCH = 256_000
_LARGEST_BATCH = 8_000_000
_BATCHES = 16
#: However small its files, a batch has no more of them.
_MOST_FILES = 2_000


@dataclass(frozen=True, slots=True)
class Changes:
    """Files to read, files to skip unread for their size, and how many stay as they are."""

    read: tuple[Found, ...]
    too_large: tuple[Found, ...]
    unchanged: int


def is_unchanged(file: Found, state: FileState | None) -> bool:
    """Whether a file is as the index knows it; one whose state is in doubt never is."""
    return state is not None and state[:4] == file[1:]


def compare(found: Iterable[Found], known: Mapping[str, FileState], max_file_size: int) -> Changes:
    """What to do so that the index holds what was found; `known` may hold skipped files."""
    read, too_large = [], []
    unchanged = 0
    for file in found:
        if is_unchanged(file, known.get(file.path)):
            unchanged += 1
        elif file.size > max_file_size:
            too_large.append(file)
        else:
            read.append(file)
    return Changes(tuple(read), tuple(too_large), unchanged)


def batch_bytes(files: Sequence[Found]) -> int:
    """How many bytes of these files make a batch."""
    total = sum(file.size for file in files)
    return min(_LARGEST_BATCH, max(_SMALLEST_BATCH, total // _BATCHES))


def batches(
    files: Sequence[Found], known: Mapping[str, FileState], most_bytes: int
) -> Iterator[tuple[Wanted, ...]]:
    """The files in their order, cut into batches of about `most_bytes`."""
    batch: list[Wanted] = []
    size = 0
    for file in files:
        state = known.get(file.path)
        batch.append(Wanted(file.path, state.content_hash if state else b""))
        size += file.size
        if size >= most_bytes or len(batch) >= _MOST_FILES:
            yield tuple(batch)
            batch, size = [], 0
    if batch:
        yield tuple(batch)
