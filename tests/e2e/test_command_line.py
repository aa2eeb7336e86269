"""The command line, as a shell sees it: output, errors and exit codes."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.e2e.conftest import Run
from tests.e2e.raw_client import RawClient
from tests.patience import LONGEST_WAIT_S

from stemguard import Unit, search_units

SOURCE = '''\
class Copier:
    """Copies files."""

    def copy_file(self, source, target):
        return copying(source)


def copying(source):
    pass
'''
ESCAPE = "\x1b["

Other = subprocess.Popen[str]


@pytest.fixture
def source(folder: Path) -> Path:
    """A source file and a document in the folder."""
    (folder / "lib").mkdir()
    (folder / "lib" / "copier.py").write_text(SOURCE)
    (folder / "guide.md").write_text("# Guide\n\n## Copied files\n\nHow to copy.\n")
    return folder


@pytest.mark.usefixtures("source")
def test_a_search_prints_where_what_and_why(run: Run) -> None:
    found = run("search", "copy file")
    assert found.returncode == 0
    assert found.stdout.splitlines()[:2] == [
        "lib/copier.py:4:9  method  Copier.copy_file",
        "     4  def copy_file(self, source, target):  [copy, file]",
    ]
    assert "guide.md:3:4  section  Guide > Copied files" in found.stdout.splitlines()
    assert "[copy, file ~stem]" in found.stdout
    assert ESCAPE not in found.stdout
    assert found.stderr.endswith(" found, best first\n")


@pytest.mark.usefixtures("source")
def test_a_search_of_any_door_has_the_same_hits(
    run: Run, new_client: Callable[..., RawClient], folder: Path
) -> None:
    printed = run("search", "copying file zzqx", "--all", "--json")
    assert printed.stderr == ""
    result = json.loads(printed.stdout)
    client = new_client()
    client.initialize(folder, capabilities={"general": {"positionEncodings": ["utf-32"]}})
    client.ready()
    served = client.call("stemguard/search", {"query": "copying file zzqx", "match": "all"})
    fields = {"items", "total", "words", "remarks"}
    assert all(result[field] == served[field] for field in fields)
    assert set(result) == set(served) == fields | {"tookMs", "index"}
    assert result["remarks"] == ["no unit holds `zzqx`"]
    assert result["index"]["state"] == "ready"

    objects = [
        found
        for file in ("lib/copier.py", "guide.md")
        for found in json.loads(run("units", file, "--json").stdout)
    ]
    hits = search_units([Unit.from_dict(one) for one in objects], "copying file zzqx", match="all")
    assert [(hit.name, hit.score) for hit in hits] == [
        (item["name"], item["score"]) for item in result["items"]
    ]


@pytest.mark.usefixtures("source")
@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["copy file", "--all", "--kind", "method"], ["copy_file"]),
        (["copy file", "--at-least", "2", "--lang", "python", "--limit", "1"], ["copy_file"]),
        (["cop", "--names", "--prefix", "--kind", "class"], ["Copier"]),
        (["copy", "--path", "!lib/", "--path", "*.md", "--kind", "section"], ["Copied files"]),
        (["copy", "--offset", "999"], []),
        (["--tiers", "whole", "--any", "--kind", "function", "--", "copying"], ["copying"]),
        (["--kind", "function", "--", "-nothing copying"], ["copying"]),
        (["copying", "--kind", "function", ".", "--limit=1"], ["copying"]),
    ],
)
def test_what_is_searched_can_be_narrowed(run: Run, words: list[str], names: list[str]) -> None:
    found = run("search", "--json", *words)
    assert [item["name"] for item in json.loads(found.stdout)["items"]] == names
    assert found.returncode == (0 if names else 1)


@pytest.mark.usefixtures("source")
def test_other_programs_get_what_they_can_read(run: Run, folder: Path) -> None:
    lines = run("search", "copying", "--format", "vimgrep").stdout.splitlines()
    assert "lib/copier.py:8:5:def copying(source):" in lines
    (folder / "wide.py").write_text("NOTE = '\N{SNOWMAN}'; COPYING_LIMIT = 3\n", encoding="utf-8")
    lines = run("search", "copying limit", "--format", "vimgrep").stdout.splitlines()
    assert lines[0] == "wide.py:1:15:NOTE = '\N{SNOWMAN}'; COPYING_LIMIT = 3"
    (folder / "wide.py").unlink()
    (folder / "new\nline \N{SNOWMAN}.py").write_text("def copying_all(): pass\n")
    paths = run("search", "copying", "-0").stdout.split("\0")
    assert paths[-1] == ""
    assert sorted(paths[:-1]) == ["guide.md", "lib/copier.py", "new\nline \N{SNOWMAN}.py"]
    shown = run("search", "copying all", "--kind", "function")
    assert "\nline" not in shown.stdout
    assert shown.returncode == 0


@pytest.mark.usefixtures("source")
def test_a_known_folder_is_caught_up_with_unless_stale_answers_will_do(
    run: Run, folder: Path
) -> None:
    assert run("search", "renamed_later").returncode == 1
    (folder / "new.py").write_text("def renamed_later(): pass\n")
    stale = run("search", "renamed_later", "--stale")
    assert (stale.returncode, stale.stdout) == (1, "")
    assert "no unit holds `renamed`, `later`" in stale.stderr
    assert run("search", "renamed_later").returncode == 0
    assert [entry.name for entry in folder.iterdir() if entry.name.startswith(".")] == []


@pytest.mark.usefixtures("source")
def test_numbers_are_shown_where_they_are_asked_for_and_nowhere_else(
    run: Run, folder: Path
) -> None:
    assert "S " not in run("search", "copying").stdout
    explained = run("search", "copying", "--explain")
    assert re.search(r"^ +S \d", explained.stdout, re.MULTILINE)
    assert "comparable within this answer only" in explained.stderr
    unit = run("explain", "copying nothing", "lib/copier.py:8:5")
    assert unit.returncode == 0
    assert "rank 1 of " in unit.stdout
    assert "norm" in unit.stdout
    placed = json.loads(run("explain", "copying", "lib/copier.py:8", "--json").stdout)
    assert (placed["position"], placed["unit"]["name"]) == (1, "copying")
    assert placed["unit"]["explanation"]["score"] == placed["unit"]["score"]
    assert placed["text"].startswith(
        "lib/copier.py:8:5  function  copying\n        [copying]\n\nrank 1 of 4\n"
    )
    assert placed["text"].endswith("\nScores (S) are comparable within this answer only.")
    lacking = run("explain", "guide", "lib/copier.py:8")
    assert "not in the answer: " in lacking.stdout
    assert run("explain", "copying", "missing.py:1").returncode == 1


@pytest.mark.usefixtures("source")
def test_an_index_is_made_shown_made_anew_and_cleaned(
    run: Run, folder: Path, tmp_path: Path
) -> None:
    (folder / "data.bin").write_bytes(b"\0\1\2" * 100)
    made = run("index")
    assert made.returncode == 0
    assert " in 2 files" in made.stdout
    assert "data.bin" in made.stdout
    assert "2 read" in run("rebuild").stdout
    (status,) = json.loads(run("status", "--json").stdout)["roots"]
    assert (status["root"], status["files"], status["parsed"]) == (str(folder), 2, 0)
    shown = run("status")
    assert "files     2" in shown.stdout
    assert json.loads(run("status", "--json").stdout)["text"] == shown.stdout.removesuffix("\n")
    folder.rename(tmp_path / "elsewhere")
    every = json.loads(run("status", "--all", "--json", cwd=tmp_path).stdout)["indexes"]
    assert [(one["root"], one["rootExists"], one["isCurrent"]) for one in every] == [
        (str(folder), False, True)
    ]
    assert "(gone: `stemguard clean` removes it)" in run("status", "--all", cwd=tmp_path).stdout
    assert "1 removed" in run("clean", cwd=tmp_path).stdout
    assert "in 0 indexes" in run("status", "--all", cwd=tmp_path).stdout


def test_indexes_elsewhere_are_listed_and_cleaned(
    run: Run, source: Path, home: Path, tmp_path: Path
) -> None:
    config = home / "config" / "stemguard"
    config.mkdir(parents=True)
    (config / "config.toml").write_text(f'indexPath = "{tmp_path / "elsewhere"}"\n')
    assert run("index").returncode == 0
    (index,) = json.loads(run("status", "--all", "--json").stdout)["indexes"]
    assert Path(index["indexFolder"]).parent == tmp_path / "elsewhere"
    source.rename(tmp_path / "moved")
    assert "1 removed" in run("clean", cwd=tmp_path).stdout
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_the_units_of_a_file_are_shown_where_no_index_may_be_made(run: Run, home: Path) -> None:
    (home / "notes").mkdir()
    (home / "notes" / "a.md").write_text("# One\n")
    before = set(home.rglob("*"))
    inside = json.loads(run("units", "notes/a.md", "--json", cwd=home).stdout)
    assert {unit["key"][0] for unit in inside} == {"notes/a.md"}
    outside = json.loads(run("units", str(home / "notes" / "a.md"), "--json").stdout)
    assert {unit["key"][0] for unit in outside} == {"a.md"}
    assert set(home.rglob("*")) == before


@pytest.mark.usefixtures("source")
def test_a_page_says_how_to_see_the_next_one(run: Run) -> None:
    first = run("search", "copy", "--limit", "2")
    assert first.stderr.splitlines()[0] == (
        "2 of 4 found, best first; `--offset 2` shows the next ones"
    )
    last = run("search", "copy", "--limit", "2", "--offset", "3")
    assert last.stderr.splitlines()[0] == "4 to 4 of 4 found, best first"


@pytest.mark.usefixtures("source")
def test_the_units_of_a_file_are_shown_as_shown_as_the_index_sees_them(run: Run) -> None:
    lines = run("units", "lib/copier.py").stdout.splitlines()
    assert any(line.startswith("lib/copier.py:4:9  method  Copier > copy_file") for line in lines)
    (unit,) = [
        found
        for found in json.loads(run("units", "lib/copier.py", "--json").stdout)
        if found["name"] == "copy_file"
    ]
    assert unit["kind"] == unit["key"][3] == "method"
    assert {"container", "doc", "body", "multiplier", "range", "selectionRange"} <= set(unit)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "stemguard: the following arguments are required: COMMAND (see `stemguard --help`)"),
        (["search"], "the following arguments are required: QUERY"),
        (["search", "x", "--limit", "0"], "must be a whole number from 1 to 1000"),
        (["search", "x", "--offset", "-1"], "--offset"),
        (["search", "x", "--all", "--any"], "not allowed with argument"),
        (
            ["search", "copying", "file"],
            "stemguard: file is not a folder. Put a query of several words into quotes.",
        ),
        (["search", "-i", "copying", "file"], "Put a query of several words into quotes."),
        (
            ["search", "copying", "a", "file"],
            "arguments: file; put a query of several words into quotes (see `stemguard search",
        ),
        (["index", "missing"], "stemguard: missing is not a folder."),
        (["index", "a", "b"], "unrecognized arguments: b (see `stemguard --help`)"),
        (["search", "-nothing"], "--help"),
        (["search", "-invoice settle"], "a query that begins with - goes behind --"),
        (["search", "x", "--interactive", "--json"], "not allowed with argument"),
        (["search", "x", "-i", "--offset", "1"], "neither `--explain` nor `--offset`"),
        (["find", "x"], "invalid choice"),
        (["units", "missing.py"], "missing.py cannot be read"),
        (["explain", "x", "y"], "must be PATH:LINE[:COLUMN]"),
        (["serve", "--tcp", "nowhere"], "must be HOST:PORT"),
        (["index", "/"], "is too large to be indexed unless `hugeRoots` is set in the settings."),
    ],
)
def test_wrong_use_is_one_line_and_two(run: Run, words: list[str], sentence: str) -> None:
    failed = run(*words)
    assert failed.returncode == 2
    assert failed.stdout == ""
    assert sentence in failed.stderr
    assert failed.stderr.count("\n") == 1
    assert failed.stderr.startswith("stemguard: ")


def test_settings_in_files_take_effect_and_wrong_ones_are_said(
    run: Run, source: Path, home: Path
) -> None:
    (source / ".stemguard.toml").write_text('exclude = ["lib/"]\nindexPath = "here"\n')
    (home / "config" / "stemguard").mkdir(parents=True)
    (home / "config" / "stemguard" / "config.toml").write_text("limit = 1\nwhat = 1\n")
    found = run("search", "copy", "--json")
    assert [item["name"] for item in json.loads(found.stdout)["items"]] == ["Copied files"]
    assert found.stderr.splitlines() == [
        "`indexPath` may not be set by a project and is ignored in .stemguard.toml.",
        "`what` in config.toml is no setting and is ignored.",
    ]


def test_the_version_is_printed(run: Run) -> None:
    assert re.fullmatch(r"stemguard \d+\.\d+\.\d+\n", run("--version").stdout)


def test_a_search_loads_no_server(run: Run, env: dict[str, str], source: Path) -> None:
    program = (
        "import sys; from stemguard_ls.cli import main; code = main(['search', 'copy']);"
        "print(code, *sys.modules, file=sys.stderr)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=source,
        env=env,
        capture_output=True,
        text=True,
        timeout=LONGEST_WAIT_S,
        check=True,
    )
    code, *modules = ran.stderr.splitlines()[-1].split()
    assert code == "0"
    packages = {module.split(".")[0] for module in modules}
    assert not packages & {"pygls", "lsprotocol", "cattrs", "websockets"}
    assert not packages & {"rich", "prompt_toolkit", "shtab"}
    ours = {module for module in modules if module.startswith("stemguard_ls.")}
    servers = {"server", "session", "rpc", "transport", "app", "features", "abilities"}
    assert not ours & {f"stemguard_ls.{name}" for name in servers}


@pytest.mark.parametrize(("no_color", "coloured"), [("", True), ("1", False)])
def test_a_terminal_gets_colours_unless_it_wants_none(
    env: dict[str, str], source: Path, no_color: str, coloured: bool
) -> None:
    more = {"TERM": "xterm-256color", "COLUMNS": "60"}
    if no_color:
        more["NO_COLOR"] = no_color
    shown = _on_terminal(["search", "copying"], {**env, **more}, source)
    assert "copying" in shown
    assert (f"{ESCAPE}35m" in shown) is coloured


@pytest.mark.usefixtures("source")
def test_another_program_gets_colours_where_it_asks_for_them(run: Run) -> None:
    words = ["search", "copying", "--kind", "function", "--format", "vimgrep", "--color"]
    plain = "lib/copier.py:8:5:def copying(source):\n"
    assert run(*words, "auto").stdout == run(*words, "never").stdout == plain
    assert run(*words, "always", NO_COLOR="1").stdout == (
        "\x1b[35mlib/copier.py\x1b[0m\x1b[32m:8:5\x1b[0m:def \x1b[1;33mcopying\x1b[0m(source):\n"
    )


def test_a_reader_that_has_had_enough_is_no_failure(env: dict[str, str], folder: Path) -> None:
    functions = "".join(f"def name_{number}(): pass\n" for number in range(900))
    (folder / "a.py").write_text(functions)
    with subprocess.Popen(
        [sys.executable, "-m", "stemguard_ls", "search", "name", "--limit", "1000", "--explain"],
        cwd=folder,
        env={**env, "PYTHONWARNINGS": "default"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        said = process.stderr.read()
        process.wait(LONGEST_WAIT_S)
    assert process.returncode == 0
    assert b"Traceback" not in said
    assert b"Broken" not in said


@pytest.mark.parametrize(
    ("closed", "prints"), [(">&-", False), ("2>&-", True), ("<&- >&- 2>&-", False)]
)
@pytest.mark.skipif(os.name != "posix", reason="the shell is that of POSIX")
@pytest.mark.usefixtures("source")
def test_a_closed_output_is_as_good_as_one_that_nobody_reads(
    env: dict[str, str], folder: Path, run: Run, closed: str, prints: bool
) -> None:
    searches = ["search copy", "search copy --json", "search copy -0"]
    for command in ["index", *searches, "status", "units guide.md", "clean"]:
        ran = subprocess.run(
            ["/bin/sh", "-c", f'"$0" -m stemguard_ls {command} {closed}', sys.executable],
            cwd=folder,
            env=env,
            capture_output=True,
            text=True,
            timeout=LONGEST_WAIT_S,
            check=False,
        )
        assert (command, ran.returncode, bool(ran.stdout)) == (command, 0, prints)
        assert "Error" not in ran.stderr
    assert json.loads(run("status", "--json").stdout)["roots"][0]["files"] == 2


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
def test_an_index_that_is_interrupted_between_its_files_is_quiet_and_good(
    env: dict[str, str], folder: Path, home: Path, run: Run
) -> None:
    for number in range(1500):
        (folder / f"f{number}.py").write_text(f"def name_{number}(): pass\n" * 30)
    with subprocess.Popen(
        [sys.executable, "-m", "stemguard_ls", "index"],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        deadline = time.monotonic() + LONGEST_WAIT_S
        while not _indexed_files(home):
            assert time.monotonic() < deadline
            assert process.poll() is None
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(0.02)
        os.killpg(process.pid, signal.SIGINT)
        out, said = process.communicate(timeout=LONGEST_WAIT_S)
    assert (process.returncode, out, said) == (130, b"", b"")
    (status,) = json.loads(run("status", "--json").stdout)["roots"]
    assert 0 < status["files"] < 1500
    stale = json.loads(run("search", "name", "--stale", "--json", "--limit", "1000").stdout)
    assert stale["total"] == 30 * stale["index"]["files"]
    assert " in 1,500 files" in run("index").stdout
    assert run("search", "name_1499", "--kind", "function", "--stale").returncode == 0


#: Indexes a folder, and stands still once it knows its files, until it is told or much has passed.
INDEXES = f"""
import select, sys
from stemguard import Workspace
def stand(progress):
    if progress.done == 0:
        print(progress.total, flush=True)
        select.select([sys.stdin], [], [], {LONGEST_WAIT_S})
