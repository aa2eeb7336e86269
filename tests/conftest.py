"""Random tests are the same on every run of CI; elsewhere each run draws anew."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import Phase, settings

#: What several tests share is imported as `tests.<module>`.
sys.path.insert(0, str(Path(__file__).parents[1]))

#: Set where a test is to fail, and nobody reads of what.
IN_A_HURRY = "STEMGUARD_TEST_IN_A_HURRY"

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("here", deadline=None)
# The smallest example that fails may take a hundred times as long as the first.
settings.register_profile(
    "hurried",
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
)
if IN_A_HURRY in os.environ:
    settings.load_profile("hurried")
else:
    settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What may take long goes first: whoever runs it last would be waited for."""
    items.sort(key=lambda item: item.get_closest_marker("timeout") is None)


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: much of what is tested waits for other processes."""
    return (os.cpu_count() or 1) + 1
