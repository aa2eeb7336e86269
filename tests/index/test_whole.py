"""An index that was never filled to the end is not said to be ready, by whoever opens it."""

from __future__ import annotations

from pathlib import Path

import pytest

from stemguard import Cancelled, Workspace
from stemguard.workspace import Progress


def _states(root: Path, cache: Path) -> tuple[str, str]:
    """What another process would say of an index, for the root and for the workspace."""
    with Workspace.open(root, cache=cache, workers=1) as other:
        return other.status()[0].state, other.index_state().state


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = tmp_path / "root"
    made.mkdir()
    # Three batches: none is smaller than 256 KB.
    for number in range(8):
        (made / f"f{number}.txt").write_text(f"name {number}\n" + 8000 * "some filler\n")
    return made


def test_a_first_index_that_was_cut_short_is_not_ready_until_one_has_ended(
    root: Path, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    assert _states(root, cache) == ("empty", "empty")
    heard: list[Progress] = []
    with Workspace.open(root, cache=cache, workers=1) as workspace:

        def has_begun() -> bool:
            return bool(heard) and heard[-1].done > 0

        with pytest.raises(Cancelled):
            workspace.sync(progress=heard.append, cancelled=has_begun)
        assert 0 < workspace.index_state().files < 8
    assert _states(root, cache) == ("indexing", "indexing")
    with Workspace.open(root, cache=cache, workers=1) as workspace:
        workspace.sync(only=[root / "f0.txt"])
        assert workspace.index_state().state == "indexing"
        workspace.sync()
        assert workspace.index_state().state == "ready"
    assert _states(root, cache) == ("ready", "ready")


def test_an_index_that_is_ready_stays_so_when_a_rebuild_of_it_is_cut_short(
    root: Path, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    heard: list[Progress] = []
    with Workspace.open(root, cache=cache, workers=1) as workspace:
        workspace.sync()
        with pytest.raises(Cancelled):
            workspace.rebuild(progress=heard.append, cancelled=lambda: bool(heard))
    assert _states(root, cache) == ("ready", "ready")
