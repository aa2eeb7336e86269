from __future__ import annotations

import pytest

from stemguard.domain.errors import BadRequest
from stemguard.domain.ladder import State
from stemguard.domain.posting import post
from stemguard.domain.query import View
from stemguard.domain.unit import Position, Span, Unit, UnitKey
from stemguard.domain.unit_corpus import UnitCorpus
from stemguard.search.request import SearchRequest, Sources
from stemguard.search.searcher import explain_unit, search, search_symbols, search_units


def _unit(
    path: str, line: int, kind: str, name: str, body: str = "", language: str = "python"
) -> Unit:
    span = Span(Position(line, 0, 0, 0), Position(line + 1, 0, 0, 0))
    key = UnitKey(path, line, 0, kind)
    return Unit(key, name, body=body, language=language, range=span, selection=span)


UNITS = [
    _unit("src/a.py", 0, "function", "copy_file"),
    _unit("src/a.py", 5, "method", "paste", "copy copy copy"),
    _unit("src/b.go", 0, "function", "copyFile", language="go"),
    _unit("docs/a.md", 0, "section", "Copying files", language="markdown"),
    _unit("docs/b.txt", 0, "section", "b.txt", "unrelated words", language="plaintext"),
]
CORPUS = UnitCorpus(post(unit) for unit in UNITS)


def _names(request: SearchRequest) -> list[str]:
    return [hit.name for hit in search(CORPUS, request).hits]


def _of(query: str, **fields: object) -> list[str]:
    return _names(SearchRequest(query, **fields))  # type: ignore[arg-type]  # a test's shorthand


def test_different_filters_must_all_hold_and_repeats_are_alternatives() -> None:
    assert _of("copy kind:function kind:METHOD lang:python") == ["copy_file", "paste"]


def test_a_language_may_be_named_by_its_extension() -> None:
    assert _of("copy lang:MD") == ["Copying files"]


def test_units_of_one_file_may_be_in_different_languages() -> None:
    units = [
        _unit("page.html", 0, "file", "page.html", language="html"),
        _unit("page.html", 3, "function", "copy_page", language="javascript"),
        _unit("page.html", 5, "section", "Copying", language="html"),
        _unit("page.html", 9, "rule", ".copy", language="css"),
    ]
    corpus = UnitCorpus(post(unit) for unit in units)

    def shown(query: str, sources: Sources = Sources.BOTH) -> list[tuple[str, str]]:
        found = search(corpus, SearchRequest(query, sources=sources)).hits
        return [(hit.name, hit.language) for hit in found]

    assert shown("lang:js") == [("copy_page", "javascript")]
    assert shown("lang:html kind:section") == [("Copying", "html")]
    assert shown("lang:css lang:js") == [("copy_page", "javascript"), (".copy", "css")]
    assert shown("copying", Sources.DOCUMENTS) == [("Copying", "html")]


def test_filters_of_the_request_and_of_the_query_must_both_hold() -> None:
    assert _of("copy lang:go", kinds=("function",)) == ["copyFile"]
    assert _of("copy lang:go", kinds=("method",)) == []


def test_a_path_filter_is_a_glob_and_excludes_with_an_exclamation_mark() -> None:
    assert sorted(_of("copy path:SRC")) == ["copyFile", "copy_file", "paste"]
    assert _of("copy", paths=("!*.py", "!docs/")) == ["copyFile"]


def test_a_unit_is_found_again_by_its_name_letter_for_letter() -> None:
    assert _of("", names=("copyFile", "nothing")) == ["copyFile"]
    assert _of("", names=("copyFile",), kinds=("method",)) == []
    # The 32 bits that are kept of these two are the same.
    units = [_unit("a.py", 0, "class", "buckeroo"), _unit("a.py", 1, "class", "plumless")]
    corpus = UnitCorpus(post(unit) for unit in units)
    found = search(corpus, SearchRequest("", names=("plumless",))).hits
    assert [hit.name for hit in found] == ["plumless"]


def test_filters_alone_list_units_in_key_order() -> None:
    assert _of("path:src/") == ["copy_file", "paste", "copyFile"]
    assert _of("", kinds=("section",)) == ["Copying files", "b.txt"]


def test_exclusions_hold_where_there_are_only_filters() -> None:
    assert _of("path:src/ -paste") == ["copy_file", "copyFile"]


def test_a_filter_that_no_unit_passes_is_named() -> None:
    words = search(CORPUS, SearchRequest("copy kind:func", languages=("python",))).words
    assert [(report.word, report.state) for report in words] == [
        ("copy", State.KEPT),
        ("kind:func", State.UNKNOWN),
    ]


def test_a_glob_with_a_space_may_be_quoted() -> None:
    units = [_unit("my code/a.py", 0, "function", "copy"), _unit("b.py", 0, "function", "copy")]
    hits = search(UnitCorpus(map(post, units)), SearchRequest('copy path:"my code/"')).hits
    assert [hit.path for hit in hits] == ["my code/a.py"]


