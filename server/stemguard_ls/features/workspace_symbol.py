"""`workspace/symbol`: what a symbol picker is shown."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from lsprotocol import types

from stemguard_ls.convert import symbol
from stemguard_ls.protocol import SymbolParams
from stemguard_ls.refused import CONTENT_MODIFIED, Refused
from stemguard_ls.rpc import Prepared
from stemguard_ls.server import StemguardServer


def register(server: StemguardServer) -> None:
    """Registers the handlers."""

    @server.feature(types.WORKSPACE_SYMBOL)
    @server.thread()
    def symbols(ls: StemguardServer, params: SymbolParams) -> Prepared:
        with ls.session.windows.told(params.work_done_token, "Searching"):
            answer, roots = ls.session.symbols(params.query)
        ls.protocol.check_cancelled()
        found = [(hit.tier, symbol(hit, roots, ls.session.encoding)) for hit in answer.hits]
        if params.partial_result_token is not None:
            for _, group in groupby(found, key=lambda pair: pair[0]):
                ls.protocol.send_partial(params.partial_result_token, [one for _, one in group])
            found = []
        return Prepared.of([one for _, one in found])

    @server.feature(types.WORKSPACE_SYMBOL_RESOLVE)
    @server.thread()
    def resolve(ls: StemguardServer, params: types.WorkspaceSymbol) -> Prepared:
        found = ls.session.symbols_named(params.name, params.location.uri)
        same = [one for one in found if one["kind"] == params.kind]
        if not same:
            raise Refused(CONTENT_MODIFIED, f"`{params.name}` is not in its file any more.")
        return Prepared.of(_nearest(same, params.location))


def _nearest(
    found: list[dict[str, Any]], location: types.Location | types.LocationUriOnly
) -> dict[str, Any]:
    line = location.range.start.line if isinstance(location, types.Location) else 0
    return min(found, key=lambda one: abs(int(one["location"]["range"]["start"]["line"]) - line))
