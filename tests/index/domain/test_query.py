"""What was asked: section 7 of the ranking rules, before any corpus is looked at."""

from __future__ import annotations

import pytest

from stemguard.domain.errors import BadRequest
from stemguard.domain.query import Query, View, Word, parse_query, required_words


def parse(text: str, view: View = View.ALL, *, prefix: bool = False) -> Query:
    return parse_query(text, view, prefix=prefix)


def texts(query: Query) -> list[str]:
    return [word.text for word in query.words]


def soft(query: Query) -> set[str]:
    return {word.text for word in query.words if word.soft}


def quoted(query: Query) -> set[str]:
    return {word.text for word in query.words if word.quoted}


def unfinished(query: Query) -> set[str]:
    return {word.text for word in query.words if word.unfinished}


def excluded(query: Query) -> list[list[str]]:
    return [[word.text for word in words] for words in query.exclusions]


# Words


def test_words_are_distinct_and_sorted_and_their_typed_order_is_kept() -> None:
    query = parse("file copy File zebra COPY")
    assert texts(query) == ["copy", "file", "zebra"]
    assert query.typed_order == ("file", "copy", "zebra")


@pytest.mark.parametrize("text", ["", "  ", "-- ++", "_", '"', '""', "-", '-""'])
def test_any_text_is_a_query_even_without_words(text: str) -> None:
    query = parse(text, prefix=True)
    assert query.words == ()
    assert query.exclusions == ()


def test_identifiers_are_split_and_their_words_know_the_compound() -> None:
    query = parse("autoCancel auto_stop stop")
    assert query.words == (
        Word("auto", compounds=("autocancel", "autostop")),
        Word("cancel", compounds=("autocancel",)),
        Word("stop", compounds=("autostop",)),
    )


def test_the_first_64_words_are_read_and_the_rest_is_ignored() -> None:
    typed = [f"word{number}" for number in range(66)]
    query = parse(" ".join([typed[0], *typed]))
    assert set(texts(query)) == set(typed[:64])
    assert query.ignored == ("word64", "word65")
    assert query.typed_order == tuple(typed)


# Soft words


def test_stop_words_are_soft_beside_other_words() -> None:
    assert soft(parse("copy to the file")) == {"to", "the"}


def test_stop_words_alone_are_not_soft() -> None:
    assert soft(parse("to be or")) == set()


def test_the_unfinished_word_is_never_soft() -> None:
    assert soft(parse("copy to the", prefix=True)) == {"to"}
    assert soft(parse("copy to the ", prefix=True)) == {"to", "the"}


def test_an_ignored_word_does_not_make_stop_words_soft() -> None:
    query = parse("to me", prefix=True)
    assert query.ignored == ("me",)
    assert query.words == (Word("to"),)


def test_a_quoted_stop_word_is_soft_too() -> None:
    assert soft(parse('copy "the file"')) == {"the"}


# The unfinished word


def test_the_last_word_is_unfinished_only_if_the_request_says_so() -> None:
    assert unfinished(parse("copy fil", prefix=True)) == {"fil"}
    assert unfinished(parse("copy fil")) == set()


@pytest.mark.parametrize("text", ["copy fil ", "copy fil\t", "copy fil\n", "copy fil\u3000"])
def test_white_space_at_the_end_finishes_the_last_word(text: str) -> None:
    assert unfinished(parse(text, prefix=True)) == set()


def test_the_last_word_typed_is_unfinished_wherever_it_first_stood() -> None:
    assert unfinished(parse("fil copy fil", prefix=True)) == {"fil"}


def test_the_last_word_of_the_last_identifier_is_unfinished() -> None:
    assert unfinished(parse("auto_cancelAft", prefix=True)) == {"aft"}


def test_punctuation_does_not_finish_a_word() -> None:
    assert unfinished(parse("copy file(", prefix=True)) == {"file"}


@pytest.mark.parametrize("text", ['copy "fil"', '"fil" copy fil'])
def test_a_quoted_word_is_never_unfinished(text: str) -> None:
    assert unfinished(parse(text, prefix=True)) == set()


def test_an_ignored_word_is_never_unfinished() -> None:
    typed = " ".join(f"word{number}" for number in range(65))
    assert unfinished(parse(typed, prefix=True)) == set()


def test_a_short_unfinished_word_is_ignored_in_view_all() -> None:
    query = parse("copy fi", prefix=True)
    assert (texts(query), query.ignored) == (["copy"], ("fi",))
    assert query.typed_order == ("copy", "fi")


def test_a_short_word_that_is_all_there_is_is_read_as_finished() -> None:
    query = parse("fi", prefix=True)
    assert query.words == (Word("fi"),)
    assert query.ignored == ()


def test_a_short_unfinished_word_is_read_in_view_names() -> None:
    assert unfinished(parse("copy f", View.NAMES, prefix=True)) == {"f"}


def test_a_short_unfinished_word_of_a_script_without_spaces_is_read() -> None:
    assert unfinished(parse("copy 日", prefix=True)) == {"日"}


def test_three_characters_are_enough() -> None:
    assert unfinished(parse("copy öäü", prefix=True)) == {"öäü"}


