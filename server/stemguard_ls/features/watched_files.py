"""Files that the client saw change."""

from __future__ import annotations

from lsprotocol import types

from stemguard_ls.server import StemguardServer


def register(server: StemguardServer) -> None:
    """Registers the handlers."""

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(ls: StemguardServer, params: types.DidChangeWatchedFilesParams) -> None:
        ls.session.changed([change.uri for change in params.changes])
