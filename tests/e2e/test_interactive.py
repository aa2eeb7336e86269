"""`search --interactive` as a person meets it: keys on a real terminal, files on a real disk."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest
from tests.e2e.conftest import Run
from tests.e2e.terminal import Terminal, terminal
from tests.patience import LONGEST_WAIT_S

ROOT = Path(__file__).parents[2]
STEMGUARD = [sys.executable, "-m", "stemguard_ls"]
#: `path:line:column` before the kind, which the marker of the selected hit may go before.
PLACE = re.compile(r"^[> ] (\S+:\d+:\d+)  \w+  ")
PRINTED = re.compile(r"^(\S+:\d+:\d+)  \w+  ")
#: Colours of letters and grounds, as SGR has them.
COLOUR = re.compile(rb"\x1b\[(?:\d+;)*(?:3[0-7]|4[0-7]|9[0-7]|38|48)(?:;\d+)*m")

Open = Callable[..., Terminal]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="terminals are those of POSIX")


@pytest.fixture
def tree(folder: Path) -> Path:
    """The small project that the tests of editors open."""
    shutil.copytree(ROOT / "tests" / "editors" / "tree", folder, dirs_exist_ok=True)
    return folder


@pytest.fixture
def open_search(env: dict[str, str], folder: Path) -> Iterator[Open]:
    """Opens interactive searches, ready for keys."""
    with ExitStack() as stack:

        def start(
            *words: str,
            command: list[str] = STEMGUARD,
            columns: int = 80,
            rows: int = 24,
            is_captured: bool = True,
            **more: str,
        ) -> Terminal:
            opened = stack.enter_context(
                terminal(
                    [*command, "search", "--interactive", *words],
                    cwd=folder,
                    env=env | more,
                    columns=columns,
                    rows=rows,
                    is_captured=is_captured,
                )
            )
            opened.wait(lambda lines: lines[0].startswith(">") and lines[1] != "", "the prompt")
            return opened

        yield start


def _places(lines: list[str]) -> list[str]:
    return [found[1] for line in lines if (found := PLACE.match(line))]


def _selected(lines: list[str]) -> str:
    return next(iter(_places([line for line in lines if line.startswith("> ")])), "")


def _begins(prompt: str, lines: list[str]) -> bool:
    """Whether the prompt is so, and the hits are those of it."""
    return lines[0] == prompt and "found" in lines[1] and "..." not in lines[1]


def _answered(shown: Terminal, head: str) -> list[str]:
    return shown.wait(lambda lines: lines[1] == head, head)


def _ranked(run: Run, *words: str) -> list[str]:
    # `--format vimgrep` counts bytes.
    printed = run("search", *words).stdout
    return [found[1] for line in printed.splitlines() if (found := PRINTED.match(line))]


@pytest.mark.usefixtures("tree")
def test_the_list_follows_the_typing_in_the_order_of_the_command_line(
    open_search: Open, run: Run
) -> None:
    shown = open_search(rows=40)
    for letters, query in (("copying", "copying"), (" fil", "copying fil")):
        shown.press(letters)
        expected = _ranked(run, query, "--prefix")
        assert len(expected) > 8
        found = f"{len(expected)} of {len(expected)} found  any word"
        shown.wait(partial(_begins, f"> {query}"), query)
        lines = _answered(shown, found)
        seen = _places(lines)
        assert len(seen) > 8
        assert seen == expected[: len(seen)]


@pytest.mark.usefixtures("tree")
def test_a_hit_is_shown_with_its_evidence_its_words_marked_and_its_file_around_it(
    open_search: Open,
) -> None:
    shown = open_search("copying file")
    lines = _answered(shown, "11 of 11 found  any word")
    assert lines[2] == "> docs/guide.md:1:3  section  \N{GRINNING FACE} Copying files"
    assert (
        lines[9]
        == "       9  def copy_file(self, source: str, target: str) -  [copying ~stem, file]"
    )
    assert shown.styled(9, lambda cell: cell.bold and cell.fg == "brown") == "copyfile"
    shown.press("Down", "Down", "Down")
    line = "     9      def copy_file(self, source: str, target: str) -> None:"
    shown.wait(lambda lines: line in lines[15:-1], "its file")
    assert _selected(shown.lines) == "pkg/store.py:9:9"


@pytest.mark.usefixtures("tree")
def test_enter_prints_the_place_for_another_program(open_search: Open, run: Run) -> None:
    expected = _ranked(run, "copying", "--prefix")
    shown = open_search()
    # Before any answer: the list is waited for, and the best hit of it is meant.
    shown.press("copying", "Enter")
    assert shown.ended() == 0
    assert shown.printed == f"{expected[0]}\n".encode()
    assert not shown.is_raw()


@pytest.mark.usefixtures("tree")
def test_the_place_is_printed_on_the_terminal_where_nobody_else_reads(open_search: Open) -> None:
    shown = open_search("copying", is_captured=False)
    _answered(shown, "11 of 11 found  any word")
    shown.press("Enter")
    assert shown.ended() == 0
    assert shown.left_behind.strip() == "pkg/names.py:12:5"


@pytest.mark.usefixtures("tree")
@pytest.mark.parametrize(
    ("keys", "row"),
    [
        (["Down", "Ctrl-N", "Down", "Up", "Ctrl-P"], 1),
        (["PgDn"], 6),
        (["PgDn", "PgUp", "Up", "End"], 10),
        (["End", "Home", "Down"], 1),
    ],
)
def test_keys_move_through_the_hits(open_search: Open, run: Run, keys: list[str], row: int) -> None:
    expected = _ranked(run, "copying", "--prefix")
    shown = open_search("copying")
    _answered(shown, "11 of 11 found  any word")
    shown.press(*keys)
    shown.wait(lambda lines: _selected(lines) == expected[row], f"hit {row} selected")
    shown.press("Enter")
    assert shown.ended() == 0
    assert shown.printed == f"{expected[row]}\n".encode()


@pytest.mark.usefixtures("tree")
def test_keys_narrow_what_is_looked_for(open_search: Open, run: Run) -> None:
    shown = open_search("copy tree", rows=40)
    _answered(shown, "11 of 11 found  any word")
    for key, head, flags in (
        ("Tab", "2 of 2 found  all words", ["--all"]),
        ("Ctrl-T", "1 of 1 found  all words, names", ["--all", "--names"]),
    ):
        shown.press(key)
        assert _places(_answered(shown, head)) == _ranked(run, "copy tree", "--prefix", *flags)
    shown.press("Shift-Tab", "Tab")
    lines = shown.wait(lambda lines: lines[1].endswith("found  any word, names, code"), "code")
    assert all(".py:" in place for place in _places(lines))
    shown.press("F1")
    helping = shown.wait(lambda lines: "Ctrl-N" in lines[3], "the keys")
    assert helping[-1] == "Esc back"
    shown.press("Esc")
    shown.wait(lambda lines: _places(lines) != [], "the hits again")


@pytest.mark.usefixtures("tree")
def test_words_that_no_unit_holds_are_named(open_search: Open) -> None:
    shown = open_search()
    shown.press("copying quetzalcoatl ")
    lines = shown.wait(lambda lines: "no unit" in lines[-1], "the remark")
    assert lines[-1] == "no unit holds `quetzalcoatl`"


def test_what_changes_on_disk_while_it_runs_is_found(open_search: Open, tree: Path) -> None:
    shown = open_search("later_on")
    shown.wait(lambda lines: lines[1].startswith("nothing found  any word"), "no hit")
    (tree / "new.py").write_text("def later_on(): pass\n")
    lines = _answered(shown, "1 of 1 found  any word")
    assert _places(lines) == ["new.py:1:5"]
    (tree / "new.py").unlink()
    shown.wait(lambda lines: lines[1].startswith("nothing found  any word"), "no hit any more")


def test_typing_waits_for_no_index(open_search: Open, folder: Path) -> None:
    for number in range(1200):
        body = "".join(f"def name_{number}_{line}(): pass\n" for line in range(40))
        (folder / f"f{number}.py").write_text(body)
    shown = open_search()
    shown.press("name")
    shown.wait(lambda lines: lines[0] == "> name" and "indexing" in lines[1], "how far it is")
    shown.press(" 7 39")
    shown.wait(lambda lines: lines[0] == "> name 7 39" and "found" in lines[1], "an answer")
    shown.press("Ctrl-C")
    assert shown.ended() == 130


@pytest.mark.usefixtures("tree")
def test_a_terminal_of_another_size_shows_what_fits(open_search: Open) -> None:
    shown = open_search("copying")
    _answered(shown, "11 of 11 found  any word")
    shown.press("PgDn")
    place = _selected(shown.wait(lambda lines: "12:5" not in _selected(lines), "the sixth"))
    shown.resize(40, 10)
    small = shown.wait(lambda lines: len(_places(lines)) == 3, "three hits")
    assert small[0] == "> copying"
    assert _selected(small).endswith(place[-8:])
    shown.resize(120, 30)
    shown.wait(lambda lines: _selected(lines) == place and len(_places(lines)) > 6, "more hits")


@pytest.mark.usefixtures("tree")
@pytest.mark.parametrize(
    ("leave", "code"),
    [
        (lambda shown: shown.press("Esc"), 130),
        (lambda shown: shown.press("Ctrl-C"), 130),
        (lambda shown: shown.process.send_signal(signal.SIGINT), 130),
        (lambda shown: shown.process.send_signal(signal.SIGTERM), 143),
        (lambda shown: shown.process.send_signal(signal.SIGHUP), 129),
    ],
    ids=["Esc", "Ctrl-C", "SIGINT", "SIGTERM", "SIGHUP"],
)
def test_who_leaves_gets_the_terminal_back(
    open_search: Open, leave: Callable[[Terminal], None], code: int
) -> None:
    shown = open_search("copying")
    assert shown.is_raw()
    leave(shown)
    assert shown.ended() == code
    assert shown.printed == b""
    assert not shown.is_raw()
    assert shown.shows_keys()
    assert shown.raw.count(b"\x1b[?1049h") == shown.raw.count(b"\x1b[?1049l") == 1
    assert b"Traceback" not in shown.raw


@pytest.mark.usefixtures("tree")
@pytest.mark.parametrize(
    ("module", "name"),
    [("screen", "screen"), ("screen", "typed"), ("answering", "answered"), ("answering", "read")],
    ids=["drawing", "a key", "an answer", "a text"],
)
def test_a_failure_is_one_line_and_the_terminal_is_back(
    open_search: Open, module: str, name: str
) -> None:
    program = f"""
