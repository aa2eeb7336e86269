"""How an open document comes to have units: in a worker process, by the rules for files."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

from stemguard.documents import Document, Overlay, Place
from stemguard.domain.corpus import Corpus
from stemguard.domain.renamed import Renamed
from stemguard.domain.unit_corpus import UnitCorpus
from stemguard.index_in_use import document_corpus, document_packer, document_reason
from stemguard.sync.reading import hash_of_text, rules_of, text_content
from stemguard.sync.selection import Selection
from stemguard.sync.tasks import TextTask
from stemguard.sync.workers import Workers
from stemguard.units.languages import language_named, language_of


class Overlays:
    """Makes overlays, with the settings and the workers of a workspace; for any thread."""

    def __init__(self, selection: Selection, workers: Workers) -> None:
        self._selection = selection
        self._workers = workers

    def make(self, document: Document, place: Place, stopped: Callable[[], bool]) -> Overlay:
        """The overlay of a document at its place.

        Raises Cancelled where `stopped` says so, and IndexUnavailable where no worker starts.
        """
        if place.root is None:
            path, language = document.name, self._language(document)
            rules = rules_of("", self._selection)
        else:
            path, language = place.path, None
            rules = rules_of(str(place.root), self._selection)
        content = text_content(path, document.text, language, rules)
        corpus: Corpus = UnitCorpus(())
        skipped = content.reason
        if not skipped:
            task = TextTask(path, document.text, language, rules, document_packer())
            with closing(self._workers.run([task], stopped)) as results:
                for finished in results:
                    assert finished.batch is not None
                    corpus = document_corpus(finished.batch)
                    skipped = document_reason(finished.batch)
        if place.root is None:
            corpus = Renamed(corpus, document.id)
        content_hash = hash_of_text(document.text)
        return Overlay(document, place, content_hash, *content, corpus, skipped)

    def _language(self, document: Document) -> str:
        """The language of a document in no folder: a file's name goes first, then the client."""
        said = language_named(document.language)
        by_name = language_of(document.name, dict(self._selection.languages), document.text)
        return (said or by_name) if document.path is None else (by_name or said)
