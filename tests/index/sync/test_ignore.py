"""Git itself and pathspec are asked what they hide; what is expected is never worked out here."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pathspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from stemguard.sync.ignore import RuleList, hidden_by, parse_ignore_file
from stemguard.sync.selection import Selection
from stemguard.sync.walk import walk

NOT_EXCLUDED = Selection(exclude=())
#: Neither the user's nor the machine's configuration has a say in what git answers.
ENVIRONMENT = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}

NAMES = ("a", "b", "ab", "ba", "aab", "a.b", "c-d", ".a", "a b", "a ", "#a", "!a", "[a]", "a\\")
PIECES = (
    *("a", "b", "ab", ".", "-", "c", "d", "*", "?", "[ab]", "[!a]", "[^b]", "[a-c]", "[]a]"),
    *(
        "[[:alpha:]]",
        "[[:punct:]a]",
        "[\\]a]",
        "[a-]",
        "[b-a]",
        "\\a",
        "\\*",
        "\\ ",
        "\\#",
        " ",
        "#",
    ),
)

# Names are ASCII: git's `?` is a byte, ours a character, and a test below says so.
paths = st.lists(st.sampled_from(NAMES), min_size=1, max_size=4).map("/".join)
components = st.one_of(
    st.sampled_from((*NAMES, "**", "*")),
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=4)
    .map("".join)
    .filter(lambda component: "**" not in component),
)
tidy_lines = st.builds(
    "".join,
    st.tuples(
        st.sampled_from(("", "", "", "!")),
        st.sampled_from(("", "", "/")),
        st.lists(components, min_size=1, max_size=4).map("/".join),
        st.sampled_from(("", "", "/", " ", "  ", "\r", "/**", "\\ ", "\\")),
    ),
)
wild_lines = st.text("ab*?[]!\\/ #-^:.", max_size=9)


def _is_compared(line: str) -> bool:
    r"""The manual calls stars beside other characters "regular"; git takes some for `**`.

    And it lets `**\/` stand for one folder or more. We keep to the manual.
    """
    return "/" not in line.strip("/") or not re.search(r"[^/!]\*\*|\*\*[^/]|^!?\*\*\\", line)


lines = st.one_of(tidy_lines, wild_lines).filter(_is_compared)
ignore_files = st.lists(lines, max_size=6).map("\n".join)


def _repository(top: Path) -> Path:
    """What `git init` leaves, without starting git each time."""
    for folder in ("objects", "refs", "info"):
        (top / ".git" / folder).mkdir(parents=True)
    (top / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (top / ".git/config").write_text("[core]\n\trepositoryformatversion = 0\n")
    return top


def _shown_by_git(top: Path) -> list[str]:
    command = ["git", "ls-files", "-z", "-co", "--exclude-standard"]
    environment = {**os.environ, **ENVIRONMENT}
    listed = subprocess.run(command, cwd=top, env=environment, check=True, capture_output=True)
    return sorted(filter(None, os.fsdecode(listed.stdout).split("\0")))


def _found(root: Path) -> list[str]:
    return [found.path for found in walk(str(root), NOT_EXCLUDED, environment=ENVIRONMENT)]


def _plant(root: Path, files: set[str], rules: dict[str, str]) -> None:
    """Files of these paths, and ignore files where their folder exists by then."""
    for path in sorted(files):
        file = root / path
        if not any(parent.is_file() for parent in file.parents):
            file.parent.mkdir(parents=True, exist_ok=True)
            if not file.is_dir():
                file.touch()
    for folder, text in rules.items():
        if (root / folder).is_dir():
            (root / folder / ".gitignore").write_bytes(text.encode())


@settings(max_examples=150, deadline=None)
@given(
    files=st.sets(paths, min_size=3, max_size=14),
    rules=st.dictionaries(st.sampled_from(("", "a", "b", "a/b")), ignore_files, max_size=3),
    excluded=st.one_of(st.just(""), ignore_files),
)
@example(files={"a/b/a", "a/a"}, rules={"": "a/*\n!a/b/"}, excluded="")
@example(files={"a/b/a", "b"}, rules={"": "a\n!a/b/a"}, excluded="")
@example(files={"a/b", "b"}, rules={"a": "!b"}, excluded="b")
@example(files={"a", "b"}, rules={"": "\ufeffa\r\n"}, excluded="")
@example(files={"a/b/a", "b/a"}, rules={"": "**/b/**/a\n!/b/**"}, excluded="")
@example(files={"a\\", "a "}, rules={"": "a\\\\  \na\\  "}, excluded="")
def test_the_walk_of_a_repository_or_a_folder_in_it_finds_what_git_shows(
    files: set[str], rules: dict[str, str], excluded: str
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        top = _repository(Path(folder))
        _plant(top, files, rules)
        (top / ".git/info/exclude").write_bytes(excluded.encode())
        shown = _shown_by_git(top)
        assert _found(top) == shown
        below_a = [path[2:] for path in shown if path.startswith("a/")]
        if below_a:
            assert _found(top / "a") == below_a


def _shown_by_pathspec(root: Path) -> list[str]:
    """The files that pathspec shows, asked as git asks: each ignore file of each folder."""

    def below(folder: str, specs: list[tuple[int, pathspec.GitIgnoreSpec]]) -> Iterator[str]:
        rules = root / folder / ".gitignore"
        if rules.exists():
            spec = pathspec.GitIgnoreSpec.from_lines(rules.read_text().split("\n"))
            specs = [(len(folder), spec), *specs]
        for entry in os.scandir(root / folder):
            path = folder + entry.name + ("/" if entry.is_dir() else "")
            verdicts = (spec.check_file(path[cut:]).include for cut, spec in specs)
            if entry.name == ".git" or next((v for v in verdicts if v is not None), False):
                continue
            if entry.is_dir():
                yield from below(path, specs)
            else:
                yield path

    return sorted(below("", []))


# Left out is where pathspec is not git: backslashes, spaces, `[!a]`, and a `!` that speaks of a
# folder, which to pathspec brings back all that is below.
plain_components = st.one_of(
    st.sampled_from(("a", "b", "ab", "a.b", ".a", "*")),
    st.lists(st.sampled_from(("a", "b", ".", "*", "?", "[ab]", "[a-c]")), min_size=1)
    .map("".join)
    .filter(lambda component: "**" not in component),
)
plain_lines = st.one_of(
    st.sampled_from(("!*.py", "!k.py", "!/a/k.py", "!/**/b/*.py")),
    st.builds(
        "".join,
        st.tuples(
            st.sampled_from(("", "", "/")),
            st.sampled_from(("", "", "", "**/", "a/**/")),
            st.lists(plain_components, min_size=1, max_size=4).map("/".join),
            st.sampled_from(("", "", "/")),
        ),
    ),
)
plain_files = st.lists(plain_lines, max_size=6).map("\n".join)


@settings(max_examples=100, deadline=None)
@given(
    files=st.sets(st.one_of(paths, paths.map("{}/k.py".format)), min_size=3, max_size=14),
    rules=st.dictionaries(st.sampled_from(("", "a", "b", "a/b")), plain_files, max_size=3),
)
@example(files={"a/b/a", "a/a"}, rules={"": "a/*\n!a/b/"})
def test_the_walk_finds_what_pathspec_shows(files: set[str], rules: dict[str, str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        _plant(root, files, rules)
        assert _found(root) == _shown_by_pathspec(root)


def _hides_file(rules: bytes, name: str) -> bool:
    return hidden_by([parse_ignore_file(rules).within("")]).file(name)


def test_a_question_mark_stands_for_one_character_however_many_bytes_it_has() -> None:
    assert _hides_file(b"caf?", "café")
    assert not _hides_file(b"caf??", "café")


def test_a_name_that_is_no_text_is_matched_by_its_own_bytes() -> None:
    assert _hides_file(b"caf\xe9.py\n", os.fsdecode(b"caf\xe9.py"))
    assert not _hides_file(b"caf\xe9.py\n", "café.py")


@pytest.mark.parametrize(
    "line",
    [b"[", b"a[", b"[]", b"[!]", b"[a", b"[[:nope:]]", b"a\\", b"!", b"/", b"//", b"a//b", b"\0"],
)
def test_a_rule_that_git_cannot_match_hides_nothing_and_spares_the_next(line: bytes) -> None:
    rules = line + b"\nlater\n"
    assert [name for name in ("a", "[", "a[", "later", "b") if _hides_file(rules, name)] == [
        "later"
    ]


@given(st.binary(max_size=40), st.text(max_size=6))
def test_no_content_of_an_ignore_file_raises(content: bytes, name: str) -> None:
    assert _hides_file(content, name) in (True, False)


def test_of_two_lists_the_first_that_speaks_of_a_name_decides() -> None:
    near, far = RuleList(["!kept.log", "own.txt"]), RuleList(["*.log", "!own.txt"])
    hidden = hidden_by([near.within(""), far.within("a/")])
    names = ("kept.log", "other.log", "own.txt", "free.c")
    assert [name for name in names if hidden.file(name)] == ["other.log", "own.txt"]


def test_many_stars_against_a_long_name_take_no_time() -> None:
    stars = "*a" * 40 + "b"
    rules = f"{stars}\n?{stars}\n{'**/' * 20}x/{'**/a*/' * 20}{stars}\n".encode()
    started = time.process_time()
    hidden = hidden_by([parse_ignore_file(rules).within("x/" + "a/" * 200)])
    assert not hidden.file("a" * 255)
    assert time.process_time() - started < 2
