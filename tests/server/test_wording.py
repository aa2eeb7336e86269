from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stemguard import Unit
from stemguard.domain.posting import post
from stemguard.domain.unit import UnitKey
from stemguard.domain.unit_corpus import UnitCorpus
from stemguard.search.request import SearchRequest
from stemguard.search.searcher import Placed, explain_unit, search
from stemguard.workspace import RootStatus, SkippedFiles
from stemguard_ls.convert import explain_result, status_result
from stemguard_ls.wording.hits import hit_lines, place_line
from stemguard_ls.wording.lines import Line, as_text, visible
from stemguard_ls.wording.remarks import remarks

STATUS = RootStatus(
    root=Path("/home/me/project"),
    state="ready",
    files=1234,
    units=5678,
    words=9,
    bytes_on_disk=1_500_000,
    bytes_remembered=999,
    parsed=0,
    recalled=0,
    generation=1,
    pending=0,
    pending_examples=(),
    skipped=(SkippedFiles("binary", 4, ("a", "b", "c", "d")),),
    watch="inotify",
    last_change=None,
    versions={"format": "1"},
    notices=("It is cold.",),
    index_folder=None,
)

PIECES = st.text() | st.tuples(st.text(), st.sampled_from(["", "bold", "dim"]))
LINES = st.lists(st.lists(PIECES).map(tuple), min_size=1)


@given(LINES)
@example([("a\nb\rc\x1b[31m\x9b\u2028",), (("\u202ex", "bold"),)])
def test_a_text_has_as_many_lines_as_were_said_and_nothing_that_a_terminal_obeys(
    lines: list[Line],
) -> None:
    text = as_text(lines)
    assert text.count("\n") == len(lines) - 1
    assert not any(ord(c) < 0x20 or 0x7F <= ord(c) < 0xA0 for c in text.replace("\n", ""))


@given(st.text())
def test_a_visible_text_is_as_long_as_before(text: str) -> None:
    assert len(visible(text)) == len(text)


def test_a_status_is_told_in_lines() -> None:
    assert status_result([STATUS], ())["text"].splitlines() == [
        "/home/me/project  ready",
        "  files     1,234",
        "  units     5,678",
        "  words     9 (weighted)",
        "  on disk   1.5 MB in memory",
        "  beside it 999 B of what earlier texts yielded",
        "  changes   come in from the system",
        "  versions  format 1",
        "  notice    It is cold.",
        "skipped 4 (binary): a, b, c, ...",
    ]


def test_an_empty_line_stands_between_two_folders() -> None:
    lines = status_result([STATUS, replace(STATUS, root=Path("/other"))], ())["text"].split("\n")
    assert lines[9:12] == ["skipped 4 (binary): a, b, c, ...", "", "/other  ready"]


def test_documents_in_no_folder_are_told_of_behind_the_folders() -> None:
    documents = [SkippedFiles("binary", 1, ("untitled:1",))]
    told = ["open, in no folder", "skipped 1 (binary): untitled:1"]
    assert status_result([], documents)["text"].split("\n") == told
    result = status_result([STATUS], documents)
    assert result["text"].split("\n")[9:] == ["skipped 4 (binary): a, b, c, ...", "", *told]
    assert result["skipped"] == [{"reason": "binary", "count": 1, "examples": ["untitled:1"]}]


@pytest.mark.parametrize(
    ("pending", "examples", "line"),
    [
        (1, ("a.py",), "  pending   1: a.py"),
        (4, ("a", "b", "c", "d"), "  pending   4: a, b, c, ..."),
        (1200, (), "  pending   1,200"),
    ],
)
def test_files_that_wait_are_counted_and_the_first_named(
    pending: int, examples: tuple[str, ...], line: str
) -> None:
    waiting = replace(STATUS, pending=pending, pending_examples=examples)
    assert line in status_result([waiting], ())["text"].split("\n")


def _corpus() -> UnitCorpus:
    key = UnitKey("lib/a.py", 3, 0, "function")
    unit = Unit(key, name="copy", container="", doc="", body="copy", language="python")
    return UnitCorpus([post(unit)])


