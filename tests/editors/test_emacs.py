"""The package in a real Emacs: installed from its archive, driven by keys in a terminal."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import cast

import pytest
from tests.editors.conftest import EDITORS, PACKAGES, ROOT, Place
from tests.editors.emacs.driver import Emacs
from tests.editors.tmux import wait_for

HERE = Path(__file__).parent / "emacs"
#: Beside Debian's own where that one is older.
_EMACS_30 = EDITORS / "emacs30" / "emacs"
PROGRAMS = ["emacs", str(_EMACS_30)] if _EMACS_30.exists() else ["emacs"]
NEWEST = PROGRAMS[-1]
in_both = pytest.mark.parametrize("program", PROGRAMS, ids=["debian", "newest"][: len(PROGRAMS)])
#: Where Debian puts packages of Emacs.
_ELPA = Path("/usr/share/emacs/site-lisp/elpa-src")

Start = Callable[..., Emacs]
Ranked = Callable[..., list[Place]]


def _batch(program: str, env: dict[str, str], *forms: str) -> str:
    """What an Emacs without a terminal says while it evaluates."""
    evals = [word for form in forms for word in ("--eval", form)]
    done = subprocess.run(
        [program, "--batch", *evals], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Gives the folder that an Emacs has after it has installed the package."""
    (package,) = PACKAGES.glob("stemguard-*.tar")

    @cache
    def installed(program: str) -> Path:
        home = tmp_path_factory.mktemp("emacs")
        env = {"PATH": os.environ["PATH"], "HOME": str(home)}
        said = _batch(program, env, f'(package-install-file "{package}")')
        assert "Warning" not in said, said
        return home / ".emacs.d"

    return installed


@pytest.fixture
def start(env: dict[str, str], tree: Path, installed: Callable[[str], Path]) -> Iterator[Start]:
    """Starts the Emacs of a user who has installed the package, in the folder of the project."""
    running = []

    def start(program: str = NEWEST, *forms: str, path: str | None = None) -> Emacs:
        folder = Path(env["HOME"]) / ".emacs.d"
        shutil.copytree(installed(program), folder)
        (folder / "init.el").write_text("\n".join([(HERE / "init.el").read_text(), *forms]))
        here = env if path is None else {**env, "PATH": path}
        emacs = Emacs(program, here, tree)
        running.append(emacs)
        return emacs

    yield start
    for emacs in running:
        emacs.stop()


def prompt(emacs: Emacs, *keys: str, text: str = "copying") -> None:
    """Opens the prompt by keys, and types a text."""
    emacs.keys(*(keys or ("C-c", "s", "s")))
    emacs.wait_until("(if (active-minibuffer-window) t)")
    emacs.type(text)


def leave(emacs: Emacs) -> None:
    """Leaves the prompt by its key, which throws away what is typed before it is gone."""
    emacs.keys("C-g")
    wait_for(
        "the prompt to be gone",
        lambda: None if re.search("(Any word|All words|Names).*:", emacs.screen()) else True,
        emacs.screen,
    )


def places(text: str) -> list[Place]:
    """The places named in a text, as `ranked` gives them."""
    return [
        (path, int(line) - 1, int(column) - 1)
        for path, line, column in re.findall(r"([\w./-]+):(\d+):(\d+)", text)
    ]


def below_the_prompt(emacs: Emacs, query: str) -> list[Place]:
    """The list that is shown for a query."""
    screen = emacs.wait_for(f": {query}")
    return places(screen[screen.index(f": {query}") :])


def wait_for_rows(emacs: Emacs, query: str, rows: list[Place]) -> None:
    """Waits until these rows are shown for a query, as far as there is room."""
    wait_for(
        f"{rows} below the prompt",
        lambda: ((shown := below_the_prompt(emacs, query)) and shown == rows[: len(shown)]) or None,
        emacs.screen,
    )


#: Each line of the list in turn: the file, line and column that it leads to.
WALK = """(with-current-buffer "*xref*"
  (save-excursion
    (goto-char (point-min))
    (let (found match)
      (while (setq match (text-property-search-forward 'xref-item nil nil t))
        (let ((marker (xref-location-marker (xref-item-location (prop-match-value match)))))
          (with-current-buffer (marker-buffer marker)
            (goto-char marker)
            (push (vector buffer-file-name (1- (line-number-at-pos)) (- (point) (pos-bol)))
                  found))))
      (vconcat (nreverse found)))))"""


