"""A worker process: reads, cuts, tokenizes and packs files, and says which one it is at.

Started as `python -P -m stemguard.sync.worker READ_FD WRITE_FD`: its tasks come over a pipe of its
own, and it ends when that pipe closes. It never touches standard input or output.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import time
from collections.abc import Callable
from functools import partial

from stemguard.ports.extraction_memory import Recall
from stemguard.ports.posting_store import FileState, IndexedFile
from stemguard.sync.pipe import receive, send
from stemguard.sync.reading import (
    ReadRules,
    Wanted,
    index_file,
    index_text,
    recalls_nothing,
    state_on_disk,
)
from stemguard.sync.tasks import Finished, Started, Task, TextTask

#: Searches go before indexing; measured to cost no indexing time on an idle machine.
NICENESS = 10


def perform(task: Task, say: Callable[[Started], None]) -> Finished:
    """Does a task; no file's content raises."""
    memory = task.memory
    indexed: list[IndexedFile] = []
    touched: dict[str, FileState] = {}
    gone: list[str] = []
    with contextlib.nullcontext(recalls_nothing) if memory is None else memory.open() as recall:
        for wanted in task.wanted:
            say(Started(wanted.path))
            found = _index_safely(wanted, task.rules, recall)
            if isinstance(found, IndexedFile):
                indexed.append(found)
            elif found is None:
                gone.append(wanted.path)
            else:
                touched[wanted.path] = found
        batch = task.pack(indexed) if indexed else None
    skipped = sum(1 for file in indexed if file.reason)
    recalled = sum(1 for file in indexed if file.recalled is not None)
    parsed = len(indexed) - skipped - recalled
    return Finished(batch, touched, tuple(gone), parsed, skipped, recalled)


def perform_text(task: TextTask, say: Callable[[Started], None]) -> Finished:
    """Cuts and packs the text of a document; no text raises."""
    say(Started(task.path))
    try:
        indexed = index_text(task.path, task.text, task.language, task.rules)
    except Exception as error:  # as for a file
        return task.set_aside(task.path, f"could not be read: {type(error).__name__}")
    skipped = 1 if indexed.reason else 0
    return Finished(task.pack([indexed]), {}, (), 1 - skipped, skipped)


def _index_safely(
    wanted: Wanted, rules: ReadRules, recall: Recall
) -> IndexedFile | FileState | None:
    try:
        return index_file(wanted, rules, time.time_ns(), recall)
    except Exception as error:  # one file must not take the others along
        state = state_on_disk(f"{rules.root}/{wanted.path}", rules)
        return IndexedFile(wanted.path, state, reason=f"could not be read: {type(error).__name__}")


def main() -> None:
    """Performs tasks until the pipe closes."""
    os.nice(NICENESS)
    # Millions of small values without a cycle among them: looking for one costs a fifth.
    gc.disable()
    tasks, results = int(sys.argv[1]), int(sys.argv[2])
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            task = receive(tasks)
            say = partial(send, results)
            if isinstance(task, TextTask):
                send(results, perform_text(task, say))
            else:
                assert isinstance(task, Task)
                send(results, perform(task, say))
            gc.collect()


if __name__ == "__main__":
    main()