def _placed(folder: int) -> Placed:
    placed = explain_unit(_corpus(), SearchRequest("copy"), 0, "lib/a.py", 3, 0)
    assert placed is not None
    return replace(placed, hit=replace(placed.hit, folder=folder))


@pytest.mark.parametrize(
    ("roots", "folder", "path"),
    [
        (["/one"], 0, "lib/a.py"),
        (["/x/one", "/x/two"], 1, "two/lib/a.py"),
        (["/x/one", "/x/two"], 2, "lib/a.py"),
    ],
)
def test_an_explanation_names_the_folder_where_there_are_several(
    roots: list[str], folder: int, path: str
) -> None:
    text = explain_result(_placed(folder), [Path(root) for root in roots], "utf-16")["text"]
    assert text.startswith(f"{path}:")


@pytest.mark.parametrize(
    ("kind", "container", "shown"),
    [
        ("key", "jobs > build", "jobs > build > copy"),
        ("section", "Setup", "Setup > copy"),
        ("method", "Store", "Store.copy"),
        ("file", "lib", "copy"),
    ],
)
def test_a_path_of_keys_is_shown_as_one_of_headings(kind: str, container: str, shown: str) -> None:
    hit = _placed(0).hit
    key = hit.key._replace(kind=kind)
    line = as_text([place_line(replace(hit, key=key, container=container), "a")])
    assert line.split()[2:] == shown.split()


def _remarks(query: str, *, prefix: bool) -> list[str]:
    answer = search(_corpus(), SearchRequest(query, prefix=prefix))
    return list(remarks(answer, query, prefix=prefix))


@pytest.mark.parametrize(
    ("query", "prefix", "said"),
    [
        ("copy", False, []),
        ("copy zz", False, ["no unit holds `zz`"]),
        ("yy copy zz", False, ["no unit holds `yy`, `zz`"]),
        ("ee aa dd copy bb cc", False, ["no unit holds `ee`, `aa`, `dd` and 2 more"]),
        ("copy path:none/", False, ["no unit passes `path:none/`"]),
        (
            "copy kind:Foo zz LANG:c",
            False,
            ["no unit holds `zz`", "no unit passes `kind:Foo`, `lang:c`"],
        ),
        (
            "copy id",
            True,
            ["`id` is too short to be looked for while it is typed; a blank ends it"],
        ),
        ("copy id ", True, ["no unit holds `id`"]),
        ("copy id", False, ["no unit holds `id`"]),
        ("copy path:none/", True, ["no unit passes `path:none/`"]),
        ("copy path:", True, []),
        ("zz path:", True, ["no unit holds `zz`"]),
        ("copy path: ", True, ["no unit holds `path`"]),
        ('copy path:"sp', True, []),
        ('copy path:"sp a', True, []),
        ('copy Path:"sp ace/', True, []),
        ('copy path:"sp ace/"', True, ["no unit passes `path:sp ace/`"]),
        ('copy path:"sp', False, ['no unit passes `path:"sp`']),
    ],
)
def test_what_became_of_words_and_filters_is_said(
    query: str, prefix: bool, said: list[str]
) -> None:
    assert _remarks(query, prefix=prefix) == said


def test_of_many_words_and_of_a_long_one_only_the_beginning_is_named() -> None:
    many = " ".join(f"{letter}{number:02}" for letter in "xyz" for number in range(100))
    held, left_out = _remarks(many, prefix=True)
    assert held == "no unit holds `x00`, `x01`, `x02` and 61 more"
    assert left_out == "`x64`, `x65`, `x66` and 233 more were not looked for"
    long = "q" * 10_000
    assert _remarks(f"copy {long}", prefix=False) == [
        "no unit holds `" + "q" * 39 + "\N{HORIZONTAL ELLIPSIS}`"
    ]


def test_one_word_too_many_was_not_looked_for() -> None:
    words = " ".join(f"w{number}" for number in range(65))
    assert _remarks(words, prefix=False)[-1] == "`w64` was not looked for"


def test_the_words_that_matched_are_shown_where_no_line_shows_them() -> None:
    answer = search(_corpus(), SearchRequest("copying"))
    assert as_text(hit_lines(answer.hits[0], "zero_copying.txt", 80)).split("\n") == [
        "zero_copying.txt:1:1  function  copy",
        "        [copying ~stem]",
    ]
