"""Open documents in a workspace: real files, real workers, and brute force over the texts."""

from __future__ import annotations

import random
import threading
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import pytest
from tests.patience import LONGEST_WAIT_S

from stemguard import SearchRequest, Selection, Unreadable, Workspace
from stemguard.testing.oracle import oracle_rank
from stemguard.units.extract import extract
from stemguard.units.languages import language_of

TEXTS = {
    "copy.py": "def copy_file():\n    '''Copies.'''\n\ndef paste(): pass\n",
    "README.md": "# Copying\n\nHow files are copied, and pasted.\n",
    "tests/test_copy.py": "def test_copy(): copy_file()\n",
}
QUERIES = ("copy file", "paste", "copying files", "how")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = tmp_path / "project"
    for path, text in TEXTS.items():
        (made / path).parent.mkdir(parents=True, exist_ok=True)
        (made / path).write_text(text)
    return made


@pytest.fixture
def workspace(root: Path, tmp_path: Path) -> Iterator[Workspace]:
    with Workspace.open(root, cache=tmp_path / "cache", workers=1) as opened:
        opened.sync()
        yield opened


def _settled(workspace: Workspace) -> None:
    again = threading.Event()
    for _ in range(int(LONGEST_WAIT_S / 0.01)):
        if not workspace.index_state().pending:
            return
        again.wait(0.01)
    raise AssertionError(f"still {workspace.index_state()}")


def _edit(
    workspace: Workspace, path: Path | None, text: str, language: str = "", uri: str = ""
) -> None:
    workspace.edit(uri or str(path), path, text, language)
    _settled(workspace)


def _found(workspace: Workspace, query: str) -> list[tuple[str, str]]:
    return [(hit.path, hit.name) for hit in workspace.search(query).hits]


def test_a_header_is_what_its_text_is_saved_or_not(root: Path, workspace: Workspace) -> None:
    def languages() -> dict[str, list[str]]:
        return {
            language: [hit.name for hit in workspace.search("open", languages=(language,)).hits]
            for language in ("c", "cpp")
        }

    header = root / "store.h"
    header.write_text("class Store {\n  void open();\n};\n")
    workspace.sync()
    assert languages() == {"c": [], "cpp": ["open"]}
    _edit(workspace, header, "void open(void);\n", "cpp")
    assert languages() == {"c": ["open"], "cpp": []}
    workspace.close_document(str(header))
    assert languages() == {"c": [], "cpp": ["open"]}
    # In no folder the name goes first as well, then the client.
    _edit(workspace, Path("/elsewhere/store.h"), "class Store {\n  void open();\n};\n", "c")
    assert languages() == {"c": [], "cpp": ["open", "open"]}


def _assert_answers(workspace: Workspace, texts: Mapping[str, str]) -> None:
    """That every answer is that of brute force over these texts."""
    units = [
        unit
        for path, text in texts.items()
        for unit in extract(path, text, language_of(path, {}, text)).units
    ]
    for query in QUERIES:
        expected = oracle_rank(units, query, "any", "all").rows
        hits = workspace.search(query, limit=1000).hits
        assert [(hit.key, hit.tier, hit.score) for hit in hits] == [
            (row.key, row.tier, row.score) for row in expected
        ]
        spans = {unit.key: (unit.range, unit.selection) for unit in units}
        assert [(hit.range, hit.selection) for hit in hits] == [spans[hit.key] for hit in hits]
    state = workspace.index_state()
    assert (state.files, state.units) == (len(texts), len(units))


def test_a_document_is_the_truth_for_its_file_until_it_closes(
    workspace: Workspace, root: Path
) -> None:
    changed = "# A title\n\ndef paste_copy_file(copy): return copy\n"
    _edit(workspace, root / "copy.py", changed)
    _assert_answers(workspace, TEXTS | {"copy.py": changed})
    workspace.close_document(str(root / "copy.py"))
    _assert_answers(workspace, TEXTS)


def test_an_emptied_document_has_no_symbols(workspace: Workspace, root: Path) -> None:
    _edit(workspace, root / "copy.py", "")
    _assert_answers(workspace, TEXTS | {"copy.py": ""})
    assert ("copy.py", "paste") not in _found(workspace, "paste")


