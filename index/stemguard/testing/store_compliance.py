"""What every store must do: a test for each sentence of the port, and random histories."""

from __future__ import annotations

import pickle
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import ClassVar, Literal

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from stemguard.domain.corpus import Corpus
from stemguard.domain.query import View
from stemguard.domain.stem import stem
from stemguard.ports.posting_store import FileState, IndexedFile, PostingStore
from stemguard.testing.answers import make_unit
from stemguard.testing.holdings import assert_answers, assert_holds
from stemguard.testing.strategies import (
    After,
    Edit,
    SourceFile,
    apply,
    edit_scripts,
    source_files,
    states,
)

STATE = FileState(size=10, mtime_ns=20, inode=30, ctime_ns=40, content_hash=b"hash")
LATER = FileState(size=11, mtime_ns=21, inode=31, ctime_ns=41, content_hash=b"other")

#: One or two words, as typed, of the same stem, unknown, excluded, quoted, unfinished.
QUERIES = (
    *("partition", "cancelling file", "copy", "happily -part", '"git hub"', "the copied", "日本語"),
    *("autocancel url", "unheard partitions", "to_string"),
)

matches: st.SearchStrategy[Literal["all", 1]] = st.sampled_from([1, "all"])

_histories = settings(
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.differing_executors],
)


