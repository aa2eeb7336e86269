from __future__ import annotations

from stemguard.domain.query import View
from stemguard.domain.renamed import Renamed
from stemguard.testing.answers import answer, corpus_of, make_unit


def test_a_renamed_corpus_answers_the_same_under_its_own_path() -> None:
    corpus = corpus_of([make_unit("m.py", "copy_file"), make_unit("m.py", "paste", line=3)])
    renamed = Renamed(corpus, "untitled:m.py")
    assert renamed.files().path == ("untitled:m.py",)
    assert (renamed.n_units, renamed.n_files, renamed.total_length(View.NAMES)) == (
        corpus.n_units,
        corpus.n_files,
        corpus.total_length(View.NAMES),
    )
    for query in ("copy", "past"):
        (found,) = answer(renamed, query, prefix=True).rows
        (same,) = answer(corpus, query, prefix=True).rows
        assert found == same._replace(key=same.key._replace(path="untitled:m.py"))


def test_a_renamed_corpus_without_units_has_no_file() -> None:
    assert Renamed(corpus_of([]), "untitled:m.py").files().path == ()
