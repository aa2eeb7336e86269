from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from tests.patience import LONGEST_WAIT_S

from stemguard.sync.selection import Selection
from stemguard.sync.walk import walk
from stemguard.sync.watch import FolderWatch

#: Neither the user's nor the machine's configuration of git has a say.
NO_GIT_CONFIG = {"GIT_CONFIG_NOSYSTEM": "1"}


class Watched:
    """A root that is watched, and walked as a sync does."""

    def __init__(self, root: Path, environment: dict[str, str]) -> None:
        self.root = root
        self.hints: set[str] = set()
        self.troubles: list[str] = []
        self.environment = environment
        self._markers = count()
        self.watch = FolderWatch(str(root), self._hint, self.troubles.append, environment)
        self.walk()

    def walk(self) -> None:
        found = walk(
            str(self.root),
            Selection(),
            environment=self.environment,
            on_folder=self.watch.add,
            on_rules=self.watch.learn,
        )
        list(found)

    def until(self, is_so: Callable[[set[str]], bool]) -> set[str]:
        """The hints once they are as expected."""
        end = time.monotonic() + LONGEST_WAIT_S
        while not is_so(self.hints.copy()):
            assert time.monotonic() < end, self.hints
            time.sleep(0.005)
        return self.hints.copy()

    def after(self, change: Callable[[], object]) -> set[str]:
        """The hints of a change, all of them: events come in order, and the last is known."""
        self._until_quiet()
        self.hints.clear()
        change()
        return self._until_quiet()

    def _until_quiet(self) -> set[str]:
        marker = self.root / f"marker{next(self._markers)}"
        marker.touch()
        hints = self.until(lambda hints: marker.name in hints)
        return {hint for hint in hints if not hint.startswith("marker")}

    def _hint(self, path: str) -> None:
        self.hints.add(path)


Watching = Callable[..., Watched]


@pytest.fixture
def watching() -> Iterator[Watching]:
    made: list[Watched] = []

    def make(root: Path, environment: dict[str, str] = NO_GIT_CONFIG) -> Watched:
        made.append(Watched(root, environment))
        return made[-1]

    yield make
    for watched in made:
        watched.watch.close()


def _in_namespace(*command: str) -> subprocess.CompletedProcess[str]:
    """Runs a command as a user of a namespace of its own."""
    ran = subprocess.run(["unshare", "-U", *command], capture_output=True, text=True, check=False)
    if ran.stderr.startswith("unshare"):
        pytest.skip(f"no namespace of users to be had: {ran.stderr}")
    return ran


def _plant(root: Path, *paths: str) -> Path:
    for path in paths:
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("def a(): pass\n")
    return root


def test_a_file_created_changed_renamed_and_deleted_gives_its_path(
    tmp_path: Path, watching: Watching
) -> None:
    watched = watching(_plant(tmp_path, "a/b/c.py"))
    file = tmp_path / "a/b/d.py"
    assert watched.after(lambda: file.write_text("x")) == {"a/b/d.py"}
    assert watched.after(lambda: file.write_text("y")) == {"a/b/d.py"}
    assert watched.after(lambda: file.chmod(0o600)) == {"a/b/d.py"}
    assert watched.after(lambda: file.rename(tmp_path / "a/e.py")) == {"a/b/d.py", "a/e.py"}
    assert watched.after((tmp_path / "a/e.py").unlink) == {"a/e.py"}


def test_a_file_put_in_place_of_another_gives_its_path(tmp_path: Path, watching: Watching) -> None:
    watched = watching(_plant(tmp_path, "v.py", ".v.tmp"))
    hints = watched.after(lambda: (tmp_path / ".v.tmp").replace(tmp_path / "v.py"))
    assert "v.py" in hints


def test_writing_without_closing_gives_the_path(tmp_path: Path, watching: Watching) -> None:
    watched = watching(_plant(tmp_path, "v.py"))
    with (tmp_path / "v.py").open("a") as file:

        def write() -> None:
            file.write("x")
            file.flush()

        assert watched.after(write) == {"v.py"}


def test_reading_and_listing_give_no_hint(tmp_path: Path, watching: Watching) -> None:
    watched = watching(_plant(tmp_path, "a/b/c.py"))

    def read() -> None:
        (tmp_path / "a/b/c.py").read_text()
        watched.walk()

    assert watched.after(read) == set()


def test_a_new_folder_gives_its_path_and_the_walk_that_follows_watches_it(
    tmp_path: Path, watching: Watching
) -> None:
    watched = watching(_plant(tmp_path, "a/b.py"))
    assert watched.after((tmp_path / "n").mkdir) == {"n"}
    (tmp_path / "n/m").mkdir()
    watched.walk()
    assert watched.after(lambda: _plant(tmp_path, "n/m/c.py")) == {"n/m/c.py"}