def walk(emacs: Emacs, tree: Path) -> list[Place]:
    """The places that the lines of the list lead to."""
    emacs.wait_for("*xref*")
    emacs.ask(
        "(progn (require 'text-property-search)"
        " (unless (fboundp 'pos-bol) (defalias 'pos-bol #'line-beginning-position)) t)"
    )
    found = cast(list[tuple[str, int, int]], emacs.ask(WALK))
    return [(str(Path(path).relative_to(tree)), line, column) for path, line, column in found]


@in_both
def test_the_list_below_the_prompt_and_the_one_that_stays_have_our_order(
    start: Start, tree: Path, ranked: Ranked, program: str
) -> None:
    order = ranked("copying", tree, "--prefix")
    assert len(order) == 11
    emacs = start(program)
    prompt(emacs)
    wait_for_rows(emacs, "copying", order)
    assert len(below_the_prompt(emacs, "copying")) >= 5
    _keep(emacs.screen())
    emacs.keys("C-c", "C-o")
    assert walk(emacs, tree) == order
    assert places(emacs.screen())[:5] == order[:5]


def test_return_goes_to_the_name_behind_characters_outside_the_bmp(
    start: Start, tree: Path, ranked: Ranked
) -> None:
    order = ranked("copying", tree, "--prefix")
    emacs = start()
    prompt(emacs)
    wait_for_rows(emacs, "copying", order)
    emacs.keys("Down", "Enter")
    emacs.wait_until('(if (equal (buffer-name (window-buffer)) "store.py") t)')
    assert emacs.ask(
        '(with-current-buffer "store.py" (vector (looking-at "\\U0001d49c_copying")))'
    ) == [True]
    emacs.keys("C-c", "s", "w")
    assert "rank 2 of 11" in emacs.wait_for("*stemguard why*")
    emacs.keys("C-x", "1", "M-,")
    emacs.wait_until('(if (equal (buffer-name (window-buffer)) "*scratch*") t)')


@in_both
def test_what_is_not_saved_is_found_as_it_stands(start: Start, tree: Path, program: str) -> None:
    emacs = start(program)
    emacs.keys("C-x", "C-f")
    emacs.wait_for("Find file:")
    emacs.type("pkg/names.py\n")
    emacs.wait_for("def zeta_first")
    emacs.type("xylophone_unsaved = '😀'; XYLOPHONE_LIMIT = 3  # é\n")
    prompt(emacs, text="xylophone")
    wait_for_rows(emacs, "xylophone", [("pkg/names.py", 0, 25), ("pkg/names.py", 0, 0)])
    leave(emacs)
    emacs.keys("C-x", "C-s")
    emacs.wait_for("Wrote")
    (tree / "pkg" / "names.py").write_text("def marimba(): ...\n")
    emacs.wait_until(
        "(if (zerop (hash-table-count (stemguard--documents (car (stemguard--running))))) t)"
    )
    prompt(emacs, text="marimba")
    wait_for_rows(emacs, "marimba", [("pkg/names.py", 0, 4), ("pkg/names.py", 0, 0)])


def test_an_edit_that_an_answer_was_too_early_for_comes_into_the_list(
    start: Start, tree: Path
) -> None:
    large = tree / "large.py"
    large.write_text("".join(f"def name_{n}(): pass\n" for n in range(20_000)))
    emacs = start()
    emacs.keys("C-x", "C-f")
    emacs.wait_for("Find file:")
    emacs.type("large.py\n")
    emacs.wait_for("def name_20")
    prompt(emacs, text="19999")
    wait_for_rows(emacs, "19999", [("large.py", 19_999, 4)])
    leave(emacs)
    emacs.type("XYLOPHONE_LIMIT = 3\n")
    prompt(emacs, text="xylophone")
    emacs.wait_for("XYLOPHONE_LIMIT  large.py:1:1")