class StoreCompliance(ABC):
    """Subclass it as `Test...`; each test opens its own store."""

    #: Whether a store that was closed can be opened again in its place.
    durable: ClassVar[bool] = True

    @abstractmethod
    def open_store(self, place: Path) -> PostingStore:
        """A new store in an empty folder, or the one that was closed there."""

    @contextmanager
    def store(self) -> Iterator[PostingStore]:
        """A new store, closed in the end."""
        with tempfile.TemporaryDirectory() as place:
            store = self.open_store(Path(place))
            try:
                yield store
            finally:
                store.close()

    # Histories: whatever was done, the store holds what a store made afresh would hold.

    @given(script=edit_scripts(), query=st.sampled_from(QUERIES), match=matches)
    @_histories
    def test_after_any_edits_the_store_is_what_brute_force_makes_of_the_files(
        self, script: Sequence[Edit], query: str, match: Literal["all", 1]
    ) -> None:
        files: dict[str, SourceFile] = {}
        with tempfile.TemporaryDirectory() as place:
            store = self.open_store(Path(place))
            for edit in script:
                write(store, edit)
                files = apply(files, edit)
                if edit.after is After.TIDY:
                    store.tidy()
                if edit.after is After.REOPEN and self.durable:
                    store.close()
                    store = self.open_store(Path(place))
                with store.snapshot() as snapshot:
                    assert_holds(snapshot, files.values())
                    assert_answers(snapshot, files.values(), query, match)
            store.close()

    @given(script=edit_scripts(most=4), first=st.data())
    @_histories
    def test_a_snapshot_stays_as_it_was_while_others_write(
        self, script: Sequence[Edit], first: st.DataObject
    ) -> None:
        start = [first.draw(source_files(path)) for path in ("a/x.py", "b/x.md")]
        with self.store() as store:
            write(store, Edit((tuple(start),)))
            with store.snapshot() as snapshot:
                for edit in script:
                    write(store, edit)
                    store.tidy()
                    with store.snapshot():
                        assert_holds(snapshot, start)

    # Files and their states.

    def test_the_last_write_is_when_files_were_written_or_forgotten(self) -> None:
        with self.store() as store:
            with store.snapshot() as snapshot:
                assert snapshot.last_write is None
            times = [time.time()]
            for edit in (Edit(((one_unit("a", "copy"),),)), Edit(removed=("a",))):
                write(store, edit)
                times.append(time.time())
                with store.snapshot() as snapshot:
                    assert snapshot.last_write is not None
                    assert times[-2] <= snapshot.last_write <= times[-1]
            store.write(touched={"a": LATER})
            store.tidy()
            with store.snapshot() as snapshot:
                assert snapshot.last_write is not None
                assert snapshot.last_write <= times[-1]

    def test_states_and_reasons_are_asked_for_by_path_and_by_folder(self) -> None:
        paths = ("a", "a-b", "a/b", "a/b-c", "a/b/c", "a0", "b/c")
        with self.store() as store:
            files = [
                SourceFile(path, STATE, reason="large" if "c" in path else "") for path in paths
            ]
            write(store, Edit((tuple(files),)))
            with store.snapshot() as snapshot:
                assert set(snapshot.states(["a"])) == {"a", "a/b", "a/b-c", "a/b/c"}
                assert set(snapshot.states(["a/b", "b"])) == {"a/b", "a/b/c", "b/c"}
                assert snapshot.states(["a0"]) == {"a0": STATE}
                assert snapshot.states(["c"]) == snapshot.states([]) == {}
                assert set(snapshot.states(["", "a"])) == set(paths)
                assert snapshot.skipped(["a/b"]) == {"a/b/c": "large"}
                assert set(snapshot.skipped()) == {"a/b-c", "a/b/c", "b/c"}

    def test_states_come_in_pages_in_the_order_of_paths(self) -> None:
        paths = ("a", "a-b", "a/b", "a0", "\U0001f600", "\uff01")
        with self.store() as store:
            write(store, Edit((tuple(SourceFile(path, STATE) for path in paths),)))
            with store.snapshot() as snapshot:
                assert snapshot.states_after("", 2) == [("a", STATE), ("a-b", STATE)]
                assert snapshot.states_after("a-b", 2) == [("a/b", STATE), ("a0", STATE)]
                assert snapshot.states_after("a0", 9) == [("\uff01", STATE), ("\U0001f600", STATE)]
                assert snapshot.states_after("\U0001f600", 9) == []

    @given(files=source_files("a/x.py"), query=st.sampled_from(QUERIES), match=matches)
    @_histories
    def test_a_batch_is_a_corpus_before_it_is_written(
        self, files: SourceFile, query: str, match: Literal["all", 1]
    ) -> None:
        with self.store() as store:
            batch = store.packer()([files.indexed()])
            corpus = store.corpus_of(batch)
            assert_answers(corpus, [files], query, match)
            with store.snapshot() as snapshot:
                assert snapshot.generation == 0

    def test_a_new_store_holds_nothing(self) -> None:
        with self.store() as store, store.snapshot() as snapshot:
            assert_holds(snapshot, [])

    @given(state=states)
    @example(state=FileState(0, 0, 0, 0, b""))
    @example(state=FileState(2**64 - 1, -(2**80), 2**64 - 1, 2**80, b"\0"))
    @_histories
    def test_a_state_comes_back_as_it_was_given(self, state: FileState) -> None:
        with self.store() as store:
            write(store, Edit(((SourceFile("a", state),),)))
            with store.snapshot() as snapshot:
                assert snapshot.states() == {"a": state}

    def test_a_skipped_file_is_known_by_its_state_and_reason(self) -> None:
        with self.store() as store:
            write(store, Edit(((SourceFile("a", STATE, "binary"), one_unit("b", "copy")),)))
            with store.snapshot() as snapshot:
                assert snapshot.states() == {"a": STATE, "b": STATE}
                assert snapshot.skipped() == {"a": "binary"}

    def test_a_file_whose_text_alone_is_searched_has_units_and_a_reason(self) -> None:
        file = one_unit("a", "copy")
        with self.store() as store:
            write(store, Edit(((SourceFile("a", STATE, "only its text", file.units),),)))
            with store.snapshot() as snapshot:
                assert snapshot.skipped() == {"a": "only its text"}
                assert holders(snapshot, "copy") == ["a"]

    def test_a_file_that_is_skipped_later_loses_its_units(self) -> None:
        with self.store() as store:
            write(store, Edit(((one_unit("a", "copy"), one_unit("b", "copy")),)))
            write(store, Edit(((SourceFile("a", STATE, "binary"),),)))
            with store.snapshot() as snapshot:
                assert holders(snapshot, "copy") == ["b"]

    def test_a_path_need_not_be_valid_unicode(self) -> None:
        path = "a\udcff/\nb\t.py"
        with self.store() as store:
            write(store, Edit(((one_unit(path, "copy"),),)))
            with store.snapshot() as snapshot:
                assert holders(snapshot, "copy") == [path]
                assert snapshot.states() == {path: STATE}

    def test_a_name_may_hold_any_character(self) -> None:
        name = "copy\udcff\0\n\t\u2028"
        with self.store() as store:
            write(store, Edit(((one_unit("a", name),),)))
            with store.snapshot() as snapshot:
                assert [shown.name for shown in snapshot.describe([0])] == [name]

    # Writing.

    def test_a_written_file_takes_the_place_of_what_was_known_of_it(self) -> None:
        with self.store() as store:
            write(store, Edit(((one_unit("a", "copy"), one_unit("b", "copy")),)))
            write(store, Edit(((one_unit("a", "paste", LATER),),)))
            with store.snapshot() as snapshot:
                assert holders(snapshot, "copy") == ["b"]
                assert holders(snapshot, "paste") == ["a"]
                assert snapshot.states() == {"a": LATER, "b": STATE}

    def test_of_two_batches_with_a_path_the_later_one_holds(self) -> None:
        with self.store() as store:
            write(store, Edit(((one_unit("a", "copy"),), (one_unit("a", "paste"),))))
            with store.snapshot() as snapshot:
                assert_holds(snapshot, [one_unit("a", "paste")])

    def test_a_removed_file_is_forgotten_and_an_unknown_one_ignored(self) -> None:
        with self.store() as store:
            write(store, Edit(((one_unit("a", "copy"), one_unit("b", "copy")),)))
            write(store, Edit(removed=("never", "a")))
            with store.snapshot() as snapshot:
                assert_holds(snapshot, [one_unit("b", "copy")])

    def test_a_path_that_is_written_and_removed_is_written(self) -> None:
        with self.store() as store:
            write(store, Edit(((one_unit("a", "copy"),),)))
            write(store, Edit(((one_unit("a", "paste"),),), removed=("a",)))
            with store.snapshot() as snapshot:
                assert_holds(snapshot, [one_unit("a", "paste")])

    def test_a_touched_file_has_a_new_state_and_the_same_units(self) -> None:
        with self.store() as store:
            write(store, Edit(((one_unit("a", "copy"), SourceFile("b", STATE, "binary")),)))
            write(store, Edit(touched={"a": LATER, "b": LATER, "never": LATER}))
            with store.snapshot() as snapshot:
                assert snapshot.states() == {"a": LATER, "b": LATER}
                assert holders(snapshot, "copy") == ["a"]
                assert snapshot.skipped() == {"b": "binary"}

    def test_a_write_returns_the_generation_that_snapshots_have_from_then_on(self) -> None:
        with self.store() as store:
            with store.snapshot() as snapshot:
                before = snapshot.generation
            first = write(store, Edit(((one_unit("a", "copy"),),)))
            second = write(store, Edit(touched={"a": LATER}))
            with store.snapshot() as snapshot:
                assert before < first < second == snapshot.generation

    def test_a_batch_names_each_of_its_files_once(self) -> None:
        with self.store() as store:
            batch = store.packer()([one_unit("b", "copy").indexed(), IndexedFile("a", STATE)])
            assert sorted(batch.paths) == ["a", "b"]

    def test_the_packer_and_its_batches_can_be_sent_to_another_process(self) -> None:
        with self.store() as store:
            packer = pickle.loads(pickle.dumps(store.packer()))
            batch = pickle.loads(pickle.dumps(packer([one_unit("a", "copy").indexed()])))
            store.write([batch])
            with store.snapshot() as snapshot:
                assert_holds(snapshot, [one_unit("a", "copy")])

    # Tidying, closing, sharing.

    def test_tidying_an_empty_store_changes_nothing(self) -> None:
        with self.store() as store:
            store.tidy()
            with store.snapshot() as snapshot:
                assert_holds(snapshot, [])

    def test_many_single_writes_and_a_tidying_are_one_corpus(self) -> None:
        files = [one_unit(f"{number % 7}/{number}.py", "copy files") for number in range(40)]
        with self.store() as store:
            for file in files:
                write(store, Edit(((file,),)))
            with store.snapshot() as snapshot:
                assert_holds(snapshot, files)
            store.tidy()
            with store.snapshot() as snapshot:
                assert_holds(snapshot, files)

    def test_an_open_snapshot_survives_the_closing_of_its_store(self) -> None:
        with self.store() as store:
            write(store, Edit(((one_unit("a", "copy"),),)))
            with store.snapshot() as snapshot:
                store.close()
                assert_holds(snapshot, [one_unit("a", "copy")])

    def test_a_closed_store_opens_with_all_that_was_written(self) -> None:
        if not self.durable:
            return
        with tempfile.TemporaryDirectory() as place:
            store = self.open_store(Path(place))
            generation = write(store, Edit(((one_unit("a", "copy"),),)))
            store.close()
            store = self.open_store(Path(place))
            with store.snapshot() as snapshot:
                assert_holds(snapshot, [one_unit("a", "copy")])
                assert snapshot.generation == generation
            store.close()

    def test_an_index_is_whole_from_when_that_is_said(self) -> None:
        with tempfile.TemporaryDirectory() as place:
            store = self.open_store(Path(place))
            write(store, Edit(((one_unit("a", "copy"),),)))
            with store.snapshot() as before:
                assert not before.is_whole
                store.complete()
                assert not before.is_whole
            if self.durable:
                store.close()
                store = self.open_store(Path(place))
            write(store, Edit((), removed=("a",)))
            with store.snapshot() as after:
                assert after.is_whole
            store.close()

    def test_two_stores_do_not_share_files(self) -> None:
        with self.store() as store, self.store() as other:
            write(store, Edit(((one_unit("a", "copy"),),)))
            write(other, Edit(((one_unit("a", "paste"),),)))
            with store.snapshot() as snapshot:
                assert_holds(snapshot, [one_unit("a", "copy")])

    def test_several_threads_may_have_snapshots(self) -> None:
        with self.store() as store:
            write(store, Edit(((one_unit("a", "copy"), one_unit("b", "copies")),)))
            found: list[list[str]] = []

            def ask() -> None:
                for _ in range(20):
                    with store.snapshot() as snapshot:
                        found.append(holders(snapshot, "copy"))

            threads = [Thread(target=ask) for _ in range(4)]
            for thread in threads:
                thread.start()
            for number in range(20):
                write(store, Edit(((one_unit("c", f"paste{number}"),),)))
            for thread in threads:
                thread.join(60)
            assert found == [["a"]] * 80

    def test_what_a_snapshot_returns_is_the_callers(self) -> None:
        file = one_unit("a", "copy")
        with self.store() as store:
            write(store, Edit(((file, SourceFile("b", STATE, "binary")),)))
            for _ in range(2):
                with store.snapshot() as snapshot:
                    returned: list[Mapping[str, object]] = [
                        snapshot.family("copi", View.ALL),
                        snapshot.states(),
                        snapshot.skipped(),
                    ]
                    for mapping in returned:
                        assert isinstance(mapping, dict)
                        mapping.clear()
                    assert_holds(snapshot, [file, SourceFile("b", STATE, "binary")])

    def test_it_says_what_it_takes_on_disk(self) -> None:
        with self.store() as store:
            write(store, Edit(((one_unit("a", "copy"),),)))
            assert (store.size_bytes() > 0) == self.durable


def write(store: PostingStore, edit: Edit) -> int:
    """Writes an edit as an indexer would."""
    pack = store.packer()
    batches = [pack([file.indexed() for file in batch]) for batch in edit.batches]
    return store.write(batches, edit.removed, edit.touched)


def one_unit(path: str, name: str, state: FileState = STATE) -> SourceFile:
    """A file with one unit of this name."""
    return SourceFile(path, state, units=(make_unit(path, name),))


def holders(corpus: Corpus, word: str) -> list[str]:
    """The paths of the units that hold a word, as written, in path order."""
    family = corpus.family(stem(word), View.ALL)
    if word not in family:
        return []
    return sorted(shown.key.path for shown in corpus.describe(family[word].slots.tolist()))
