"""`stemguard/explain`: why a unit ranks where it does, or why it is not there."""

from __future__ import annotations

from stemguard_ls.protocol import EXPLAIN, ExplainParams
from stemguard_ls.rpc import Prepared
from stemguard_ls.server import StemguardServer


def register(server: StemguardServer) -> None:
    """Registers the handlers."""

    @server.feature(EXPLAIN)
    @server.thread()
    def explain(ls: StemguardServer, params: ExplainParams) -> Prepared:
        return Prepared.of(ls.session.explain(params))
