"""The generated part of docs/reference/languages.md: what is understood, as tables.

Usage: python tests/gates/languages_page.py, to write it anew after a language was added.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from stemguard import Language, languages
from stemguard_ls.wording.languages import HEADINGS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "reference" / "languages.md"
BEGIN, END = "<!-- made by tests/gates/languages_page.py -->\n", "<!-- end -->\n"


def tables() -> str:
    """The tables, one for each way to read a language."""
    return "\n".join(_lines())


def with_tables(page: str) -> str:
    """The page with the tables as they are now between its two marks."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}{tables()}{END}{rest.partition(END)[2]}"


def grammars() -> dict[str, bool]:
    """The distributions of grammars that can be installed, and whether each always is."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked_for = [(one, True) for one in project["dependencies"]]
    asked_for += [(one, False) for one in project["optional-dependencies"]["languages"]]
    named = ((re.match(r"[\w-]+", one), always) for one, always in asked_for)
    return {name[0]: always for name, always in named if name and "tree-sitter-" in name[0]}


def _lines() -> Iterator[str]:
    always = grammars()
    known = languages()
    for read_by, heading in HEADINGS.items():
        alike = [language for language in known if language.read_by == read_by]
        if not alike:
            continue
        yield f"### {heading}\n"
        columns = ["language", "files", "kinds of units"][: 2 if read_by == "text" else 3]
        yield _row(columns)
        yield _row(["---"] * len(columns))
        for language in alike:
            mark = "" if always.get(language.grammar, True) else " (extra)"
            cells = [f"`{language.name}`{mark}", _files(language), _found(language)]
            yield _row(cells[: len(columns)])
        yield ""


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _files(language: Language) -> str:
    names = [f".{extension}" for extension in language.extensions]
    names += language.names
    names += (f"#!{interpreter}" for interpreter in language.interpreters)
    return " ".join(f"`{name}`" for name in names)


def _found(language: Language) -> str:
    kinds = ", ".join(language.kinds)
    code = f"code in {', '.join(language.embeds)}" if language.embeds else ""
    return "; ".join(filter(None, (kinds, code)))


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text("utf-8")), encoding="utf-8")