@pytest.mark.parametrize(
    "setting",
    [
        f'(progn (add-to-list \'load-path "{next(_ELPA.glob("vertico-*"), "")}")'
        " (require 'vertico) (vertico-mode 1))",
        "(fido-vertical-mode 1)",
        "(icomplete-mode 1)",
    ],
    ids=["vertico", "fido", "icomplete"],
)
def test_a_list_that_the_user_has_already_keeps_our_order(
    start: Start, tree: Path, ranked: Ranked, setting: str
) -> None:
    order = ranked("copying", tree, "--prefix")
    emacs = start(PROGRAMS[0], setting, "(setq completion-styles '(flex basic))")
    prompt(emacs)
    wait_for_rows(emacs, "copying", order)


def test_a_word_half_typed_and_the_sets_of_words_ask_as_the_command_line_does(
    start: Start, tree: Path, ranked: Ranked
) -> None:
    asked = [
        (("C-c", "s", "a"), "copy tre", ranked("copy tre", tree, "--prefix", "--all")),
        (("C-c", "s", "n"), "copy tre", ranked("copy tre", tree, "--prefix", "--names")),
        (
            ("C-u", "C-c", "s", "a"),
            "copy f",
            ranked("copy f", tree, "--prefix", "--all", "--names"),
        ),
    ]
    emacs = start()
    for keys, query, order in asked:
        assert order
        prompt(emacs, *keys, text=query)
        wait_for_rows(emacs, query, order)
        leave(emacs)


def test_typing_goes_on_while_the_server_is_busy_and_leaves_no_request_behind(
    start: Start, tree: Path, ranked: Ranked, tmp_path: Path
) -> None:
    order = ranked("copyin", tree, "--prefix")
    wire = tmp_path / "wire"
    emacs = start(NEWEST, _tee(wire))
    prompt(emacs, text="cop")
    emacs.wait_for("pkg/")
    server = _child(emacs, "stemguard")
    os.kill(server, signal.SIGSTOP)
    try:
        for letter in "yin":
            asked = wire.read_bytes().count(b"stemguard/search")
            emacs.type(letter)
            _wait_for_more_requests(emacs, wire, asked)
        emacs.wait_for(": copyin")
    finally:
        os.kill(server, signal.SIGCONT)
    wait_for_rows(emacs, "copyin", order)
    assert wire.read_bytes().count(b"$/cancelRequest") == 2


@in_both
def test_one_key_leaves_the_prompt_while_an_answer_is_on_its_way(
    start: Start, program: str, tmp_path: Path
) -> None:
    wire = tmp_path / "wire"
    emacs = start(program, _tee(wire))
    prompt(emacs, text="cop")
    emacs.wait_for("pkg/")
    server = _child(emacs, "stemguard")
    os.kill(server, signal.SIGSTOP)
    try:
        asked = wire.read_bytes().count(b"stemguard/search")
        emacs.type("y")
        _wait_for_more_requests(emacs, wire, asked)
        leave(emacs)
    finally:
        os.kill(server, signal.SIGCONT)


def test_a_server_that_dies_is_told_of_and_the_next_use_starts_another(
    start: Start, tree: Path, ranked: Ranked
) -> None:
    order = ranked("copying", tree, "--prefix")
    emacs = start()
    prompt(emacs)
    wait_for_rows(emacs, "copying", order)
    leave(emacs)
    os.kill(_server(emacs), signal.SIGKILL)
    emacs.wait_for("Stemguard's server ended; the next use starts it again.")
    emacs.wait_for("Stemguard!")
    prompt(emacs)
    wait_for_rows(emacs, "copying", order)
    assert "Stemguard!" not in emacs.screen()


def test_without_a_program_one_sentence_says_what_to_do(start: Start) -> None:
    emacs = start(NEWEST, path="/usr/bin:/bin")
    emacs.keys("C-c", "s", "s")
    said = emacs.wait_for("There is no program")
    assert re.search("Install Stemguard, or set .stemguard-command. to where it is", said)


def test_a_program_that_cannot_start_is_told_of(start: Start) -> None:
    emacs = start(
        NEWEST, '(setq stemguard-command \'("sh" "-c" "echo no Python here >&2; exit 1"))'
    )
    emacs.keys("C-c", "s", "s")
    emacs.wait_for("Stemguard's server ended")
    emacs.wait_until("(unless stemguard--waiting t)")
    emacs.keys("C-c", "s", "l")
    emacs.wait_for("no Python here")


