"""What a unit posts: compounds, weights, lengths and views (sections 2 and 4 of the rules)."""

from __future__ import annotations

from stemguard.domain.posting import count_terms, hash_of, joined_words, post
from stemguard.domain.unit import Unit, UnitKey
from stemguard.testing.answers import make_unit


def test_a_field_gives_each_word_its_weight() -> None:
    terms = count_terms(make_unit("x", "alpha", container="beta", doc="gamma", body="delta"))
    assert terms.all_counts == {"alpha": 3, "beta": 1, "gamma": 2, "delta": 1}
    assert terms.all_length == 7


def test_the_names_view_has_name_and_container_alone() -> None:
    terms = count_terms(make_unit("x", "alpha", container="beta", doc="alpha", body="alpha"))
    assert terms.names_counts == {"alpha": 3, "beta": 1}
    assert terms.names_length == 4
    assert terms.all_counts == {"alpha": 6, "beta": 1}
    assert terms.all_length == 7


def test_repeats_count_in_every_field() -> None:
    terms = count_terms(
        make_unit("x", "copy copy", container="copy Copy", doc="copy copy", body="copy COPY copy")
    )
    assert terms.all_counts == {"copy": 15}
    assert (terms.names_length, terms.all_length) == (8, 15)


def test_a_compound_of_a_name_adds_to_frequency_and_not_to_length() -> None:
    terms = count_terms(make_unit("x", "autoCancel"))
    assert terms.names_counts == {"auto": 3, "cancel": 3, "autocancel": 3}
    assert terms.names_length == terms.all_length == 6


def test_a_compound_of_a_container_has_the_weight_of_containers() -> None:
    terms = count_terms(make_unit("x", container="auto_cancel"))
    assert terms.names_counts == {"auto": 1, "cancel": 1, "autocancel": 1}
    assert terms.names_length == 2


def test_a_name_posts_one_compound_for_the_whole_identifier() -> None:
    terms = count_terms(make_unit("x", "my_GitHub_getPartitionUuid"))
    words = {"my", "git", "hub", "get", "partition", "uuid"}
    assert set(terms.names_counts) == words | {"mygithubgetpartitionuuid"}


def test_two_identifiers_of_a_name_are_not_joined() -> None:
    assert set(count_terms(make_unit("x", "copy.file")).names_counts) == {"copy", "file"}


def test_running_text_posts_the_compounds_of_short_runs_alone() -> None:
    terms = count_terms(make_unit("x", doc="GitHub", body="get_partition_uuid parseHttpUrlFast"))
    assert terms.all_counts == {
        **{"git": 2, "hub": 2, "github": 2},
        **{"get": 1, "partition": 1, "uuid": 1},
        **{"parse": 1, "http": 1, "url": 1, "fast": 1},
    }
    assert terms.all_length == 11


def test_a_run_inside_a_longer_identifier_of_running_text_posts_its_compound() -> None:
    terms = count_terms(make_unit("x", body="use_GitHub_now"))
    assert terms.all_counts == {"use": 1, "git": 1, "hub": 1, "github": 1, "now": 1}


def test_stop_words_count_in_names_and_not_in_running_text() -> None:
    terms = count_terms(make_unit("x", "to_string", container="is", doc="is it", body="to_string"))
    assert terms.all_counts == {"to": 3, "string": 4, "tostring": 3, "is": 1}
    assert terms.all_length == 8


def test_words_of_a_compound_are_counted_before_stop_words_are_dropped() -> None:
    terms = count_terms(make_unit("x", body="toString"))
    assert terms.all_counts == {"string": 1, "tostring": 1}
    assert terms.all_length == 1


def test_a_compound_that_spells_a_stop_word_counts_in_names_alone() -> None:
    assert count_terms(make_unit("x", body="xY aN")).all_counts == {"x": 1, "y": 1, "xy": 1, "n": 1}
    assert count_terms(make_unit("x", "a_n")).all_counts == {"a": 3, "n": 3, "an": 3}


def test_an_identifier_with_cjk_has_no_compound() -> None:
    terms = count_terms(make_unit("x", "git_日本", doc="GitHub日本"))
    assert terms.all_counts == {"git": 5, "日本": 5, "hub": 2}


def test_a_plain_word_that_equals_a_compound_adds_to_it() -> None:
    terms = count_terms(make_unit("x", "GitHub", body="github github"))
    assert terms.all_counts == {"git": 3, "hub": 3, "github": 5}
    assert terms.all_length == 8


def test_a_unit_without_words_posts_nothing() -> None:
    terms = count_terms(make_unit("x", "+", container="", doc="the", body="-- of"))
    assert (terms.all_counts, terms.names_counts) == ({}, {})
    assert (terms.all_length, terms.names_length) == (0, 0)


def test_names_of_the_same_words_have_one_hash() -> None:
    assert joined_words("to_string") == joined_words("toString") == "tostring"
    hashes = {count_terms(make_unit("x", name)).joined_hash for name in ("to_string", "ToString")}
    assert hashes == {hash_of("tostring")}
    assert count_terms(make_unit("x", "string")).joined_hash != hash_of("tostring")


def test_a_posted_unit_keeps_what_is_shown_of_it() -> None:
    key = UnitKey("a/b.py", 3, 4, "method")
    unit = Unit(key, "run", "Task", "doc", "body", 0.5, language="python")
    posted = post(unit)
    shown = posted.shown
    assert (shown.key, shown.name, shown.container, shown.language) == (
        key,
        "run",
        "Task",
        "python",
    )
    assert posted.multiplier == 0.5
    assert posted.terms == count_terms(unit)
