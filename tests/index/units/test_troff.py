import pytest

from stemguard.units.extract import extract
from stemguard.units.lines import Lines
from stemguard.units.troff import troff_outline


def titles(*lines: str) -> list[tuple[str, str]]:
    return [(mark.container, mark.name) for mark in troff_outline(Lines("\n".join(lines))).marks]


MDOC = """\
.\\" .Sh NOT READ
.Dd May 1, 2024
.Dt LANTERN 1
.Os
.Sh NAME
.Nm lantern ,
.Nm dark-lantern
.Nd give
.Ar light
.Sh SYNOPSIS
.Nm
.Op Fl o Ar file
.Sh HOW TO USE IT
.Ss "The oil"
.Ss The Fl o No option
.Ss Fn bird int \\
flock
.Sh SEE ALSO
"""


def test_a_page_in_mdoc_has_sections_and_says_what_it_is_for() -> None:
    file, *units = extract("lantern.1", MDOC, "troff").units
    assert file.doc == "lantern, dark-lantern - give"
    assert [(u.container, u.name, u.range.start.line) for u in units] == [
        ("", "lantern.1", 0),
        ("", "NAME", 4),
        ("", "SYNOPSIS", 9),
        ("", "HOW TO USE IT", 12),
        ("HOW TO USE IT", "The oil", 13),
        ("HOW TO USE IT", "The -o option", 14),
        ("HOW TO USE IT", "bird int flock", 15),
        ("", "SEE ALSO", 17),
    ]


def test_what_a_page_is_for_is_text_of_the_file_alone() -> None:
    units = extract("a.1", ".TH A 1\n.SH NAME\na \\- does it\n.SH B\ntext\n", "troff").units
    assert [(u.kind, u.name, u.doc, u.body) for u in units] == [
        ("file", "a.1", "a - does it", ""),
        ("section", "a.1", "", ".TH A 1\n"),
        ("section", "NAME", "", ""),
        ("section", "B", "", "text\n"),
    ]


@pytest.mark.parametrize(
    ("lines", "doc"),
    [
        ((".SH NAME", ".B a", "\\- does", ".I much"), "a - does much"),
        ((".SH NAME", ".BR a (1)", "- does"), "a(1) - does"),
        ((".SH NOM", "a \\(em fait"), "a \u2014 fait"),
        ((".SH NAME", '.\\" b - c', "a - does"), "a - does"),
        ((".SH DESCRIPTION", "It does much."), ""),
        ((".SH NAME", *["x"] * 20, "a - does"), ""),
        (("a - does",), ""),
    ],
)
def test_the_first_section_says_what_a_page_is_for_by_a_dash(
    lines: tuple[str, ...], doc: str
) -> None:
    assert troff_outline(Lines("\n".join(lines))).doc == doc


@pytest.mark.parametrize(
    ("written", "name"),
    [
        (r"\fBbold\fP \f[I]it\fR \f(CWcode\fR", "bold it code"),
        (r"\s-1SMALL\s0 \s+2big\s0", "SMALL big"),
        (r"a\-b\ c\&d\~e", "a-b cd e"),
        (r"Caf\('e na\[:i]ve \[u00DF] stra\[ss]e", "Café naïve ß straße"),
        (r"\*(lqquoted\*(rq \*(Aqit\*(Aq", "\u201cquoted\u201d 'it'"),
        (r"\m[blue]x\m[] \h'1m'y", "x y"),
        (r"path\e\\n \[unknown]x", r"path\\n x"),
        ('"two words"  three', "two words three"),
        (r'"say ""hi"" to" x', 'say "hi" to x'),
        (r"A \" comment", "A"),
    ],
)
def test_a_name_is_the_title_without_its_escapes(written: str, name: str) -> None:
    assert titles(f".SH {written}") == [("", name)]


@pytest.mark.parametrize(
    "lines",
    [
        (".de XX", ".SH A", ".."),
        (".de XX YY", ".SH A", ".YY"),
        (".ig", ".SH A", ".."),
        (".ig YY", ".SH A", "..", ".SH A", ".YY"),
        ("text \\", ".SH A"),
        ('.\\" .SH A',),
        (" .SH A",),
        (".SHA A",),
    ],
)
def test_what_is_defined_ignored_or_goes_on_is_no_heading(lines: tuple[str, ...]) -> None:
    assert titles(*lines) == []


def test_a_definition_without_an_end_hides_nothing() -> None:
    assert titles(".de XX", ".SH A", ".ig", ".SH B") == [("", "A"), ("", "B")]


def test_a_backslash_that_is_escaped_ends_its_line() -> None:
    assert titles("text \\\\", ".SH A") == [("", "A")]
