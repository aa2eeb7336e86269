"""The documents that the client has open, as it has changed them, for any workspace."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass

from stemguard.workspace import Workspace
from stemguard_ls.convert import Encoding, path_of
from stemguard_ls.text import Edit, Text

log = logging.getLogger(__name__)

#: What has no file and is searched all the same; other schemes are somebody else's.
_UNTITLED = "untitled:"


@dataclass(slots=True)
class _Open:
    version: int
    language: str
    text: Text


class OpenDocuments:
    """By their URIs as they were opened. Any thread may call; changes are made in their order."""

    def __init__(self) -> None:
        self._documents: dict[str, _Open] = {}
        self._workspace: Workspace | None = None
        self._changing = threading.Lock()

    def hand_to(self, workspace: Workspace) -> None:
        """Has a workspace search the documents, from now on as they change."""
        with self._changing:
            self._workspace = workspace
            for uri, document in self._documents.items():
                self._search(uri, document)

    def open(self, uri: str, language: str, version: int, text: str, encoding: Encoding) -> None:
        """A document is opened; one that is open already has this text now."""
        if not is_searched(uri):
            return
        with self._changing:
            document = self._documents[uri] = _Open(version, language, Text(text, encoding))
            self._search(uri, document)

    def change(
        self, uri: str, version: int | None, changes: Sequence[Edit | str], encoding: Encoding
    ) -> None:
        """Changes a document, by edits and whole texts, in their order.

        What is older than the last change is left out; no version is that of the next.
        """
        with self._changing:
            uri = self._name_of(uri)
            document = self._documents.get(uri)
            if document is None:
                log.info("A change of a document that is not open was left out: %s", uri)
                return
            if version is not None and version < document.version:
                log.info("A change of version %d after %d was left out.", version, document.version)
                return
            document.version = document.version if version is None else version
            for change in changes:
                if isinstance(change, Edit):
                    document.text.apply(change)
                else:
                    document.text = Text(change, encoding)
            self._search(uri, document)

    def close(self, uri: str) -> None:
        """A document is closed; one that is not open is ignored."""
        with self._changing:
            uri = self._name_of(uri)
            if self._documents.pop(uri, None) is not None and self._workspace is not None:
                self._workspace.close_document(uri)

    def _search(self, uri: str, document: _Open) -> None:
        if self._workspace is not None:
            self._workspace.edit(uri, path_of(uri), str(document.text), document.language)

    def _name_of(self, uri: str) -> str:
        """The URI by which a document is open, which another spelling may stand for."""
        path = path_of(uri)
        if uri in self._documents or path is None:
            return uri
        return next((known for known in self._documents if path_of(known) == path), uri)


def is_searched(uri: str) -> bool:
    """Whether the document of a URI is searched where it is open."""
    return uri.startswith(_UNTITLED) or path_of(uri) is not None
