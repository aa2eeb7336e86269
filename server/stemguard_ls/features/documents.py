"""Documents open in the editor, searched as they are there; a saved one is looked at on disk."""

from __future__ import annotations

from lsprotocol import types

from stemguard_ls.protocol import ChangeParams, ContentChange
from stemguard_ls.server import StemguardServer
from stemguard_ls.text import Edit


def register(server: StemguardServer) -> None:
    """Registers the handlers."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(ls: StemguardServer, params: types.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        ls.session.documents.open(
            document.uri,
            str(document.language_id),
            document.version,
            document.text,
            ls.session.encoding,
        )

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(ls: StemguardServer, params: ChangeParams) -> None:
        document = params.text_document
        changes = [_change(change) for change in params.content_changes]
        ls.session.documents.change(document.uri, document.version, changes, ls.session.encoding)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(ls: StemguardServer, params: types.DidCloseTextDocumentParams) -> None:
        ls.session.documents.close(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(ls: StemguardServer, params: types.DidSaveTextDocumentParams) -> None:
        ls.session.changed([params.text_document.uri])


def _change(change: ContentChange) -> Edit | str:
    """An edit, or the whole text where there is no range."""
    if change.range is None:
        return change.text
    start, end = change.range.start, change.range.end
    return Edit((start.line, start.character), (end.line, end.character), change.text)