def test_what_moved_out_gives_no_more_hints(tmp_path: Path, watching: Watching) -> None:
    root = _plant(tmp_path / "root", "pkg/sub/a.py")
    watched = watching(root)
    out = tmp_path / "out"
    assert watched.after(lambda: (root / "pkg").rename(out)) == {"pkg"}
    assert watched.after(lambda: _plant(out, "sub/a.py", "sub/b.py", "c.py")) == set()
    assert watched.watch.folders == {""}


def test_what_a_link_led_to_gives_no_more_hints_without_it(
    tmp_path: Path, watching: Watching
) -> None:
    root = _plant(tmp_path / "root", "a.py")
    out = _plant(tmp_path / "out", "b.py")
    (root / "link").symlink_to(out)
    watched = watching(root)
    watched.watch.add("link/")
    assert watched.after(lambda: _plant(out, "b.py")) == {"link/b.py"}
    assert watched.after((root / "link").unlink) == {"link"}
    assert watched.after(lambda: _plant(out, "b.py")) == set()


def test_what_moved_in_is_watched_after_the_walk(tmp_path: Path, watching: Watching) -> None:
    root = _plant(tmp_path / "root", "a.py")
    out = _plant(tmp_path / "out", "sub/a.py")
    watched = watching(root)
    assert watched.after(lambda: out.rename(root / "pkg")) == {"pkg"}
    watched.walk()
    assert watched.after(lambda: _plant(root, "pkg/sub/a.py")) == {"pkg/sub/a.py"}


def test_a_renamed_folder_is_known_by_its_new_path_alone(
    tmp_path: Path, watching: Watching
) -> None:
    watched = watching(_plant(tmp_path, "pkg/sub/two.py"))
    assert watched.after(lambda: (tmp_path / "pkg").rename(tmp_path / "pkg2")) == {"pkg", "pkg2"}
    watched.walk()
    assert watched.watch.folders == {"", "pkg2/", "pkg2/sub/"}
    assert watched.after(lambda: _plant(tmp_path, "pkg2/sub/two.py")) == {"pkg2/sub/two.py"}


def test_a_walk_that_is_quicker_than_the_event_of_a_rename_loses_no_watch(
    tmp_path: Path, watching: Watching
) -> None:
    for number in range(50):
        root = _plant(tmp_path / str(number), "pkg/sub/two.py")
        watched = watching(root)
        (root / "pkg").rename(root / "pkg2")
        watched.walk()
        watched.until(lambda hints: {"pkg", "pkg2"} <= hints)
        watched.after(watched.walk)
        hints = watched.after(partial(_plant, root, "pkg2/sub/two.py"))
        assert hints == {"pkg2/sub/two.py"}
        watched.watch.close()


def test_a_folder_deleted_and_made_again_is_watched_after_the_walk(
    tmp_path: Path, watching: Watching
) -> None:
    watched = watching(_plant(tmp_path, "a/b/c.py"))

    def replace() -> None:
        (tmp_path / "a/b/c.py").unlink()
        (tmp_path / "a/b").rmdir()
        (tmp_path / "a/b").mkdir()

    assert "a/b" in watched.after(replace)
    watched.walk()
    assert watched.after(lambda: _plant(tmp_path, "a/b/d.py")) == {"a/b/d.py"}


_MOUNTED_OVER = """
import subprocess, sys, threading
from stemguard.sync.watch import FolderWatch
heard = threading.Event()
def hint(path):
    if path == "a/new.py":
        heard.set()
watch = FolderWatch(sys.argv[1], hint, print, {"GIT_CONFIG_NOSYSTEM": "1"})
watch.add("")
watch.add("a/")
subprocess.run(["mount", "-t", "tmpfs", "none", f"{sys.argv[1]}/a"], check=True)
watch.add("a/")
open(f"{sys.argv[1]}/a/new.py", "w").close()
print(heard.wait(10))
"""


