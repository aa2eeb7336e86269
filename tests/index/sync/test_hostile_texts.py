"""Texts that are made to cost time or memory, in every language, cut by real worker processes.

Nothing here looks at a clock: a worker that takes too much processor time ends itself, and its text
comes back as text with a reason, or without units and with one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from stemguard.index_in_use import document_corpus, document_packer
from stemguard.store.sqlite.pack import PackedBatch
from stemguard.sync.reading import ReadRules
from stemguard.sync.tasks import TextTask
from stemguard.sync.workers import Workers
from stemguard.units.extract import EXTRACTORS

#: A text of long lines is set aside before anything is looked for in it: 60 signs are in each.
HOSTILE = {
    "round": f"{'(' * 60}\n" * 1000,
    "square": f"{'[' * 60}\n" * 1000,
    "curly": f"{'{' * 60}\n" * 1000,
    "angle": f"{'<' * 60}\n" * 300,
    "closed": f"{'(' * 60}\n" * 300 + f"{')' * 60}\n" * 300,
    "quotes": "\"'\n" * 10_000,
    "json": '{"a":[\n' * 30_000,
    "line": "a b " * 750_000,
    "nul": "def a\0" * 10_000,
    "nested": "function f() {\n" * 5_000,
}
RULES = ReadRules("", 4_000_000, (), follow_symlinks=False)


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    # A worker's own limit is what ends it.
    with closing(Workers(2, deadline_s=600)) as pool:
        yield pool


@pytest.mark.timeout(300)
@pytest.mark.parametrize("language", sorted(EXTRACTORS))
def test_a_hostile_text_is_cut_or_set_aside_and_what_is_next_is_read(
    language: str, workers: Workers
) -> None:
    texts = {**HOSTILE, "harmless": "a line\n"}
    pack = document_packer()
    tasks = [TextTask(name, text, language, RULES, pack) for name, text in texts.items()]
    with closing(workers.run(tasks, lambda: False)) as results:
        finished = {one.paths[0]: one for one in results}
    assert set(finished) == set(texts)
    for name, one in finished.items():
        assert isinstance(one.batch, PackedBatch)
        (file,) = one.batch.files
        assert not file.reason.startswith("could not be read"), name
        assert one.parsed + one.skipped == 1, name
        n_units = document_corpus(one.batch).n_units
        assert bool(n_units) == bool(one.parsed), name
        # No more units than a person could have written.
        assert n_units <= 40_000, name
    assert finished["harmless"].parsed == 1
