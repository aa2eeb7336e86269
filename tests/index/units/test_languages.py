import pytest

from stemguard.units.languages import LANGUAGES, file_names, language_named, language_of


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("a/b.py", "python"),
        ("b.pyi", "python"),
        ("A.PY", "python"),
        ("README.md", "markdown"),
        ("docs/index.rst", "restructuredtext"),
        ("notes.txt", "plaintext"),
        ("guide.adoc", "asciidoc"),
        ("notes.org", "org"),
        ("paper.ltx", "latex"),
        ("birds.sty", "tex"),
        ("ls.man", "troff"),
        ("x.js", "javascript"),
        ("x.tsx", "typescriptreact"),
        ("x.h", "c"),
        ("x.hpp", "cpp"),
        ("x.ipp", "cpp"),
        ("x.tpp", "cpp"),
        ("x.inl", "cpp"),
        ("x.ixx", "cpp"),
        ("x.cppm", "cpp"),
        ("build.sbt", "scala"),
        ("run.sc", "scala"),
        ("x.gemspec", "ruby"),
        ("config.ru", "ruby"),
        ("x.podspec", "ruby"),
        ("Vagrantfile", "ruby"),
        ("Podfile", "ruby"),
        ("Brewfile", "ruby"),
        ("fastlane/Fastfile", "ruby"),
        ("x.yml", "yaml"),
        ("Dockerfile", "dockerfile"),
        ("CMakeLists.txt", "cmake"),
        ("Dockerfile.dev", "dockerfile"),
        ("web.dockerfile", "dockerfile"),
        ("dockerfile.py", "python"),
        ("dockerfiles", ""),
        ("sub/Makefile", "makefile"),
        ("Makefile.am", "makefile"),
        ("tsconfig.json", "json"),
        (".eslintrc", "jsonc"),
        ("sshd.service", "ini"),
        ("prod.tfvars", "terraform"),
        ("poetry.lock", "toml"),
        ("yarn.lock", ""),
        ("Jenkinsfile", ""),
        ("CHANGES.rst", "restructuredtext"),
        (".gitignore", ""),
        ("x.unknown", ""),
        ("folder.py/x", ""),
        ("", ""),
    ],
)
def test_a_language_follows_from_the_name(path: str, language: str) -> None:
    assert language_of(path) == language


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_a_file_that_is_called_as_files_of_a_language_are_is_of_that_language(
    language: str,
) -> None:
    called = file_names(language)
    assert any(called)
    for extension in called.extensions:
        assert language_of(f"x.{extension}") == language
    for name in called.names:
        # Where a name is not enough, a page of a manual begins as no other text does.
        assert language_of(name.replace("*", "x"), text=".TH X 1\n") == language
        assert language_of(name.replace("*", "x").upper(), text=".TH X 1\n") == language
    for interpreter in called.interpreters:
        assert language_of("x", text=f"#!/bin/{interpreter}") == language


def test_how_files_of_a_language_are_called_is_told_in_order() -> None:
    assert file_names("ruby") == (
        ("gemspec", "podspec", "rake", "rb", "ru"),
        ("Brewfile", "Fastfile", "Gemfile", "Podfile", "Rakefile", "Vagrantfile"),
        ("ruby",),
    )
    assert file_names("dotenv") == ((), (".env", ".env.*", ".envrc", "*.env"), ())
    assert file_names("klingon") == ((), (), ())


@pytest.mark.parametrize(
    "path", ["README", "LICENSE-MIT", "COPYING.LIB", "a/CHANGES", "NEWS", "AUTHORS", "README.old"]
)
def test_prose_is_known_by_its_name_where_it_has_no_extension(path: str) -> None:
    assert language_of(path) == "plaintext"


@pytest.mark.parametrize(
    "path", [".env", "a/.env.local", ".ENV", ".envrc", ".env~", ".env-old", "a/prod.env", "x.env~"]
)
def test_files_of_environment_variables_are_known_by_their_names(path: str) -> None:
    assert language_of(path) == "dotenv"


