import sysconfig
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from stemguard.units.decode import decode
from stemguard.units.extract import extract
from stemguard.units.lines import Lines
from stemguard.units.markdown import markdown_outline, mdx_outline
from stemguard.units.markdown_blocks import heading_lines

COMMONMARK = MarkdownIt("commonmark")


def headings(text: str) -> list[tuple[int, int, str]]:
    contents = Lines(text).contents()
    found = heading_lines(contents)
    names = [mark.name for mark in markdown_outline(Lines(text)).marks]
    return [(h.level, h.first, name) for h, name in zip(found, names, strict=True)]


def names(*lines: str) -> list[str]:
    return [mark.name for mark in markdown_outline(Lines("\n".join(lines))).marks]


def oracle(text: str) -> list[tuple[int, int, str]]:
    tokens = COMMONMARK.parse(text)
    return [
        (int(token.tag[1:]), token.map[0], " ".join(shown(tokens[i + 1].children or []).split()))
        for i, token in enumerate(tokens)
        if token.type == "heading_open" and token.level == 0 and token.map is not None
    ]


def shown(tokens: list[Token]) -> str:
    pieces = []
    for token in tokens:
        if token.type == "image":
            pieces.append(shown(token.children or []))
        elif token.type in ("softbreak", "hardbreak"):
            pieces.append(" ")
        elif token.type != "html_inline":
            pieces.append(token.content)
    return "".join(pieces)


# An indented line starts anew: the oracle takes one behind a list or quote for the end of it.
# A definition goes with what is around it: implementations disagree on what its paragraph is.
PIECES = (
    *("", "", "# h", "## h ##", "\n    # c", "   ### x", "#nope", "#", "##\t", "# a #b", "# a\\#"),
    *("```", "``` a`b", "```` x", "~~~~", "~~~", "  ```", "text", "more text", "\n    text"),
    *(
        "===",
        "---",
        "--",
        "- - -",
        "***",
        "   ---",
        "\n    ---",
        "  ===",
        "=== x",
        "\u00a0",
        "\x0c",
    ),
    *("- item", "-", "- ", "* # in", "1. one", "2. two", "10) x", "+ x", " - deep", "   - deeper"),
    *("> q", "> # q", ">", "> ```", "> - x", "> >", "  # two", "\n     text", "\n\t# t", "-\t# x"),
    *(
        ">\t# y",
        "\n\ttab",
        "<!-- c",
        "-->",
        "<!-- c -->",
        "<div>",
        "</div>",
        "<pre>",
        "</pre>",
        "<b>",
    ),
    *("<a href='x'>", "<a href=x", "<?x", "?>", "<!D", "<![CDATA[", "]]>", "<script>", "</script>"),
    *("\n[a]: /b\n===\n", "\n[a]: /b\n---\n", "\n[a]: /b\ntext\n---", '\n[a]: <x> "y"\ntext\n==='),
    *("\n[a]: /b\n'two\nlines'\n===\n", "[a]\n---", "[a]: /b c\n---"),
)


@settings(max_examples=1500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map("\n".join))
@example("text\n    # goes on\n===")
@example("- a\n\n  # in\n# out")
@example("- a\nlazy\n---\n")
@example("> a\nlazy\n===\n")
@example("-\n\n  # not in an item that began blank")
@example("1. a\n   - b\n\n     # in\n   # in\n# out")
def test_headings_are_where_commonmark_has_them(text: str) -> None:
    found = heading_lines(Lines(text).contents())
    assert [(heading.level, heading.first) for heading in found] == [
        (level, line) for level, line, _ in oracle(text)
    ]


def test_headings_of_real_documents_are_where_commonmark_has_them() -> None:
    paths = sorted(Path(sysconfig.get_paths()["purelib"]).rglob("*.md"))
    found = 0
    for path in paths:
        text = decode(path.read_bytes(), path.name).text
        # CommonMark knows no front matter.
        if text.startswith("---"):
            continue
        expected = oracle(text)
        found += len(expected)
        assert headings(text) == expected, path
    assert found > 10


def test_sections_are_the_headings_outside_fences_and_code() -> None:
    lines = (
        *("# Setup", "", "```sh", "# not a heading", "```", "", "~~~~", "## also not", "```"),
        *("# nor this", "~~~~", "", "    # indented code", "", "## Real `code` heading ##"),
    )
    units = extract("f.md", "\n".join(lines), "markdown").units
    assert [(u.key.line, u.name) for u in units if u.kind == "section"] == [
        (0, "Setup"),
        (14, "Real code heading"),
    ]


def test_a_section_holds_its_own_text_and_knows_the_headings_above_it() -> None:
    text = "# A\none\n### B\ntwo\n## C\nthree\n# D\nfour"
    units = extract("f.md", text, "markdown").units[1:]
    assert [(u.name, u.container, u.body) for u in units] == [
        ("A", "", "one\n"),
        ("B", "A", "two\n"),
        ("C", "A", "three\n"),
        ("D", "", "four"),
    ]


def test_a_heading_is_keyed_by_its_mark_and_its_title_is_selected() -> None:
    (_, unit) = extract("f.md", "  ## Some title ##\ntext\n", "markdown").units
    assert unit.key == ("f.md", 0, 2, "section")
    assert [position[:2] for position in unit.selection] == [(0, 5), (0, 15)]
    assert [position[:2] for position in unit.range] == [(0, 0), (2, 0)]


def test_an_underlined_heading_may_have_several_lines() -> None:
    (_, unit) = extract("f.md", "Two\n  lines\n---\ntext", "markdown").units
    assert (unit.name, unit.body) == ("Two lines", "text")
    assert unit.key == ("f.md", 0, 0, "section")
    assert [position[:2] for position in unit.selection] == [(0, 0), (1, 7)]


