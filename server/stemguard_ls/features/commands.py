"""`workspace/executeCommand`: for editors that can send nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from lsprotocol import types

from stemguard_ls.convert import sync_result
from stemguard_ls.protocol import (
    REBUILD_COMMAND,
    RESCAN_COMMAND,
    SEARCH_COMMAND,
    STATUS_COMMAND,
    CommandParams,
    SearchParams,
)
from stemguard_ls.rpc import INVALID_PARAMS, Refused
from stemguard_ls.server import StemguardServer
from stemguard_ls.strict import WrongValue, read


def register(server: StemguardServer) -> None:
    """Registers the handlers."""

    @server.feature(types.WORKSPACE_EXECUTE_COMMAND)
    async def execute(ls: StemguardServer, params: CommandParams) -> object:
        run = _COMMANDS.get(params.command)
        if run is None:
            raise Refused(INVALID_PARAMS, f"There is no command `{params.command}`.")
        with ls.session.windows.told(params.work_done_token, params.command):
            return await run(ls, params.arguments)


async def _search(ls: StemguardServer, arguments: tuple[object, ...]) -> object:
    try:
        params = read(SearchParams, arguments[0] if arguments else {})
    except WrongValue as error:
        raise Refused(INVALID_PARAMS, str(error)) from None
    return await asyncio.wrap_future(ls.protocol.in_pool(ls.session.search, params))


async def _status(ls: StemguardServer, arguments: tuple[object, ...]) -> object:
    return {"roots": await asyncio.wrap_future(ls.protocol.in_pool(ls.session.status))}


async def _rescan(ls: StemguardServer, arguments: tuple[object, ...]) -> object:
    return sync_result(await asyncio.wrap_future(ls.session.rescan()))


async def _rebuild(ls: StemguardServer, arguments: tuple[object, ...]) -> object:
    return sync_result(await asyncio.wrap_future(ls.session.rebuild()))


_COMMANDS: dict[str, Callable[[StemguardServer, tuple[object, ...]], Awaitable[object]]] = {
    SEARCH_COMMAND: _search,
    STATUS_COMMAND: _status,
    RESCAN_COMMAND: _rescan,
    REBUILD_COMMAND: _rebuild,
}