def test_an_index_that_breaks_in_use_is_told_of_and_made_anew(
    start: Start, env: dict[str, str], tree: Path, ranked: Ranked
) -> None:
    order = ranked("copying", tree, "--prefix")
    emacs = start()
    prompt(emacs, text="copy")
    emacs.wait_for("pkg/")
    leave(emacs)
    (index,) = Path(env["XDG_CACHE_HOME"]).rglob("index.db")
    os.truncate(index, 0)
    prompt(emacs)
    wait_for_rows(emacs, "copying", order)
    leave(emacs)
    emacs.keys("C-c", "s", "t")
    emacs.wait_for("*stemguard status*")
    assert "was made anew: its file was damaged." in buffer(emacs, "*stemguard status*")


def test_why_and_status_are_the_lines_of_the_command_line(
    start: Start, env: dict[str, str], tree: Path, command: Path, ranked: Ranked
) -> None:
    order = ranked("copying", tree, "--prefix")
    emacs = start()
    prompt(emacs)
    wait_for_rows(emacs, "copying", order)
    emacs.keys("C-c", "C-o")
    emacs.wait_for("*xref*")
    emacs.keys("g", "M->", "C-p", "C-c", "s", "w")
    assert "rank 11 of 11" in emacs.wait_for("*stemguard why*")
    emacs.keys("C-c", "s", "t")
    emacs.wait_for("*stemguard status*")
    told = buffer(emacs, "*stemguard status*")
    assert f"{tree}" in told
    assert "files     4\n" in told


def test_rebuild_reads_every_file_and_the_mode_line_says_how_far_it_is(start: Start) -> None:
    emacs = start()
    emacs.keys("C-c", "s", "t")
    emacs.wait_for("*stemguard status*")
    emacs.ask(
        "(progn (defvar seen nil) (advice-add 'stemguard--take-progress :after"
        " (lambda (&rest _) (push (stemguard--state) seen))) t)"
    )
    emacs.keys("C-c", "s", "b")
    emacs.wait_for("Stemguard read 4 files anew")
    assert " Stemguard 100%%" in cast(list[str], emacs.ask("(vconcat seen)"))
    assert re.search(r" Stemguard-*$", emacs.screen(), re.MULTILINE)


def test_restart_ends_one_server_and_starts_one(start: Start) -> None:
    emacs = start()
    emacs.keys("C-c", "s", "r")
    emacs.wait_for("was started for")
    first = _server(emacs)
    emacs.keys("C-c", "s", "r")
    wait_for("another server", lambda: _servers(emacs) not in ([], [first]) or None, emacs.screen)
    assert len(_servers(emacs)) == 1
    gone = Path(f"/proc/{first}")
    wait_for("the end of the first server", lambda: not gone.exists() or None, emacs.screen)


@in_both
def test_eglot_runs_the_server_where_it_is_added_and_ours_beside_it(
    start: Start, tree: Path, ranked: Ranked, program: str
) -> None:
    order, live = ranked("copying ", tree), ranked("copying", tree, "--prefix")
    emacs = start(program, "(stemguard-eglot-add 'python-mode)")
    emacs.keys("C-x", "C-f")
    emacs.wait_for("Find file:")
    emacs.type("pkg/store.py\n")
    emacs.wait_for("Where documents are kept")
    emacs.keys("M-x")
    emacs.wait_for("M-x")
    emacs.type("eglot\n")
    emacs.wait_for("Connected!")
    emacs.keys("M-x")
    emacs.wait_for("M-x")
    emacs.type("xref-find-apropos\n")
    emacs.wait_until("(if (active-minibuffer-window) t)")
    emacs.type("copying\n")
    emacs.wait_for("*xref*")
    by_eglot = walk(emacs, tree)
    assert sorted(by_eglot) == sorted(order)
    assert ("pkg/store.py", 11, 8) in by_eglot
    prompt(emacs)
    wait_for_rows(emacs, "copying", live)