import sys, stemguard_ls.cli.interactive.{module} as module
from stemguard_ls.cli import main
whole = module.{name}
def broken(state, *more, **named):
    assert "copy" not in state.asked.query, "it is broken"
    return whole(state, *more, **named)
module.{name} = broken
sys.exit(main())
"""
    shown = open_search(command=[sys.executable, "-c", program])
    shown.press("copy ")
    assert shown.ended() == 2
    assert not shown.is_raw()
    assert shown.shows_keys()
    assert b"Traceback" not in shown.raw
    said = "stemguard: an error of the program, AssertionError: it is broken"
    assert shown.left_behind.strip() == said


def test_what_a_terminal_would_obey_is_shown_and_not_obeyed(
    open_search: Open, folder: Path
) -> None:
    evil = "\x1b]0;evil\x07\x1b[2J"
    (folder / f"a{evil}.py").write_text(f"def harmless():\n    pass  # harmless {evil}\u202e\n")
    shown = open_search()
    shown.press("harmless")
    lines = _answered(shown, "1 of 1 found  any word")
    assert "evil" in "\n".join(lines)
    shown.press("Enter")
    assert shown.ended() == 0
    assert evil.encode() not in shown.raw
    assert "\u202e".encode() not in shown.raw
    # Another program needs the name as it is.
    assert shown.printed == f"a{evil}.py:1:5\n".encode()


def test_wide_and_combining_characters_take_the_cells_they_take(
    open_search: Open, folder: Path
) -> None:
    wide = "\N{CJK UNIFIED IDEOGRAPH-4E2D}\N{CJK UNIFIED IDEOGRAPH-6587}"
    (folder / "a.md").write_text(f"# {wide} cafe\u0301 \N{GRINNING FACE} word\n" * 1)
    shown = open_search()
    shown.press(wide, " cafe\u0301 ")
    lines = shown.wait(lambda lines: lines[1].startswith("1 of 1"), "the document")
    assert shown.cursor == (0, 12)
    # The emulator leaves the second cell of a wide character empty.
    assert lines[0].replace(" ", "").startswith(f">{wide}caf")
    shown.press("Backspace", "Backspace", "Backspace")
    shown.wait(lambda _: shown.cursor == (0, 10), "a blank, an accent and a letter less")


@pytest.mark.usefixtures("tree")
def test_what_is_pasted_is_one_line(open_search: Open) -> None:
    shown = open_search()
    shown.press("\x1b[200~copy\ntree\x1b[201~")
    assert _answered(shown, "11 of 11 found  any word")[0] == "> copy tree"


@pytest.mark.usefixtures("tree")
def test_a_paste_that_the_terminal_does_not_mark_is_one_change_of_the_query(
    open_search: Open,
) -> None:
    program = """
