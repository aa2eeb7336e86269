"""What files can do to the processes that read them: real workers, and made-up grammars."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from stemguard import Workspace
from stemguard.store.memory import MemoryStore
from stemguard.sync.indexer import Indexer, SyncReport
from stemguard.sync.selection import Selection
from stemguard.sync.turns import Turns
from stemguard.sync.workers import CRASHED, TIMED_OUT, TOO_MUCH, Workers

#: Neither lets Python run again: no handler of a signal, no thread.
NEVER_ENDS = "sum(iter(int, 1))"
CRASHES = "ctypes.string_at(0)"
#: 4 GB that are never touched: without a limit the machine is not at risk.
ALLOCATES = "return [bytes(100_000_000) for _ in range(40)]"

#: What it does when something is parsed, in place of the library: no grammar made of Python can.
PARSES = """
import ctypes
class Language:
    def __init__(self, grammar): self.grammar = grammar
    def id_for_node_kind(self, kind, named): pass
class Query:
    pattern_count = 1
    def __init__(self, grammar, text): pass
class QueryError(Exception): pass
class Parser:
    def __init__(self, language): self.language = language
    def parse(self, source):
        if self.language.grammar == "go": {does}
        raise ValueError
"""


def _grammar(folder: Path, monkeypatch: pytest.MonkeyPatch, does: str) -> None:
    """In place of Go's grammar, workers find one that does this when it is first used."""
    folder.mkdir()
    (folder / "tree_sitter_go.py").write_text(f"import ctypes\ndef language(): {does}\n")
    monkeypatch.setenv("PYTHONPATH", str(folder))


def _parser(folder: Path, monkeypatch: pytest.MonkeyPatch, does: str) -> None:
    """The grammar of Go can be loaded, and workers do this when they parse with it."""
    _grammar(folder, monkeypatch, "return 'go'")
    (folder / "tree_sitter.py").write_text(PARSES.format(does=does))


class Harness:
    def __init__(self, root: Path, workers: Workers) -> None:
        root.mkdir()
        self.root = root
        self.store = MemoryStore()
        self.indexer = Indexer(
            root, Selection(), self.store, workers, Turns(), lock_folder=None, environment={}
        )

    def sync(self) -> SyncReport:
        return self.indexer.sync(progress=lambda _: None, cancelled=lambda: False)

    def names(self) -> list[str]:
        with self.store.snapshot() as snapshot:
            slots = range(snapshot.n_units)
            return sorted(described.name for described in snapshot.describe(slots))

    def skipped(self) -> dict[str, str]:
        with self.store.snapshot() as snapshot:
            return dict(snapshot.skipped())


@pytest.fixture
def workers() -> Iterator[Workers]:
    # Only the worker's own limit can end what never ends.
    with closing(Workers(1, deadline_s=600)) as workers:
        yield workers


@pytest.mark.parametrize(
    ("does", "reason"),
    [(NEVER_ENDS, TIMED_OUT), (CRASHES, CRASHED), (ALLOCATES, TOO_MUCH)],
)
def test_a_file_whose_grammar_hangs_or_crashes_or_grows_is_read_as_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: Workers, does: str, reason: str
) -> None:
    _parser(tmp_path / "grammars", monkeypatch, does)
    harness = Harness(tmp_path / "root", workers)
    (harness.root / "a.go").write_text("package a\n")
    (harness.root / "b.rst").write_text("Read\n====\n")
    harness.sync()
    assert harness.skipped() == {"a.go": f"{reason}: only its text is searched"}
    assert harness.names() == ["Read", "a.go", "b.rst"]


@pytest.mark.parametrize("does", [NEVER_ENDS, CRASHES])
def test_a_grammar_that_ends_who_loads_it_is_loaded_once_for_all_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: Workers, does: str
) -> None:
    loaded = tmp_path / "loaded"
    _grammar(tmp_path / "grammars", monkeypatch, f"print(file=open({str(loaded)!r}, 'a')); {does}")
    harness = Harness(tmp_path / "root", workers)
    for name in ("a.go", "b.go", "c.go"):
        (harness.root / name).write_text("package a\nfunc f() {}\n")
    (harness.root / "d.py").write_text("def read(): pass\n")
    harness.sync()
    (harness.root / "e.go").write_text("package a\n")
    harness.sync()
    assert loaded.read_text() == "\n"
    broken = (
        "no symbols: tree-sitter-go cannot be loaded; "
        "`pip install --force-reinstall tree-sitter-go` may mend it"
    )
    assert harness.skipped() == dict.fromkeys(("a.go", "b.go", "c.go", "e.go"), broken)
    assert harness.names() == ["a.go", "b.go", "c.go", "d.py", "e.go", "read"]


def test_a_file_that_crashed_its_grammar_is_not_tried_again_until_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: Workers
) -> None:
    _parser(tmp_path / "grammars", monkeypatch, CRASHES)
    harness = Harness(tmp_path / "root", workers)
    (harness.root / "a.go").write_text("package a\n")
    harness.sync()
    again = harness.sync()
    assert (again.parsed, again.unchanged) == (0, 1)
    assert harness.skipped()
    (harness.root / "a.go").write_text("package ab\n")
    assert harness.sync().parsed == 1


def test_a_grammar_that_cannot_be_used_is_said_once_for_all_of_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "root").mkdir()
    for name in ("a.go", "b.go"):
        (tmp_path / "root" / name).write_text("package a\nfunc f() {}\n")
    for name in ("a.rb", "b.rb"):
        (tmp_path / "root" / name).write_text("def f; end\n")
    _grammar(tmp_path / "grammars", monkeypatch, "raise ValueError")
    (tmp_path / "grammars" / "tree_sitter_ruby.py").write_text(
        "raise ModuleNotFoundError(name=__name__)"
    )
    missing = (
        "tree-sitter-ruby is not installed; `pip install --force-reinstall stemguard` brings it"
    )
    broken = (
        "tree-sitter-go cannot be loaded; "
        "`pip install --force-reinstall tree-sitter-go` may mend it"
    )
    with Workspace.open(tmp_path / "root", cache=tmp_path / "cache") as workspace:
        workspace.sync()
        assert [sentence for _, sentence in workspace.notices()] == [
            f"Some files have no symbols: {broken}; {missing}."
        ]
        (tmp_path / "root/a.go").write_text("package ab\n")
        workspace.sync()
        assert not workspace.notices()
        (status,) = workspace.status()
        assert [(kind.reason, kind.count) for kind in status.skipped] == [
            (f"no symbols: {broken}", 2),
            (f"no symbols: {missing}", 2),
        ]
        assert {hit.path for hit in workspace.search("f").hits} >= {"a.rb", "b.rb"}
    with Workspace.open(tmp_path / "root", cache=tmp_path / "cache") as workspace:
        workspace.sync()
        # Nothing was read, so nobody is told again.
        assert not workspace.notices()
        assert workspace.status()[0].skipped
        (tmp_path / "root/b.go").write_text("package ab\n")
        workspace.sync()
        assert len(workspace.notices()) == 1


def test_loading_a_grammar_is_not_counted_as_time_for_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: Workers
) -> None:
    # Twice what a file of this size may take; and what is loaded then is of another language.
    spent = "[0 for _ in iter(lambda: __import__('time').process_time() < 4.1, False)]"
    other = "__import__('tree_sitter_ruby').language()"
    _grammar(tmp_path / "grammars", monkeypatch, f"return {spent} and {other}")
    harness = Harness(tmp_path / "root", workers)
    (harness.root / "a.go").write_text("package a\n")
    harness.sync()
    assert "of another version" in harness.skipped()["a.go"]
