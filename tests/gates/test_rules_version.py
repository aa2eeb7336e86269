"""A change of what is stored does not go without a new version of the rules."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from stemguard.location import RULES_VERSION

DOMAIN = Path(__file__).parents[2] / "index" / "stemguard" / "domain"
#: What a store holds of a unit is decided in these.
DECIDING = (
    "counting.py",
    "name_hashes.py",
    "path_class.py",
    "posting.py",
    "splitting.py",
    "stem.py",
    "tokenize.py",
)
#: The version, and the sources that it was last compared with.
RECORDED = (1, "bb162f03764dbaef")


def test_whoever_changes_what_is_stored_raises_the_version_of_the_rules() -> None:
    digest = sha256()
    for name in DECIDING:
        digest.update((DOMAIN / name).read_bytes())
    found = (RULES_VERSION, digest.hexdigest()[:16])
    assert found == RECORDED, (
        f"One of {', '.join(DECIDING)} has changed. If a unit is stored otherwise now, raise"
        " RULES_VERSION in index/stemguard/location.py, or old indexes answer wrongly; in either"
        f" case record here what was found: {found}"
    )
