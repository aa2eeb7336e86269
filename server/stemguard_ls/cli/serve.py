"""`serve`: the one command that loads the server."""

from __future__ import annotations

import argparse
import logging
import sys

from stemguard_ls.app import create_server
from stemguard_ls.transport import stdio, tcp, web_socket


def serve(arguments: argparse.Namespace) -> int:
    """Serves one client and returns the exit code."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(name)s: %(message)s")
    if arguments.tcp:
        host, port = arguments.tcp
        with tcp(host, port, _listening) as stream:
            return create_server().serve(stream)
    if arguments.ws:
        host, port = arguments.ws
        with web_socket(host, port, _listening) as socket:
            return create_server().serve(socket)
    return create_server().serve(stdio())


def _listening(address: str) -> None:
    print(f"stemguard: listening on {address}", file=sys.stderr, flush=True)
