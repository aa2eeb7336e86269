"""Random tests are the same on every run of CI; elsewhere each run draws anew."""

from __future__ import annotations

import os
import sys
from pathlib import Path

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
