"""`stemguard/status`: what is known of each folder."""

from __future__ import annotations

from stemguard_ls.protocol import STATUS, StatusParams, StatusResult
from stemguard_ls.server import StemguardServer


def register(server: StemguardServer) -> None:
    """Registers the handlers."""

    @server.feature(STATUS)
    @server.thread()
    def status(ls: StemguardServer, params: StatusParams) -> StatusResult:
        return ls.session.status()
