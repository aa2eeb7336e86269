import pytest

from stemguard.units.extract import extract
from stemguard.units.latex import latex_outline, tex_outline
from stemguard.units.lines import Lines


def found(text: str) -> list[tuple[str, str, str]]:
    return [(mark.kind, mark.container, mark.name) for mark in latex_outline(Lines(text)).marks]


def names(text: str) -> list[str]:
    return [mark.name for mark in latex_outline(Lines(text)).marks]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        (r"Caf\'e \'{E}cole na\"{\i}ve \v{s} \c c \H{o}", "Café École naïve š ç ő"),
        (r"Stra\ss e {\o}l \AA ngstr\"om \l\'od\'z", "Straße øl Ångström łódź"),
        (r"\emph{a \textbf{b}} {\itshape c}", "a b c"),
        (r"50\% \& more \_ \# \$ \{x\}", "50% & more _ # $ {x}"),
        (r"A~b\\c \\[2pt] d\newline e", "A b c d e"),
        ("``quoted'' --- and `so'", "“quoted” \u2014 and `so'"),
        (r"\LaTeX{} and \TeX\ and \XeTeX", "LaTeX and TeX and XeTeX"),
        (r"The $\alpha$ decay, $x^2$", "The alpha decay, x^2"),
        (r"A\footnote{not shown} b\label{sec:b}\index{c}\thanks{d {e}}", "A b"),
        (r"\texorpdfstring{$\mathbf{x}$}{bold x} y", "bold x y"),
        (r"\href{https://a.b}{text} \textcolor{red}{c}", "text c"),
        (r"\textasciitilde{}x \~{} \^{}", "~x ~ ^"),
        ("one % comment\n  two", "one two"),
        (r"a\-b\,c\/d", "ab cd"),
    ],
)
def test_a_name_is_the_title_as_it_is_printed(title: str, name: str) -> None:
    assert names(f"\\section{{{title}}}") == [name]


@pytest.mark.parametrize(
    "text",
    [
        r"% \section{A}",
        r"\%% \section{A}",
        r"\\section{A}",
        r"\verb|\section{A}|",
        r"\lstinline!\section{A}!",
        "\\begin{verbatim}\n\\section{A}\n\\end{verbatim}",
        "\\begin{minted}{tex}\n\\section{A}\n\\end{minted}",
        "\\begin{lstlisting}\n\\section{A}\n\\end{lstlisting}",
        "\\begin{comment}\n\\section{A}\n\\end{comment}",
        "\\iffalse\n\\section{A}\n\\fi",
        "\\end{document}\n\\section{A}",
        r"\sectionmark{A}",
        r"\titleformat{\section}{A}",
        r"\parsed\x{\section{#1}}",
    ],
)
def test_what_is_not_printed_as_a_heading_is_none(text: str) -> None:
    assert names(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "\\begin{verbatim}\n\\section{A}",
        "\\iffalse\n\\section{A}",
        "\\verb|\n\\section{A}",
        "\\\\\\section{A}",
        "\\section*{A}",
        "\\section [short {x}] {A}",
        "\\section\n{A}",
        "\\section{A\n\n\\unclosed{",
        "\\section{A\n\nB}",
        "{{{\\section{A}",
        "}}\\section{A}",
        "\\begin{frame}<1->[fragile]{A}",
        "\\begin{frame}\n\\frametitle<2>{A}",
        "\\addsec{A}",
    ],
)
def test_a_heading_is_found_however_it_is_written_and_what_is_open(text: str) -> None:
    assert names(text) == ["A"]


def test_the_levels_are_those_of_the_commands() -> None:
    text = r"\part{A}\chapter{B}\section{C}\subsection{D}\subsubsection{E}\paragraph{F}\section{G}"
    assert [container for _, container, _ in found(text)] == [
        "",
        "A",
        "A > B",
        "A > B > C",
        "A > B > C > D",
        "A > B > C > D > E",
        "A > B",
    ]


def test_an_abstract_holds_no_section() -> None:
    text = "\\begin{abstract}\nx\n\\end{abstract}\n\\section{A}"
    assert found(text) == [("section", "", "Abstract"), ("section", "", "A")]


def test_the_title_documents_the_file() -> None:
    text = "\\documentclass{a}\n\\title[x]{Two\n lines}\n\\title{Not this}\n"
    file, section = extract("a.tex", text, "latex").units
    assert (file.doc, file.body) == ("Two lines", "")
    assert section.body == "\\documentclass{a}\n \n\\title{Not this}\n"


def test_what_a_macro_is_defined_as_holds_no_heading() -> None:
    text = "\\newcommand{\\x}[1]{\\section{A}\\def\\y{b}}\n\\section{B}\n\\def\\z{}\n"
    assert found(text) == [
        ("macro", "", "\\x"),
        ("section", "", "B"),
        ("macro", "B", "\\z"),
    ]


@pytest.mark.parametrize(
    ("text", "name", "end"),
    [
        (r"\newcommand\x{a}b", r"\x", 16),
        (r"\newcommand*{\x}[2][d]{a{b}}c", r"\x", 28),
        (r"\DeclareDocumentCommand\x{m}{a}b", r"\x", 31),
        (r"\def\x#1;#2{a}b", r"\x", 14),
        (r"\let\x=\y z", r"\x", 9),
        (r"\newenvironment{x}{a}{b}c", "x", 24),
        ("\\newcommand{\\x}\n  {a}b", r"\x", 21),
        ("\\newcommand{\\x}{a\nb", r"\x", 17),
        (r"\newcommand{\x}", r"\x", 15),
    ],
)
def test_a_definition_ends_with_what_it_is_given(text: str, name: str, end: int) -> None:
    (mark,) = tex_outline(Lines(text)).marks
    assert (mark.name, mark.range) == (name, (0, end))


@pytest.mark.parametrize(
    "text", [r"\newcommand", r"\def", r"\def x", r"\newenvironment{}", "\\let\n\n"]
)
def test_what_defines_nothing_yet_is_text(text: str) -> None:
    assert list(tex_outline(Lines(text)).marks) == []


def test_comments_right_above_document_a_macro() -> None:
    text = "% Not it.\n\n%% ---\n% One\n%  two\n\\def\\x{}\nx % no\n\\def\\y{}\ntext \\def\\z{}\n"
    assert [mark.doc for mark in tex_outline(Lines(text)).marks] == ["One\ntwo", "", ""]


def test_what_a_macro_is_defined_as_documents_no_other() -> None:
    text = "\\let\\x\n% c\n\\def\\y{}\n"
    assert [mark.doc for mark in tex_outline(Lines(text)).marks] == ["", ""]


def test_twenty_thousand_macros_are_as_many_as_are_found() -> None:
    assert len(tex_outline(Lines("\\def\\x{}\n" * 20_010)).marks) == 20_000
