"""The whole server: every feature registered on one."""

from __future__ import annotations

from stemguard_ls.features import (
    commands,
    documents,
    explain,
    lifecycle,
    search,
    status,
    watched_files,
    workspace_symbol,
)
from stemguard_ls.server import StemguardServer


def create_server() -> StemguardServer:
    """A server with all its features, not yet connected to a client."""
    server = StemguardServer()
    for feature in (
        lifecycle,
        documents,
        watched_files,
        workspace_symbol,
        search,
        explain,
        status,
        commands,
    ):
        feature.register(server)
    return server
