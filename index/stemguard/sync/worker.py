"""A worker process: reads, cuts, tokenizes and packs files, and says which one it is at.

Started as `python -P -m stemguard.sync.worker READ_FD WRITE_FD`: its tasks come over a pipe of its
own, and it ends when that pipe closes. It never touches standard input or output.
"""

from __future__ import annotations

import contextlib
import gc
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
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
from stemguard.sync.tasks import (
    OUT_OF_MEMORY,
    OVERDUE,
    Finished,
    Loading,
    Order,
    Started,
    Task,
    TextTask,
)
from stemguard.units import code

#: Searches go before indexing; measured to cost no indexing time on an idle machine.
NICENESS = 10
#: Processor time for a file, and for each byte of it. The slowest honest megabyte takes 2 seconds,
#: most take less than one.
_MOST_S = 2.0
_MOST_PER_BYTE_S = 2e-6
#: Memory of a worker that is at a file, and for each byte of it: a megabyte is given 1.5 GB, and
#: honest ones take 70 to 340 MB.
_MOST_MEMORY = 1 << 30
_MOST_MEMORY_PER_BYTE = 500
#: For a grammar and its queries, which the first file of a language needs.
_MOST_TO_LOAD_S = 6.0


#: What is around all that is done with a file: given its path and its size in bytes, it gives what
#: is to be told the language before definitions are looked for.
Around = Callable[[str, int], AbstractContextManager[Callable[[str], None]]]


def perform(task: Task, around: Around) -> Finished:
    """Does a task; no file's content raises."""
    memory = task.memory
    indexed: list[IndexedFile] = []
    touched: dict[str, FileState] = {}
    gone: list[str] = []
    with contextlib.nullcontext(recalls_nothing) if memory is None else memory.open() as recall:
        for wanted in task.wanted:
            with around(wanted.path, _size(wanted.path, task.rules)) as on_language:
                found = _index_safely(wanted, task.rules, recall, on_language)
            if isinstance(found, IndexedFile):
                indexed.append(found)
            elif found is None:
                gone.append(wanted.path)
            else:
                touched[wanted.path] = found
        batch = task.pack(indexed) if indexed else None
    skipped = sum(1 for file in indexed if file.reason and not file.units)
    recalled = sum(1 for file in indexed if file.recalled is not None)
    parsed = len(indexed) - skipped - recalled
    return Finished(batch, touched, tuple(gone), parsed, skipped, recalled)


def perform_text(task: TextTask, around: Around) -> Finished:
    """Cuts and packs the text of a document; no text raises."""
    try:
        with around(task.path, len(task.text)) as on_language:
            indexed = index_text(
                task.path, task.text, task.language, task.rules, task.reason, on_language
            )
    except Exception as error:  # as for a file
        return task.set_aside(task.path, f"could not be read: {type(error).__name__}")
    skipped = 1 if indexed.reason and not indexed.units else 0
    return Finished(task.pack([indexed]), {}, (), 1 - skipped, skipped)


def _index_safely(
    wanted: Wanted, rules: ReadRules, recall: Recall, on_language: Callable[[str], None]
) -> IndexedFile | FileState | None:
    try:
        return index_file(wanted, rules, time.time_ns(), recall, on_language)
    except MemoryError:
        raise
    except Exception as error:  # one file must not take the others along
        state = state_on_disk(f"{rules.root}/{wanted.path}", rules)
        return IndexedFile(wanted.path, state, reason=f"could not be read: {type(error).__name__}")


def main() -> None:
    """Performs tasks until the pipe closes."""
    os.nice(NICENESS)
    signal.signal(OVERDUE, signal.SIG_DFL)
    # Millions of small values without a cycle among them: looking for one costs a fifth.
    gc.disable()
    tasks, results = int(sys.argv[1]), int(sys.argv[2])
    code.tell_of_loading = lambda wheel: send(results, Loading(wheel))
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        around = partial(_within_time, results)
        while True:
            order = receive(tasks)
            assert isinstance(order, Order)
            code.refuse(order.refused)
            task = order.work
            if isinstance(task, TextTask):
                send(results, perform_text(task, around))
            else:
                assert isinstance(task, Task)
                send(results, perform(task, around))
            gc.collect()


@contextlib.contextmanager
def _within_time(results: int, path: str, size_bytes: int) -> Iterator[Callable[[str], None]]:
    """Says which file comes, and ends this process if it takes too much processor time or memory.

    Where a grammar's own code goes round in a circle, neither a callback is asked nor the handler
    of a signal run.
    """

    def load(language: str) -> None:
        left_s, _ = signal.setitimer(signal.ITIMER_PROF, _MOST_TO_LOAD_S)
        code.prepare(language)
        signal.setitimer(signal.ITIMER_PROF, left_s)

    send(results, Started(path))
    signal.setitimer(signal.ITIMER_PROF, _MOST_S + _MOST_PER_BYTE_S * size_bytes)
    allowed, most = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = _MOST_MEMORY + _MOST_MEMORY_PER_BYTE * size_bytes
    given = (limit for limit in (allowed, wanted) if limit != resource.RLIM_INFINITY)
    resource.setrlimit(resource.RLIMIT_DATA, (min(given), most))
    try:
        yield load
    except MemoryError:
        # What is left of it lies about in frames and caches.
        os._exit(OUT_OF_MEMORY)
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (allowed, most))
        signal.setitimer(signal.ITIMER_PROF, 0)


def _size(path: str, rules: ReadRules) -> int:
    return min(state_on_disk(f"{rules.root}/{path}", rules).size, rules.max_file_size)


if __name__ == "__main__":
    main()
