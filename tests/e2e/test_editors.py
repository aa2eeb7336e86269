"""Sessions as editors hold them, with the capabilities that each of them announces."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types
from lsprotocol.converters import get_converter
from pytest_lsp import ClientServerConfig, LanguageClient, make_test_lsp_client

CLIENTS = Path(__file__).parent / "clients"
ENCODINGS = {"vscode": "utf-16", "neovim": "utf-8", "emacs": "utf-32"}
#: Where `rotated` begins in the line below, by encoding: an astral letter stands before it.
LINE = '"\N{GRINNING FACE}"; ROTATED = 1\n'
COLUMNS = {"utf-32": 5, "utf-16": 6, "utf-8": 8}


@dataclass
class Opened:
    """An editor with a folder open."""

    editor: str
    client: LanguageClient
    capabilities: types.ServerCapabilities
    folder: Path
    registered: list[str]


@pytest_asyncio.fixture(params=["vscode", "neovim", "emacs"])
async def opened(
    request: pytest.FixtureRequest, env: dict[str, str], folder: Path
) -> AsyncIterator[Opened]:
    """A session of each editor in turn."""
    (folder / "keys.py").write_text(LINE, encoding="utf-8")
    (folder / "guide.md").write_text("# Guide\n\n## Rotating keys\n")
    registered: list[str] = []

    def factory() -> LanguageClient:
        client = make_test_lsp_client()

        @client.feature(types.CLIENT_REGISTER_CAPABILITY)
        def register(ls: LanguageClient, params: types.RegistrationParams) -> None:
            registered.extend(registration.method for registration in params.registrations)

        @client.feature("stemguard/indexChanged")
        def index_changed(ls: LanguageClient, params: object) -> None:
            pass

        return client

    command = [sys.executable, "-m", "stemguard_ls", "serve"]
    config = ClientServerConfig(command, client_factory=factory, server_env=env)
    client = await config.start()
    assert isinstance(client, LanguageClient)
    said = json.loads((CLIENTS / f"{request.param}.json").read_text())
    result = await client.initialize_session(
        types.InitializeParams(
            process_id=os.getpid(),
            capabilities=_known(said["capabilities"]),
            workspace_folders=[types.WorkspaceFolder(folder.as_uri(), folder.name)],
        )
    )
    await _rescan(client)
    yield Opened(request.param, client, result.capabilities, folder, registered)
    await client.shutdown_session()
    await client.stop()


async def test_an_editor_gets_symbols_where_it_will_look_for_them(opened: Opened) -> None:
    encoding = ENCODINGS[opened.editor]
    assert opened.capabilities.position_encoding == encoding
    found = await opened.client.workspace_symbol_async(types.WorkspaceSymbolParams("rotated"))
    assert found is not None
    assert [(symbol.name, symbol.kind) for symbol in found] == [
        ("ROTATED", types.SymbolKind.Constant),
        ("Rotating keys", types.SymbolKind.Namespace),
    ]
    location = found[0].location
    assert isinstance(location, types.Location)
    assert location.range.start == types.Position(0, COLUMNS[encoding])
    assert location.uri == (opened.folder / "keys.py").as_uri()
    assert found[1].container_name == "Guide"

    provider = opened.capabilities.workspace_symbol_provider
    assert isinstance(provider, types.WorkspaceSymbolOptions)
    assert provider.resolve_provider is (opened.editor == "vscode")

    # The server watches by itself where it can.
    assert types.WORKSPACE_DID_CHANGE_WATCHED_FILES not in opened.registered

    reports: list[list[Any]] = list(opened.client.progress_reports.values())
    assert {type(report[0]) for report in reports} == {types.WorkDoneProgressBegin}
    assert {type(report[-1]) for report in reports} == {types.WorkDoneProgressEnd}
    assert opened.client.messages == []

    params = {"query": "rotating", "limit": 1, "and": ["not", "from"]}
    answer = await opened.client.protocol.send_request_async("stemguard/search", params)
    assert answer.items[0].name == "Rotating keys"

    (opened.folder / "keys.py").write_text("def saved_now(): pass\n")
    document = types.TextDocumentIdentifier((opened.folder / "keys.py").as_uri())
    opened.client.text_document_did_save(types.DidSaveTextDocumentParams(document))
    await _rescan(opened.client)
    found = await opened.client.workspace_symbol_async(types.WorkspaceSymbolParams("saved"))
    assert found is not None
    assert found[0].name == "saved_now"


async def _rescan(client: LanguageClient) -> None:
    command = types.ExecuteCommandParams("stemguard.rescan")
    await client.workspace_execute_command_async(command)


def _known(capabilities: dict[str, Any]) -> types.ClientCapabilities:
    return get_converter().structure(capabilities, types.ClientCapabilities)
