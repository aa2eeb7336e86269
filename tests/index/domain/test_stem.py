"""The stem of a word: section 3 of the ranking rules."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stemguard.domain.stem import stem, stemmer_version, stems


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["partition", "partitions", "partitioning", "partitioned"], "partit"),
        (["replicated", "replicating", "replicates"], "replic"),
        (["cancel", "cancelled", "canceled", "cancelling"], "cancel"),
        (["copy", "copies", "copied", "copying"], "copi"),
    ],
)
def test_forms_of_a_word_share_a_stem(words: list[str], expected: str) -> None:
    assert stems(words) == [expected] * len(words)


def test_the_stemmer_is_porter2_and_not_porter() -> None:
    assert stem("news") == "news"  # Porter: "new"
    assert stem("generically") == "generic"  # Porter: "gener"


@pytest.mark.parametrize("word", ["files2", "v2", "naïves", "größen", "файлы", "日本", "x_files"])
def test_words_of_anything_but_ascii_letters_are_their_own_stem(word: str) -> None:
    assert stem(word) == word


@pytest.mark.parametrize("word", ["is", "as", "us", "s", ""])
def test_words_of_fewer_than_three_letters_are_their_own_stem(word: str) -> None:
    assert stem(word) == word


@pytest.mark.parametrize("word", ["aed", "oing", "ueds"])
def test_a_stem_of_one_letter_leaves_the_word(word: str) -> None:
    assert stem(word) == word


def test_the_version_names_the_stemmer() -> None:
    algorithm, version = stemmer_version().split("-", 1)
    assert algorithm == "english"
    assert version[0].isdigit()


@given(
    st.lists(
        st.text(st.one_of(st.characters(codec="utf-8"), st.sampled_from("aeings1é")), max_size=12)
    )
)
@example(["copying", "as", "s1s", "éé", "ies", ""])
def test_stems_of_many_words_are_those_of_each(words: list[str]) -> None:
    assert stems(words) == [stem(word) for word in words]
