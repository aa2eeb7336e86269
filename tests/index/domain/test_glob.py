from __future__ import annotations

import time

import pathspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stemguard.domain.glob import Case, compile_globs

TREE = ("a.py", "src/a.py", "src/gen/a.py", "src/gen/deep/b.c", "lib/src/c.py", "lib/src.py", "b.c")


def _picked(*patterns: str) -> list[str]:
    return [path for path in TREE if compile_globs(patterns)(path)]


def test_an_empty_list_picks_every_path() -> None:
    assert _picked() == list(TREE)


@pytest.mark.parametrize("pattern", ["/src", "/src/", "/src/**", "src/*"])
def test_a_pattern_with_a_slash_in_front_or_within_counts_from_the_root(pattern: str) -> None:
    assert _picked(pattern) == ["src/a.py", "src/gen/a.py", "src/gen/deep/b.c"]


@pytest.mark.parametrize("pattern", ["src", "src/", "**/src", "**/src/"])
def test_a_folder_named_without_a_slash_is_picked_at_any_depth(pattern: str) -> None:
    assert _picked(pattern) == ["src/a.py", "src/gen/a.py", "src/gen/deep/b.c", "lib/src/c.py"]


def test_a_slash_at_the_end_picks_no_file_of_that_name() -> None:
    assert _picked("b.c/", "a.py/") == []


def test_a_star_stays_within_its_folder_and_two_stars_do_not() -> None:
    assert _picked("/src/*.py") == ["src/a.py"]
    assert _picked("/src/**/*.py") == ["src/a.py", "src/gen/a.py"]


def test_the_last_pattern_that_speaks_of_a_file_decides() -> None:
    assert _picked("/src/", "!gen/") == ["src/a.py"]
    assert _picked("/src/", "!gen/", "*.c") == ["src/a.py", "src/gen/deep/b.c", "b.c"]
    assert _picked("!gen/", "/src/") == list(TREE)


def test_a_list_that_begins_with_a_negation_begins_with_every_path() -> None:
    assert _picked("!src") == ["a.py", "lib/src.py", "b.c"]
    assert _picked("!*.py", "/a.py") == ["a.py", "src/gen/deep/b.c", "b.c"]


@pytest.mark.parametrize("pattern", ["[", "src/[", "[]", "[[:nope:]]", "a\\", "", "/", "a//b"])
def test_a_broken_pattern_picks_nothing_and_spares_its_neighbours(pattern: str) -> None:
    assert _picked(pattern) == []
    assert _picked("/a.py", pattern) == ["a.py"]


def test_letters_of_another_case_match_only_where_case_is_ignored() -> None:
    assert not compile_globs(["SRC/*.Py"])("src/a.py")
    assert compile_globs(["SRC/*.Py"], Case.IGNORED)("src/a.py")
    assert compile_globs(["[A-C]?é"], Case.IGNORED)("bXÉ")


def test_a_hash_and_spaces_are_part_of_a_glob() -> None:
    assert compile_globs(["#a "])("#a ")
    assert not compile_globs(["#a "])("#a")


def test_many_stars_against_a_long_path_take_no_time() -> None:
    started = time.process_time()
    picks = compile_globs(
        ["**/**/**/a*a*a*a*b", "a*" * 40 + "b", "**/a/" * 20 + "b", "*a" * 60 + "x"]
    )
    for path in ("a" * 4000 + "c", "a/" * 2000 + "c", "a" * 100 + "/" + "a" * 100 + "c"):
        assert not picks(path)
    assert time.process_time() - started < 2


# Left out is where pathspec is not git: to it `[!a]` matches `/`, and `./a` is `a`.
pieces = st.sampled_from(("a", "b", "ab", ".", "*", "?", "[ab]", "[a-c]", "\\a"))
components = st.lists(pieces, min_size=1, max_size=4).map("".join).filter(lambda c: "**" not in c)
patterns = st.builds(
    "".join,
    st.tuples(
        st.sampled_from(("", "/", "**/", "a/**/")),
        st.lists(components, min_size=1, max_size=3).map("/".join),
        st.sampled_from(("", "/", "/**")),
    ),
)
names = st.text("ab.c", min_size=1, max_size=3).filter(lambda name: name.strip("."))
paths = st.lists(names, min_size=1, max_size=5).map("/".join)


@given(pattern=patterns, path=paths)
@example(pattern="a/**/b/", path="a/b/c")
def test_one_pattern_picks_what_pathspec_picks(pattern: str, path: str) -> None:
    oracle = pathspec.GitIgnoreSpec.from_lines([pattern])
    assert compile_globs([pattern])(path) == oracle.match_file(path)


@given(st.lists(st.text("ab*?[]!^-\\/:#. é\ud800", max_size=10), max_size=4), st.text(max_size=8))
def test_no_list_of_globs_raises(globs: list[str], path: str) -> None:
    for case in Case:
        assert compile_globs(globs, case)(path) in (True, False)
