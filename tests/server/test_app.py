from __future__ import annotations

from lsprotocol import types
from pygls.feature_manager import is_thread_function

from stemguard_ls.app import create_server
from stemguard_ls.protocol import EXPLAIN, SEARCH, STATUS


def test_what_reads_an_index_keeps_no_other_message_waiting() -> None:
    features = create_server().protocol.fm.features
    reading = (types.INITIALIZE, types.WORKSPACE_SYMBOL, SEARCH, EXPLAIN, STATUS)
    assert all(is_thread_function(features[method]) for method in reading)
