"""The command line. A search from a terminal loads no server."""

from stemguard_ls.cli.entry import main

__all__ = ["main"]
