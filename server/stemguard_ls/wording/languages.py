"""What is understood, as a person reads it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stemguard.understood import Language
from stemguard_ls.wording.lines import Line

#: What stands above the languages that are read by the same, in this order.
HEADINGS = {
    "definitions": "Read by definitions",
    "keys": "Read by keys",
    "sections": "Read by sections",
    "text": "Read as text, in pieces",
}


def all_language_lines(languages: Sequence[Language]) -> Iterator[Line]:
    """Every language, those that are read by the same together, an empty line between two."""
    first = True
    for read_by, heading in HEADINGS.items():
        alike = [language for language in languages if language.read_by == read_by]
        if not alike:
            continue
        if not first:
            yield ("",)
        first = False
        yield ((heading, "bold"),)
        width = max(len(language.name) for language in alike)
        for language in alike:
            yield from _summary(language, width)


def language_lines(language: Language) -> Iterator[Line]:
    """All that is known of a language."""
    yield (language.name, "bold"), f"  {HEADINGS[language.read_by].lower()}"
    if language.kinds:
        yield (f"  kinds         {', '.join(language.kinds)}",)
    if language.embeds:
        yield (f"  code in it    {', '.join(language.embeds)}",)
    if language.extensions:
        yield (f"  extensions    {_extensions(language)}",)
    if language.names:
        yield (f"  names         {' '.join(language.names)}",)
    if language.interpreters:
        yield (f"  interpreters  {' '.join(language.interpreters)}",)
    if language.lacks_grammar:
        yield f"  grammar       {language.grammar}, ", _missing(language)
    elif language.grammar:
        yield (f"  grammar       {language.grammar} {language.grammar_version}",)
        if language.trouble:
            yield "                ", (language.trouble, "yellow")


def read_as(language: Language | None) -> Line:
    """How a file of a language is read; None is a language that nobody knows."""
    if language is None:
        return ("a language that is not known, read as text, in pieces",)
    if language.lacks_grammar:
        return f"{language.name}, whose grammar is ", _missing(language)
    if language.trouble:
        return f"{language.name}, ", (language.trouble, "yellow")
    return (f"{language.name}, {HEADINGS[language.read_by].lower()}",)


def _summary(language: Language, width: int) -> Iterator[Line]:
    """The names of its files; then, below them, what is found in them."""
    interpreters = (f"#!{interpreter}" for interpreter in language.interpreters)
    names = " ".join(filter(None, (_extensions(language), *language.names, *interpreters)))
    margin = " " * (width + 4)
    yield "  ", (f"{language.name:{width}}", "magenta"), f"  {names}"
    if language.lacks_grammar:
        yield margin, _missing(language)
    elif language.trouble:
        yield margin, (language.trouble, "yellow")
    if language.kinds:
        yield margin, (", ".join(language.kinds), "dim")
    if language.embeds:
        yield margin, (f"code in {', '.join(language.embeds)}", "dim")


def _extensions(language: Language) -> str:
    return " ".join(f".{extension}" for extension in language.extensions)


def _missing(language: Language) -> tuple[str, str]:
    return f"not installed: {language.installed_by}", "yellow"
