"""Files that change, by whatever program, while servers run: nobody tells the servers anything."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from tests.e2e.conftest import Run
from tests.e2e.raw_client import Message, RawClient

NewClient = Callable[..., RawClient]


def _write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix(".py").write_text(text)


def _open(client: RawClient, *folders: Path, **options: object) -> None:
    client.initialize(*folders, initializationOptions=options)
    client.ready()


def _found(client: RawClient, name: str) -> list[str]:
    """The ends of the URIs of the symbols that have just this name."""
    return sorted(
        unquote(urlsplit(one["location"]["uri"]).path).rpartition("/project/")[2]
        for one in client.symbols(name)
        if one["name"] == name
    )


def _is_found(client: RawClient, name: str, *paths: str) -> None:
    client.poll(lambda: _found(client, name) == list(paths), f"{name} in {paths}")


def _peak_kb(client: RawClient) -> int:
    """The most memory that the server has had; 0 where the system does not say."""
    status = Path(f"/proc/{client.process.pid}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return sum(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))


def _root(client: RawClient, number: int = 0) -> dict[str, Any]:
    root: dict[str, Any] = client.call("stemguard/status")["roots"][number]
    return root


def test_a_file_saved_by_whatever_way_is_found_once(client: RawClient, folder: Path) -> None:
    _write(folder, v="def first(): pass\n")
    _open(client, folder)
    _is_found(client, "first", "v.py")
    file, other, backup = folder / "v.py", folder / ".v.tmp", folder / "v.py~"

    other.write_text("def second(): pass\n")
    other.replace(file)
    _is_found(client, "second", "v.py")
    assert _found(client, "first") == []

    file.rename(backup)
    file.write_text("def third(): pass\n")
    backup.unlink()
    _is_found(client, "third", "v.py")
    client.poll(lambda: _found(client, "second") == [], "the old name gone")

    with file.open("w") as written:
        written.write("def four")
        written.flush()
        client.poll(lambda: _found(client, "third") == [], "what is there of it")
        written.write("th(): pass\n")
    _is_found(client, "fourth", "v.py")
    uris = [one["location"]["uri"] for one in client.search("def")]
    assert not [uri for uri in uris if uri.endswith(("~", ".tmp"))]


def test_a_renamed_folder_has_its_new_name_and_is_watched_under_it(
    client: RawClient, folder: Path
) -> None:
    _write(folder, pkg__one="def uno_fn(): pass\n", pkg__sub__two="def dos_fn(): pass\n")
    _open(client, folder)
    _is_found(client, "dos_fn", "pkg/sub/two.py")
    (folder / "pkg").rename(folder / "pkg2")
    _is_found(client, "uno_fn", "pkg2/one.py")
    _is_found(client, "dos_fn", "pkg2/sub/two.py")
    with (folder / "pkg2" / "sub" / "two.py").open("a") as file:
        file.write("def tres_fn(): pass\n")
    _is_found(client, "tres_fn", "pkg2/sub/two.py")
    assert not [one for one in client.search("def") if "/pkg/" in one["location"]["uri"]]


def test_what_ignore_rules_hide_leaves_and_what_they_reveal_arrives(
    client: RawClient, folder: Path
) -> None:
    subprocess.run(["git", "init", "-q", folder], check=True)
    (folder / ".gitignore").write_text("build/\n*.gen.py\n!keep.gen.py\n")
    paths = ("build/a.py", "x.gen.py", "keep.gen.py", "src/b.py", "src/local.py", ".git/in.py")
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("def ruled(): pass\n")
    (folder / "node_modules" / "m").mkdir(parents=True)
    (folder / "node_modules" / "m" / "i.js").write_text("function ruled() {}\n")
    (folder / "src" / ".gitignore").write_text("local.py\n")
    _open(client, folder)
    _is_found(client, "ruled", "keep.gen.py", "src/b.py")
    (folder / ".gitignore").write_text("*.gen.py\n!keep.gen.py\n")
    _is_found(client, "ruled", "build/a.py", "keep.gen.py", "src/b.py")
    # What was revealed is watched.
    (folder / "build" / "c.py").write_text("def ruled(): pass\n")
    _is_found(client, "ruled", "build/a.py", "build/c.py", "keep.gen.py", "src/b.py")
    (folder / ".gitignore").write_text("build/\n*.gen.py\n")
    _is_found(client, "ruled", "src/b.py")
    client.settings = {"useIgnoreFiles": False}
    client.notify("workspace/didChangeConfiguration", {"settings": {"useIgnoreFiles": False}})
    everything = ("build/a.py", "build/c.py", "keep.gen.py", "src/b.py", "src/local.py", "x.gen.py")
    _is_found(client, "ruled", *everything)


def test_a_huge_line_is_skipped_for_a_reason_and_nothing_else_is(
    client: RawClient, folder: Path
) -> None:
    line = "".join(f"var a{number}=0;" for number in range(260_000))
    (folder / "big.js").write_text(line)
    lines = (f"var a{number}={'0' * 100};\n" for number in range(30_000))
    (folder / "bigger.js").write_text("".join(lines))
    (folder / "normal.js").write_text("function tinyHelper(){}")
    client.initialize(folder)
    before = _peak_kb(client)
    client.ready()
    _is_found(client, "tinyHelper", "normal.js")
    reasons = {one["reason"]: one["examples"] for one in _root(client)["skipped"]}
    assert reasons == {"larger than 1000000 bytes": ["big.js", "bigger.js"]}
    assert client.search("a77") == []
    assert _peak_kb(client) - before < 300_000
    client.settings = {"maxFileSize": 10_000_000}
    pushed = {"settings": {"maxFileSize": 10_000_000}}
    client.notify("workspace/didChangeConfiguration", pushed)
    client.poll(
        lambda: [one["reason"] for one in _root(client)["skipped"]] == ["minified"],
        "the other reason",
    )
    client.poll(lambda: len(client.search("a77")) == 1, "what is in the file with lines")


def test_folders_in_folders_come_and_go_and_what_changes_in_them_is_found_once(
    client: RawClient, folder: Path
) -> None:
    outer, inner, other = folder / "A", folder / "A" / "inner", folder / "B"
    _write(inner, x="def shared_one(): pass\n")
    _write(other, y="def shared_one(): pass\n")
    _open(client, outer, inner, other)
    _is_found(client, "shared_one", "A/inner/x.py", "B/y.py")
    hits = client.search("shared one")
    assert {Path(hit["location"]["uri"]).name: hit["folder"] for hit in hits} == {
        "x.py": inner.as_uri(),
        "y.py": other.as_uri(),
    }
    as_folder = {"uri": other.as_uri(), "name": "B"}

    def change(added: list[Message], removed: list[Message]) -> None:
        event = {"added": added, "removed": removed}
        client.notify("workspace/didChangeWorkspaceFolders", {"event": event})

    change([], [as_folder])
    _is_found(client, "shared_one", "A/inner/x.py")
    _write(other, z="def shared_one(): pass\n")
    change([as_folder], [])
    _is_found(client, "shared_one", "A/inner/x.py", "B/y.py", "B/z.py")
    (other / "y.py").unlink()
    _write(inner, w="def shared_one(): pass\n")
    _is_found(client, "shared_one", "A/inner/w.py", "A/inner/x.py", "B/z.py")


def test_a_root_that_vanishes_is_not_searched_and_is_again_when_it_returns(
    client: RawClient, folder: Path
) -> None:
    root, aside = folder / "root", folder / "aside"
    _write(root, a="def kept_fn(): pass\n")
    _open(client, root)
    parsed = _root(client)["parsed"]
    root.rename(aside)
    _is_found(client, "kept_fn")
    aside.rename(root)
    _is_found(client, "kept_fn", "root/a.py")
    assert _root(client)["parsed"] == parsed
    _write(root, b="def later_fn(): pass\n")
    _is_found(client, "later_fn", "root/b.py")
    shutil.rmtree(root)
    _is_found(client, "later_fn")
    _write(root, c="def third_fn(): pass\n")
    _is_found(client, "third_fn", "root/c.py")
    assert _found(client, "later_fn") == []
    assert client.of("window/showMessage") == []


@pytest.fixture
def both(new_client: NewClient, folder: Path) -> tuple[RawClient, RawClient]:
    """Two servers on a folder with one file; the first leads."""
    _write(folder, a="def keep_me(): pass\n")
    leader, follower = new_client(), new_client()
    _open(leader, folder)
    _open(follower, folder)
    follower.poll(lambda: _root(follower)["watch"] == "follows", "who follows")
    assert _root(leader)["watch"] == "inotify"
    return leader, follower


def test_two_servers_see_a_change_and_one_of_them_reads_it(
    both: tuple[RawClient, RawClient], folder: Path, run: Run
) -> None:
    for client in both:
        _is_found(client, "keep_me", "a.py")
    before = sum(_root(client)["parsed"] for client in both)
    told = [len(client.of("stemguard/indexChanged")) for client in both]
    for number in range(5):
        _write(folder, b=f"def both_see_{number}(): pass\n")
        if number % 2:
            # An editor tells its own server of a save.
            saved = {"textDocument": {"uri": (folder / "b.py").as_uri()}}
            both[1].notify("textDocument/didSave", saved)
        for client in both:
            _is_found(client, f"both_see_{number}", "b.py")
        assert "both_see" in run("search", f"both_see_{number}").stdout
    for client, said in zip(both, told, strict=True):
        client.wait(partial(_is_told_more, client, said), "the news")
        assert client.of("window/showMessage") == []
    for client in both:
        client.ready()
    assert sum(_root(client)["parsed"] for client in both) == before + 5


def test_a_rebuild_in_one_server_keeps_no_other_from_searching_or_saving(
    both: tuple[RawClient, RawClient], folder: Path
) -> None:
    body = "x = 1\n" * 4000
    for number in range(60):
        _write(folder, **{f"m{number}": f"def fn_{number}(): pass\n{body}"})
    for client in both:
        _is_found(client, "fn_59", "m59.py")
    rebuild = both[0].request("workspace/executeCommand", {"command": "stemguard.rebuild"})
    _write(folder, a="def while_rebuilding(): pass\n")
    for client in both:
        _is_found(client, "while_rebuilding", "a.py")
        _is_found(client, "fn_0", "m0.py")
    assert both[0].answer(rebuild)["result"]["parsed"] >= 60
    for client in both:
        assert client.of("window/showMessage") == []


def test_a_server_that_follows_is_not_ready_while_its_answers_lack_what_changed(
    both: tuple[RawClient, RawClient], folder: Path
) -> None:
    _, follower = both
    for number in range(3000):
        _write(folder, **{f"m{number}": f"def many_{number}(): manifold\n"})
    seen: list[tuple[str, bool, bool]] = []

    def is_all_there() -> bool:
        result = follower.call("stemguard/search", {"query": "manifold", "limit": 1})
        now = (result["index"]["state"], result["index"]["pending"] > 0)
        if now != ("ready", False) or result["total"] == 3000 or seen:
            seen.append((*now, result["total"] < 3000))
        return bool(result["total"] == 3000 and now == ("ready", False))

    follower.poll(is_all_there, "all of it, and that it is all")
    assert ("indexing", True, True) in seen
    assert ("ready", False, True) not in seen


def test_another_server_takes_over_when_the_one_that_watches_is_killed(
    both: tuple[RawClient, RawClient], folder: Path
) -> None:
    leader, follower = both
    with _stopped(leader):
        # Nobody but the leader sees it, and then nobody does.
        _write(folder, b="def orphan(): pass\n")
        leader.process.send_signal(signal.SIGKILL)
    leader.process.wait(10)
    _is_found(follower, "orphan", "b.py")
    follower.poll(lambda: _root(follower)["watch"] == "inotify", "who watches now")
    _write(folder, c="def after_all(): pass\n")
    _is_found(follower, "after_all", "c.py")


@contextmanager
def _stopped(client: RawClient) -> Iterator[None]:
    client.process.send_signal(signal.SIGSTOP)
    yield


def test_what_changed_while_nothing_ran_is_found_and_the_rest_is_not_read_again(
    new_client: NewClient, folder: Path
) -> None:
    for number in range(20):
        _write(folder, **{f"m{number}": f"def fn_{number}(): pass\n"})
    first = new_client()
    _open(first, folder)
    assert _root(first)["parsed"] == 20
    assert first.leave() == 0
    _write(folder, m3="def changed_then(): pass\n", new="def new_then(): pass\n")
    (folder / "m4.py").unlink()
    second = new_client()
    second.initialize(folder, capabilities={"window": {"workDoneProgress": True}})
    second.ready()
    _is_found(second, "changed_then", "m3.py")
    _is_found(second, "new_then", "new.py")
    assert _found(second, "fn_4") == _found(second, "fn_3") == []
    assert _root(second)["parsed"] == 2
    assert _root(second)["files"] == 20
    assert second.of("window/workDoneProgress/create") == []


@pytest.mark.skipif(sys.platform != "linux", reason="namespaces are Linux's")
def test_too_few_watches_are_said_and_changes_are_found_all_the_same(
    new_client: NewClient, folder: Path
) -> None:
    limited = 'echo 3 > /proc/sys/user/max_inotify_watches && exec "$0" "$@"'
    unshare = ("unshare", "--user", "--map-root-user", "sh", "-c", limited)
    if subprocess.run([*unshare, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this machine allows no namespaces")
    _write(folder, **{f"p{number}__a": "def one(): pass\n" for number in range(8)})
    client = new_client(python=(*unshare, sys.executable))
    _open(client, folder)
    client.poll(lambda: _root(client)["watch"] == "poll", "another way to watch")
    assert len(_root(client)["notices"]) == 1
    assert "watches" in _root(client)["notices"][0]
    _write(folder, p7__b="def unwatched_fn(): pass\n")
    _is_found(client, "unwatched_fn", "p7/b.py")
    (folder / "p6" / "a.py").write_text("def changed_fn(): pass\n")
    _is_found(client, "changed_fn", "p6/a.py")


def test_settings_of_a_project_reach_every_server_by_whatever_way_they_change(
    both: tuple[RawClient, RawClient], folder: Path
) -> None:
    _write(folder, gen__b="def made_fn(): pass\n")
    for client in both:
        _is_found(client, "made_fn", "gen/b.py")
    (folder / ".stemguard.toml").write_text('exclude = ["gen/"]\n')
    for client in both:
        _is_found(client, "made_fn")
    (folder / ".stemguard.toml").unlink()
    for client in both:
        _is_found(client, "made_fn", "gen/b.py")


def test_a_folder_that_comes_late_or_leads_elsewhere_is_followed(
    client: RawClient, folder: Path
) -> None:
    late, link = folder / "late", folder / "link"
    _write(folder / "one", a="def first_fn(): pass\n")
    _write(folder / "two", a="def second_fn(): pass\n")
    link.symlink_to("one")
    _open(client, late, link)
    _is_found(client, "first_fn", "link/a.py")
    _write(late, b="def late_fn(): pass\n")
    _is_found(client, "late_fn", "late/b.py")
    link.unlink()
    link.symlink_to("two")
    _is_found(client, "second_fn", "link/a.py")
    assert _found(client, "first_fn") == []


def test_much_work_is_shown_while_it_goes_on_and_little_is_not(
    client: RawClient, folder: Path
) -> None:
    shows = {"window": {"workDoneProgress": True}}
    _write(folder, a="def one(): pass\n")
    client.initialize(folder, capabilities=shows)
    client.ready()
    opened = len(client.of("window/workDoneProgress/create"))
    for number in range(3):
        _write(folder, a=f"def saved_{number}(): pass\n")
        _is_found(client, f"saved_{number}", "a.py")
    assert len(client.of("window/workDoneProgress/create")) == opened
    body = "x = 1\n" * 2000
    for number in range(400):
        _write(folder, **{f"m{number}": f"def fn_{number}(): pass\n{body}"})
    _is_found(client, "fn_399", "m399.py")
    client.ready()
    tokens = [one["token"] for one in client.of("window/workDoneProgress/create")[opened:]]
    reports = [
        one["value"]
        for one in client.of("$/progress")
        if one["token"] in tokens and one["value"]["kind"] == "report"
    ]
    percentages = [report["percentage"] for report in reports]
    assert len(set(percentages)) > 2
    assert percentages == sorted(percentages)
    assert all(" of " in report["message"] for report in reports)


def test_live_work_that_is_stopped_leaves_its_files_pending_and_named(
    client: RawClient, folder: Path
) -> None:
    shows = {"window": {"workDoneProgress": True}}
    client.initialize(folder, capabilities=shows)
    client.ready()
    body = "x = 1\n" * 4000
    opened = len(client.of("window/workDoneProgress/create"))
    for number in range(300):
        _write(folder, **{f"m{number}": f"def fn_{number}(): pass\n{body}"})

    def stop() -> bool:
        for window in client.of("window/workDoneProgress/create")[opened:]:
            client.notify("window/workDoneProgress/cancel", {"token": window["token"]})
        root = _root(client)
        return bool(root["state"] == "ready" and root["pending"] > 0)

    client.poll(stop, "work that was stopped")
    root = _root(client)
    assert root["files"] + root["pending"] == 300
    assert len(root["pendingExamples"]) == min(20, root["pending"])
    client.ready()
    assert (_root(client)["files"], _root(client)["pending"]) == (300, 0)


def test_what_could_not_be_looked_at_is_looked_at_when_it_can_be(
    client: RawClient, folder: Path
) -> None:
    _write(folder.parent, a="def later_fn(): pass\n")
    _open(client, folder)
    pid = client.process.pid
    limits = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    n_open = len(list(Path(f"/proc/{pid}/fd").iterdir()))
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (n_open, limits[1]))
    # One event: a second one, come later, would have the file looked at again.
    (folder.parent / "a.py").rename(folder / "a.py")
    client.wait(lambda: bool(client.of("window/showMessage")), "what is wrong")
    assert "Too many open files" in client.of("window/showMessage")[0]["message"]
    # Nothing is asked before: an answer that fails has everything looked at.
    resource.prlimit(pid, resource.RLIMIT_NOFILE, limits)
    named = _root(client)["pendingExamples"]
    assert named == ["a.py"] or _found(client, "later_fn")
    _is_found(client, "later_fn", "a.py")
    client.poll(lambda: _root(client)["pending"] == 0, "nothing left")
    assert len(client.of("window/showMessage")) <= 2


@pytest.mark.parametrize("year", [1900, 2400])
def test_a_file_of_any_date_is_a_file_like_others(
    client: RawClient, folder: Path, year: int
) -> None:
    _write(folder, a="def one_fn(): pass\n")
    _open(client, folder)
    _write(folder, b="def odd_fn(): pass\n")
    subprocess.run(["touch", "-d", f"{year}-01-01", folder / "b.py"], check=True)
    _is_found(client, "odd_fn", "b.py")
    _is_found(client, "one_fn", "a.py")
    client.ready()
    assert _root(client)["parsed"] == 2
    assert _root(client)["notices"] == []


def test_a_folder_that_is_moved_and_leads_to_its_new_place_is_one_folder(
    client: RawClient, folder: Path
) -> None:
    root, moved = folder / "root", folder / "moved"
    _write(root, a="def one_fn(): pass\n")
    _open(client, root)
    root.rename(moved)
    _is_found(client, "one_fn")
    root.symlink_to("moved")
    _is_found(client, "one_fn", "root/a.py")
    assert len(client.call("stemguard/status")["roots"]) == 1
    client.poll(lambda: _root(client)["root"] == str(moved), "the new place")
    _is_found(client, "one_fn", "root/a.py")


def test_a_server_with_nothing_to_do_does_next_to_nothing(client: RawClient, folder: Path) -> None:
    (folder / "lib").mkdir()
    (folder / "lib" / "self").symlink_to("..")
    _write(folder, lib__real="def loop_safe(): pass\n")
    _open(client, folder)
    _is_found(client, "loop_safe", "lib/real.py")
    before = _cpu_ticks(client.process.pid)
    with pytest.raises(subprocess.TimeoutExpired):
        client.process.wait(3.0)
    # Below 5 % of a core over 3 s.
    assert _cpu_ticks(client.process.pid) - before < 0.15 * os.sysconf("SC_CLK_TCK")


def _is_told_more(client: RawClient, than: int) -> bool:
    return len(client.of("stemguard/indexChanged")) > than


def _cpu_ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])