def test_a_folder_replaced_unheard_is_watched_when_it_is_added_again(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    ran = _in_namespace("-r", "-m", sys.executable, "-c", _MOUNTED_OVER, str(tmp_path))
    assert ran.stdout == "True\n", ran.stderr


def test_ignored_and_excluded_folders_are_not_watched(tmp_path: Path, watching: Watching) -> None:
    _plant(tmp_path, "src/a.py", "node_modules/m/i.js", "build/a.py", ".git/HEAD")
    (tmp_path / ".gitignore").write_text("build/\n")
    watched = watching(tmp_path)
    assert watched.watch.folders == {"", "src/"}
    assert watched.after(lambda: _plant(tmp_path, "build/b.py", ".git/index")) == set()


def test_a_changed_gitignore_gives_its_folder(tmp_path: Path, watching: Watching) -> None:
    watched = watching(_plant(tmp_path, "a/b/c.py"))
    assert watched.after(lambda: (tmp_path / "a/.gitignore").write_text("x")) == {"a"}
    assert watched.after(lambda: (tmp_path / ".gitignore").write_text("x")) == {""}


def test_the_exclude_file_of_a_repository_gives_the_folder_it_holds_in(
    tmp_path: Path, watching: Watching
) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path / "a/r")], check=True)
    watched = watching(_plant(tmp_path, "a/r/c.py"))
    info = tmp_path / "a/r/.git/info"
    assert watched.after(lambda: (info / "exclude").write_text("x")) == {"a/r"}
    assert watched.after(lambda: (info / "other").write_text("x")) == set()


def test_a_repository_that_begins_gives_the_folder_it_begins_in(
    tmp_path: Path, watching: Watching
) -> None:
    watched = watching(_plant(tmp_path, "a/r/c.py"))
    assert watched.after((tmp_path / "a/r/.git").mkdir) == {"a/r"}


def test_rules_outside_the_root_give_a_hint_of_everything(
    tmp_path: Path, watching: Watching
) -> None:
    top = tmp_path / "top"
    home = tmp_path / "home"
    (home / ".config/git").mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(top)], check=True)
    root = _plant(top / "a/root", "b.py")
    watched = watching(root, {**NO_GIT_CONFIG, "HOME": str(home)})
    for rules in (top / ".git/info/exclude", top / ".gitignore", top / "a/.gitignore"):
        assert watched.after(partial(rules.write_text, "x")) == {""}
    for rules in (home / ".config/git/ignore", home / ".gitconfig"):
        assert watched.after(partial(rules.write_text, "")) == {""}
    assert watched.after(lambda: (home / "other").write_text("x")) == set()


def test_what_is_hidden_gives_no_hint(tmp_path: Path, watching: Watching) -> None:
    (tmp_path / ".gitignore").write_text("*.log\nbuild/\n")
    watched = watching(_plant(tmp_path, "a/b.py"))
    hidden = ("x.log", "a/y.log", "build/c.py", "a/node_modules/d.js")
    assert watched.after(lambda: _plant(tmp_path, *hidden)) == set()
    assert watched.after(lambda: _plant(tmp_path, "a/build")) == {"a/build"}


def test_what_rules_reveal_gives_hints_before_the_walk_that_follows(
    tmp_path: Path, watching: Watching
) -> None:
    for rules in (tmp_path / ".gitignore", tmp_path / "a/.gitignore"):
        _plant(tmp_path, "a/b/c.py")
        rules.write_text("*.log\n")
        watched = watching(tmp_path)
        assert watched.after(lambda: _plant(tmp_path, "a/b/x.log")) == set()
        hints = watched.after(partial(rules.write_text, ""))
        assert hints == {rules.parent.relative_to(tmp_path).as_posix().replace(".", "")}
        assert watched.after(lambda: _plant(tmp_path, "a/b/x.log")) == {"a/b/x.log"}


def test_a_walk_that_began_before_rules_changed_hides_nothing(
    tmp_path: Path, watching: Watching
) -> None:
    watched = watching(_plant(tmp_path, "a/b.py"))
    watched.watch.add("")
    watched.after(lambda: (tmp_path / "a/.gitignore").write_text("x"))
    watched.watch.learn("a/", lambda name, is_folder: True)
    assert watched.after(lambda: _plant(tmp_path, "a/b.py")) == {"a/b.py"}
    watched.watch.add("")
    watched.watch.learn("a/", lambda name, is_folder: True)
    assert watched.after(lambda: _plant(tmp_path, "a/b.py")) == set()


def test_rules_that_a_configuration_names_give_a_hint_before_they_are_there_and_after(
    tmp_path: Path, watching: Watching
) -> None:
    root = _plant(tmp_path / "root", "a.py")
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    watched = watching(root)
    rules = tmp_path / "rules/of/mine"
    configure = ["git", "-C", str(root), "config", "core.excludesFile", str(rules)]
    assert watched.after(lambda: subprocess.run(configure, check=True)) == {""}
    assert watched.after(lambda: rules.parent.mkdir(parents=True)) == {""}
    for text in ("x", "y"):
        assert watched.after(partial(rules.write_text, text)) == {""}


