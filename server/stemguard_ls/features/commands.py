"""`workspace/executeCommand`: for editors that can send nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from lsprotocol import types

from stemguard_ls.convert import sync_result
from stemguard_ls.progress import INDEXING
from stemguard_ls.protocol import (
    REBUILD_COMMAND,
    RESCAN_COMMAND,
    SEARCH_COMMAND,
    STATUS_COMMAND,
    CommandParams,
    SearchParams,
)
from stemguard_ls.refused import INVALID_PARAMS, Refused
from stemguard_ls.server import StemguardServer
from stemguard_ls.strict import WrongValue, read


def register(server: StemguardServer) -> None:
    """Registers the handlers."""

    @server.feature(types.WORKSPACE_EXECUTE_COMMAND)
    async def execute(ls: StemguardServer, params: CommandParams) -> object:
        run = _COMMANDS.get(params.command)
        if run is None:
            raise Refused(INVALID_PARAMS, f"There is no command `{params.command}`.")
        return await run(ls, params)


async def _search(ls: StemguardServer, params: CommandParams) -> object:
    try:
        search = read(SearchParams, params.arguments[0] if params.arguments else {})
    except WrongValue as error:
        raise Refused(INVALID_PARAMS, str(error)) from None
    with ls.session.windows.told(params.work_done_token, "Searching"):
        return await asyncio.wrap_future(ls.protocol.in_pool(ls.session.search, search))


async def _status(ls: StemguardServer, params: CommandParams) -> object:
    with ls.session.windows.told(params.work_done_token, "Looking at the index"):
        return await asyncio.wrap_future(ls.protocol.in_pool(ls.session.status))


async def _rescan(ls: StemguardServer, params: CommandParams) -> object:
    with ls.session.windows.stoppable(params.work_done_token, INDEXING) as window:
        return sync_result(await asyncio.wrap_future(ls.session.rescan(window)))


async def _rebuild(ls: StemguardServer, params: CommandParams) -> object:
    with ls.session.windows.stoppable(params.work_done_token, INDEXING) as window:
        return sync_result(await asyncio.wrap_future(ls.session.rebuild(window)))


_COMMANDS: dict[str, Callable[[StemguardServer, CommandParams], Awaitable[object]]] = {
    SEARCH_COMMAND: _search,
    STATUS_COMMAND: _status,
    RESCAN_COMMAND: _rescan,
    REBUILD_COMMAND: _rebuild,
}
