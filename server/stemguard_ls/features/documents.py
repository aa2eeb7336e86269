"""Documents that are open in the editor. A saved one is looked at on disk."""

from __future__ import annotations

from lsprotocol import types

from stemguard_ls.server import StemguardServer


def register(server: StemguardServer) -> None:
    """Registers the handlers."""

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(ls: StemguardServer, params: types.DidSaveTextDocumentParams) -> None:
        ls.session.changed([params.text_document.uri])
