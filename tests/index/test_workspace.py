"""The library's front door, over real folders, processes and index files."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from stemguard import (
    BadRequest,
    Cancelled,
    IndexUnavailable,
    SearchRequest,
    Selection,
    Unreadable,
    Workspace,
    location,
)
from stemguard.location import index_folder
from stemguard.workspace import Progress, clean_indexes, list_indexes


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = tmp_path / "project"
    (made / "pkg").mkdir(parents=True)
    (made / "pkg/copy.py").write_text("def copy_file():\n    '''Copies.'''\n\ndef paste(): pass\n")
    (made / "README.md").write_text("# Copying\n\nHow files are copied.\n")
    return made


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture
def workspace(root: Path, cache: Path) -> Iterator[Workspace]:
    with Workspace.open(root, cache=cache, workers=1) as opened:
        opened.sync()
        yield opened


def _names(workspace: Workspace, query: str) -> list[str]:
    return [hit.name for hit in workspace.search(query).hits]


def test_a_workspace_finds_what_it_has_synced(workspace: Workspace) -> None:
    hits = workspace.search("copy file", match="all").hits
    assert [(hit.path, hit.name, hit.tier) for hit in hits] == [
        ("pkg/copy.py", "copy_file", 2),
        ("README.md", "Copying", 0),
    ]
    assert hits[0].preview is not None
    assert hits[0].preview.text == "def copy_file():"


def test_the_index_is_for_its_user_alone_and_not_in_the_workspace(
    workspace: Workspace, root: Path, cache: Path
) -> None:
    before = {path.name for path in root.rglob("*")}
    workspace.search("copy")
    assert {path.name for path in root.rglob("*")} == before
    [index] = list_indexes(cache)
    assert index.root == root
    assert index.bytes_on_disk > 0
    assert stat.S_IMODE(index.folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(cache.stat().st_mode) == 0o700


def test_a_second_run_opens_no_source_file_and_starts_no_process(
    workspace: Workspace, root: Path, cache: Path
) -> None:
    script = """
import sys
seen = []
sys.addaudithook(lambda event, args: seen.append((event, str(args[0])))
                 if event in ("open", "subprocess.Popen") else None)
from pathlib import Path
from stemguard import Workspace
with Workspace.open(sys.argv[1], cache=Path(sys.argv[2])) as workspace:
    report = workspace.sync()
