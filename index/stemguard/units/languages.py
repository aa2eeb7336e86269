"""Which language a file is written in, by its name; languages go by their LSP identifiers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

#: Extensions without the dot, in lower case.
_EXTENSIONS = {
    "adoc": "asciidoc",
    "asc": "asciidoc",
    "asciidoc": "asciidoc",
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
    "cmake": "cmake",
    "cmd": "bat",
    "conf": "properties",
    "cpp": "cpp",
    "cs": "csharp",
    "css": "css",
    "cts": "typescript",
    "cu": "cuda-cpp",
    "cxx": "cpp",
    "dart": "dart",
    "diff": "diff",
    "el": "elisp",
    "erl": "erlang",
    "ex": "elixir",
    "exs": "elixir",
    "fs": "fsharp",
    "fsx": "fsharp",
    "go": "go",
    "gradle": "groovy",
    "graphql": "graphql",
    "groovy": "groovy",
    "h": "c",
    "hh": "cpp",
    "hpp": "cpp",
    "hrl": "erlang",
    "hs": "haskell",
    "htm": "html",
    "html": "html",
    "hxx": "cpp",
    "ini": "ini",
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
    "jsx": "javascriptreact",
    "kt": "kotlin",
    "kts": "kotlin",
    "less": "less",
    "lisp": "lisp",
    "lua": "lua",
    "m": "objective-c",
    "markdown": "markdown",
    "md": "markdown",
    "mdx": "mdx",
    "mjs": "javascript",
    "mk": "makefile",
    "mkd": "markdown",
    "ml": "ocaml",
    "mli": "ocaml",
    "mm": "objective-cpp",
    "mts": "typescript",
    "nim": "nim",
    "nix": "nix",
    "patch": "diff",
    "php": "php",
    "pl": "perl",
    "pm": "perl",
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
    "rs": "rust",
    "rst": "restructuredtext",
    "sass": "sass",
    "scala": "scala",
    "scm": "scheme",
    "scss": "scss",
    "sh": "shellscript",
    "sql": "sql",
    "svelte": "svelte",
    "swift": "swift",
    "tex": "latex",
    "text": "plaintext",
    "tf": "terraform",
    "toml": "toml",
    "ts": "typescript",
    "tsx": "typescriptreact",
    "txt": "plaintext",
    "vb": "vb",
    "vim": "vim",
    "vue": "vue",
    "xhtml": "html",
    "xml": "xml",
    "xsd": "xml",
    "xsl": "xsl",
    "yaml": "yaml",
    "yml": "yaml",
    "zig": "zig",
    "zsh": "shellscript",
}
#: Whole file names, in lower case.
_NAMES = {
    ".bashrc": "shellscript",
    ".editorconfig": "ini",
    ".profile": "shellscript",
    ".zshrc": "shellscript",
    "cmakelists.txt": "cmake",
    "containerfile": "dockerfile",
    "dockerfile": "dockerfile",
    "gemfile": "ruby",
    "gnumakefile": "makefile",
    "makefile": "makefile",
    "rakefile": "ruby",
    "sconstruct": "python",
}
DOTENV = "dotenv"
#: `.env.local`, what editors leave beside it (`.env~`), and `production.env`.
_DOTENV_NAMES = re.compile(r"\.env(rc)?([^a-z0-9].*)?|.+\.env~?", re.DOTALL)
#: Prose is often named without an extension, or with one that says nothing (`README.old`).
_PROSE_NAMES = re.compile(
    r"(readme|changes|changelog|news|install|authors|contributors|contributing|copying|copyright"
    r"|licen[cs]e|notice|todo|history|thanks|credits|maintainers|hacking|bugs|faq)([-_.].*)?"
)
_INTERPRETERS = (
    (re.compile(r"^#!.*\b(python|pypy)[\d.]*\b"), "python"),
    (re.compile(r"^#!.*\b(ba|da|k|z)?sh\b"), "shellscript"),
    (re.compile(r"^#!.*\bnode\b"), "javascript"),
    (re.compile(r"^#!.*\bruby\b"), "ruby"),
    (re.compile(r"^#!.*\bperl\b"), "perl"),
)
#: Languages in which people write for people: what belongs to no heading is a section there too.
PROSE = frozenset({"asciidoc", "latex", "markdown", "mdx", "plaintext", "restructuredtext"})
LANGUAGES = frozenset({DOTENV, *_EXTENSIONS.values(), *_NAMES.values()})
_NO_OVERRIDES: Mapping[str, str] = {}


def language_of(
    path: str, overrides: Mapping[str, str] = _NO_OVERRIDES, first_line: str = ""
) -> str:
    """The language of the file at a path relative to its folder; "" if it is unknown.

    `overrides` are globs with their languages and go before everything else, the last that fits
    winning: `*` and `?` stop at `/`, `**` does not, and a glob without `/` fits the file's name in
    any folder. `first_line` is asked for an interpreter only where the name says nothing.
    """
    language = ""
    for glob, overriding in overrides.items():
        if _compiled(glob).fullmatch(path):
            language = overriding
    if language:
        return language
    name = path.rpartition("/")[2].lower()
    if name in _NAMES:
        return _NAMES[name]
    if _DOTENV_NAMES.fullmatch(name):
        return DOTENV
    stem, dot, extension = name.rpartition(".")
    if dot and stem and extension in _EXTENSIONS:
        return _EXTENSIONS[extension]
    for interpreter, interpreted in _INTERPRETERS:
        if interpreter.match(first_line):
            return interpreted
    return "plaintext" if _PROSE_NAMES.fullmatch(name) else ""


def language_named(name: str) -> str:
    """The language an editor calls so, by its LSP identifier or by an extension; "" for none."""
    folded = name.casefold()
    return folded if folded in LANGUAGES else language_of(f"x.{folded}")


@lru_cache(maxsize=256)
def _compiled(glob: str) -> re.Pattern[str]:
    pattern = "" if "/" in glob else "(?:.*/)?"
    for part in re.split(r"(\*\*/|\*\*|\*|\?)", glob.removeprefix("/")):
        pattern += _WILDCARDS.get(part) or re.escape(part)
    return re.compile(pattern, re.DOTALL)


_WILDCARDS = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
