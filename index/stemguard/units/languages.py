"""Which language a file is written in, by its name; languages go by their LSP identifiers.

Where the name leaves something open, the text says it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from stemguard.units.headers import is_cpp

#: Extensions without the dot, in lower case.
_EXTENSIONS = {
    "adoc": "asciidoc",
    "asc": "asciidoc",
    "asciidoc": "asciidoc",
    "automount": "ini",
    "bash": "shellscript",
    "bat": "bat",
    "bzl": "starlark",
    "c": "c",
    "c++": "cpp",
    "cc": "cpp",
    "cfg": "ini",
    "cjs": "javascript",
    "clj": "clojure",
    "cljs": "clojure",
    "cls": "tex",
    "cmake": "cmake",
    "cmd": "bat",
    "code-workspace": "jsonc",
    "conf": "properties",
    "containerfile": "dockerfile",
    "cpp": "cpp",
    "cppm": "cpp",
    "cs": "csharp",
    "css": "css",
    "cts": "typescript",
    "cu": "cuda-cpp",
    "cxx": "cpp",
    "dart": "dart",
    "desktop": "ini",
    "diff": "diff",
    "dockerfile": "dockerfile",
    "el": "elisp",
    "erl": "erlang",
    "ex": "elixir",
    "exs": "elixir",
    "fs": "fsharp",
    "fsx": "fsharp",
    "geojson": "json",
    "gemspec": "ruby",
    "go": "go",
    "gql": "graphql",
    "gradle": "groovy",
    "graphql": "graphql",
    "graphqls": "graphql",
    "groovy": "groovy",
    "h": "c",
    "hcl": "hcl",
    "hh": "cpp",
    "hpp": "cpp",
    "hrl": "erlang",
    "hs": "haskell",
    "htm": "html",
    "html": "html",
    "hxx": "cpp",
    "ini": "ini",
    "inl": "cpp",
    "ipynb": "jupyter",
    "ipp": "cpp",
    "ixx": "cpp",
    "j2": "jinja",
    "java": "java",
    "jinja": "jinja",
    "jinja2": "jinja",
    "jl": "julia",
    "js": "javascript",
    "json": "json",
    "json5": "json5",
    "jsonc": "jsonc",
    "jsonl": "jsonl",
    "jsonld": "json",
    "jsx": "javascriptreact",
    "kt": "kotlin",
    "kts": "kotlin",
    "less": "less",
    "lisp": "lisp",
    "ltx": "latex",
    "lua": "lua",
    "m": "objective-c",
    "mak": "makefile",
    "make": "makefile",
    "man": "troff",
    "markdown": "markdown",
    "md": "markdown",
    "mdoc": "troff",
    "mdx": "mdx",
    "mjs": "javascript",
    "mk": "makefile",
    "mkd": "markdown",
    "ml": "ocaml",
    "mli": "ocaml.interface",
    "mm": "objective-cpp",
    "mount": "ini",
    "mts": "typescript",
    "netdev": "ini",
    "network": "ini",
    "nim": "nim",
    "nix": "nix",
    "nroff": "troff",
    "nspawn": "ini",
    "org": "org",
    "patch": "diff",
    "php": "php",
    "pl": "perl",
    "pm": "perl",
    "podspec": "ruby",
    "properties": "properties",
    "proto": "proto",
    "ps1": "powershell",
    "psm1": "powershell",
    "py": "python",
    "pyi": "python",
    "pyw": "python",
    "r": "r",
    "rake": "ruby",
    "rb": "ruby",
    "roff": "troff",
    "rs": "rust",
    "rst": "restructuredtext",
    "ru": "ruby",
    "sass": "sass",
    "sbt": "scala",
    "sc": "scala",
    "scala": "scala",
    "scm": "scheme",
    "scss": "scss",
    "service": "ini",
    "sh": "shellscript",
    "slice": "ini",
    "socket": "ini",
    "sql": "sql",
    "sty": "tex",
    "svelte": "svelte",
    "swift": "swift",
    "tex": "latex",
    "text": "plaintext",
    "tf": "terraform",
    "tfvars": "terraform",
    "timer": "ini",
    "tofu": "terraform",
    "toml": "toml",
    "tpp": "cpp",
    "troff": "troff",
    "ts": "typescript",
    "tsx": "typescriptreact",
    "txt": "plaintext",
    "vb": "vb",
    "vim": "vim",
    "vue": "vue",
    "webmanifest": "json",
    "xhtml": "html",
    "xml": "xml",
    "xsd": "xml",
    "xsl": "xsl",
    "yaml": "yaml",
    "yml": "yaml",
    "zig": "zig",
    "zsh": "shellscript",
}
#: Whole file names, whatever their case.
_NAMES = {
    ".babelrc": "jsonc",
    ".bashrc": "shellscript",
    ".clang-format": "yaml",
    ".clang-tidy": "yaml",
    ".clangd": "yaml",
    ".coveragerc": "ini",
    ".editorconfig": "ini",
    ".eslintrc": "jsonc",
    ".flake8": "ini",
    ".gitconfig": "ini",
    ".gitmodules": "ini",
    ".jshintrc": "jsonc",
    ".prettierrc": "yaml",
    ".profile": "shellscript",
    ".pylintrc": "ini",
    ".stylelintrc": "yaml",
    ".swcrc": "jsonc",
    ".watchmanconfig": "json",
    ".zshrc": "shellscript",
    "Brewfile": "ruby",
    "Cargo.lock": "toml",
    "CITATION.cff": "yaml",
    "CMakeLists.txt": "cmake",
    "composer.lock": "json",
    "Containerfile": "dockerfile",
    "Dockerfile": "dockerfile",
    "Fastfile": "ruby",
    "Gemfile": "ruby",
    "GNUmakefile": "makefile",
    "Makefile": "makefile",
    "pdm.lock": "toml",
    "Pipfile": "toml",
    "Pipfile.lock": "json",
    "Podfile": "ruby",
    "poetry.lock": "toml",
    "pubspec.lock": "yaml",
    "pylintrc": "ini",
    "Rakefile": "ruby",
    "SConstruct": "python",
    "uv.lock": "toml",
    "Vagrantfile": "ruby",
}
_FOLDED_NAMES = {name.lower(): language for name, language in _NAMES.items()}
#: What such files are called when there are several: `Dockerfile.dev`, `Makefile.am`.
_NAMED_AFTER = {name: _FOLDED_NAMES[name] for name in ("containerfile", "dockerfile", "makefile")}
DOTENV = "dotenv"
NOTEBOOK = "jupyter"
#: `.env.local`, what editors leave beside it (`.env~`), and `production.env`.
_DOTENV_NAMES = re.compile(r"\.env(rc)?([^a-z0-9].*)?|.+\.env~?", re.DOTALL)
_DOTENV_SHOWN = (".env", ".env.*", ".envrc", "*.env")
#: Prose is often named without an extension, or with one that says nothing (`README.old`).
_PROSE_NAMES = (
    *("AUTHORS", "BUGS", "CHANGELOG", "CHANGES", "CONTRIBUTING", "CONTRIBUTORS", "COPYING"),
    *("COPYRIGHT", "CREDITS", "FAQ", "HACKING", "HISTORY", "INSTALL", "LICENCE", "LICENSE"),
    *("MAINTAINERS", "NEWS", "NOTICE", "README", "THANKS", "TODO"),
)
_PROSE_NAME = re.compile(rf"({'|'.join(_PROSE_NAMES)})([-_.].*)?", re.IGNORECASE | re.DOTALL)
#: Pages of a manual go by their sections (`ls.1`, `ssl.3ssl`, `cron.8.in`), and kept logs by their
#: numbers: how such a text begins tells them apart.
_PAGE_NAME = re.compile(r".+\.[1-9][a-z]{0,9}(\.in)?", re.DOTALL)
_PAGE_SHOWN = tuple(f"*.{section}" for section in range(1, 10))
_LOCK_NAME = re.compile(
    r".+\.lock|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.ya?ml|\.terraform\.lock\.hcl",
    re.DOTALL,
)
#: What a first line says is in its beginning.
_MOST_OF_A_LINE = 200
_PAGE_BEGIN = re.compile(
    r"\s*(?:['.][ \t]*\\\""
    r"|\.[ \t]*(?:TH|SH|Dd|Dt|so|mso|ig|if|ie|de|ds|nr|nh|ad|hy|tr|lf|pc)[ \t\r\n])"
)
#: Programs that a script's first line can name, without their versions.
_INTERPRETERS = {
    "ash": "shellscript",
    "bash": "shellscript",
    "bun": "javascript",
    "dash": "shellscript",
    "deno": "typescript",
    "elixir": "elixir",
    "escript": "erlang",
    "gmake": "makefile",
    "groovy": "groovy",
    "julia": "julia",
    "ksh": "shellscript",
    "lua": "lua",
    "luajit": "lua",
    "make": "makefile",
    "mksh": "shellscript",
    "node": "javascript",
    "nodejs": "javascript",
    "ocaml": "ocaml",
    "perl": "perl",
    "php": "php",
    "pwsh": "powershell",
    "pypy": "python",
    "python": "python",
    "Rscript": "r",
    "ruby": "ruby",
    "runghc": "haskell",
    "runhaskell": "haskell",
    "scala": "scala",
    "sh": "shellscript",
    "swift": "swift",
    "ts-node": "typescript",
    "tsx": "typescript",
    "uv": "python",
    "zsh": "shellscript",
}
#: Languages in which people write for people: what belongs to no heading is a section there too.
PROSE = frozenset(
    (
        *("asciidoc", "html", "jupyter", "latex", "markdown", "mdx"),
        *("org", "plaintext", "restructuredtext", "troff"),
    )
)
LANGUAGES = frozenset({DOTENV, *_EXTENSIONS.values(), *_NAMES.values()})
_NO_OVERRIDES: Mapping[str, str] = {}


class FileNames(NamedTuple):
    """How files of a language are called, in the order of the alphabet.

    `extensions` have no dot. `names` are whole names, or what stands before a `-`, `_` or `.`; in
    a few of them `*` stands for anything. Their case says nothing. `interpreters` are programs that
    the first line of a script without a telling name can name.
    """

    extensions: tuple[str, ...]
    names: tuple[str, ...]
    interpreters: tuple[str, ...]


def language_of(path: str, overrides: Mapping[str, str] = _NO_OVERRIDES, text: str = "") -> str:
    """The language of the file at a path relative to its folder; "" if it is unknown.

    `overrides` are globs with their languages and go before everything else, the last that fits
    winning: `*` and `?` stop at `/`, `**` does not, and a glob without `/` fits the file's name in
    any folder. `text` is asked only where the name leaves something open: whether a header is C++,
    which interpreter there is, or whether it is that of a page of a manual.
    """
    language = ""
    for glob, overriding in overrides.items():
        if _compiled(glob).fullmatch(path):
            language = overriding
    if language:
        return language
    name = path.rpartition("/")[2].lower()
    if name in _FOLDED_NAMES:
        return _FOLDED_NAMES[name]
    if _DOTENV_NAMES.fullmatch(name):
        return DOTENV
    stem, dot, extension = name.rpartition(".")
    if dot and stem and extension in _EXTENSIONS:
        is_other = extension == "h" and is_cpp(text)
        return "cpp" if is_other else _EXTENSIONS[extension]
    if dot and name.partition(".")[0] in _NAMED_AFTER:
        return _NAMED_AFTER[name.partition(".")[0]]
    if _PAGE_NAME.fullmatch(name) and _PAGE_BEGIN.match(text, 0, _MOST_OF_A_LINE):
        return "troff"
    interpreted = _INTERPRETERS.get(_interpreter(text), "")
    return interpreted or ("plaintext" if _PROSE_NAME.fullmatch(name) else "")


def is_lock_file(path: str) -> bool:
    """Whether a file says what was installed: it is data that no one wrote."""
    return _LOCK_NAME.fullmatch(path.rpartition("/")[2].lower()) is not None


def language_named(name: str) -> str:
    """The language an editor calls so, by its LSP identifier or by an extension; "" for none."""
    folded = name.casefold()
    return folded if folded in LANGUAGES else language_of(f"x.{folded}")


def file_names(language: str) -> FileNames:
    """How files of a language are called; all of it is empty for one that nobody knows."""
    named = _known_as(language, _NAMES)
    if language == DOTENV:
        named = (*named, *_DOTENV_SHOWN)
    elif language == "plaintext":
        named = (*named, *_PROSE_NAMES)
    elif language == "troff":
        named = (*named, *_PAGE_SHOWN)
    return FileNames(_known_as(language, _EXTENSIONS), named, _known_as(language, _INTERPRETERS))


def _known_as(language: str, table: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(sorted(name for name, meant in table.items() if meant == language))


def _interpreter(text: str) -> str:
    """The program that `#!` names, without its folder and version; "" where there is none."""
    if not text.startswith("#!"):
        return ""
    words = iter(text[:_MOST_OF_A_LINE].splitlines()[0][2:].split())
    name = next(words, "").rpartition("/")[2]
    if name == "env":
        # Options of env, and variables that it sets.
        given = (word for word in words if not word.startswith("-") and "=" not in word)
        name = next(given, "").rpartition("/")[2]
    return name.rstrip("0123456789.")


@lru_cache(maxsize=256)
def _compiled(glob: str) -> re.Pattern[str]:
    pattern = "" if "/" in glob else "(?:.*/)?"
    for part in re.split(r"(\*\*/|\*\*|\*|\?)", glob.removeprefix("/")):
        pattern += _WILDCARDS.get(part) or re.escape(part)
    return re.compile(pattern, re.DOTALL)


_WILDCARDS = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