def test_front_matter_is_no_heading() -> None:
    assert names("---", "title: x", "# y: z", "---", "# Real") == ["Real"]
    assert names("---", "title: x", "...", "# Real") == ["Real"]


def test_front_matter_in_toml_is_no_heading_either() -> None:
    assert names("+++", "title = 'x'", "# y", "---", "# z", "+++", "# Real") == ["Real"]


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("title: A  guide ", "A  guide"),
        ('title: "Quoted: yes"', "Quoted: yes"),
        ("Title = 'In TOML'", "In TOML"),
        ("title: don't", "don't"),
        ("title: >", ""),
        ("title:", ""),
        ("  title: of something inside", ""),
        ("subtitle: x", ""),
    ],
)
def test_the_title_in_front_matter_is_that_of_the_file(line: str, title: str) -> None:
    text = f"---\nx: 1\n{line}\n---\ntitle: not this\n"
    file = extract("f.md", text, "markdown").units[0]
    assert (file.kind, file.doc) == ("file", title)


def test_the_title_in_front_matter_is_no_text_of_a_section() -> None:
    (_, section) = extract("f.md", "---\ntitle: Birds\nx: 1\n---\n", "markdown").units
    assert section.body == "---\n x: 1\n---\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<h2>Plain</h2>", ["Plain"]),
        ('<div><h1 align="center">Inside</h1></div>', ["Inside"]),
        ("<H1>\nUpper\n\ncase</H1>\n# next", ["Upper case", "next"]),
        ('<h1><img src="x.png" alt="A logo"></h1>', ["A logo"]),
        ("<h1><img src='x.png'></h1>", []),
        ("<h1>Never closed\n\n# next", ["next"]),
        ("<h1>One\n<h2>Two</h2>", ["Two"]),
        ("<h1>One\n<h1>Two</h1>", ["Two"]),
        ("<h1>\n\n# inside\n\n</h1>\n\n# next", ["# inside", "next"]),
        ("<!--\n<h1>Comment</h1>\n-->", []),
        ("<pre>\n<h1>Raw</h1>\n</pre>", []),
        ("```html\n<h1>Fenced</h1>\n```", []),
        ("> <h1>Quoted</h1>", []),
        ("- <h1>Item</h1>", []),
        ("- item\n\n  <h1>In it</h1>", []),
        ("    <h1>Code</h1>", []),
        ("text <h1>In a line</h1>", []),
        ("<header>Text</header>\n<hr>\n<h7>x</h7>", []),
    ],
)
def test_a_heading_may_be_an_element_of_html(text: str, found: list[str]) -> None:
    assert names(text) == found


def test_an_element_has_its_level_and_its_title_is_selected() -> None:
    (_, top, inner) = extract("f.md", "# A\n\n<h3 id=x>\n B</h3>\ntext\n", "markdown").units
    assert (top.name, inner.container, inner.name, inner.body) == ("A", "A", "B", "text\n")
    assert [position[:2] for position in inner.selection] == [(3, 1), (3, 2)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("    # Indented", ["Indented"]),
        ("export const a = `\n# not\n`\n\n# Real", ["Real"]),
        ("import x from 'y'\n# not\n\n# Real", ["Real"]),
        ("{/* # not\n\n# nor\n*/}\n\n# Real", ["Real"]),
        ("   ```\n   # not\n      ```\n# Real", ["Real"]),
        ("text\nimport x\n===\n", ["text import x"]),
        ("- item\n\n      # in it\n", []),
    ],
)
def test_in_mdx_nothing_is_code_by_its_indentation_and_modules_are_no_text(
    text: str, found: list[str]
) -> None:
    assert [mark.name for mark in mdx_outline(Lines(text)).marks] == found


def test_a_break_at_the_top_is_no_front_matter() -> None:
    assert names("---", "", "# A", "", "---", "# B") == ["A", "B"]
    assert names("---", "# A", "text") == ["A"]


def test_an_empty_heading_is_named_after_its_file() -> None:
    assert [unit.name for unit in extract("f.md", "#\n", "markdown").units] == ["f.md", "f.md"]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Plain", "Plain"),
        ("Real `code` here", "Real code here"),
        ("``a ` b``", "a ` b"),
        ("*em* and **strong** and ***both***", "em and strong and both"),
        ("_em_ and __strong__", "em and strong"),
        ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
        ("`__init__` stays", "__init__ stays"),
        ("[text](https://a.b/c_d_(e)) behind", "text behind"),
        ("[text][ref] and [alone]", "text and [alone]"),
        ("![logo](x.png) Name", "logo Name"),
        ("[![badge](b.svg)](https://x) Name", "badge Name"),
        (r"\# \*not em\* \_", "# *not em* _"),
        ("a &amp; b &lt;T&gt; &#65;", "a & b <T> A"),
        ('<a name="x"></a>Title <br/>', "Title"),
        ("<https://example.org/x>", "https://example.org/x"),
        ("1 < 2 > 0", "1 < 2 > 0"),
        ("~~old~~ new", "old new"),
    ],
)
def test_a_name_is_the_title_without_its_markup(title: str, name: str) -> None:
    assert names(f"# {title}") == [name]


def test_a_very_long_title_is_text_of_the_section_that_its_beginning_names() -> None:
    title = "`*[" * 5000
    (_, unit) = extract("f.md", f"# {title}\n", "markdown").units
    assert unit.name == title[:400]
    assert unit.body == f"# {title}\n"


def test_two_thousand_nested_quotes_are_read() -> None:
    assert names("> " * 2000 + "# deep", "# top") == ["top"]