def test_the_indent_of_a_definition_is_a_place_of_it() -> None:
    outer = Unit(
        UnitKey("a.py", 0, 0, "class"),
        "Outer",
        range=Span(Position(0, 0, 0, 0), Position(9, 0, 0, 0)),
    )
    inner = Unit(
        UnitKey("a.py", 3, 4, "method"),
        "inner",
        range=Span(Position(3, 4, 4, 4), Position(5, 0, 0, 0)),
    )
    corpus = UnitCorpus(map(post, [outer, inner]))
    found = [
        placed.hit.name
        for line in (0, 2, 3, 4, 7)
        if (placed := explain_unit(corpus, SearchRequest("x"), 0, "a.py", line, 0))
    ]
    assert found == ["Outer", "Outer", "inner", "inner", "Outer"]


@pytest.mark.parametrize("kind", ["class", "constant", "function", "section"])
def test_a_definition_at_the_start_of_a_file_is_meant_before_the_file(kind: str) -> None:
    span = Span(Position(0, 0, 0, 0), Position(9, 0, 0, 0))
    units = [Unit(UnitKey("a", 0, 0, found), found, range=span) for found in ("file", kind)]
    placed = explain_unit(UnitCorpus(map(post, units)), SearchRequest("x"), 0, "a", 0, 0)
    assert placed is not None
    assert placed.hit.kind == kind


def test_filters_do_not_change_scores() -> None:
    [alone] = search(CORPUS, SearchRequest("copy lang:go")).hits
    [among] = [hit for hit in search(CORPUS, SearchRequest("copy")).hits if hit.name == "copyFile"]
    assert alone.score == among.score


def test_a_client_may_ask_for_documents_or_for_code_only() -> None:
    assert _of("copy", sources=Sources.DOCUMENTS) == ["Copying files"]
    assert "Copying files" not in _of("copy", sources=Sources.CODE)


def test_without_words_and_filters_nothing_is_found() -> None:
    assert _of("") == []
    assert _of("...") == []


def test_a_page_is_a_slice_of_the_whole_answer_and_the_total_counts_all() -> None:
    whole = _of("copy file")
    assert _of("copy file", offset=1, limit=2) == whole[1:3]
    assert search(CORPUS, SearchRequest("copy file", limit=1)).total == len(whole)


def test_symbols_look_at_names_first_and_then_everywhere_without_repeats() -> None:
    names = [hit.name for hit in search_symbols(CORPUS, SearchRequest("cop")).hits]
    assert names[-1] == "paste"
    assert len(names) == len(set(names)) == 4


def test_an_empty_symbol_query_lists_units_by_path() -> None:
    hits = search_symbols(CORPUS, SearchRequest(" ", limit=3)).hits
    assert [hit.path for hit in hits] == ["docs/a.md", "docs/b.txt", "src/a.py"]


def test_a_unit_of_an_answer_is_explained_with_its_place() -> None:
    placed = explain_unit(CORPUS, SearchRequest("copy"), 0, "src/a.py", 5, 0)
    assert placed is not None
    assert (placed.hit.name, placed.missing, placed.total) == ("paste", "", 4)
    assert placed.position == _of("copy").index("paste") + 1
    assert placed.explanation.score == placed.hit.score


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        (SearchRequest("zzqx"), "No word of the query is in the index."),
        (SearchRequest(""), "The query has no word."),
        (SearchRequest("copy lang:go"), "A filter leaves it out."),
        (SearchRequest("copy -copy"), "An excluded word is in it."),
        (
            SearchRequest("copy unrelated", match="all"),
            "It has no match for unrelated; at least 2 must match.",
        ),
    ],
)
def test_a_unit_that_is_not_in_the_answer_says_why(request_: SearchRequest, why: str) -> None:
    placed = explain_unit(CORPUS, request_, 0, "src/a.py", 5, 0)
    assert placed is not None
    assert (placed.position, placed.missing) == (0, why)


def test_there_is_nothing_to_explain_where_no_unit_is() -> None:
    assert explain_unit(CORPUS, SearchRequest("copy"), 0, "src/none.py", 0, 0) is None


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"limit": 0}, "limit"),
        ({"limit": 1001}, "limit"),
        ({"offset": -1}, "offset"),
        ({"match": "some"}, "match"),
        ({"match": True}, "match"),
    ],
)
def test_a_bad_request_names_the_field(fields: dict[str, object], named: str) -> None:
    with pytest.raises(BadRequest, match=f"`{named}`"):
        SearchRequest("copy", **fields)  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize(("field", "value"), [("view", "body"), ("tiers", "both")])
def test_given_units_are_not_ranked_by_what_there_is_not(field: str, value: str) -> None:
    with pytest.raises(BadRequest, match=f"`{field}`"):
        search_units([], "x", **{field: value})  # type: ignore[arg-type]  # wrong on purpose


def test_every_unit_of_an_answer_is_explained_with_its_place_in_it() -> None:
    for query in ("copy file", "copy -paste", "path:src/"):
        hits = search(CORPUS, SearchRequest(query)).hits
        for position, hit in enumerate(hits, 1):
            start = hit.range.start
            placed = explain_unit(
                CORPUS, SearchRequest(query), 0, hit.path, start.line, start.column
            )
            assert placed is not None
            assert (placed.hit.key, placed.position) == (hit.key, position)


def test_given_units_are_ranked_without_a_store() -> None:
    hits = search_units(UNITS, "copy file", match="all", view=View.NAMES.value)
    assert [hit.key.path for hit in hits] == ["src/a.py", "src/b.go", "docs/a.md"]
    assert [hit.tier for hit in hits] == [2, 2, 0]
