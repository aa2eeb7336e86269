from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, suppress
from hashlib import blake2b
from pathlib import Path

import pytest
from tests.patience import LONGEST_WAIT_S

from stemguard.domain.errors import Unreadable
from stemguard.folder import Folder
from stemguard.live import Live, WatchMode
from stemguard.sync.indexer import Reads
from stemguard.sync.patrol import Pacing
from stemguard.sync.selection import Selection
from stemguard.sync.workers import Workers

#: Neither the user's nor the machine's configuration of git has a say.
NO_GIT_CONFIG = {"GIT_CONFIG_NOSYSTEM": "1"}


class Kept:
    """Roots that are kept current, as a server does it: what is to be looked at is synced."""

    def __init__(
        self,
        cache: Path,
        *roots: Path,
        mode: WatchMode = WatchMode.AUTO,
        client: bool = False,
        selection: Selection | None = None,
    ) -> None:
        self.looks: list[frozenset[Path]] = []
        self._workers = Workers(1)
        self._cache = cache
        self._selection = selection or Selection()
        self.folders = tuple(self.folder(root) for root in roots)
        self.live = Live(
            lambda: self.folders,
            self._look,
            mode,
            has_client_watching=client,
            each_second=lambda: None,
        )
        self.live.start()

    def folder(self, root: Path) -> Folder:
        return Folder(root, self._selection, self._cache, self._workers, NO_GIT_CONFIG, None)

    def held(self, number: int = 0) -> dict[str, bytes]:
        """The paths the index of a root holds, and the hashes of their contents."""
        states = self.folders[number].asked(lambda snapshot: snapshot.states())
        return {path: state.content_hash for path, state in states.items()}

    def holds(self, texts: dict[str, str], number: int = 0) -> bool:
        """Whether an index holds these files with these texts, and no other."""
        return self.held(number) == {
            path: blake2b(text.encode(), digest_size=16).digest() for path, text in texts.items()
        }

    def close(self) -> None:
        self.live.close()
        for folder in self.folders:
            folder.close()
        self._workers.close()

    def _look(self, paths: Collection[Path]) -> None:
        self.looks.append(frozenset(paths))
        for folder in self.folders:
            inside = [path for path in paths if path.is_relative_to(folder.root)]
            only = (
                None if folder.root in inside else [str(p.relative_to(folder.root)) for p in inside]
            )
            if only is None or only:
                with suppress(Unreadable):
                    folder.sync(only, Reads.CHANGED, lambda progress: None, lambda: False)


Keep = Callable[..., Kept]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    root.mkdir()
    return root


@pytest.fixture
def keep(tmp_path: Path) -> Iterator[Keep]:
    with ExitStack() as stack:

        def kept(
            *roots: Path,
            mode: WatchMode = WatchMode.AUTO,
            client: bool = False,
            selection: Selection | None = None,
        ) -> Kept:
            made = Kept(tmp_path / "cache", *roots, mode=mode, client=client, selection=selection)
            stack.callback(made.close)
            return made

        yield kept


def _until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + LONGEST_WAIT_S
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_file_created_changed_renamed_and_deleted_is_followed(root: Path, keep: Keep) -> None:
    (root / "v.py").write_text("def first(): pass\n")
    kept = keep(root)
    _until(lambda: kept.holds({"v.py": "def first(): pass\n"}))
    assert kept.folders[0].watch == "inotify"
    (root / "v.py").write_text("def second(): pass\n")
    _until(lambda: kept.holds({"v.py": "def second(): pass\n"}))
    (root / "sub").mkdir()
    (root / "v.py").rename(root / "sub/w.py")
    _until(lambda: kept.holds({"sub/w.py": "def second(): pass\n"}))
    shutil.rmtree(root / "sub")
    _until(lambda: kept.holds({}))


def test_every_style_of_an_atomic_save_is_followed(root: Path, keep: Keep) -> None:
    file = root / "v.py"
    file.write_text("def first(): pass\n")
    kept = keep(root)
    _until(lambda: kept.holds({"v.py": "def first(): pass\n"}))
    (root / ".v.tmp").write_text("def second(): pass\n")
    (root / ".v.tmp").replace(file)
    _until(lambda: kept.holds({"v.py": "def second(): pass\n"}))
    file.rename(root / "v.py~")
    file.write_text("def third(): pass\n")
    (root / "v.py~").unlink()
    _until(lambda: kept.holds({"v.py": "def third(): pass\n"}))
    with file.open("w") as opened:
        opened.write("def ")
        opened.flush()
        _until(lambda: kept.holds({"v.py": "def "}))
        opened.write("fourth(): pass\n")
    _until(lambda: kept.holds({"v.py": "def fourth(): pass\n"}))