def test_a_change_on_disk_under_a_changed_document_changes_nothing(
    workspace: Workspace, root: Path
) -> None:
    _edit(workspace, root / "copy.py", "def kept(): copy_file\n")
    (root / "copy.py").write_text("def paste_on_disk(): pass\n")
    workspace.sync()
    _assert_answers(workspace, TEXTS | {"copy.py": "def kept(): copy_file\n"})
    (root / "copy.py").unlink()
    workspace.sync()
    _assert_answers(workspace, TEXTS | {"copy.py": "def kept(): copy_file\n"})
    (root / "copy.py").write_text("def paste_last(): pass\n")
    workspace.sync()
    workspace.close_document(str(root / "copy.py"))
    _assert_answers(workspace, TEXTS | {"copy.py": "def paste_last(): pass\n"})


def test_an_untouched_document_keeps_its_text_when_the_disk_changes(
    workspace: Workspace, root: Path
) -> None:
    _edit(workspace, root / "copy.py", TEXTS["copy.py"])
    (root / "copy.py").write_text("def paste_on_disk(): pass\n")
    workspace.sync()
    _assert_answers(workspace, TEXTS)


def test_a_document_that_is_as_on_disk_is_not_put_over_it(workspace: Workspace, root: Path) -> None:
    _edit(workspace, root / "copy.py", TEXTS["copy.py"])
    searched = workspace._together.asked(lambda searched: searched)
    assert searched.overlays == {}
    _edit(workspace, root / "copy.py", "def saved_paste(): pass\n")
    before = _found(workspace, "paste")
    (root / "copy.py").write_text("def saved_paste(): pass\n")
    workspace.sync()
    searched = workspace._together.asked(lambda searched: searched)
    assert searched.overlays == {}
    assert _found(workspace, "paste") == before


def test_a_keystroke_makes_the_corpus_of_the_folders_no_second_time(
    workspace: Workspace, root: Path
) -> None:
    _edit(workspace, root / "copy.py", "def one(): pass\n")
    workspace.search("one")
    joined, covered = workspace._together._joined, workspace._together._covered
    workspace.search("two")
    assert workspace._together._covered is covered
    _edit(workspace, root / "copy.py", "def two(): pass\n")
    assert [name for _, name in _found(workspace, "two")] == ["two"]
    assert workspace._together._joined is joined


@pytest.mark.parametrize("seed", [1, 2])
def test_any_history_of_edits_and_saves_answers_as_brute_force(
    workspace: Workspace, root: Path, seed: int
) -> None:
    dice = random.Random(seed)
    words = ("copy", "copying", "file", "files", "paste", "how")
    paths = [*TEXTS, "new.py", "deep/er/new.md"]
    disk, opened = dict(TEXTS), dict[str, str]()
    for _ in range(14):
        path = dice.choice(paths)
        name = "_".join(dice.choices(words, k=2))
        text = dice.choice(("", f"def {name}(): {dice.choice(words)}\n", f"# {name}\n\nHow.\n"))
        action = dice.choice(("edit", "edit", "save", "close", "write", "delete"))
        if action == "edit":
            opened[path] = text
            workspace.edit(path, root / path, text)
        elif action == "close":
            opened.pop(path, None)
            workspace.close_document(path)
        elif action == "delete":
            disk.pop(path, None)
            (root / path).unlink(missing_ok=True)
        else:
            disk[path] = opened.get(path, text) if action == "save" else text
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(disk[path])
        workspace.sync()
        _settled(workspace)
        _assert_answers(workspace, disk | opened)


def test_a_document_that_was_never_saved_is_found_in_its_folder(
    workspace: Workspace, root: Path
) -> None:
    _edit(workspace, root / "new/pasted.py", "def copy_new(): pass\n")
    _assert_answers(workspace, TEXTS | {"new/pasted.py": "def copy_new(): pass\n"})


def test_what_the_folder_leaves_out_stays_out_though_it_is_open(
    workspace: Workspace, root: Path
) -> None:
    (root / ".gitignore").write_text("ignored.py\n")
    workspace.sync()
    for path in ("ignored.py", "node_modules/a.py", ".git/config", "server.key", "link.py"):
        (root / "link.py").unlink(missing_ok=True)
        (root / "link.py").symlink_to(root / "copy.py")
        _edit(workspace, root / path, "def left_out(): pass\n")
        assert _found(workspace, "left out") == [], path