if __name__ == "__main__":
    with Workspace.open(".", workers=1) as workspace:
        workspace.sync(progress=stand)
"""


@pytest.fixture
def other(env: dict[str, str], tmp_path: Path, folder: Path) -> Iterator[Callable[[], Other]]:
    """Starts another process that indexes the folder, and stands still until it is told."""
    script = tmp_path / "indexes.py"
    script.write_text(INDEXES)
    with contextlib.ExitStack() as stack:

        def start() -> Other:
            started = subprocess.Popen(
                [sys.executable, script],
                cwd=folder,
                env=env,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            stack.enter_context(started)
            stack.callback(started.kill)
            assert started.stdout is not None
            assert started.stdout.readline() == "2\n"
            return started

        yield start


def test_a_command_that_asks_does_not_wait_for_another_process_that_indexes(
    run: Run, source: Path, other: Callable[[], Other]
) -> None:
    assert run("index").returncode == 0
    for name in ("new", "newer"):
        (source / f"{name}.py").write_text("def renamed_later(): pass\n")
    started = other()
    said = "Another process is indexing this folder; 2 files are not in yet.\n"
    found = run("search", "copy file")
    assert (found.returncode, "lib/copier.py:4:9" in found.stdout) == (0, True)
    assert found.stderr.startswith(said)
    assert found.stderr.count("indexing") == 1
    missed = run("search", "renamed_later", "--json")
    assert (missed.returncode, missed.stderr) == (1, said)
    index = json.loads(missed.stdout)["index"]
    assert (index["state"], index["pending"]) == ("indexing", 2)
    explained = run("explain", "copy file", "lib/copier.py:4")
    assert (explained.returncode, explained.stderr.startswith(said)) == (0, True)
    (status,) = json.loads(run("status", "--json").stdout)["roots"]
    assert (status["state"], status["pending"]) == ("indexing", 2)
    assert sorted(status["pendingExamples"]) == ["new.py", "newer.py"]
    # Once it is gone, nobody is in the way.
    started.kill()
    started.wait(LONGEST_WAIT_S)
    assert run("search", "renamed_later").returncode == 0


@pytest.mark.usefixtures("source")
def test_a_first_index_of_another_process_is_not_waited_for(
    run: Run, other: Callable[[], Other]
) -> None:
    other()
    missed = run("search", "copy file", "--json")
    said = "Another process is indexing this folder; 2 files are not in yet.\n"
    assert (missed.returncode, missed.stderr) == (1, said)
    result = json.loads(missed.stdout)
    assert result["items"] == []
    assert (result["index"]["state"], result["index"]["pending"]) == ("indexing", 2)


@pytest.mark.usefixtures("source")
@pytest.mark.parametrize("command", ["index", "rebuild"])
def test_what_brings_an_index_up_to_date_says_whom_it_waits_for(
    env: dict[str, str], folder: Path, other: Callable[[], Other], command: str
) -> None:
    started = other()
    with subprocess.Popen(
        [sys.executable, "-m", "stemguard_ls", command],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as waits:
        assert waits.stderr is not None
        said = waits.stderr.readline()
        assert said == "Another process is indexing this folder; this waits for it.\n"
        assert waits.poll() is None
        started.communicate("go on\n", timeout=LONGEST_WAIT_S)
        shown, more = waits.communicate(timeout=LONGEST_WAIT_S)
    assert (waits.returncode, more) == (0, "")
    assert " in 2 files" in shown


def _indexed_files(home: Path) -> int:
    """How many files are in an index, seen from outside, of a command that is making it."""
    for file in home.glob("cache/stemguard/*/index.db"):
        with (
            contextlib.suppress(sqlite3.OperationalError),
            contextlib.closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as index,
        ):
            return int(index.execute("select count(*) from files").fetchone()[0])
    return 0


def _on_terminal(words: list[str], env: dict[str, str], cwd: Path) -> str:
    """What a command shows on a terminal of its own."""
    outer, inner = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "stemguard_ls", *words],
        cwd=cwd,
        env=env,
        stdin=inner,
        stdout=inner,
        stderr=inner,
    ) as process:
        os.close(inner)
        shown = b""
        while True:
            try:
                data = os.read(outer, 65536)
            except OSError:
                break
            if not data:
                break
            shown += data
        process.wait(LONGEST_WAIT_S)
    os.close(outer)
    return shown.decode(errors="replace")
