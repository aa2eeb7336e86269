"""What a search of a real project must find: ansible-core 2.14.3, fetched by `make test`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from stemguard import Hit, Workspace
from stemguard.domain.ladder import Rung

TREE = Path(__file__).parents[2] / ".cache" / "ansible-core-2.14.3"


@pytest.fixture(scope="module")
def ansible(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    assert TREE.is_dir(), "`make test` fetches this tree"
    with Workspace.open(TREE, cache=tmp_path_factory.mktemp("cache")) as workspace:
        workspace.sync()
        yield workspace


def _qualified(hit: Hit) -> str:
    return f"{hit.path} {hit.container}.{hit.name}"


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("partitioning", "lib/ansible/module_utils/facts/hardware/linux.py .get_partition_uuid"),
        ("decompressing", "lib/ansible/module_utils/urls.py .fetch_url"),
        ("decompressing", "lib/ansible/module_utils/urls.py Request.open"),
        ("compressing", "lib/ansible/modules/unarchive.py .TarZstdArchive"),
        ("compressing", "lib/ansible/modules/unarchive.py TarZstdArchive.__init__"),
        ("cancelling", "lib/ansible/plugins/strategy/__init__.py StrategyBase._take_step"),
        ("replicated", "lib/ansible/plugins/action/copy.py ActionModule.run"),
    ],
)
def test_the_first_twenty_hold_what_a_person_looks_for(
    ansible: Workspace, query: str, wanted: str
) -> None:
    hits = ansible.search(query, limit=20).hits
    assert wanted in [_qualified(hit) for hit in hits]


@pytest.mark.parametrize(
    "query",
    ["copy file", "partitioning", "decompressing", "compressing", "cancelling", "replicated"],
)
def test_every_row_has_evidence_and_no_stem_is_above_a_typed_word(
    ansible: Workspace, query: str
) -> None:
    for match in ("any", "all"):
        hits = ansible.search(query, match=match, limit=200).hits
        assert hits
        assert all(hit.evidence and hit.preview is not None for hit in hits)
        typed = [
            sum(1 for found in hit.evidence.values() if found.rung is Rung.TYPED) for hit in hits
        ]
        assert typed == sorted(typed, reverse=True)


def test_a_name_half_typed_finds_it_first(ansible: Workspace) -> None:
    hits = ansible.search("get_partit", view="names", prefix=True, limit=3).hits
    assert hits[0].name == "get_partition_uuid"
