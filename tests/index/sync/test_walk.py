from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from stemguard.domain.errors import Cancelled, Unreadable
from stemguard.sync.scope import Scope
from stemguard.sync.selection import Selection
from stemguard.sync.walk import Found, Hides, walk

#: Neither the user's nor the machine's configuration of git has a say.
NO_GIT_CONFIG = {"GIT_CONFIG_NOSYSTEM": "1"}
DEFAULT = Selection()
FOLLOWING = Selection(follow_symlinks=True)


def _plant(root: Path, *paths: str) -> Path:
    for path in paths:
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("def a(): pass\n")
    return root


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def _git_init(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    return folder


def _paths(
    root: Path,
    selection: Selection = DEFAULT,
    *,
    environment: dict[str, str] = NO_GIT_CONFIG,
    scope: Scope | None = None,
) -> list[str]:
    found = walk(str(root), selection, environment=environment, scope=scope)
    return [file.path for file in found]


def _skipped(root: Path, selection: Selection = DEFAULT) -> dict[str, str]:
    skipped: dict[str, str] = {}
    list(walk(str(root), selection, environment={}, on_skipped=skipped.__setitem__))
    return skipped


# What is there


def test_paths_come_in_the_order_of_their_code_points(tmp_path: Path) -> None:
    _plant(tmp_path, "b.py", "a/z.py", "a.py", "a/B.py", "a-b/c.py", "é.py", "Z.py", "a0.py")
    order = ["Z.py", "a-b/c.py", "a.py", "a/B.py", "a/z.py", "a0.py", "b.py", "é.py"]
    assert _paths(tmp_path) == order


def test_a_file_is_told_from_its_replacement_by_its_numbers(tmp_path: Path) -> None:
    _plant(tmp_path, "src/a.py")
    status = (tmp_path / "src/a.py").stat()
    assert list(walk(str(tmp_path), DEFAULT, environment={})) == [
        Found("src/a.py", 14, status.st_mtime_ns, status.st_ino, status.st_ctime_ns)
    ]


def test_hidden_files_are_found_and_those_of_version_control_are_not(tmp_path: Path) -> None:
    hidden = [".github/ci.yml", ".hidden", "sub/.config/a"]
    controlled = [".git/a", ".hg/a", ".svn/a", ".jj/a", ".bzr/a", "CVS/a", "sub/.git", "sub/.svn/a"]
    _plant(tmp_path, *hidden, *controlled)
    for selection in (DEFAULT, Selection(exclude=(), use_ignore_files=False)):
        assert _paths(tmp_path, selection) == hidden


def test_dependencies_and_caches_are_left_out_until_the_user_empties_the_list(
    tmp_path: Path,
) -> None:
    _plant(tmp_path, "node_modules/m/i.js", "pkg/.venv/a.py", "pkg/__pycache__/a", "vendor/v.c")
    _plant(tmp_path, "build/b.py", "dist/d.js", "third_party/t.c", "node_modules.md")
    kept = ["build/b.py", "dist/d.js", "node_modules.md", "third_party/t.c", "vendor/v.c"]
    assert _paths(tmp_path) == kept
    assert len(_paths(tmp_path, Selection(exclude=()))) == 8


def test_a_file_above_the_largest_size_is_found_with_its_size(tmp_path: Path) -> None:
    _write(tmp_path / "big.js", "x" * 30)
    found = list(walk(str(tmp_path), Selection(max_file_size=10), environment={}))
    assert [(file.path, file.size) for file in found] == [("big.js", 30)]


def test_pipes_and_sockets_are_no_files_whatever_their_name(tmp_path: Path) -> None:
    _plant(tmp_path, "a.py")
    os.mkfifo(tmp_path / "pipe.py")
    os.mkfifo(tmp_path / ".gitignore")
    with tempfile.TemporaryDirectory() as short, socket.socket(socket.AF_UNIX) as unix:
        unix.bind(f"{short}/s.py")
        assert _paths(Path(short)) == []
    assert _paths(tmp_path) == ["a.py"]


def test_private_keys_are_skipped_and_reported_and_ignored_ones_are_not(tmp_path: Path) -> None:
    _plant(tmp_path, "id_rsa", "id_rsa.pub", "a/Server.P12", "b/tls.key", "ignored/x.p12", "key.py")
    _write(tmp_path / ".gitignore", "ignored/\n")
    assert _paths(tmp_path) == [".gitignore", "id_rsa.pub", "key.py"]
    reason = "private key"
    assert _skipped(tmp_path) == {"id_rsa": reason, "a/Server.P12": reason, "b/tls.key": reason}


def test_a_name_that_is_no_text_is_skipped_with_a_printable_path(tmp_path: Path) -> None:
    _plant(tmp_path, "a.py")
    (tmp_path / os.fsdecode(b"caf\xe9.py")).touch()
    (tmp_path / os.fsdecode(b"d\xff")).mkdir()
    (tmp_path / os.fsdecode(b"d\xff/in.py")).touch()
    assert _paths(tmp_path) == ["a.py"]
    reason = "name is not valid UTF-8"
    assert _skipped(tmp_path) == {"caf\\xe9.py": reason, "d\\xff": reason}


@pytest.fixture
def unprivileged() -> Iterator[Path]:
    """A folder of a user to whom permissions mean something, while this process is that user."""
    folder = Path(tempfile.mkdtemp())
    nobody = 65534
    is_root = os.geteuid() == 0
    if is_root:
        os.chown(folder, nobody, nobody)
        os.seteuid(nobody)
    try:
        yield folder
    finally:
        if is_root:
            os.seteuid(0)
        shutil.rmtree(folder)


def test_an_unreadable_folder_is_skipped_and_an_unreadable_file_is_found(
    unprivileged: Path,
) -> None:
    _plant(unprivileged, "shut/a.py", "open/a.py")
    (unprivileged / "open/a.py").chmod(0)
    (unprivileged / "shut").chmod(0)
    try:
        assert _paths(unprivileged) == ["open/a.py"]
        assert _skipped(unprivileged) == {"shut": "folder cannot be read: Permission denied"}
    finally:
        (unprivileged / "shut").chmod(0o700)


def test_a_folder_too_deep_for_the_system_is_skipped_and_the_rest_is_found(tmp_path: Path) -> None:
    _plant(tmp_path, "z.py")
    handle = os.open(tmp_path, os.O_RDONLY)
    for depth in range(1400):
        if depth > 1250:
            os.close(os.open(".gitignore", os.O_CREAT, dir_fd=handle))
        os.mkdir("dd", dir_fd=handle)
        deeper = os.open("dd", os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = deeper
    os.close(handle)
    try:
        *deep, last = _paths(tmp_path)
        assert deep
        assert last == "z.py"
        assert "folder cannot be read: File name too long" in _skipped(tmp_path).values()
    finally:
        subprocess.run(["rm", "-rf", str(tmp_path / "dd")], check=True)


def test_a_missing_root_is_an_error_and_not_an_empty_folder(tmp_path: Path) -> None:
    file = _plant(tmp_path, "a.py") / "a.py"
    for root in (tmp_path / "missing", file):
        with pytest.raises(Unreadable, match="cannot be read"):
            list(walk(str(root), DEFAULT, environment={}))


def test_what_vanishes_during_the_walk_is_not_found_and_not_reported(tmp_path: Path) -> None:
    _plant(tmp_path, "a.py", "b/b.py", "c.py")
    skipped: dict[str, str] = {}
    found = walk(str(tmp_path), DEFAULT, environment={}, on_skipped=skipped.__setitem__)
    assert next(found).path == "a.py"
    (tmp_path / "b/b.py").unlink()
    (tmp_path / "b").rmdir()
    assert [file.path for file in found] == ["c.py"]
    assert skipped == {}


def test_a_withdrawn_walk_stops_before_the_next_folder(tmp_path: Path) -> None:
    _plant(tmp_path, "a.py", "b/b.py")
    answers = iter([False, True])
    found = walk(str(tmp_path), DEFAULT, environment={}, cancelled=lambda: next(answers))
    assert next(found).path == "a.py"
    with pytest.raises(Cancelled):
        next(found)


# Which of it is wanted


def test_an_excluded_folder_is_not_entered_so_nothing_below_comes_back(tmp_path: Path) -> None:
    _plant(tmp_path, "gen/a.py", "gen/keep.py", "a.gen.py", "keep.gen.py")
    selection = Selection(exclude=("gen/", "!gen/keep.py", "*.gen.py", "!keep.gen.py"))
    assert _paths(tmp_path, selection) == ["keep.gen.py"]


def test_an_exclude_hides_what_a_gitignore_takes_back(tmp_path: Path) -> None:
    _plant(tmp_path, "a.log", "b.log")
    _write(tmp_path / ".gitignore", "*.log\n!a.log\n")
    assert _paths(tmp_path, Selection(exclude=("a.log",))) == [".gitignore"]
    assert _paths(tmp_path, Selection(exclude=("*.txt", "!b.log"))) == [".gitignore", "a.log"]


def test_an_include_picks_files_by_their_path_and_the_folders_above(tmp_path: Path) -> None:
    _plant(tmp_path, "src/a.py", "src/gen/b.py", "docs/c.md", "d.py")
    assert _paths(tmp_path, Selection(include=("src/", "*.md"))) == [
        *("docs/c.md", "src/a.py", "src/gen/b.py")
    ]
    assert _paths(tmp_path, Selection(include=("!gen", "!docs"))) == ["d.py", "src/a.py"]


# Ignore rules


def test_ignore_rules_of_every_folder_hold_and_an_edit_of_one_is_seen(tmp_path: Path) -> None:
    _git_init(tmp_path)
    _write(tmp_path / ".gitignore", "build/\n*.gen.py\n!keep.gen.py\n")
    _write(tmp_path / "src/.gitignore", "local.py\n")
    _plant(tmp_path, "build/a.py", "x.gen.py", "keep.gen.py", "node_modules/m/i.js")
    _plant(tmp_path, "src/b.py", "src/local.py")
    rules = {".gitignore", "src/.gitignore"}
    assert {*_paths(tmp_path)} - rules == {"keep.gen.py", "src/b.py"}
    everything = Selection(use_ignore_files=False)
    assert {*_paths(tmp_path, everything)} - rules == {
        *("build/a.py", "keep.gen.py", "x.gen.py", "src/b.py", "src/local.py")
    }
    _write(tmp_path / ".gitignore", "*.gen.py\n!keep.gen.py\n")
    assert {*_paths(tmp_path)} - rules == {"build/a.py", "keep.gen.py", "src/b.py"}


def test_a_gitignore_holds_in_a_folder_that_is_no_repository(tmp_path: Path) -> None:
    _plant(tmp_path, "a.py", "a.log", "sub/b.log")
    _write(tmp_path / ".gitignore", "*.log\n")
    assert _paths(tmp_path) == [".gitignore", "a.py"]


def test_rules_above_the_root_hold_as_far_as_the_top_of_the_repository(tmp_path: Path) -> None:
    top = _git_init(tmp_path / "top")
    _plant(top, "mid/root/a.1", "mid/root/a.2", "mid/root/a.3", "mid/root/a.4", "mid/root/x/b")
    _write(tmp_path / ".gitignore", "*.1\n")
    _write(top / ".gitignore", "*.2\n/mid/root/x/\n*.4\n")
    _write(top / "mid/.gitignore", "/root/a.3\n!*.4\n")
    assert _paths(top / "mid/root") == ["a.1", "a.4"]


def test_a_root_that_its_repository_ignores_is_walked_all_the_same(tmp_path: Path) -> None:
    _git_init(tmp_path)
    _plant(tmp_path, "build/a.py", "build/sub/b.py")
    _write(tmp_path / ".gitignore", "build/\n")
    assert _paths(tmp_path / "build") == ["a.py", "sub/b.py"]


def test_the_excludes_of_repository_and_user_hold_and_the_nearer_outranks(tmp_path: Path) -> None:
    top = _git_init(tmp_path / "top")
    home = tmp_path / "home"
    _plant(top, "a.user", "b.user", "a.own", "b.own")
    _write(home / ".config/git/ignore", "*.user\n*.own\n")
    _write(top / ".git/info/exclude", "!a.user\n*.own\n")
    _write(top / ".gitignore", "!a.own\n")
    environment = {**NO_GIT_CONFIG, "HOME": str(home)}
    assert _paths(top, environment=environment) == [".gitignore", "a.own", "a.user"]


def test_a_repository_within_has_its_own_rules_alone(tmp_path: Path) -> None:
    top = _git_init(tmp_path / "top")
    inner = _git_init(top / "libs/inner")
    _plant(top, "a.log", "a.c", "libs/inner/b.log", "libs/inner/b.c", "libs/inner/own.c")
    _write(top / ".gitignore", "*.log\n")
    _write(inner / ".git/info/exclude", "own.c\n")
    assert _paths(top) == [".gitignore", "a.c", "libs/inner/b.c", "libs/inner/b.log"]
    assert _paths(top, scope=Scope(["libs/inner"])) == ["libs/inner/b.c", "libs/inner/b.log"]
    _write(top / ".gitignore", "inner/\n")
    assert _paths(top) == [".gitignore", "a.c", "a.log"]


def test_a_linked_gitignore_is_not_read_as_git_does_not(tmp_path: Path) -> None:
    _plant(tmp_path, "sub/a.log")
    _write(tmp_path / "rules", "*.log\n")
    (tmp_path / "sub/.gitignore").symlink_to("../rules")
    assert _paths(tmp_path) == ["rules", "sub/a.log"]


# Links


def _loops(root: Path) -> Path:
    _plant(root, "lib/real.py", "p/.keep", "r/.keep")
    links = {"lib/self": "..", "p/q": "../r", "r/p": "../p", "dangling": "nowhere", "me": "me"}
    for link, target in links.items():
        (root / link).symlink_to(target)
    return root


def test_loops_of_links_and_links_to_nowhere_give_each_file_once(tmp_path: Path) -> None:
    root = _loops(tmp_path)
    for selection in (DEFAULT, FOLLOWING):
        assert _paths(root, selection) == ["lib/real.py", "p/.keep", "r/.keep"]
        assert _skipped(root, selection) == {}


def test_a_link_out_of_the_root_is_followed_only_on_request(tmp_path: Path) -> None:
    root = _loops(tmp_path / "root")
    outside = _plant(tmp_path / "outside", "o.py", "deep/d.py", "one.py")
    (outside / "deep/up").symlink_to("..")
    (outside / "deep/home").symlink_to(root)
    (root / "ext").symlink_to(outside)
    (root / "ext2").symlink_to(outside)
    (root / "f.py").symlink_to(outside / "one.py")
    assert _paths(root) == ["lib/real.py", "p/.keep", "r/.keep"]
    real = [*("f.py", "lib/real.py", "p/.keep", "r/.keep")]
    assert _paths(root, FOLLOWING) == ["ext/deep/d.py", "ext/o.py", *real]
    assert _paths(root, FOLLOWING, scope=Scope(["ext2", "ext/o.py"])) == ["ext/o.py"]


def test_a_link_that_leads_above_the_root_does_not_find_the_root_again(tmp_path: Path) -> None:
    root = _plant(tmp_path / "root", "a.py")
    _plant(tmp_path, "beside.py")
    (root / "up").symlink_to(tmp_path)
    assert _paths(root, FOLLOWING) == ["a.py", "up/beside.py"]


def test_an_ignored_link_takes_nothing_from_the_one_that_is_not(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", _plant(tmp_path / "outside", "o.py")
    _write(root / ".gitignore", "/a\n")
    (root / "a").symlink_to(outside)
    (root / "b").symlink_to(outside)
    assert _paths(root, FOLLOWING) == [".gitignore", "b/o.py"]


def test_a_root_that_is_a_link_is_walked(tmp_path: Path) -> None:
    top = _git_init(tmp_path / "top")
    _plant(top, "sub/a.py", "sub/a.log")
    _write(top / ".gitignore", "*.log\n")
    (tmp_path / "link").symlink_to(top / "sub")
    assert _paths(tmp_path / "link") == ["a.py"]


# A part of the whole

names = st.sampled_from(("a", "b", "a.py", ".git", "node_modules", "x.p12"))
trees = st.sets(st.lists(names, min_size=1, max_size=4).map("/".join), min_size=2, max_size=12)
rules = st.lists(st.sampled_from(("a", "b/", "/a/b", "!a", "**/b/a", "*.py")), max_size=3)


@settings(max_examples=60, deadline=None)
@given(trees, st.dictionaries(st.sampled_from(("", "a", "a/b")), rules, max_size=2), trees)
@example({"a/b/a", "a/a"}, {"": ["a"]}, {"a/b/b"})
def test_a_scope_gives_what_the_whole_walk_has_in_it(
    tree: set[str], ignored: dict[str, list[str]], asked: set[str]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for path in sorted(tree):
            if not any(parent.is_file() for parent in (root / path).parents):
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                if not (root / path).is_dir():
                    (root / path).touch()
        for below, lines in ignored.items():
            if (root / below).is_dir():
                _write(root / below / ".gitignore", "\n".join(lines))
        whole = _paths(root)
        for paths in ({"a"}, {"a/b"}, {"b"}, set(list(tree)[:2]), asked, {"b", ""}):
            expected = [p for p in whole if any(_is_in(p, prefix) for prefix in paths)]
            assert _paths(root, scope=Scope(paths)) == expected


def _is_in(path: str, prefix: str) -> bool:
    return path == prefix or path.startswith(f"{prefix}/") or not prefix


def test_a_scope_lists_only_its_folders_and_those_above(tmp_path: Path) -> None:
    _plant(tmp_path, "a/b/c/d.py", "a/x/y.py", "z/q.py")
    asked = iter(range(100))
    scope = Scope(["a/b/c/d.py", "a/b/c/e.py", "a/b/none/f.py"])

    def cancelled() -> bool:
        next(asked)
        return False

    found = walk(str(tmp_path), DEFAULT, environment={}, scope=scope, cancelled=cancelled)
    assert [file.path for file in found] == ["a/b/c/d.py"]
    assert next(asked) == 4  # the root, a, a/b and a/b/c


@pytest.mark.parametrize("path", ["..", "a/..", "/", "./a", "a//b", "missing", "a/b.py/c"])
def test_a_scope_that_is_no_path_in_the_root_never_leads_out_of_it(
    tmp_path: Path, path: str
) -> None:
    _plant(tmp_path, "root/a/b.py", "beside.py")
    assert _paths(tmp_path / "root", scope=Scope([path])) == (["a/b.py"] if path == "/" else [])


def test_a_folder_is_told_of_before_it_is_listed(tmp_path: Path) -> None:
    _plant(tmp_path, "a/b/c.py")
    found = walk(
        str(tmp_path),
        DEFAULT,
        environment=NO_GIT_CONFIG,
        on_folder=lambda folder: (tmp_path / folder / "new.py").touch(),
    )
    assert [file.path for file in found] == ["a/b/c.py", "a/b/new.py", "a/new.py", "new.py"]


def test_just_what_is_left_out_is_said_to_be_hidden(tmp_path: Path) -> None:
    files = ("a.py", "b.md", "c.log.py", "keep.log.py", "build.py/d.py", "src/build.py", "src/e.py")
    _plant(tmp_path, *files, "src/f/g.log.py", "node_modules/m/i.py", ".git/HEAD", ".hg/x.py")
    (tmp_path / ".gitignore").write_text("*.log.py\n!keep.log.py\nbuild.py/\n")
    hidden, shown = _hidden(tmp_path, Selection(include=("*.py",)))
    assert set(hidden) == {"", "src/", "src/f/"}
    for folder, hides in hidden.items():
        for entry in (tmp_path / folder).iterdir():
            path = folder + entry.name
            is_in = path in shown or f"{path}/" in hidden
            assert hides(entry.name, entry.is_dir()) is not is_in, path


def test_a_link_that_is_followed_is_hidden_where_a_folder_is(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("*.log\n")
    hidden, _ = _hidden(tmp_path, Selection(include=("*.py",), follow_symlinks=True))
    assert [hidden[""](name, False) for name in ("a", "a.log")] == [False, True]


def _hidden(root: Path, selection: Selection) -> tuple[dict[str, Hides], set[str]]:
    """What is hidden in each folder, and the files that are found."""
    hidden: dict[str, Hides] = {}
    found = walk(str(root), selection, environment=NO_GIT_CONFIG, on_rules=hidden.__setitem__)
    return hidden, {file.path for file in found}


def test_just_the_folders_that_are_listed_are_told_of(tmp_path: Path) -> None:
    _plant(tmp_path, "a/b/c.py", "a/d/e.py", "f/g.py", "node_modules/m/i.js", ".git/HEAD")
    told: list[str] = []
    for scope in (None, Scope(["a/b"])):
        walked = walk(
            str(tmp_path),
            DEFAULT,
            environment=NO_GIT_CONFIG,
            scope=scope,
            on_folder=told.append,
        )
        list(walked)
    assert told == ["", "a/", "a/b/", "a/d/", "f/", "", "a/", "a/b/"]