def test_exclude_files_in_folders_made_later_give_a_hint(
    tmp_path: Path, watching: Watching
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    root = _plant(tmp_path / "root", "a.py")
    subprocess.run(["git", "init", "-q", "--template=", str(root)], check=True)
    watched = watching(root, {**NO_GIT_CONFIG, "HOME": str(home)})
    for rules in (root / ".git/info/exclude", home / ".config/git/ignore"):
        for _ in range(2):
            assert not rules.parent.exists()
            assert watched.after(partial(rules.parent.mkdir, parents=True)) == {""}
            assert watched.after(partial(rules.write_text, "x")) == {""}
            assert watched.after(partial(rules.write_text, "y")) == {""}
            assert watched.after(partial(shutil.rmtree, rules.parent)) == {""}


def test_a_repository_that_begins_above_the_root_gives_a_hint_and_so_do_its_rules(
    tmp_path: Path, watching: Watching
) -> None:
    root = _plant(tmp_path / "top/a/root", "b.py")
    watched = watching(root)
    init = ["git", "init", "-q", str(tmp_path / "top")]
    assert watched.after(lambda: subprocess.run(init, check=True)) == {""}
    for rules in ("top/.gitignore", "top/a/.gitignore", "top/.git/info/exclude"):
        for text in ("x", "y"):
            assert watched.after(partial((tmp_path / rules).write_text, text)) == {""}
    assert watched.after(lambda: (tmp_path / "top/.git/HEAD").write_text("ref: x")) == set()
    assert watched.after(partial(shutil.rmtree, tmp_path / "top/.git")) == {""}


def test_an_overflow_gives_a_hint_of_everything_and_the_walk_watches_anew(
    tmp_path: Path, watching: Watching
) -> None:
    watched = watching(_plant(tmp_path, "a/b.py", "a/c.py"))
    watched.hints.clear()
    with watched.watch._lock:  # The thread that reads waits, and the kernel's queue fills.
        # Two files in turn: the kernel joins equal events that follow one another.
        for _ in range(int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())):
            os.utime(tmp_path / "a/b.py")
            os.utime(tmp_path / "a/c.py")
    watched.until(lambda hints: "" in hints)
    watched.walk()
    assert watched.after(lambda: _plant(tmp_path, "a/c.py")) == {"a/c.py"}


def test_a_closed_watch_gives_no_hint_and_takes_no_folder(
    tmp_path: Path, watching: Watching
) -> None:
    watched = watching(_plant(tmp_path, "a/b.py"))
    watched.watch.close()
    watched.hints.clear()
    _plant(tmp_path, "a/c.py")
    watched.walk()
    assert watched.watch.folders == set()
    assert watched.hints == set()
    assert watched.troubles == []


def test_a_folder_is_forgotten_without_a_look_at_all_others(
    tmp_path: Path, watching: Watching
) -> None:
    watched = watching(_plant(tmp_path, "a/b/c.py", "a/d/e.py", "ab/f.py"))
    assert watched.after(lambda: (tmp_path / "a").rename(tmp_path.parent / "gone")) == {"a"}
    assert watched.watch.folders == {"", "ab/"}


_FEW_WATCHES = """
import os, sys
from stemguard.sync.watch import FolderWatch
troubles = []
watch = FolderWatch(sys.argv[1], lambda hint: None, troubles.append, {"GIT_CONFIG_NOSYSTEM": "1"})
for folder in ["", "a/", "b/", "c/", "d/"]:
    watch.add(folder)
print(len(watch.folders), watch.is_complete, troubles)
"""


def test_too_few_watches_are_said_once(tmp_path: Path) -> None:
    for name in "abcd":
        (tmp_path / name).mkdir()
    # A repository may begin in each folder above.
    n_watches = len(tmp_path.parents) + 3
    limit = f'echo {n_watches} > /proc/sys/user/max_inotify_watches; exec "$@"'
    ran = _in_namespace(
        "-r", "sh", "-c", limit, "sh", sys.executable, "-c", _FEW_WATCHES, str(tmp_path)
    )
    said = f"{tmp_path} cannot be watched whole: inotify watch limit reached."
    assert ran.stdout == f"3 False ['{said}']\n", ran.stderr


_UNREADABLE = """
import sys
from stemguard.sync.watch import FolderWatch
troubles = []
watch = FolderWatch(sys.argv[1], lambda hint: None, troubles.append, {"GIT_CONFIG_NOSYSTEM": "1"})
for folder in ["", "shut/", "open/", "missing/"] * 2:
    watch.add(folder)
print(sorted(watch.folders), watch.is_complete, troubles)
"""


def test_a_folder_that_may_not_be_read_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "shut").mkdir(mode=0o000)
    # Without a mapping of users nobody is root, who may read everything.
    ran = _in_namespace(sys.executable, "-c", _UNREADABLE, str(tmp_path))
    assert ran.stdout == "['', 'open/'] True []\n", ran.stderr
    assert ran.stderr == ""