def test_folders_moved_in_renamed_and_moved_out_are_followed(
    root: Path, tmp_path: Path, keep: Keep
) -> None:
    out = tmp_path / "out"
    (out / "sub").mkdir(parents=True)
    (out / "one.py").write_text("1")
    (out / "sub/two.py").write_text("2")
    kept = keep(root)
    _until(lambda: kept.folders[0].asked(lambda snapshot: snapshot.generation) > 0)
    out.rename(root / "pkg")
    _until(lambda: kept.holds({"pkg/one.py": "1", "pkg/sub/two.py": "2"}))
    (root / "pkg").rename(root / "pkg2")
    _until(lambda: kept.holds({"pkg2/one.py": "1", "pkg2/sub/two.py": "2"}))
    (root / "pkg2/sub/two.py").write_text("3")
    _until(lambda: kept.holds({"pkg2/one.py": "1", "pkg2/sub/two.py": "3"}))
    (root / "pkg2").rename(out)
    _until(lambda: kept.holds({}))
    looks = len(kept.looks)
    (out / "sub/two.py").write_text("4")
    (root / "last.py").write_text("5")
    _until(lambda: kept.holds({"last.py": "5"}))
    assert set().union(*kept.looks[looks:]) == {root / "last.py"}


def test_three_thousand_files_are_a_few_looks(root: Path, keep: Keep) -> None:
    kept = keep(root)
    _until(lambda: kept.folders[0].asked(lambda snapshot: snapshot.generation) > 0)
    looks = len(kept.looks)
    for number in range(3_000):
        folder = root / str(number // 100)
        folder.mkdir(exist_ok=True)
        (folder / f"{number}.py").write_text(str(number))
    _until(lambda: len(kept.held()) == 3_000)
    assert len(kept.looks) - looks < 30


def test_a_change_of_ignore_rules_hides_and_reveals(root: Path, keep: Keep) -> None:
    (root / ".gitignore").write_text("build/\n")
    for path in ("build/a.py", "src/b.py", "src/local.py"):
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text("x")
    kept = keep(root)
    before = {".gitignore", "src/b.py", "src/local.py"}
    _until(lambda: set(kept.held()) == before)
    (root / ".gitignore").write_text("")
    _until(lambda: set(kept.held()) == before | {"build/a.py"})
    (root / "build/c.py").write_text("x")
    _until(lambda: set(kept.held()) == before | {"build/a.py", "build/c.py"})
    (root / "src/.gitignore").write_text("local.py\n")
    shown = {".gitignore", "src/.gitignore", "src/b.py", "build/a.py", "build/c.py"}
    _until(lambda: set(kept.held()) == shown)


def test_an_index_in_its_root_is_no_part_of_it(root: Path) -> None:
    (root / "a.py").write_text("a")
    kept = Kept(root / "of [mine]*", root)
    try:
        _until(lambda: kept.holds({"a.py": "a"}))
        (root / "b.py").write_text("b")
        _until(lambda: kept.holds({"a.py": "a", "b.py": "b"}))
    finally:
        kept.close()
    assert set().union(*kept.looks) == {root, root / "b.py"}


def test_a_root_that_vanishes_is_empty_until_it_returns(
    root: Path, tmp_path: Path, keep: Keep
) -> None:
    (root / "a.py").write_text("a")
    kept = keep(root)
    _until(lambda: kept.holds({"a.py": "a"}))
    _until(lambda: kept.folders[0].parsed == 1)
    root.rename(tmp_path / "away")
    _until(lambda: kept.holds({}))
    status = kept.folders[0].status({})
    assert status.watch == "off"
    assert status.notices == (f"{root} is gone; it is searched again when it returns.",)
    (tmp_path / "away").rename(root)
    _until(lambda: kept.holds({"a.py": "a"}))
    assert kept.folders[0].parsed == 1
    _until(lambda: kept.folders[0].watch == "inotify")
    (root / "a.py").write_text("b")
    _until(lambda: kept.holds({"a.py": "b"}))


def test_a_root_replaced_by_another_is_looked_at_and_watched_anew(
    root: Path, tmp_path: Path, keep: Keep
) -> None:
    (root / "a.py").write_text("a")
    other = tmp_path / "other"
    other.mkdir()
    (other / "b.py").write_text("b")
    kept = keep(root)
    _until(lambda: kept.holds({"a.py": "a"}))
    root.rename(tmp_path / "away")
    other.rename(root)
    _until(lambda: kept.holds({"b.py": "b"}))
    (root / "c.py").write_text("c")
    _until(lambda: kept.holds({"b.py": "b", "c.py": "c"}))


def test_polling_finds_what_changed(root: Path, keep: Keep) -> None:
    (root / "a.py").write_text("a")
    kept = keep(root, mode=WatchMode.POLL)
    _until(lambda: kept.holds({"a.py": "a"}))
    assert kept.folders[0].watch == "poll"
    (root / "a.py").write_text("b")
    (root / "n").mkdir()
    (root / "n/c.py").write_text("c")
    _until(lambda: kept.holds({"a.py": "b", "n/c.py": "c"}))
    shutil.rmtree(root / "n")
    _until(lambda: kept.holds({"a.py": "b"}))


def test_what_a_client_tells_is_looked_at_in_every_mode(root: Path, keep: Keep) -> None:
    kept = keep(root, mode=WatchMode.OFF)
    (root / "a.py").write_text("a")
    kept.live.tell([root / "a.py", root.parent])
    assert kept.live.waiting() == {root / "a.py"}
    _until(lambda: kept.holds({"a.py": "a"}))
    assert kept.looks == [{root}, {root / "a.py"}]
    assert kept.live.waiting() == frozenset()
    assert kept.folders[0].watch == "off"


def test_what_is_watched_by_the_client_alone_is_said(root: Path, keep: Keep) -> None:
    kept = keep(root, mode=WatchMode.CLIENT, client=True)
    _until(lambda: kept.folders[0].watch == "client")
    _until(lambda: kept.looks == [{root}])


def test_where_the_client_is_to_watch_and_does_not_changes_are_found_all_the_same(
    root: Path, keep: Keep
) -> None:
    kept = keep(root, mode=WatchMode.CLIENT)
    _until(lambda: kept.folders[0].watch == "poll")
    assert kept.folders[0].status({}).notices == (
        f"The editor tells of no changes in {root}. Changes are looked for every second or so.",
    )
    (root / "a.py").write_text("a")
    _until(lambda: kept.holds({"a.py": "a"}))


def test_whoever_takes_a_clients_word_keeps_nobody_from_watching(root: Path, keep: Keep) -> None:
    told = [keep(root, mode=WatchMode.CLIENT, client=True) for _ in range(2)]
    _until(lambda: [kept.folders[0].watch for kept in told] == ["client", "client"])
    kept = keep(root)
    assert kept.folders[0].watch == "inotify"
    (root / "a.py").write_text("a")
    _until(lambda: kept.holds({"a.py": "a"}))


def test_whoever_does_not_watch_keeps_nobody_from_it(root: Path, keep: Keep) -> None:
    keep(root, mode=WatchMode.OFF)
    assert keep(root).folders[0].watch == "inotify"


#: Sweeps that come in the time of a test.
_SOON = Pacing(duty=0.5, pause_s=0.1, period_s=0.1)


def test_a_sweep_heals_what_nobody_told_of(
    root: Path, keep: Keep, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stemguard.live.SWEEP", _SOON)
    kept = keep(root, mode=WatchMode.CLIENT, client=True)
    _until(lambda: kept.looks == [{root}])
    (root / "a.py").write_text("a")
    _until(lambda: kept.holds({"a.py": "a"}))


def test_sweeps_of_all_roots_take_the_share_of_one(
    root: Path, tmp_path: Path, keep: Keep, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stemguard.live.SWEEP", _SOON)
    other = tmp_path / "other"
    other.mkdir()
    kept = keep(root, other, mode=WatchMode.CLIENT, client=True)
    duties: list[float] = []
    survey = kept.folders[0].survey

    def noted(duty: float, wait: Callable[[float], bool]) -> Iterator[str]:
        duties.append(duty)
        return survey(duty, wait)

    monkeypatch.setattr(kept.folders[0], "survey", noted)
    _until(lambda: bool(duties))
    assert duties[0] == 0.25


def test_what_links_lead_to_is_followed(root: Path, tmp_path: Path, keep: Keep) -> None:
    for name in ("file.py", "both/b.py", "via/old/c.py", "via/new/c.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    (root / "file.py").symlink_to(tmp_path / "file.py")
    (root / "one").symlink_to(tmp_path / "both")
    (root / "two").symlink_to(tmp_path / "both")
    (tmp_path / "via/now").symlink_to("old")
    (root / "three").symlink_to(tmp_path / "via/now")
    kept = keep(root, selection=Selection(follow_symlinks=True))
    held = {"file.py": "file.py", "one/b.py": "both/b.py", "three/c.py": "via/old/c.py"}
    _until(lambda: kept.holds(held))
    (tmp_path / "file.py").write_text("edited")
    _until(lambda: kept.holds(held | {"file.py": "edited"}))
    (root / "one").unlink()
    del held["one/b.py"]
    held |= {"file.py": "edited", "two/b.py": "both/b.py"}
    _until(lambda: kept.holds(held))
    (tmp_path / "via/now").unlink()
    (tmp_path / "via/now").symlink_to("new")
    _until(lambda: kept.holds(held | {"three/c.py": "via/new/c.py"}))
    assert kept.folders[0].watch == "inotify"


def test_a_root_that_nobody_watches_is_not_searched_while_it_is_gone(
    root: Path, tmp_path: Path, keep: Keep
) -> None:
    (root / "a.py").write_text("a")
    kept = keep(root, mode=WatchMode.OFF)
    _until(lambda: kept.holds({"a.py": "a"}))
    root.rename(tmp_path / "away")
    _until(lambda: kept.holds({}))
    (tmp_path / "away/a.py").write_text("b")
    (tmp_path / "away").rename(root)
    _until(lambda: kept.holds({"a.py": "b"}))
    assert kept.looks == [{root}, {root}]


def test_hints_of_a_root_that_vanished_are_dropped(root: Path, tmp_path: Path, keep: Keep) -> None:
    kept = keep(root, mode=WatchMode.OFF)
    _until(lambda: kept.looks == [{root}])
    root.rename(tmp_path / "away")
    # So many that come again and again are not acted upon before the root is known to be gone.
    while not kept.folders[0].is_gone:
        kept.live.tell([root / str(number) for number in range(30)])
    _until(lambda: not kept.live.waiting())
    assert kept.looks == [{root}]


def test_roots_are_added_and_removed_while_it_runs(root: Path, tmp_path: Path, keep: Keep) -> None:
    other = tmp_path / "other"
    other.mkdir()
    kept = keep(root)
    _until(lambda: kept.looks == [{root}])
    first = kept.folders[0]
    kept.folders = (first, kept.folder(other))
    _until(lambda: kept.folders[1].watch == "inotify")
    (other / "b.py").write_text("b")
    _until(lambda: kept.holds({"b.py": "b"}, 1))
    kept.folders = kept.folders[1:]
    _until(lambda: first.watch == "off")
    first.close()


_KEEPS = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from test_live import Kept
kept = Kept(Path(sys.argv[2]), Path(sys.argv[3]))
while kept.folders[0].watch == "off":
    pass
print(kept.folders[0].watch, flush=True)
sys.stdin.read()
"""


def _followed(root: Path, tmp_path: Path, keep: Keep) -> tuple[subprocess.Popen[str], Kept]:
    """Another process that leads a root, and what follows it here."""
    leader = subprocess.Popen(
        [sys.executable, "-c", _KEEPS, Path(__file__).parent, tmp_path / "cache", root],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert leader.stdout is not None
    assert leader.stdout.readline() == "inotify\n"
    kept = keep(root)
    _until(lambda: kept.folders[0].watch == "follows")
    return leader, kept


def test_the_death_of_the_leader_is_noticed_and_another_takes_over(
    root: Path, tmp_path: Path, keep: Keep
) -> None:
    leader, kept = _followed(root, tmp_path, keep)
    (root / "a.py").write_text("a")
    _until(lambda: kept.holds({"a.py": "a"}))
    assert kept.looks == [{root}]
    leader.send_signal(signal.SIGKILL)
    leader.communicate()
    (root / "a.py").write_text("b")
    _until(lambda: kept.holds({"a.py": "b"}))
    assert kept.looks[1] == {root}
    assert kept.folders[0].watch == "inotify"


def test_a_leader_that_is_stopped_stops_nobody_and_goes_on_when_it_can(
    root: Path, tmp_path: Path, keep: Keep
) -> None:
    leader, kept = _followed(root, tmp_path, keep)
    leader.send_signal(signal.SIGSTOP)
    try:
        (root / "a.py").write_text("a")
        _until(lambda: kept.holds({"a.py": "a"}))
        assert kept.folders[0].watch == "inotify"
        (root / "b.py").write_text("b")
        _until(lambda: kept.holds({"a.py": "a", "b.py": "b"}))
    finally:
        leader.send_signal(signal.SIGCONT)
    _until(lambda: kept.folders[0].watch == "follows")
    parsed = kept.folders[0].parsed
    (root / "c.py").write_text("c")
    _until(lambda: kept.holds({"a.py": "a", "b.py": "b", "c.py": "c"}))
    assert (parsed, kept.folders[0].parsed) == (2, 2)
    leader.communicate()


def _in_namespace(*command: str) -> subprocess.CompletedProcess[str]:
    """Runs a command as the root of a namespace of its own, which has mounts of its own."""
    ran = subprocess.run(
        ["unshare", "-U", "-r", "-m", *command], capture_output=True, text=True, check=False
    )
    if ran.stderr.startswith("unshare"):
        pytest.skip(f"no namespace of users to be had: {ran.stderr}")
    return ran


_FALLS_BACK = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from test_live import Kept, _until
root = Path(sys.argv[3])
kept = Kept(Path(sys.argv[2]), root, client=sys.argv[4] == "client")
_until(lambda: kept.folders[0].watch in ("poll", "client"))
print(kept.folders[0].watch)
print(*kept.folders[0].status({}).notices)
(root / "d/new.py").write_text("new")
kept.live.tell([root / "d/new.py"] if sys.argv[4] == "client" else [])
_until(lambda: "d/new.py" in kept.held())
print(sorted(kept.held()))
kept.close()
"""


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        ("poll", "Changes are looked for every second or so."),
        ("client", "The editor's word is taken for what changes."),
    ],
)
def test_too_few_watches_are_said_and_changes_are_found_in_another_way(
    root: Path, tmp_path: Path, other: str, sentence: str
) -> None:
    for name in "abcd":
        (root / name).mkdir()
    (root / "a/old.py").write_text("old")
    limit = 'echo 3 > /proc/sys/user/max_inotify_watches; exec "$@"'
    here = str(Path(__file__).parent)
    arguments = [here, str(tmp_path / "cache"), str(root), other]
    ran = _in_namespace("sh", "-c", limit, "sh", sys.executable, "-c", _FALLS_BACK, *arguments)
    assert ran.stdout.splitlines() == [
        other,
        f"{root} cannot be watched whole: inotify watch limit reached. {sentence}",
        "['a/old.py', 'd/new.py']",
    ], ran.stderr


_TRIES_AGAIN = """
import sys
from pathlib import Path
import stemguard.live
stemguard.live._NEXT_TRY_S = 0.2
sys.path.insert(0, sys.argv[1])
from test_live import Kept, _until
root = Path(sys.argv[3])
limit = Path("/proc/sys/user/max_inotify_watches")
limit.write_text("3")
kept = Kept(Path(sys.argv[2]), root)
_until(lambda: kept.folders[0].watch == "poll")
limit.write_text("1000")
_until(lambda: kept.folders[0].watch == "inotify")
(root / "d/new.py").write_text("new")
_until(lambda: "d/new.py" in kept.held())
print(kept.folders[0].watch, len(kept.folders[0].status({}).notices))
kept.close()
"""


def test_watches_that_ran_out_are_tried_again_without_a_word(root: Path, tmp_path: Path) -> None:
    (root / "d").mkdir()
    here = str(Path(__file__).parent)
    arguments = [here, str(tmp_path / "cache"), str(root)]
    ran = _in_namespace(sys.executable, "-c", _TRIES_AGAIN, *arguments)
    assert ran.stdout == "inotify 1\n", ran.stderr


_ON_A_NETWORK = """
import os, subprocess, sys
from pathlib import Path
mounts = Path(sys.argv[2]).with_name("mounts")
mounts.write_text(f"9 1 0:9 / {sys.argv[3]} rw - nfs4 server:/ rw\\n")
subprocess.run(["mount", "--bind", mounts, f"/proc/{os.getpid()}/mountinfo"], check=True)
"""


def test_a_network_mount_is_said_and_changes_are_found_in_another_way(
    root: Path, tmp_path: Path
) -> None:
    (root / "d").mkdir()
    (root / "a.py").write_text("old")
    arguments = [str(Path(__file__).parent), str(tmp_path / "cache"), str(root), "poll"]
    ran = _in_namespace(sys.executable, "-c", _ON_A_NETWORK + _FALLS_BACK, *arguments)
    assert ran.stdout.splitlines() == [
        "poll",
        f"{root} is on nfs4, where others change files unseen."
        " Changes are looked for every second or so.",
        "['a.py', 'd/new.py']",
    ], ran.stderr


def test_closing_ends_every_thread(root: Path, tmp_path: Path) -> None:
    before = set(threading.enumerate())
    kept = Kept(tmp_path / "cache", root)
    _until(lambda: kept.folders[0].watch == "inotify")
    assert set(threading.enumerate()) > before
    kept.close()
    _until(lambda: set(threading.enumerate()) <= before)
