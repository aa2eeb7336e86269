"""`python -m stemguard_ls`, the same as `stemguard`."""

import sys

from stemguard_ls.cli import main

if __name__ == "__main__":
    sys.exit(main())
