"""The beginning and the end of a session, its folders and its settings."""

from __future__ import annotations

from lsprotocol import types

from stemguard_ls.abilities import Abilities
from stemguard_ls.protocol import COMMANDS, InitializeParams
from stemguard_ls.server import StemguardServer


def register(server: StemguardServer) -> None:
    """Registers the handlers."""

    @server.feature(types.INITIALIZE)
    @server.thread()  # opening an index may wait for the disk and for other processes
    def initialize(ls: StemguardServer, params: InitializeParams) -> types.InitializeResult:
        ls.session.open(params)
        if params.process_id is not None:
            ls.watch_parent(params.process_id)
        return types.InitializeResult(
            capabilities=_capabilities(ls.session.abilities),
            server_info=types.ServerInfo(name=ls.name, version=ls.version),
        )

    @server.feature(types.INITIALIZED)
    def initialized(ls: StemguardServer, params: types.InitializedParams) -> None:
        ls.session.start()

    @server.feature(types.SHUTDOWN)
    def shutdown(ls: StemguardServer, params: None) -> None:
        ls.session.stop()

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configured(ls: StemguardServer, params: types.DidChangeConfigurationParams) -> None:
        ls.session.configure(params.settings)

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders_changed(ls: StemguardServer, params: types.DidChangeWorkspaceFoldersParams) -> None:
        added = [folder.uri for folder in params.event.added]
        ls.session.change_folders(added, [folder.uri for folder in params.event.removed])

    @server.feature(types.WINDOW_WORK_DONE_PROGRESS_CANCEL)
    def progress_cancelled(ls: StemguardServer, params: types.WorkDoneProgressCancelParams) -> None:
        ls.session.windows.cancel(params.token)


def _capabilities(client: Abilities) -> types.ServerCapabilities:
    folders = types.WorkspaceFoldersServerCapabilities(supported=True, change_notifications=True)
    return types.ServerCapabilities(
        position_encoding=types.PositionEncodingKind(client.encoding),
        text_document_sync=types.TextDocumentSyncOptions(
            open_close=True,
            change=types.TextDocumentSyncKind.Incremental,
            save=types.SaveOptions(include_text=False),
        ),
        workspace_symbol_provider=types.WorkspaceSymbolOptions(
            resolve_provider=client.resolves_range, work_done_progress=True
        ),
        execute_command_provider=types.ExecuteCommandOptions(
            commands=list(COMMANDS), work_done_progress=True
        ),
        workspace=types.WorkspaceOptions(workspace_folders=folders),
    )
