from __future__ import annotations

from stemguard.ports.posting_store import FileState
from stemguard.sync.changes import batch_bytes, batches, compare
from stemguard.sync.walk import Found


def _found(path: str, size: int = 10) -> Found:
    return Found(path, size, 1, 2, 3)


def _known(size: int = 10, inode: int = 2) -> FileState:
    return FileState(size, 1, inode, 3, b"hash")


def test_a_file_whose_state_is_known_is_not_read() -> None:
    changes = compare([_found("a.py")], {"a.py": _known()}, 100)
    assert (changes.read, changes.unchanged) == ((), 1)


def test_a_file_of_equal_size_and_times_with_another_inode_is_read() -> None:
    changes = compare([_found("a.py")], {"a.py": _known(inode=9)}, 100)
    assert [file.path for file in changes.read] == ["a.py"]


def test_a_new_file_is_read() -> None:
    changes = compare([_found("a.py"), _found("b.py")], {"a.py": _known()}, 100)
    assert [file.path for file in changes.read] == ["b.py"]


def test_a_file_of_just_the_largest_size_is_read_and_a_larger_one_is_not() -> None:
    changes = compare([_found("a", 100), _found("b", 101)], {}, 100)
    assert [file.path for file in changes.read] == ["a"]
    assert [file.path for file in changes.too_large] == ["b"]


def test_a_file_known_to_be_too_large_is_no_news() -> None:
    changes = compare([_found("b", 101)], {"b": _known(size=101)}, 100)
    assert (changes.read, changes.too_large) == ((), ())


def test_batches_hold_every_file_once_in_order() -> None:
    files = [_found(f"{number:03}", 50_000) for number in range(100)]
    cut = list(batches(files, {}, batch_bytes(files)))
    assert [wanted.path for batch in cut for wanted in batch] == [file.path for file in files]
    assert len(cut) > 4


def test_a_batch_carries_the_hash_that_is_known_of_a_file() -> None:
    [[old, new]] = batches([_found("a"), _found("b")], {"a": _known()}, 100)
    assert (old.known_hash, new.known_hash) == (b"hash", b"")
