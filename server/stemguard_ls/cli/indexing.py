"""A progress bar on the terminal; nothing where standard error is none."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from stemguard.workspace import Progress


@contextmanager
def shown_progress() -> Iterator[Callable[[Progress], None]]:
    """What to report progress to; the bar is drawn from the first report on, and then wiped."""
    if not sys.stderr.isatty():
        yield lambda progress: None
        return
    bar = _Bar()
    try:
        yield bar.report
    finally:
        bar.close()


class _Bar:
    def __init__(self) -> None:
        self._close: Callable[[], None] = lambda: None
        self._update: Callable[[Progress], None] | None = None

    def report(self, progress: Progress) -> None:
        """Draws the bar; rich is loaded where there is something to draw."""
        if progress.total == 0:
            return
        if self._update is None:
            self._update = self._open()
        self._update(progress)

    def close(self) -> None:
        """Wipes the bar."""
        self._close()

    def _open(self) -> Callable[[Progress], None]:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bars

        columns = (
            TextColumn("Indexing {task.fields[folder]}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        bars = Bars(*columns, console=Console(stderr=True), transient=True)
        task = bars.add_task("", folder="")
        bars.start()
        self._close = bars.stop

        def update(progress: Progress) -> None:
            bars.update(
                task, completed=progress.done, total=progress.total, folder=progress.root.name
            )

        return update
