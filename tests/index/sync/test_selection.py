from __future__ import annotations

import pytest

from stemguard.sync.selection import Selection


@pytest.mark.parametrize(
    "other",
    [
        Selection(include=("a",)),
        Selection(include=("b", "a")),
        Selection(exclude=()),
        Selection(use_ignore_files=False),
        Selection(follow_symlinks=True),
        Selection(max_file_size=999_999),
        Selection(languages=(("*.h", "cpp"),)),
    ],
)
def test_a_change_of_any_setting_changes_the_fingerprint(other: Selection) -> None:
    assert other.fingerprint() != Selection().fingerprint()
    assert other.fingerprint() != Selection(include=("a", "b")).fingerprint()


def test_the_fingerprint_is_the_same_in_every_process() -> None:
    settings = Selection(include=("src/",), exclude=("é", "\udce9"), max_file_size=10)
    assert settings.fingerprint() == "9bbec171c4ac08e7"
