"""What of HTML is a heading, what it says, and where a script ends."""

from __future__ import annotations

import pytest

from stemguard.units.extract import EXTRACTORS, extract
from stemguard.units.lines import Lines


def _sections(text: str, language: str = "html") -> list[str]:
    marks = EXTRACTORS[language](Lines(text)).marks
    return [mark.name for mark in marks if mark.kind == "section"]


def _defined(text: str, language: str = "html") -> list[str]:
    marks = EXTRACTORS[language](Lines(text)).marks
    return [mark.name for mark in marks if mark.kind != "section"]


@pytest.mark.parametrize(
    ("markup", "title"),
    [
        ("<h1>A &lt;b&gt; &#233;</h1>", "A <b> é"),
        ("<h1>One<br>two</h1>", "One two"),
        ("<h1>A<!-- b -->c</h1>", "Ac"),
        ("<h1><a href='#a'><i></i></a>Linked<a class='headerlink' href='#a'>¶</a></h1>", "Linked"),
        ("<h1>{% block a %}{{ b|c }} d{% endblock %}</h1>", "{{ b|c }} d"),
        ("<h1>{% if a %}Item{% if b %}s{% endif %}{% else %}None{% endif %}</h1>", "Items None"),
        ("<h1><?php echo '>' ?>After</h1>", "After"),
        ('<h1><%= "a" %>After</h1>', "After"),
        ("<h1><img alt='Logo' src=a></h1>", "Logo"),
        ("<h1>a < b and c</h1>", "a < b and c"),
        ("<h1>Closed <h2>", "Closed"),
        ("<h1>At the end", "At the end"),
        ("<h1 title=\"a > b\" data-x='</h1>'>Quoted</h1>", "Quoted"),
        ("<h1 don't>One quote</h1>", "One quote"),
        ('<h1 class="{% url "a" %}">Quotes in quotes</h1>', "Quotes in quotes"),
        ("<h1\n>Over\nlines</h1\n>", "Over lines"),
    ],
)
def test_a_section_is_named_as_its_heading_reads(markup: str, title: str) -> None:
    assert _sections(markup) == [title]


@pytest.mark.parametrize(
    "markup",
    [
        "<h1></h1>",
        "<h1> <!-- a --></h1>",
        "<h7>a</h7>",
        "<header>a</header>",
        "<hr>a",
        "<!-- <h1>a</h1> -->",
        "<p title='<h1>a</h1>'>",
        '<p title=\n"\n<h1>a</h1>">',
        "<textarea><h1>a</h1></textarea>",
        "<script>'<h1>a</h1>'</script>",
        "<script type=text/template><h1>a</h1></script>",
        "{{ '<h1>a</h1>' }}",
        "{% if '<h1>a</h1>' %}",
        "{# <h1>a</h1>\n #}",
        "<?php '<h1>a</h1>' ?>",
        "<% '<h1>a</h1>' %>",
        "<![CDATA[<h1>a</h1>]]>",
        f"<h1>{'a' * 401}</h1>",
    ],
)
def test_what_is_no_heading_opens_no_section(markup: str) -> None:
    assert _sections(f"{markup}\n<h2>b</h2>") == ["b"]


def test_a_comment_that_nothing_closes_goes_on_to_the_end() -> None:
    assert _sections("<h1>a</h1><!-- <h2>b</h2>") == ["a"]


@pytest.mark.parametrize(
    "opened", ["{{", "{%", "{#", "<%", "<?", "<![CDATA[", "<title>", "<iframe>", '<p class="']
)
def test_what_nothing_closes_hides_no_heading_below(opened: str) -> None:
    assert _sections(f"{opened}\n<p>text</p>\n<h2>Below</h2>") == ["Below"]


def test_a_script_ends_as_html_has_it() -> None:
    both = "var b = 1</script><script>var c = 2</script>"
    assert _defined(f"<script>var a = '</p>'; {both}") == ["a", "b", "c"]
    assert _defined("<script>var a = 1</SCRIPT >var b = 2</script>") == ["a"]
    assert _defined("<script>var a = 1; </scripts var b = 2</script>") == ["a", "b"]
    # In a comment a script may hold one; where the comment does not end, it holds none.
    assert _defined(f"<script><!-- <script></script>\n//-->\n{both}") == ["b", "c"]
    assert _defined(f"<script><!--\nvar a = '<script>'; {both}") == ["a", "b", "c"]
    assert _defined(f"<script><!-->\nvar a = '<script>'; {both}") == ["a", "b", "c"]
    # As it is while it is typed.
    assert _defined("<script>function a() {") == ["a"]


def test_in_xhtml_a_tag_may_close_itself() -> None:
    rest = '<script src="a"/><h1>Title</h1><script>//<![CDATA[\nvar a\n//]]></script>'
    page = f'<?xml version="1.0"?>{rest}'
    assert (_sections(page), _defined(page)) == (["Title"], ["a"])
    assert _sections(rest) == []


def test_a_block_of_a_component_that_we_do_not_know_holds_no_script() -> None:
    docs = "<docs>\n```vue\n<script>var a</script>\n```\n</docs>"
    script = "<script>var b</script>"
    assert _defined(f"{docs}\n{script}", "vue") == ["b"]
    pug = '<template lang="pug">\np <script>var a</script>\n</template>'
    assert _defined(f"{pug}\n{script}", "vue") == ["b"]
    nested = "<template><A><template #b><i18n/></template></A></template>"
    assert _defined(f"{nested}\n{script}", "vue") == ["b"]


def test_pictures_in_a_page_are_no_words() -> None:
    page = "<h1>A</h1><img src='data:image/png;base64,aGVsbG8gd29ybGQ='>"
    (section,) = (unit for unit in extract("a.html", page, "html").units if unit.kind == "section")
    assert section.body == "<img src='data:image/png;base64,                '>"
