from __future__ import annotations

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from stemguard_ls.protocol import ExplainParams, SearchParams
from stemguard_ls.strict import WrongValue, read

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
FIELDS = [
    *("query", "match", "view", "prefix", "tiers", "kinds", "languages", "paths", "limit"),
    *("offset", "explain", "workDoneToken", "partialResultToken"),
]


def test_a_search_with_a_query_alone_has_the_defaults_of_its_reference() -> None:
    assert read(SearchParams, {"query": "copy"}) == SearchParams(
        query="copy",
        match="any",
        view="all",
        prefix=False,
        tiers=None,
        kinds=(),
        languages=(),
        paths=(),
        limit=None,
        offset=0,
        explain=False,
        work_done_token=None,
        partial_result_token=None,
    )


def test_null_and_unknown_fields_are_as_good_as_none() -> None:
    params: dict[str, object] = {
        "query": "x",
        "match": None,
        "limit": None,
        "textDocument": {},
        "and": 1,
        "_0": 2,
    }
    assert read(SearchParams, params) == read(SearchParams, {"query": "x"})


@pytest.mark.parametrize(
    ("params", "sentence"),
    [
        ({}, "`query` is missing."),
        ({"query": None}, "`query` is missing."),
        ({"query": 5}, "`query` must be a string."),
        ({"query": "x", "prefix": 1}, "`prefix` must be true or false."),
        ({"query": "x", "limit": 0}, "`limit` must be a whole number from 1 to 1000."),
        ({"query": "x", "limit": 1001}, "`limit` must be a whole number from 1 to 1000."),
        ({"query": "x", "limit": True}, "`limit` must be a whole number from 1 to 1000."),
        ({"query": "x", "limit": "5"}, "`limit` must be a whole number from 1 to 1000."),
        ({"query": "x", "offset": -1}, "`offset` must be a whole number from 0."),
        ({"query": "x", "kinds": "class"}, "`kinds` must be a list of strings."),
        ({"query": "x", "paths": [1]}, "`paths` must be a list of strings."),
        ({"query": "x", "view": "name"}, "`view` must be 'all' or 'names'."),
        ({"query": "x", "tiers": "none"}, "`tiers` must be 'words' or 'whole'."),
        (
            {"query": "x", "match": {"atLeast": "2"}},
            "`match` must be 'any', 'all' or {\"atLeast\": n}.",
        ),
        ({"query": "x", "match": 2}, "`match` must be 'any', 'all' or {\"atLeast\": n}."),
        ([], "`params` must be an object."),
    ],
)
def test_a_wrong_field_is_said_by_its_name(params: object, sentence: str) -> None:
    with pytest.raises(WrongValue) as error:
        read(SearchParams, params)
    assert str(error.value) == sentence


def test_a_wrong_field_deep_inside_is_said_with_its_path() -> None:
    place = {"line": 1, "character": 0}
    location = {"uri": "file:///x", "range": {"start": {**place, "line": "1"}, "end": place}}
    with pytest.raises(WrongValue, match=r"`location\.range\.start\.line` must be a whole number"):
        read(ExplainParams, {"query": "x", "location": location})


def test_a_number_with_an_empty_fraction_is_a_whole_one() -> None:
    assert read(SearchParams, {"query": "x", "limit": 5.0}).limit == 5
    assert read(SearchParams, {"query": "x", "match": {"atLeast": 2.0}}).match == 2


@for_all(st.dictionaries(st.sampled_from(FIELDS) | st.text(), ANY_JSON))
def test_any_params_are_read_or_refused_in_one_line(params: dict[str, object]) -> None:
    try:
        found = read(SearchParams, params)
    except WrongValue as error:
        sentence = str(error)
    else:
        sentence = f"`{found.query}`".replace("\n", "")
    assert sentence.startswith("`")
    assert "\n" not in sentence
