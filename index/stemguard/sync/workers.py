"""Our own worker processes: a dead or stuck one is replaced, and the file it was at set aside."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, replace

from stemguard.domain.errors import Cancelled, IndexUnavailable
from stemguard.ports.posting_store import IndexedFile
from stemguard.sync.pipe import Incoming, Outgoing
from stemguard.sync.reading import state_on_disk
from stemguard.sync.tasks import Finished, Started, Task

#: A file that keeps a worker busy longer than this is set aside. The slowest honest file of the
#: Linux kernel's source, 1 MB of nested tables, takes 2 seconds.
DEADLINE_S = 20.0
#: How often a caller's wish to stop is asked for.
_TICK_S = 0.1
#: Workers that die before their first file are not started for ever.
_MOST_FAILED_STARTS = 3
#: More than these would only wait for the one writer.
_MOST_WORKERS = 16

TIMED_OUT = "took too long to read"
CRASHED = "crashed the reader"
_NO_WORKER = "The process that reads files cannot be started."


def default_workers() -> int:
    """As many as this process may use processors."""
    return min(_MOST_WORKERS, len(os.sched_getaffinity(0)))


@dataclass(slots=True)
class _Worker:
    process: subprocess.Popen[bytes]
    tasks: Outgoing
    results: Incoming
    task: Task | None = None
    path: str = ""
    deadline: float = 0.0

    def end(self) -> None:
        self.tasks.close()
        self.results.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Workers:
    """A handful of worker processes, started when there is something to do.

    One thread at a time may `run` or `close`. `deadline_s` is for one file, and for what a worker
    has to say of its task: it counts from the last thing that was heard of the worker.
    """

    def __init__(self, most: int | None = None, deadline_s: float = DEADLINE_S) -> None:
        self._most = max(1, default_workers() if most is None else most)
        self._deadline_s = deadline_s
        self._idle: list[_Worker] = []
        self._busy: list[_Worker] = []
        self._failed_starts = 0

    def run(
        self, tasks: Iterable[Task], cancelled: Callable[[], bool]
    ) -> Generator[Finished, None, None]:
        """The result of every task, in the order in which they end.

        A file that kills or stalls its worker comes as a skipped file of a batch of its own.
        Raises Cancelled, and IndexUnavailable if workers cannot be started at all. Whoever does
        not take every result must close the iterator: that ends the workers that are busy.
        """
        waiting = deque(tasks)
        try:
            while waiting or self._busy:
                while waiting and len(self._busy) < self._most:
                    self._give(waiting.popleft())
                if cancelled():
                    raise Cancelled("Indexing was cancelled.")
                yield from self._collect(waiting)
        finally:
            for worker in self._busy:
                worker.end()
            self._busy.clear()
            self._keep_one_idle()

    def close(self) -> None:
        """Ends all workers."""
        for worker in self._idle:
            worker.end()
        self._idle.clear()

    def _give(self, task: Task) -> None:
        worker = self._idle.pop() if self._idle else _start()
        worker.task, worker.path = task, ""
        worker.deadline = time.monotonic() + self._deadline_s
        self._busy.append(worker)
        worker.tasks.put(task)
        self._tell(worker)

    def _collect(self, waiting: deque[Task]) -> Iterator[Finished]:
        polled = select.poll()
        for worker in self._busy:
            polled.register(worker.results, select.POLLIN)
            if not worker.tasks.is_sent:
                polled.register(worker.tasks, select.POLLOUT)
        ready = {descriptor for descriptor, _ in polled.poll(1000 * _TICK_S)}
        for worker in list(self._busy):
            if worker.tasks.fileno() in ready:
                self._tell(worker)
            if worker.results.fileno() in ready:
                yield from self._hear(worker, waiting)
            elif time.monotonic() > worker.deadline:
                yield from self._lose(worker, TIMED_OUT, waiting)

    def _tell(self, worker: _Worker) -> None:
        # If it is dead, the end of its results says so in its turn.
        with contextlib.suppress(OSError):
            if worker.tasks.push():
                worker.deadline = time.monotonic() + self._deadline_s

    def _hear(self, worker: _Worker, waiting: deque[Task]) -> Iterator[Finished]:
        worker.deadline = time.monotonic() + self._deadline_s
        is_alive = True
        try:
            worker.results.pull()
        except (EOFError, OSError):
            is_alive = False
        for said in worker.results.messages():
            if isinstance(said, Started):
                worker.path = said.path
                self._failed_starts = 0
            elif isinstance(said, Finished):
                # What is known to be done is not done again: a worker that is dead now, too,
                # is found out by its next task.
                self._busy.remove(worker)
                self._idle.append(worker)
                yield said
                return
        if not is_alive:
            yield from self._lose(worker, CRASHED, waiting)

    def _lose(self, worker: _Worker, reason: str, waiting: deque[Task]) -> Iterator[Finished]:
        """Replaces a worker: its file is set aside, the rest of its task waits again."""
        task = worker.task
        assert task is not None
        self._busy.remove(worker)
        worker.end()
        if not worker.path:
            self._failed_starts += 1
            if self._failed_starts >= _MOST_FAILED_STARTS:
                raise IndexUnavailable(_NO_WORKER)
            waiting.appendleft(task)
            return
        rest = tuple(wanted for wanted in task.wanted if wanted.path != worker.path)
        if rest:
            waiting.appendleft(replace(task, wanted=rest))
        state = state_on_disk(f"{task.rules.root}/{worker.path}")
        aside = IndexedFile(worker.path, state, reason=reason)
        yield Finished(task.pack([aside]), {}, (), 0, 1)

    def _keep_one_idle(self) -> None:
        """One stays warm for the next save; the others give their memory back."""
        while len(self._idle) > 1:
            self._idle.pop().end()


def _start() -> _Worker:
    """A new worker. Raises IndexUnavailable where the system refuses one."""
    try:
        with contextlib.ExitStack() as theirs, contextlib.ExitStack() as on_failure:
            task_reader, task_writer = os.pipe()
            theirs.callback(os.close, task_reader)
            on_failure.callback(os.close, task_writer)
            result_reader, result_writer = os.pipe()
            theirs.callback(os.close, result_writer)
            on_failure.callback(os.close, result_reader)
            process = _spawn(task_reader, result_writer)
            on_failure.pop_all()
    except OSError as error:
        raise IndexUnavailable(f"{_NO_WORKER[:-1]}: {error.strerror}.") from error
    return _Worker(process, Outgoing(task_writer), Incoming(result_reader))


def _spawn(task_reader: int, result_writer: int) -> subprocess.Popen[bytes]:
    # -P: a workspace's own modules must never be imported in place of ours.
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "stemguard.sync.worker", str(task_reader), str(result_writer)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        pass_fds=(task_reader, result_writer),
        start_new_session=True,
    )
