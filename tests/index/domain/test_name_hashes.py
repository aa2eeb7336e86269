from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from stemguard.domain.name_hashes import name_hashes
from stemguard.domain.posting import hash_of, joined_words

NAMES = st.text(
    alphabet=st.one_of(st.characters(), st.sampled_from("aBc_1 \xff\n\x00é検\u0130-.$~")),
    max_size=12,
)


@given(st.lists(NAMES, max_size=6))
@example([])
@example(["", "\xff", "toString", "HTTP_Server2", "a\xffb", "\ud800"])
def test_hashes_of_many_names_are_those_of_each(names: list[str]) -> None:
    found = name_hashes(names)
    assert found.whole.tolist() == [hash_of(name) for name in names]
    assert found.joined.tolist() == [hash_of(joined_words(name)) for name in names]