print(report.parsed, report.unchanged)
print([e for e in seen if e[0] != "open" or e[1].startswith(sys.argv[1])])
"""
    run = subprocess.run(
        [sys.executable, "-c", script, str(root), str(cache)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == "0 2\n[]\n"


def test_a_saved_file_is_found_after_a_sync_of_that_file_alone(
    workspace: Workspace, root: Path
) -> None:
    (root / "pkg/copy.py").write_text("def rotate(): pass\n")
    report = workspace.sync(only=[root / "pkg/copy.py", root.parent / "elsewhere.py"])
    assert report.parsed == 1
    assert _names(workspace, "rotating") == ["rotate"]
    assert _names(workspace, "paste") == []


def test_two_folders_are_one_corpus_and_say_which_is_which(
    workspace: Workspace, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "a.py").write_text("def paste_all(): pass\n")
    workspace.add_root(other)
    workspace.sync()
    found = {hit.name: hit.folder for hit in workspace.search("paste").hits}
    assert found == {"paste": 0, "paste_all": 1}
    assert workspace.index_state().files == 3
    workspace.remove_root(other)
    assert _names(workspace, "paste") == ["paste"]


def test_the_outer_of_two_nested_folders_leaves_the_inner_one_to_it(
    workspace: Workspace, root: Path
) -> None:
    workspace.add_root(root / "pkg")
    workspace.sync()
    assert [hit.folder for hit in workspace.search("paste").hits] == [1]
    workspace.remove_root(root / "pkg")
    assert [hit.folder for hit in workspace.search("paste").hits] == [0]


def test_nested_folders_are_searched_as_if_they_lay_side_by_side(
    workspace: Workspace, root: Path, tmp_path: Path
) -> None:
    workspace.add_root(root / "pkg")
    workspace.sync()
    outer, inner = tmp_path / "apart", tmp_path / "apart_pkg"
    shutil.copytree(root, outer)
    (outer / "pkg").rename(inner)
    with Workspace.open(outer, inner, cache=tmp_path / "cache", workers=1) as apart:
        apart.sync()
        expected = [(hit.folder, hit.path, hit.score) for hit in apart.search("copy file").hits]
        state = apart.index_state()
    found = [(hit.folder, hit.path, hit.score) for hit in workspace.search("copy file").hits]
    assert found == expected
    assert [path for _, path, _ in found] == ["copy.py", "copy.py", "README.md"]
    nested = workspace.index_state()
    assert (nested.files, nested.units) == (state.files, state.units)


def test_clients_with_and_without_an_inner_folder_share_an_index_in_peace(
    workspace: Workspace, root: Path, cache: Path
) -> None:
    with Workspace.open(root, root / "pkg", cache=cache, workers=1) as nested:
        assert nested.sync().parsed == 1
        assert workspace.sync().removed == 0
        assert nested.sync().parsed == 0
        assert len(nested.search("paste").hits) == 1
        assert len(workspace.search("paste").hits) == 1


def test_several_folders_are_put_together_once_for_each_state(
    workspace: Workspace, root: Path
) -> None:
    workspace.add_root(root / "pkg")
    workspace.sync()
    workspace.search("copy")
    together = workspace._together._joined
    workspace.search("paste")
    assert workspace._together._joined is together
    (root / "pkg/new.py").write_text("def paste_more(): pass\n")
    workspace.sync()
    assert {hit.name for hit in workspace.search("paste").hits} == {"paste", "paste_more"}
    assert workspace._together._joined is not together


def test_folders_come_and_go_while_a_search_runs(workspace: Workspace, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "a.py").write_text("def paste_all(): pass\n")
    workspace.add_root(other)
    workspace.sync()
    counts: list[int] = []
    failures: list[Exception] = []
    stop = threading.Event()

    def search() -> None:
        try:
            while not stop.is_set():
                counts.append(len(workspace.search("paste").hits))
        except Exception as error:
            failures.append(error)

    searching = threading.Thread(target=search, daemon=True)
    searching.start()
    for _ in range(100):
        workspace.remove_root(other)
        workspace.add_root(other)
    stop.set()
    searching.join(30)
    assert failures == []
    assert set(counts) <= {1, 2}


def test_a_folder_is_removed_while_another_is_being_indexed(
    workspace: Workspace, root: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    workspace.add_root(other)
    (root / "new.py").write_text("def added(): pass\n")
    removed: list[bool] = []

    def remove(progress: Progress) -> None:
        thread = threading.Thread(target=workspace.remove_root, args=[other], daemon=True)
        thread.start()
        thread.join(30)
        removed.append(not thread.is_alive())

    workspace.sync(progress=remove)
    assert removed[0]
    assert workspace.roots == (root,)
    assert _names(workspace, "added") == ["added"]


def test_closing_ends_a_sync_on_another_thread_and_its_workers(root: Path, cache: Path) -> None:
    for number in range(300):
        (root / f"f{number}.py").write_text(f"def name{number}(): pass\n" * 300)
    before = _workers()
    workspace = Workspace.open(root, cache=cache, workers=2)
    has_begun = threading.Event()
    ends: list[Exception | None] = []

    def sync() -> None:
        try:
            workspace.sync(progress=lambda progress: has_begun.set())
        except Exception as error:
            ends.append(error)
        else:
            ends.append(None)

    syncing = threading.Thread(target=sync, daemon=True)
    syncing.start()
    assert has_begun.wait(30)
    workspace.close()
    syncing.join(30)
    assert [type(end) for end in ends] == [Cancelled]
    assert _workers() == before


def _workers() -> set[int]:
    found = set()
    for process in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            command = (process / "cmdline").read_bytes()
            parent = (process / "stat").read_text().rpartition(")")[2].split()[1]
            if b"stemguard.sync.worker" in command and parent == str(os.getpid()):
                found.add(int(process.name))
    return found


def test_a_question_about_a_folder_that_was_never_indexed_writes_nothing(
    root: Path, cache: Path
) -> None:
    with Workspace.open(root, cache=cache) as workspace:
        [status] = workspace.status()
        assert (status.state, status.files, status.last_change) == ("empty", 0, None)
        assert workspace.index_state().state == "empty"
        assert workspace.search("copy").hits == ()
        assert workspace.units(root / "pkg/copy.py")
        assert not cache.exists()
        workspace.sync()
        assert [workspace.status()[0].state, workspace.index_state().state] == ["ready", "ready"]


def test_a_folder_without_files_is_indexed_all_the_same(tmp_path: Path, cache: Path) -> None:
    (tmp_path / "bare").mkdir()
    with Workspace.open(tmp_path / "bare", cache=cache) as workspace:
        workspace.sync()
        assert workspace.status()[0].state == "ready"


def test_an_index_that_another_process_made_is_seen_without_a_sync(root: Path, cache: Path) -> None:
    with Workspace.open(root, cache=cache) as early, Workspace.open(root, cache=cache) as late:
        assert _names(early, "paste") == []
        late.sync()
        assert _names(early, "paste") == ["paste"]


def test_the_time_of_the_last_change_outlives_the_process(
    workspace: Workspace, root: Path, cache: Path
) -> None:
    changed = workspace.status()[0].last_change
    assert changed is not None
    workspace.sync()
    with Workspace.open(root, cache=cache) as later:
        assert later.status()[0].last_change == changed


def test_what_is_parsed_is_counted_while_it_is_and_after_a_stop(root: Path, cache: Path) -> None:
    for number in range(300):
        (root / f"f{number}.py").write_text(f"def name{number}(): pass\n" * 300)
    counts: list[int] = []
    with Workspace.open(root, cache=cache, workers=1) as workspace:
        with pytest.raises(Cancelled):
            workspace.sync(
                progress=lambda progress: counts.append(workspace.status()[0].parsed),
                cancelled=lambda: len(counts) > 1,
            )
        assert counts[0] == 0
        assert counts[-1] > 0
        [status] = workspace.status()
        assert status.parsed == counts[-1]


def test_a_root_that_cannot_be_read_keeps_no_other_from_being_indexed(
    workspace: Workspace, root: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    workspace.add_root(other)
    (other / "a.py").write_text("def paste_all(): pass\n")
    root.rename(tmp_path / "moved")
    with pytest.raises(Unreadable, match="is not a folder"):
        workspace.sync()
    assert "paste_all" in _names(workspace, "paste")
    (tmp_path / "moved").rename(root)


# Damage


def _garble(file: Path) -> None:
    file.write_bytes(bytes(range(256)) * (file.stat().st_size // 256))


def _truncate(file: Path) -> None:
    os.truncate(file, 0)


def _put_a_folder_there(file: Path) -> None:
    file.unlink()
    (file / "sub").mkdir(parents=True)


@pytest.mark.parametrize("damage", [_garble, _truncate, Path.unlink, _put_a_folder_there])
def test_an_index_that_is_damaged_in_use_is_made_anew_by_the_next_sync(
    root: Path, cache: Path, damage: Callable[[Path], None]
) -> None:
    for number in range(400):
        (root / f"f{number}.py").write_text(f"def name{number}(): pass\n")
    with Workspace.open(root, cache=cache, workers=1) as first:
        first.sync()
    with Workspace.open(root, cache=cache, workers=1) as workspace:
        assert workspace.index_state().files == 402
        damage(index_folder(cache, root, Selection()) / "index.db")
        with pytest.raises(IndexUnavailable, match="cannot be used"):
            workspace.search("name7")
        assert _names(workspace, "name7") == []
        [status] = workspace.status()
        assert status.state == "empty"
        [notice] = status.notices
        workspace.sync(only=[root / "README.md"])
        assert _names(workspace, "name7") == ["name7"]
        assert workspace.index_state().files == 402
        assert notice.endswith("was made anew: its file was damaged.")
        assert workspace.status()[0].notices == ()


def test_a_sync_that_meets_damage_makes_the_index_anew_and_reads_everything(
    root: Path, cache: Path
) -> None:
    with Workspace.open(root, cache=cache, workers=1) as workspace:
        workspace.sync()
        (index_folder(cache, root, Selection()) / "index.db").unlink()
        (root / "README.md").write_text("# Pasting\n")
        report = workspace.sync(only=[root / "README.md"])
        # What the other file yields was remembered beside the index.
        assert (report.parsed, report.recalled) == (1, 1)
        assert sorted(_names(workspace, "paste")) == ["Pasting", "paste"]


def test_damage_that_a_search_meets_while_a_sync_runs_is_mended_by_that_sync(
    root: Path, cache: Path
) -> None:
    with Workspace.open(root, cache=cache, workers=1) as workspace:
        workspace.sync()
        (root / "new.py").write_text("def added(): pass\n")
        strikes: list[Progress] = []

        def strike(now: Progress) -> None:
            if not strikes:
                strikes.append(now)
                _garble(index_folder(cache, root, Selection()) / "index.db")
                with pytest.raises(IndexUnavailable):
                    [workspace.search(word) for word in ("paste", "added")]

        workspace.sync(progress=strike)
        assert strikes
        assert _names(workspace, "paste") == ["paste"]
        assert _names(workspace, "added") == ["added"]


def test_all_who_use_an_index_share_the_one_that_is_made_anew(root: Path, cache: Path) -> None:
    with Workspace.open(root, cache=cache) as one, Workspace.open(root, cache=cache) as other:
        one.sync()
        other.sync()
        (index_folder(cache, root, Selection()) / "index.db").unlink()
        one.sync()
        assert _names(other, "paste") == ["paste"]
        other.sync()
        (root / "new.py").write_text("def added(): pass\n")
        other.sync()
        assert _names(one, "added") == ["added"]
        assert one.sync().parsed == 0


def test_damage_of_one_folder_leaves_the_index_of_another_alone(
    workspace: Workspace, root: Path, cache: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "a.py").write_text("def paste_all(): pass\n")
    workspace.add_root(other)
    workspace.sync()
    (index_folder(cache, root, Selection()) / "index.db").unlink()
    with pytest.raises(IndexUnavailable):
        workspace.search("paste")
    assert _names(workspace, "paste") == ["paste_all"]
    assert [status.state for status in workspace.status()] == ["empty", "ready"]


def test_a_session_only_index_that_is_damaged_is_made_anew(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "blocked").write_text("not a folder")
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    with Workspace.open(root, cache=tmp_path / "blocked", workers=1) as workspace:
        workspace.sync()
        [file] = (tmp_path / "temporary").rglob("index.db")
        file.unlink()
        with pytest.raises(IndexUnavailable):
            workspace.search("paste")
        workspace.sync()
        assert _names(workspace, "paste") == ["paste"]
    assert list((tmp_path / "temporary").iterdir()) == []


# Versions


def test_another_version_makes_an_index_of_its_own_and_says_so_once(
    workspace: Workspace, root: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(location, "RULES_VERSION", 99)
    with Workspace.open(root, cache=cache, workers=1) as newer:
        newer.sync()
        [notice] = newer.status()[0].notices
        assert "was made anew: another version had made it" in notice
        assert _names(newer, "paste") == ["paste"]
    with Workspace.open(root, cache=cache, workers=1) as newer:
        newer.sync()
        assert newer.status()[0].notices == ()
    assert {index.is_current for index in list_indexes(cache)} == {True, False}


def test_an_index_of_another_version_is_cleaned_once_no_process_uses_it(
    workspace: Workspace, root: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(location, "RULES_VERSION", 99)
    assert clean_indexes(cache) == []
    workspace.close()
    assert [index.is_current for index in clean_indexes(cache)] == [False]
    assert list_indexes(cache) == []


def test_a_rebuild_reads_every_file_and_gives_the_same_answers(workspace: Workspace) -> None:
    before = workspace.search("copy")
    assert workspace.rebuild().parsed == 2
    assert workspace.search("copy").hits == before.hits


def test_another_selection_has_another_index(root: Path, cache: Path, workspace: Workspace) -> None:
    with Workspace.open(root, cache=cache, selection=Selection(exclude=("pkg/",))) as narrow:
        narrow.sync()
        assert _names(narrow, "paste") == []
    assert _names(workspace, "paste") == ["paste"]
    assert len(list_indexes(cache)) == 2


def test_an_index_whose_files_are_overwritten_is_made_anew_and_says_so_once(
    workspace: Workspace, root: Path, cache: Path
) -> None:
    workspace.close()
    for file in index_folder(cache, root, Selection()).iterdir():
        file.write_bytes(bytes(range(256)) * 16)
    with Workspace.open(root, cache=cache, workers=1) as again:
        [notice] = again.status()[0].notices
        assert "made anew" in notice
        assert again.status()[0].notices == ()
        again.sync()
        assert _names(again, "paste") == ["paste"]


def test_an_index_that_cannot_be_kept_is_made_for_the_session(root: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("not a folder")
    with Workspace.open(root, cache=blocked, workers=1) as workspace:
        workspace.sync()
        status = workspace.status()[0]
        assert "for this session only" in status.notices[0]
        assert status.index_folder is None
        assert _names(workspace, "paste") == ["paste"]


def test_indexes_of_roots_that_are_gone_are_cleaned(
    workspace: Workspace, root: Path, cache: Path
) -> None:
    workspace.close()
    assert clean_indexes(cache) == []
    root.rename(root.with_name("moved"))
    assert [index.root for index in clean_indexes(cache)] == [root]
    assert list_indexes(cache) == []


def test_the_status_counts_and_names_what_is_skipped(workspace: Workspace, root: Path) -> None:
    (root / "a.bin").write_bytes(b"\0" * 9)
    workspace.sync()
    [status] = workspace.status()
    assert (status.state, status.files, status.parsed, status.pending) == ("ready", 2, 2, 0)
    [skipped] = status.skipped
    assert (skipped.reason, skipped.count, skipped.examples) == ("binary", 1, ("a.bin",))


def test_the_units_of_a_file_are_cut_as_the_index_cuts_them(
    workspace: Workspace, root: Path
) -> None:
    units = workspace.units(root / "pkg/copy.py")
    assert [(unit.name, unit.container) for unit in units] == [
        ("copy.py", "pkg"),
        ("copy_file", ""),
        ("paste", ""),
    ]
    assert units[1].doc == "Copies."


def test_no_door_shows_a_value_of_an_env_file(workspace: Workspace, root: Path) -> None:
    (root / ".env").write_text("# The database.\nDB_PASSWORD='hunter2\nhunter3'\n")
    workspace.sync()
    assert _names(workspace, "hunter2 hunter3") == []
    [hit] = workspace.search("password").hits
    assert (hit.name, hit.kind, hit.language) == ("DB_PASSWORD", "constant", "dotenv")
    assert hit.preview is not None
    assert hit.preview.text.strip() == "DB_PASSWORD="
    assert "hunter" not in repr(workspace.units(root / ".env"))
    assert "hunter" not in (workspace.read_text(root / ".env") or "")


def test_no_door_shows_a_private_key_whatever_its_name(workspace: Workspace, root: Path) -> None:
    key = "-" * 5 + "BEGIN OPENSSH PRIVATE KEY" + "-" * 5 + "\nhunter2\n"
    for name in ("deploykey", "id_rsa"):
        (root / name).write_text(key)
    workspace.sync()
    assert _names(workspace, "hunter2") == []
    [skipped] = workspace.status()[0].skipped
    assert (skipped.reason, skipped.examples) == ("private key", ("deploykey", "id_rsa"))
    for name in ("deploykey", "id_rsa"):
        assert workspace.read_text(root / name) is None
        with pytest.raises(Unreadable, match=f"{name} is not searched: private key"):
            workspace.units(root / name)


def test_a_preview_is_of_a_regular_file_that_the_index_would_take(
    workspace: Workspace, root: Path
) -> None:
    (root / "pkg/copy.py").unlink()
    os.mkfifo(root / "pkg/copy.py")
    hits = {hit.path: hit for hit in workspace.search("copy").hits}
    assert hits["pkg/copy.py"].preview is None
    assert hits["README.md"].preview is not None
    (root / "pkg/copy.py").unlink()
    (root / "pkg").rmdir()
    outside = root.parent / "outside"
    outside.mkdir()
    (outside / "copy.py").write_text("def copy_file(): pass\n")
    (root / "pkg").symlink_to(outside)
    hits = {hit.path: hit for hit in workspace.search("copy").hits}
    assert hits["pkg/copy.py"].preview is None


def test_a_text_is_read_inside_the_roots_alone(workspace: Workspace, root: Path) -> None:
    (root.parent / "outside.py").write_text("x = 1\n")
    (root / "out").symlink_to(root.parent)
    assert workspace.read_text(root / "README.md") == "# Copying\n\nHow files are copied.\n"
    assert workspace.read_text(root / "pkg/../README.md") is not None
    assert workspace.read_text(root.parent / "outside.py") is None
    assert workspace.read_text(root / "../outside.py") is None
    assert workspace.read_text(root / "out/outside.py") is None


def test_a_text_behind_a_link_is_read_where_links_are_followed(root: Path, cache: Path) -> None:
    outside = root.parent / "outside"
    outside.mkdir()
    (outside / "a.py").write_text("x = 1\n")
    (root / "out").symlink_to(outside)
    selection = Selection(follow_symlinks=True)
    with Workspace.open(root, selection=selection, cache=cache) as workspace:
        assert workspace.read_text(root / "out/a.py") == "x = 1\n"
        assert workspace.units(root / "out/a.py")[0].key.path == "out/a.py"
        assert workspace.read_text(root / "out/../outside/a.py") is None


def test_the_units_of_a_file_behind_a_linked_folder_are_those_of_its_real_place(
    workspace: Workspace, root: Path
) -> None:
    (root.parent / "link").symlink_to(root)
    assert workspace.units(root.parent / "link/pkg/copy.py")[0].key.path == "pkg/copy.py"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("pipe", "pipe cannot be read: not a regular file"),
        ("pkg", "pkg cannot be read: not a regular file"),
        ("zero", "zero cannot be read: behind a link"),
        ("loop/a.py", "cannot be read"),
        ("missing", "missing cannot be read: No such file"),
        ("large.txt", "is not searched: larger than 1000000 bytes"),
        ("a.bin", "is not searched: binary"),
    ],
)
def test_what_has_no_units_is_said_in_a_sentence(
    workspace: Workspace, root: Path, name: str, sentence: str
) -> None:
    os.mkfifo(root / "pipe")
    (root / "zero").symlink_to("/dev/zero")
    (root / "loop").symlink_to("loop")
    (root / "large.txt").write_text("word " * 200_001)
    (root / "a.bin").write_bytes(b"\0")
    with pytest.raises(Unreadable, match=sentence):
        workspace.units(root / name)


@pytest.mark.parametrize("name", ["missing", "file"])
def test_a_root_that_is_no_folder_is_refused_with_a_sentence(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Unreadable, match="is not a folder"):
        Workspace.open(tmp_path / name, cache=tmp_path / "cache")


def test_the_root_of_the_file_system_is_refused_until_it_is_allowed(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="hugeRoots"):
        Workspace.open("/", cache=tmp_path)
    Workspace.open("/", cache=tmp_path, huge_roots=True).close()


@pytest.mark.parametrize(
    ("field", "value"), [("view", "body"), ("tiers", "both"), ("match", "none"), ("limit", 0)]
)
def test_a_bad_parameter_is_named(workspace: Workspace, field: str, value: object) -> None:
    with pytest.raises(BadRequest, match=f"`{field}`"):
        workspace.search("copy", **{field: value})  # type: ignore[arg-type]  # wrong on purpose


def test_a_place_is_explained_in_the_folder_that_it_is_in(workspace: Workspace, root: Path) -> None:
    placed = workspace.explain(SearchRequest("copying"), root / "pkg/copy.py", 1, 4)
    assert placed is not None
    assert (placed.hit.name, placed.position) == ("copy_file", 2)
    assert workspace.explain(SearchRequest("copying"), Path("/nowhere.py"), 0, 0) is None


def test_folders_are_exchanged_at_one_go_and_one_that_cannot_be_served_is_left_out(
    workspace: Workspace, root: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    seen: set[tuple[Path, ...]] = set()
    stop = threading.Event()

    def look() -> None:
        while not stop.is_set():
            seen.add(workspace.roots)

    looking = threading.Thread(target=look, daemon=True)
    looking.start()
    refused: list[str] = []
    for _ in range(50):
        workspace.change_roots([tmp_path / "none", other], [root], lambda e: refused.append(str(e)))
        workspace.change_roots([root], [other])
    stop.set()
    looking.join(30)
    assert refused == [f"{tmp_path / 'none'} is not a folder."] * 50
    assert seen == {(root,), (other,)}