def test_a_document_comes_in_when_the_rule_that_hid_it_goes(
    workspace: Workspace, root: Path
) -> None:
    (root / ".git/objects").mkdir(parents=True)
    (root / ".git/refs").mkdir()
    (root / ".git/info").mkdir()
    (root / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (root / ".git/info/exclude").write_text("hidden.py\n")
    workspace.sync()
    _edit(workspace, root / "hidden.py", "def hidden_one(): pass\n")
    assert _found(workspace, "hidden one") == []
    # Nothing that is indexed changes.
    (root / ".git/info/exclude").write_text("")
    workspace.sync()
    assert _found(workspace, "hidden one")[0] == ("hidden.py", "hidden_one")


def test_what_an_index_would_refuse_for_its_text_is_judged_by_that_of_the_document(
    root: Path, tmp_path: Path
) -> None:
    (root / "large.py").write_text("def on_disk(): pass\n" * 50)
    selection = Selection(max_file_size=200)
    with Workspace.open(root, cache=tmp_path / "c", workers=1, selection=selection) as workspace:
        workspace.sync()
        assert _found(workspace, "disk") == []
        _edit(workspace, root / "large.py", "def small_now(): pass\n")
        assert _found(workspace, "small now")[0] == ("large.py", "small_now")
        _edit(workspace, root / "copy.py", "def copy_file(): pass\n" * 50)
        assert _found(workspace, "copy_file")[0][0] != "copy.py"
        key = "-----BEGIN PRIVATE KEY-----\nsecretword\n-----END PRIVATE KEY-----\n"
        _edit(workspace, root / "copy.py", key)
        assert _found(workspace, "secretword") == []
        assert workspace.read_text(root / "copy.py") is None
        with pytest.raises(Unreadable, match="private key"):
            workspace.units(root / "copy.py")


def test_no_door_shows_a_value_of_an_open_env_file(workspace: Workspace, root: Path) -> None:
    _edit(workspace, root / ".env", "TOKEN_NAME=hunter2\n")
    _edit(workspace, None, "OTHER_TOKEN=hunter2\n", "dotenv", "untitled:Untitled-1")
    hits = workspace.search("token").hits
    assert {hit.name for hit in hits} == {"TOKEN_NAME", "OTHER_TOKEN"}
    assert "hunter2" not in str(hits)
    assert "hunter2" not in str(workspace.read_text(root / ".env"))
    assert not workspace.search("hunter2").hits
    assert "hunter2" not in str(workspace.units(root / ".env"))


def test_the_preview_the_text_and_the_units_are_those_of_the_document(
    workspace: Workspace, root: Path
) -> None:
    text = "\n\n\nx = 1\ndef pasted_late(): pass\n"
    _edit(workspace, root / "copy.py", text)
    (hit,) = workspace.search("pasted_late", kinds=("function",)).hits
    assert hit.preview is not None
    assert (hit.preview.line, hit.preview.text) == (4, "def pasted_late(): pass")
    assert workspace.read_text(root / "copy.py") == text
    assert "pasted_late" in {unit.name for unit in workspace.units(root / "copy.py")}
    placed = workspace.explain(SearchRequest("pasted"), root / "copy.py", 4, 4)
    assert placed is not None
    assert (placed.hit.name, placed.position) == ("pasted_late", 1)


def test_two_ways_to_a_file_are_one_file(workspace: Workspace, root: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(root)
    _edit(workspace, root / "copy.py", "def first_paste(): pass\n", uri="one")
    _edit(workspace, tmp_path / "link" / "copy.py", "def second_paste(): pass\n", uri="two")
    _assert_answers(workspace, TEXTS | {"copy.py": "def second_paste(): pass\n"})
    workspace.close_document("two")
    _assert_answers(workspace, TEXTS | {"copy.py": "def first_paste(): pass\n"})


def test_a_document_outside_of_all_folders_is_searched_after_them(
    workspace: Workspace, root: Path, tmp_path: Path
) -> None:
    beside = tmp_path / "test_beside.py"
    text = "def paste(): pass\n"
    _edit(workspace, beside, text, uri="file:///beside.py")
    hits = workspace.search("paste", kinds=("function",)).hits
    assert [(hit.folder, hit.path) for hit in hits] == [(0, "copy.py"), (1, "file:///beside.py")]
    # A test by its name, wherever it lies.
    assert hits[1].score < hits[0].score
    assert workspace.read_text(beside) == workspace.read_text("file:///beside.py") == text
    placed = workspace.explain(SearchRequest("paste"), "file:///beside.py", 0, 4)
    assert placed is not None
    assert placed.hit.name == "paste"
    assert placed == workspace.explain(SearchRequest("paste"), beside, 0, 4)
    assert [unit.name for unit in workspace.units(beside)] == ["test_beside.py", "paste"]


def test_two_documents_of_one_name_outside_of_all_folders_are_two(workspace: Workspace) -> None:
    for folder in ("a", "b"):
        _edit(workspace, Path(f"/nowhere/{folder}/x.py"), f"def same_{folder}(): pass\n")
    found = _found(workspace, "same")
    assert [path for path, name in found if name.startswith("same")] == [
        "/nowhere/a/x.py",
        "/nowhere/b/x.py",
    ]


@pytest.mark.parametrize(
    ("language", "text", "kind"),
    [
        ("python", "def my_thing(): pass\n", "function"),
        ("markdown", "# My thing\n", "section"),
        ("rst", "My thing\n========\n", "section"),
        ("plaintext", "My thing\n", "section"),
        ("unheard-of", "my thing\n", "file"),
    ],
)
def test_the_client_says_what_an_untitled_document_is_in(
    tmp_path: Path, language: str, text: str, kind: str
) -> None:
    with Workspace.open(cache=tmp_path / "cache", workers=1) as workspace:
        _edit(workspace, None, text, language, "untitled:Untitled-1")
        hits = workspace.search("thing").hits
        assert [(hit.folder, hit.path, hit.kind) for hit in hits] == [
            (0, "untitled:Untitled-1", kind)
        ]


def test_documents_go_with_the_folders_as_they_come_and_go(
    workspace: Workspace, root: Path, tmp_path: Path
) -> None:
    inner = root / "tests"
    _edit(workspace, inner / "test_copy.py", "def unsaved(): pass\n", uri="uri")
    workspace.add_root(inner)
    _settled(workspace)
    hits = workspace.search("unsaved", kinds=("function",)).hits
    assert [(hit.folder, hit.path) for hit in hits] == [(1, "test_copy.py")]
    workspace.remove_root(inner)
    _settled(workspace)
    hits = workspace.search("unsaved", kinds=("function",)).hits
    assert [(hit.folder, hit.path) for hit in hits] == [(0, "tests/test_copy.py")]
    workspace.remove_root(root)
    _settled(workspace)
    hits = workspace.search("unsaved", kinds=("function",)).hits
    assert [(hit.folder, hit.path) for hit in hits] == [(0, "uri")]


def test_documents_that_are_not_searched_yet_are_pending_and_named(
    workspace: Workspace, root: Path
) -> None:
    workspace.edit("uri", root / "copy.py", "def unsaved(): pass\n")
    workspace.edit("untitled:1", None, "text")
    (status,) = workspace.status()
    assert (status.pending, status.pending_examples) == (1, ("copy.py",))
    assert workspace.index_state().pending == 2
    _settled(workspace)
    assert workspace.status()[0].pending == 0


def test_a_closed_workspace_has_no_thread_left_and_takes_no_document(
    workspace: Workspace, root: Path
) -> None:
    workspace.edit("uri", root / "copy.py", "def unsaved(): pass\n")
    workspace.close()
    workspace.edit("uri", root / "copy.py", "def late(): pass\n")
    assert not [thread for thread in threading.enumerate() if thread.name == "documents"]


def test_what_is_no_file_has_no_units_to_be_listed(workspace: Workspace, root: Path) -> None:
    with pytest.raises(Unreadable):
        workspace.units(root / "new.py")
    _edit(workspace, root / "new.py", "def unsaved(): pass\n")
    assert [unit.name for unit in workspace.units(root / "new.py")] == ["new.py", "unsaved"]


def test_a_path_may_be_given_as_text(workspace: Workspace, root: Path) -> None:
    workspace.edit("draft", str(root / "copy.py"), "def drafted(): pass\n")
    _settled(workspace)
    assert _found(workspace, "drafted") == [("copy.py", "drafted")]


def test_a_look_that_fails_is_made_again(workspace: Workspace, root: Path) -> None:
    fails = iter([True])
    looked = threading.Event()

    def look(paths: Collection[Path]) -> None:
        if root / "new.py" in paths:
            if next(fails, False):
                raise RuntimeError("not now")
            workspace.sync(only=paths)
            looked.set()

    workspace.watch(look)
    workspace.sync()
    (root / "new.py").write_text("def added_later(): pass\n")
    assert looked.wait(LONGEST_WAIT_S)
    assert _found(workspace, "added_later")[0] == ("new.py", "added_later")