def test_a_search_that_finds_nothing_names_the_word(start: Start) -> None:
    emacs = start()
    prompt(emacs)
    # Until all files are in, nothing is said of words.
    emacs.wait_for("pkg/")
    leave(emacs)
    prompt(emacs, text="zzyzx")
    emacs.keys("C-c", "C-o")
    emacs.wait_for("Nothing found: no unit holds `zzyzx`")
    for query, said in (
        ("zza zzb zzc zzd zze", "no unit holds `zza`, `zzb`, `zzc` and 2 more"),
        ("copying path:none/", "Nothing found: no unit passes `path:none/`"),
        ("zzyzx id", "`id` is too short to be looked for while it is typed"),
    ):
        prompt(emacs, text=query)
        emacs.keys("C-c", "C-o")
        emacs.wait_for(said)
    prompt(emacs, text="")
    emacs.keys("M-p")
    emacs.wait_for("Any word: zzyzx")


@in_both
def test_the_documentation_of_the_package_is_as_checkdoc_wants_it(
    env: dict[str, str], program: str
) -> None:
    # It takes each word that ends in s for a verb in the wrong mood.
    quiet = "(progn (require 'checkdoc) (setq checkdoc-verb-check-experimental-flag nil))"
    files = sorted((ROOT / "editors" / "emacs").glob("*.el"))
    said = _batch(program, env, quiet, *[f'(checkdoc-file "{file}")' for file in files])
    assert not [line for line in said.splitlines() if ".el:" in line], said


@in_both
def test_a_file_comes_back_from_its_uri_whatever_its_name(
    env: dict[str, str], program: str, tmp_path: Path
) -> None:
    names = ["e%20f", "c#d?", "new\nline", "a b;c", "cafe\u0301 \N{GRINNING FACE}", "c:/x", "%"]
    listed = tmp_path / "names"
    listed.write_text("|".join(f"/w/{name}.py" for name in names), encoding="utf-8")
    load = f'(load "{ROOT}/editors/emacs/stemguard-server.el" nil t)'
    said = _batch(
        program,
        env,
        load,
        f"""(with-temp-buffer
              (setq coding-system-for-read 'utf-8)
              (insert-file-contents "{listed}")
              (dolist (file (split-string (buffer-string) "|"))
                (princ (stemguard--uri file))
                (princ (if (equal (stemguard--file (stemguard--uri file)) file) " yes\n" " no\n"))))
        """,
    )
    assert [line for line in said.splitlines() if line.startswith("file:")] == [
        "file:///w/e%2520f.py yes",
        "file:///w/c%23d%3F.py yes",
        "file:///w/new%0Aline.py yes",
        "file:///w/a%20b;c.py yes",
        "file:///w/cafe%CC%81%20%F0%9F%98%80.py yes",
        "file:///w/c:/x.py yes",
        "file:///w/%25.py yes",
    ]


def buffer(emacs: Emacs, name: str) -> str:
    """The text of a buffer."""
    return cast(str, emacs.ask(f'(with-current-buffer "{name}" (buffer-string))'))


def _servers(emacs: Emacs) -> list[int]:
    """The processes of the servers."""
    process = "(process-id (jsonrpc--process server))"
    return cast(
        list[int], emacs.ask(f"(vconcat (mapcar (lambda (server) {process}) (stemguard--running)))")
    )


def _server(emacs: Emacs) -> int:
    (pid,) = _servers(emacs)
    return pid


def _tee(wire: Path) -> str:
    """A setting by which what goes to the server is written to a file too."""
    return f'(setq stemguard-command \'("sh" "-c" "tee {wire} | exec stemguard serve"))'


def _wait_for_more_requests(emacs: Emacs, wire: Path, asked: int) -> None:
    wait_for(
        "a request for the key",
        lambda: wire.read_bytes().count(b"stemguard/search") > asked or None,
        emacs.screen,
    )


def _child(emacs: Emacs, name: str) -> int:
    """The process of the server behind a shell."""
    children = subprocess.run(
        ["pgrep", "-P", str(_server(emacs)), "-f", name], capture_output=True, text=True, check=True
    )
    return int(children.stdout.split()[-1])


def _keep(screen: str) -> None:
    """Puts a screen into the documentation, where it is asked for."""
    if os.environ.get("STEMGUARD_SHOTS"):
        folder = ROOT / "docs" / "images"
        folder.mkdir(exist_ok=True)
        shown = [line.rstrip() for line in screen.splitlines() if line.strip()]
        (folder / "emacs.txt").write_text("\n".join(shown) + "\n", encoding="utf-8")