# Quotes


def test_words_in_quotes_are_quoted() -> None:
    query = parse('copy "auto_cancel file" dir')
    assert quoted(query) == {"auto", "cancel", "file"}
    assert texts(query) == ["auto", "cancel", "copy", "dir", "file"]


def test_a_word_that_is_quoted_once_is_quoted() -> None:
    assert quoted(parse('copy "copy" file')) == {"copy"}


def test_a_quote_may_stand_inside_a_word() -> None:
    query = parse('auto"cancel"able')
    assert (texts(query), quoted(query)) == (["able", "auto", "cancel"], {"cancel"})


def test_an_unclosed_quote_is_a_plain_character() -> None:
    query = parse('copy "file')
    assert (texts(query), quoted(query)) == (["copy", "file"], set())
    query = parse('"copy" "file')
    assert (texts(query), quoted(query)) == (["copy", "file"], {"copy"})


# Exclusions


def test_an_exclusion_stands_at_the_start_or_after_white_space() -> None:
    query = parse("-test copy\t-file")
    assert (texts(query), excluded(query)) == (["copy"], [["test"], ["file"]])


def test_a_dash_inside_a_word_is_a_plain_character() -> None:
    query = parse("copy-file a_-b --")
    assert (texts(query), excluded(query)) == (["a", "b", "copy", "file"], [])


def test_an_exclusion_reaches_to_the_next_white_space() -> None:
    query = parse("copy -get_partition.uuid file")
    assert (texts(query), excluded(query)) == (["copy", "file"], [["get", "partition", "uuid"]])


def test_the_words_of_an_exclusion_know_their_compound() -> None:
    (exclusion,) = parse("copy -GitHub/git").exclusions
    assert exclusion == (
        Word("git", compounds=("github",), quoted=True),
        Word("hub", compounds=("github",), quoted=True),
    )


def test_an_exclusion_may_be_quoted() -> None:
    query = parse('copy -"git hub" file')
    assert (texts(query), excluded(query)) == (["copy", "file"], [["git", "hub"]])


def test_an_exclusion_with_an_unclosed_quote_is_one_word() -> None:
    query = parse('copy -"git hub')
    assert (texts(query), excluded(query)) == (["copy", "hub"], [["git"]])


def test_an_excluded_word_is_not_the_last_word_typed() -> None:
    assert unfinished(parse("copy file -test", prefix=True)) == {"file"}


def test_exclusions_keep_stop_words() -> None:
    assert excluded(parse("copy -to_string")) == [["to", "string"]]


# Filters


def test_filters_are_no_words() -> None:
    query = parse("path:src/*.py copy kind:Class lang:python path:!src/x.py kind:method")
    assert texts(query) == ["copy"]
    assert query.paths == ("src/*.py", "!src/x.py")
    assert query.kinds == ("Class", "method")
    assert query.languages == ("python",)


def test_the_name_of_a_filter_may_be_in_any_case() -> None:
    assert parse("KIND:class Lang:c").languages == ("c",)
    assert parse("KIND:class").kinds == ("class",)


@pytest.mark.parametrize("text", ["x:y", "paths:y", "path: y", "xpath:y", "(kind:y", "std::y"])
def test_anything_else_with_a_colon_is_plain_words(text: str) -> None:
    query = parse(text)
    assert (query.paths, query.kinds, query.languages) == ((), (), ())
    assert "y" in texts(query)


def test_a_filter_is_not_the_last_word_typed() -> None:
    assert unfinished(parse("copy file path:src", prefix=True)) == {"file"}


# The name


@pytest.mark.parametrize(
    ("text", "name", "joined"),
    [
        (" copy_File ", "copy_File", "copyfile"),
        ('"Copy"', "Copy", "copy"),
        ("Copy -test kind:class", "Copy", "copy"),
        ("kind:class Copy file", "Copy file", "copyfile"),
        ("copy copy", "copy copy", "copycopy"),
        ("to_string", "to_string", "tostring"),
    ],
)
def test_a_unit_may_be_named_after_the_text_without_its_special_parts(
    text: str, name: str, joined: str
) -> None:
    query = parse(text)
    assert (query.name, query.joined) == (name, joined)


# Match


@pytest.mark.parametrize(
    ("match", "kept", "required"),
    [
        ("any", 5, 1),
        ("any", 0, 0),
        ("all", 5, 5),
        ("all", 0, 0),
        (3, 5, 3),
        (9, 5, 5),
        (0, 5, 1),
        (-4, 5, 1),
        (2, 0, 0),
    ],
)
def test_a_match_requires_so_many_of_the_kept_words(
    match: str | int, kept: int, required: int
) -> None:
    assert required_words(match, kept) == required  # type: ignore[arg-type]  # any string


@pytest.mark.parametrize("match", ["", "ALL", "some", None, 1.5, True])
def test_a_match_that_is_none_is_refused(match: object) -> None:
    with pytest.raises(BadRequest, match="`match` must be"):
        required_words(match, 2)  # type: ignore[arg-type]  # what a client may send
