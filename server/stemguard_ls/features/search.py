"""`stemguard/search`: ranked hits with their evidence."""

from __future__ import annotations

from itertools import groupby

from stemguard_ls.protocol import SEARCH, SearchParams
from stemguard_ls.rpc import Prepared
from stemguard_ls.server import StemguardServer


def register(server: StemguardServer) -> None:
    """Registers the handlers."""

    @server.feature(SEARCH)
    @server.thread()
    def search(ls: StemguardServer, params: SearchParams) -> Prepared:
        with ls.session.windows.told(params.work_done_token, "Searching"):
            result = ls.session.search(params)
        ls.protocol.check_cancelled()
        if params.partial_result_token is not None:
            for _, items in groupby(result["items"], key=lambda item: item["tier"]):
                ls.protocol.send_partial(params.partial_result_token, {"items": list(items)})
            result["items"] = []
        return Prepared.of(result)