import sys, stemguard_ls.cli.interactive.screen as module
from stemguard_ls.cli import main
whole = module.typed
def counted(state, query):
    print(len(query))
    return whole(state, query)
module.typed = counted
sys.exit(main())
"""
    shown = open_search(command=[sys.executable, "-c", program])
    shown.press("copy" * 50)
    _answered(shown, "nothing found  any word")
    shown.press(" tree")
    _answered(shown, "2 of 2 found  any word")
    shown.press("Enter")
    shown.ended()
    changes = shown.printed.decode().split()
    assert "205" in changes
    assert len(changes) < 50


@pytest.mark.usefixtures("tree")
def test_what_is_typed_before_the_screen_is_not_shown_by_the_terminal(open_search: Open) -> None:
    program = """
import importlib.abc, sys, termios
class Looks(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name in ("numpy", "prompt_toolkit"):
            shows = termios.tcgetattr(0)[3] & termios.ECHO
            print(name, "is loaded while keys are", "shown" if shows else "kept")
sys.meta_path.insert(0, Looks())
from stemguard_ls.cli import main
sys.exit(main())
"""
    shown = open_search("copying", command=[sys.executable, "-c", program])
    shown.press("Esc")
    assert shown.ended() == 130
    assert shown.printed.decode().splitlines() == [
        "numpy is loaded while keys are kept",
        "prompt_toolkit is loaded while keys are kept",
    ]
    assert shown.shows_keys()


def test_who_ends_it_before_the_screen_gets_the_terminal_back(
    env: dict[str, str], folder: Path
) -> None:
    program = """
import importlib.abc, os, signal, sys
class Ends(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "prompt_toolkit":
            os.kill(os.getpid(), signal.SIGTERM)
sys.meta_path.insert(0, Ends())
from stemguard_ls.cli import main
sys.exit(main())
"""
    command = [sys.executable, "-c", program, "search", "-i", "copying"]
    with terminal(command, cwd=folder, env=env) as shown:
        assert shown.ended() == 143
        assert shown.shows_keys()


@pytest.mark.usefixtures("tree")
def test_ctrl_z_gives_the_terminal_to_the_shell_until_it_is_wanted_again(
    env: dict[str, str], folder: Path
) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no Bash")
    command = [bash, "--norc", "-i"]
    with terminal(command, cwd=folder, env=env | {"PS1": "$ "}, is_captured=False) as shown:
        shown.wait(lambda lines: lines[0] == "$", "the shell")
        shown.press(f"{sys.executable} -m stemguard_ls search -i copying", "Enter")
        _answered(shown, "11 of 11 found  any word")
        shown.press("Down", "Ctrl-Z")
        shown.wait(lambda lines: any("Stopped" in line for line in lines), "it is stopped")
        shown.press("fg", "Enter")
        lines = _answered(shown, "11 of 11 found  any word")
        assert lines[0] == "> copying"
        assert lines[4].startswith("> ")
        shown.press("Esc")
        shown.wait(lambda lines: lines[1] != "11 of 11 found  any word", "the shell again")
        shown.press("echo $?", "Enter")
        shown.wait(lambda lines: "130" in lines, "the code")


@pytest.mark.usefixtures("tree")
@pytest.mark.parametrize(("no_color", "coloured"), [("", True), ("1", False)])
def test_colours_are_for_who_wants_them(open_search: Open, no_color: str, coloured: bool) -> None:
    shown = open_search("copying", NO_COLOR=no_color)
    _answered(shown, "11 of 11 found  any word")
    shown.press("Esc")
    shown.ended()
    assert (COLOUR.search(shown.raw) is not None) is coloured


@pytest.mark.usefixtures("tree")
def test_without_a_terminal_it_says_so(env: dict[str, str], folder: Path) -> None:
    ran = subprocess.run(
        [*STEMGUARD, "search", "-i", "copying"],
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LONGEST_WAIT_S,
        start_new_session=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "stemguard: `--interactive` needs a terminal.\n"


def test_a_terminal_that_cannot_move_its_cursor_is_told_so(
    env: dict[str, str], folder: Path
) -> None:
    command = [*STEMGUARD, "search", "--interactive"]
    with terminal(command, cwd=folder, env=env | {"TERM": "dumb"}) as shown:
        assert shown.ended() == 2
        assert shown.shows_keys()
        assert "needs a terminal that can move its cursor." in shown.left_behind


@pytest.mark.usefixtures("tree")
def test_the_screen_is_as_the_documentation_shows_it(open_search: Open) -> None:
    shown = open_search("copying file")
    _answered(shown, "11 of 11 found  any word")
    shown.press("Down")
    lines = shown.wait(
        lambda lines: lines[4].startswith("> ") and "Limits" in lines[-4], "the second hit"
    )
    image = ROOT / "docs" / "images" / "terminal.txt"
    if os.environ.get("STEMGUARD_SHOTS"):
        image.write_text("\n".join(lines) + "\n", encoding="utf-8")
    expected = image.read_text(encoding="utf-8")
    assert "\n".join(lines) + "\n" == expected
    assert expected in (ROOT / "docs" / "how-to" / "terminal.md").read_text(encoding="utf-8")