@pytest.mark.parametrize("path", ["env", "env.py", ".environment", "dev.env.js", "x.envrc.md"])
def test_a_file_that_is_only_named_after_an_environment_is_none(path: str) -> None:
    assert language_of(path) != "dotenv"


@pytest.mark.parametrize(
    ("first_line", "language"),
    [
        ("#!/usr/bin/env python3", "python"),
        ("#! /usr/bin/python3.11 -E", "python"),
        ("#!/bin/sh", "shellscript"),
        ("#!/usr/bin/env bash", "shellscript"),
        ("#!/usr/bin/env -S TZ=UTC python3 -u", "python"),
        ("#!/usr/bin/env -S uv run --script", "python"),
        ("#!/opt/lua/bin/lua5.4", "lua"),
        ("#!/usr/bin/make -f\nall:", "makefile"),
        ("#!/usr/local/python/run", ""),
        ("#!/usr/bin/env", ""),
        ("#!", ""),
        ("#! ", ""),
        ("# python", ""),
        ("", ""),
    ],
)
def test_an_interpreter_names_the_language_of_a_script(first_line: str, language: str) -> None:
    assert language_of("bin/tool", text=first_line) == language


@pytest.mark.parametrize("path", ["ls.1", "man3/ssl.3ssl", "cron.8.in", "glob.7"])
@pytest.mark.parametrize(
    "beginning",
    ['.\\" Copyright\n.TH LS 1', "'\\\" t\n", ".TH LS 1", ".Dd May 1, 2024\n.Dt LS 1", ".so x\n"],
)
def test_a_page_of_a_manual_is_known_by_its_section_and_how_it_begins(
    path: str, beginning: str
) -> None:
    assert language_of(path, text=beginning) == "troff"


@pytest.mark.parametrize(
    ("path", "beginning"),
    [
        ("log.1", "2024-05-01 ok"),
        ("log.1", ".TH"),
        ("log.1", "... and so on"),
        ("libfoo.so.1", "\x7fELF"),
        ("ls.10", ".TH LS 1"),
        ("ls.0", ".TH LS 1"),
        ("ls", ".TH LS 1"),
        ("ls.1.gz", ".TH LS 1"),
        ("ls.1", ""),
    ],
)
def test_a_file_that_only_has_a_number_is_no_page_of_a_manual(path: str, beginning: str) -> None:
    assert language_of(path, text=beginning) == ""


def test_an_interpreter_outweighs_a_name_that_only_resembles_prose() -> None:
    assert language_of("install", text="#!/bin/sh") == "shellscript"


def test_an_extension_outweighs_an_interpreter() -> None:
    assert language_of("a.rb", text="#!/usr/bin/python") == "ruby"


def test_an_override_outweighs_the_name_and_the_last_one_that_fits_wins() -> None:
    overrides = {"*.inc": "php", "lib/**": "c", "lib/*.inc": "cpp"}
    assert language_of("a/b.inc", overrides) == "php"
    assert language_of("lib/x/b.inc", overrides) == "c"
    assert language_of("lib/b.inc", overrides) == "cpp"
    assert language_of("a/b.py", overrides) == "python"


def test_a_glob_with_a_slash_is_anchored_and_its_star_stays_in_a_folder() -> None:
    assert language_of("x/lib/a.py", {"lib/*": "c"}) == "python"
    assert language_of("lib/x/a.py", {"lib/*": "c"}) == "python"
    assert language_of("x/y/a.py", {"**/a.p?": "c"}) == "c"
    assert language_of("a.py", {"**/a.py": "c"}) == "c"


def test_everything_in_a_glob_but_its_wildcards_is_literal() -> None:
    assert language_of("a+b.py", {"a+b.py": "c"}) == "c"
    assert language_of("aab.py", {"a+b.py": "c"}) == "python"


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("python", "python"),
        ("Markdown", "markdown"),
        ("rst", "restructuredtext"),
        ("sh", "shellscript"),
        ("text", "plaintext"),
        ("dotenv", "dotenv"),
        ("fundamental", ""),
        ("", ""),
    ],
)
def test_an_editor_names_a_language_by_its_identifier_or_as_an_extension(
    name: str, language: str
) -> None:
    assert language_named(name) == language
