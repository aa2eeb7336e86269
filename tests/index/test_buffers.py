"""When the units of open documents are made, and which of them count."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.patience import LONGEST_WAIT_S

from stemguard.buffers import Buffers, Debounce
from stemguard.documents import Document, Overlay, Place
from stemguard.domain.errors import Cancelled, IndexUnavailable
from stemguard.domain.unit_corpus import UnitCorpus

ROOT = Path("/root")


def test_changes_are_dealt_with_after_a_pause() -> None:
    debounce = Debounce()
    debounce.note(10.0)
    assert debounce.wait_s(10.0) == pytest.approx(0.1)
    debounce.note(10.05)
    assert debounce.wait_s(10.1) == pytest.approx(0.05)
    assert debounce.wait_s(10.15) <= 0


def test_changes_without_a_pause_are_dealt_with_half_a_second_after_the_first() -> None:
    debounce = Debounce()
    for hundredths in range(50):
        debounce.note(10 + hundredths / 100)
    assert debounce.wait_s(10.49) == pytest.approx(0.01)
    debounce.begin()
    debounce.note(10.5)
    assert debounce.wait_s(10.5) == pytest.approx(0.1)


class Extraction:
    """Makes overlays without units, and waits with each until it may go on."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.begun = threading.Semaphore(0)
        self.may_go_on = threading.Semaphore(0)
        self.error: Exception | None = None
        self.root: Path | None = ROOT

    def place_of(self, document: Document) -> Place:
        return Place(self.root, "a.py" if document.id.startswith("a") else document.id)

    def make(self, document: Document, place: Place, stopped: Callable[[], bool]) -> Overlay:
        self.made.append(document.text)
        self.begun.release()
        while not self.may_go_on.acquire(timeout=0.01):
            if stopped():
                raise Cancelled("Stopped.")
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        return Overlay(document, place, b"", document.text, "", "", UnitCorpus(()), "")

    def wait_for_one(self) -> None:
        assert self.begun.acquire(timeout=LONGEST_WAIT_S)


@pytest.fixture
def extraction() -> Extraction:
    return Extraction()


@pytest.fixture
def buffers(extraction: Extraction) -> Iterator[Buffers]:
    buffers = Buffers(extraction.place_of, extraction.make)
    yield buffers
    buffers.close()


def _texts(buffers: Buffers) -> list[str]:
    return sorted(overlay.text for overlay in buffers.overlays)


def _until(condition: Callable[[], bool]) -> None:
    again = threading.Event()
    for _ in range(int(LONGEST_WAIT_S / 0.01)):
        if condition():
            return
        again.wait(0.01)
    raise AssertionError("it did not come")


def _settled(buffers: Buffers) -> None:
    _until(lambda: not buffers.waiting())


def test_many_changes_are_one_extraction(buffers: Buffers, extraction: Extraction) -> None:
    extraction.may_go_on.release(9)
    for number in range(20):
        buffers.edit("a", None, f"text {number}", "")
    _settled(buffers)
    assert extraction.made == ["text 19"]
    assert _texts(buffers) == ["text 19"]


def test_the_text_before_counts_until_the_new_one_has_units(
    buffers: Buffers, extraction: Extraction
) -> None:
    extraction.may_go_on.release()
    buffers.edit("a", None, "old", "")
    _settled(buffers)
    buffers.edit("a", None, "new", "")
    extraction.wait_for_one()
    extraction.wait_for_one()
    assert _texts(buffers) == ["old"]
    assert [document.text for document in buffers.waiting()] == ["new"]
    extraction.may_go_on.release()
    _settled(buffers)
    assert _texts(buffers) == ["new"]


def test_of_two_names_of_a_file_the_last_changed_counts_and_then_the_other(
    buffers: Buffers, extraction: Extraction
) -> None:
    extraction.may_go_on.release(9)
    buffers.edit("a1", None, "first", "")
    buffers.edit("a2", None, "second", "")
    _settled(buffers)
    assert _texts(buffers) == ["second"]
    buffers.edit("a1", None, "third", "")
    _settled(buffers)
    assert _texts(buffers) == ["third"]
    buffers.close_document("a1")
    assert _texts(buffers) == ["second"]
    buffers.close_document("a2")
    assert _texts(buffers) == []


def test_what_is_made_of_a_closed_document_counts_no_more(
    buffers: Buffers, extraction: Extraction
) -> None:
    buffers.edit("a", None, "unsaved", "")
    extraction.wait_for_one()
    buffers.close_document("a")
    buffers.edit("a", None, "opened anew", "")
    extraction.may_go_on.release()
    extraction.wait_for_one()
    assert _texts(buffers) == []
    extraction.may_go_on.release()
    _settled(buffers)
    assert _texts(buffers) == ["opened anew"]


def test_a_text_that_is_again_what_it_was_is_not_made_again(
    buffers: Buffers, extraction: Extraction
) -> None:
    extraction.may_go_on.release(9)
    buffers.edit("a", None, "text", "")
    _settled(buffers)
    buffers.edit("a", None, "texts", "")
    buffers.edit("a", None, "text", "")
    _settled(buffers)
    assert extraction.made == ["text"]


def test_a_document_whose_root_is_gone_counts_where_it_is_now(
    buffers: Buffers, extraction: Extraction
) -> None:
    extraction.may_go_on.release()
    buffers.edit("a", None, "text", "")
    _settled(buffers)
    extraction.root = None
    buffers.move()
    assert _texts(buffers) == []
    extraction.may_go_on.release()
    _settled(buffers)
    assert [overlay.place for overlay in buffers.overlays] == [Place(None, "a.py")]


def test_what_is_made_while_the_roots_change_is_made_again(
    buffers: Buffers, extraction: Extraction
) -> None:
    buffers.edit("a", None, "text", "")
    extraction.wait_for_one()
    extraction.root = None
    buffers.move()
    extraction.may_go_on.release(2)
    _settled(buffers)
    assert [overlay.place for overlay in buffers.overlays] == [Place(None, "a.py")]


@pytest.mark.parametrize("error", [IndexUnavailable("No worker."), OSError("No disk.")])
def test_what_fails_is_tried_again_with_the_next_change(
    buffers: Buffers, extraction: Extraction, error: Exception
) -> None:
    extraction.error = error
    extraction.may_go_on.release(9)
    buffers.edit("a", None, "one", "")
    extraction.wait_for_one()
    buffers.edit("b", None, "other", "")
    _until(lambda: _texts(buffers) == ["other"])
    assert [document.id for document in buffers.waiting()] == ["a"]
    buffers.edit("a", None, "two", "")
    _settled(buffers)
    assert extraction.made == ["one", "other", "two"]


def test_closing_ends_the_thread_whatever_it_does(buffers: Buffers, extraction: Extraction) -> None:
    buffers.edit("a", None, "text", "")
    extraction.wait_for_one()
    buffers.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "documents"]
    buffers.edit("a", None, "late", "")
    assert buffers.waiting() == []
    assert _texts(buffers) == []


@pytest.mark.parametrize(
    ("document_id", "path", "name"),
    [
        ("untitled:Untitled-1", None, "Untitled-1"),
        ("untitled:/home/me/new%20one.py", None, "new one.py"),
        ("untitled:c%3A%5Cme%5Cnew.py", None, "new.py"),
        ("untitled:", None, "untitled"),
        ("file:///x/y.py", Path("/x/y.py"), "y.py"),
    ],
)
def test_a_document_is_named_as_its_file_would_be(
    document_id: str, path: Path | None, name: str
) -> None:
    assert Document(document_id, path, "", "", 1, 1).name == name
