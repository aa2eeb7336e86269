"""How long a test waits for what must come."""

from __future__ import annotations

import os

#: Nothing takes longer unless something is wrong, on however busy a machine.
LONGEST_WAIT_S = float(os.environ.get("STEMGUARD_TEST_WAIT_S", "60"))
