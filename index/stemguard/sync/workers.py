"""Our own worker processes: a dead or stuck one is replaced, its file read as text or set aside."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass

from stemguard.domain.errors import Cancelled, IndexUnavailable
from stemguard.sync.pipe import Incoming, Outgoing
from stemguard.sync.tasks import OUT_OF_MEMORY, OVERDUE, Finished, Loading, Order, Started, Work

#: A file that keeps a worker waiting longer than this is set aside; one that keeps it busy ends it
#: before, but on a machine that has no time for it.
DEADLINE_S = 20.0
#: A new one imports for a quarter of a second, and on a busy machine for many.
_LONGEST_START_S = 20.0
#: How often a caller's wish to stop is asked for.
_TICK_S = 0.1
#: Workers that die before their first file are not started for ever.
_MOST_FAILED_STARTS = 3
#: More than these would only wait for the one writer.
_MOST_WORKERS = 16

TIMED_OUT = "took too long to read"
TOO_MUCH = "took too much memory to read"
CRASHED = "crashed the reader"
_AS_TEXT = "only its text is searched"
_NO_WORKER = "The process that reads files cannot be started."


def default_workers() -> int:
    """As many as this process may use processors."""
    return min(_MOST_WORKERS, len(os.sched_getaffinity(0)))


@dataclass(slots=True)
class _Worker:
    process: subprocess.Popen[bytes]
    tasks: Outgoing
    results: Incoming
    work: Work | None = None
    path: str = ""
    #: The grammars that it is not to load, and the one that it loads.
    refused: frozenset[str] = frozenset()
    loading: str = ""
    deadline: float = 0.0

    def end(self) -> None:
        self.tasks.close()
        self.results.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Workers:
    """A handful of worker processes, started when there is something to do.

    Any thread may `run`, several at the same time, each with `most` workers; those that are idle
    are everybody's, and `warm` of them stay when all is done. `deadline_s` is for one file, and for
    what a worker has to say of its work: it counts from the last thing that was heard of it.
    """

    def __init__(self, most: int | None = None, deadline_s: float = DEADLINE_S) -> None:
        self._most = max(1, default_workers() if most is None else most)
        self.warm = 1
        self._deadline_s = deadline_s
        self._idle: list[_Worker] = []
        #: Grammars that ended a worker as they were loaded: no other is to try.
        self._refused: set[str] = set()
        self._changing = threading.Lock()
        self._is_closed = False

    def run(
        self, work: Iterable[Work], cancelled: Callable[[], bool]
    ) -> Generator[Finished, None, None]:
        """The result of every piece of work, in the order in which they end.

        A piece is taken from `work` when a worker is free for it. A file that kills or stalls its
        worker comes as text in a batch of its own, as a skipped file if it does so twice. Raises
        Cancelled, and IndexUnavailable if workers cannot be started at all. Whoever does not take
        every result must close the iterator: that ends the workers that are busy.
        """
        run = _Run(self._most, self._deadline_s, self._take_idle, self._refused)
        try:
            yield from run.results(iter(work), cancelled)
        finally:
            for worker in run.busy:
                worker.end()
            self._give_back(run.free)

    def close(self) -> None:
        """Ends the workers that are idle, and the others when they are."""
        with self._changing:
            self._is_closed = True
        self._give_back([])

    def _take_idle(self) -> _Worker | None:
        with self._changing:
            return self._idle.pop() if self._idle else None

    def _give_back(self, workers: list[_Worker]) -> None:
        """Some stay warm for the next save; the others give their memory back."""
        with self._changing:
            self._idle += workers
            keep = 0 if self._is_closed else self.warm
            superfluous, self._idle = self._idle[keep:], self._idle[:keep]
        for worker in superfluous:
            worker.end()


class _Run:
    """The workers of one run: those that are busy, and those that it has and does not need."""

    def __init__(
        self,
        most: int,
        deadline_s: float,
        take_idle: Callable[[], _Worker | None],
        refused: set[str],
    ) -> None:
        self.busy: list[_Worker] = []
        self.free: list[_Worker] = []
        self._most = most
        self._deadline_s = deadline_s
        self._take_idle = take_idle
        self._refused = refused
        self._again: list[Work] = []
        self._failed_starts = 0

    def results(
        self, work: Iterator[Work], cancelled: Callable[[], bool]
    ) -> Generator[Finished, None, None]:
        """The results, until all work is done."""
        while True:
            while len(self.busy) < self._most:
                piece = self._again.pop() if self._again else next(work, None)
                if piece is None:
                    break
                self._give(piece)
            if not self.busy:
                return
            if cancelled():
                raise Cancelled("Indexing was cancelled.")
            yield from self._collect()

    def _give(self, work: Work) -> None:
        worker = self.free.pop() if self.free else self._take_idle()
        patience_s = self._deadline_s
        if worker is None:
            worker = _start()
            patience_s = max(patience_s, _LONGEST_START_S)
        worker.work, worker.path, worker.loading = work, "", ""
        worker.refused = frozenset(self._refused)
        worker.deadline = time.monotonic() + patience_s
        self.busy.append(worker)
        worker.tasks.put(Order(work, worker.refused))
        self._tell(worker)

    def _collect(self) -> Iterator[Finished]:
        polled = select.poll()
        for worker in self.busy:
            polled.register(worker.results, select.POLLIN)
            if not worker.tasks.is_sent:
                polled.register(worker.tasks, select.POLLOUT)
        ready = {descriptor for descriptor, _ in polled.poll(1000 * _TICK_S)}
        for worker in list(self.busy):
            if worker.tasks.fileno() in ready:
                self._tell(worker)
            if worker.results.fileno() in ready:
                yield from self._hear(worker)
            elif time.monotonic() > worker.deadline:
                yield from self._lose(worker, TIMED_OUT)

    def _tell(self, worker: _Worker) -> None:
        # If it is dead, the end of its results says so in its turn.
        with contextlib.suppress(OSError):
            if worker.tasks.push():
                deadline = time.monotonic() + self._deadline_s
                worker.deadline = max(worker.deadline, deadline)

    def _hear(self, worker: _Worker) -> Iterator[Finished]:
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
            elif isinstance(said, Loading):
                worker.loading = said.wheel
            elif isinstance(said, Finished):
                # What is known to be done is not done again: a worker that is dead now, too,
                # is found out by its next work.
                self.busy.remove(worker)
                self.free.append(worker)
                yield said
                return
        if not is_alive:
            yield from self._lose(worker, CRASHED)

    def _lose(self, worker: _Worker, reason: str) -> Iterator[Finished]:
        """Replaces a worker: its file is read again as text, or is set aside if that is what it
        was at, and the rest of its work waits again."""
        work = worker.work
        assert work is not None
        self.busy.remove(worker)
        worker.end()
        if worker.process.returncode == -OVERDUE:
            reason = TIMED_OUT
        elif worker.process.returncode == OUT_OF_MEMORY:
            reason = TOO_MUCH
        if not worker.path:
            self._failed_starts += 1
            if self._failed_starts >= _MOST_FAILED_STARTS:
                raise IndexUnavailable(_NO_WORKER)
            self._again.append(work)
            return
        # With the grammar of no use, the file is read like others of its language. What only waited
        # for a processor may do so next time.
        if worker.process.returncode != -signal.SIGKILL and worker.loading not in {
            "",
            *worker.refused,
        }:
            self._refused.add(worker.loading)
            self._again.append(work)
            return
        rest = work.without(worker.path)
        if rest is not None:
            self._again.append(rest)
        again = work.as_text(worker.path, f"{reason}: {_AS_TEXT}")
        if again is None:
            yield work.set_aside(worker.path, reason)
        else:
            self._again.append(again)


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
