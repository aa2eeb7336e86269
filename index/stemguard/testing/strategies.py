"""Hypothesis strategies: small corpora full of shared stems, and histories of edits to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from hypothesis import strategies as st

from stemguard.domain.unit import Position, Span, Unit, UnitKey
from stemguard.ports.posting_store import FileState, IndexedFile

#: Families of stems, compounds in both spellings, stop words, digits, scripts without spaces.
WORDS = (
    *("partition", "partitions", "partitioning", "part", "parting"),
    *("cancel", "cancelled", "cancelling", "autoCancel", "auto_cancel", "autocancel"),
    *("copy", "copies", "copied", "CopyFile", "file", "files", "happy", "happily"),
    *("GitHub", "git_hub", "github", "URLs", "parseURLs", "v2", "utf8", "0"),
    *("the", "of", "to_string", "is_valid", "and", "with"),
    *("日本語", "검색기능", "İzmir", "Straße", "น้ำ"),
)
#: Out of order, and not all of them ASCII: stores sort by code point.
PATHS = ("b/x.md", "a/y.py", "a/x.py", "ä.py", "c", "\U0001f4d7.rst")
KINDS = ("function", "class", "section", "file")
MULTIPLIERS = (1.0, 0.5, 0.25)
LANGUAGES = ("python", "markdown", "")


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file with the raw units that an index of it holds."""

    path: str
    state: FileState
    reason: str = ""
    units: tuple[Unit, ...] = ()

    def indexed(self) -> IndexedFile:
        """What a store is given of it."""
        return IndexedFile(self.path, self.state, self.reason, self.units)


class After(Enum):
    """What is done to the store once an edit is written."""

    NOTHING = "nothing"
    TIDY = "tidy"
    REOPEN = "reopen"


@dataclass(frozen=True, slots=True)
class Edit:
    """One write: its batches, what it removes and what it touches, and what follows."""

    batches: tuple[tuple[SourceFile, ...], ...] = ()
    removed: tuple[str, ...] = ()
    touched: Mapping[str, FileState] | None = None
    after: After = After.NOTHING


def texts(most_words: int) -> st.SearchStrategy[str]:
    """Words of the vocabulary with blanks between; a draw a text, not a draw a word."""
    drawn = st.binary(max_size=most_words)
    return drawn.map(lambda letters: " ".join(WORDS[letter % len(WORDS)] for letter in letters))


#: Nanoseconds, of years that no 64 bits of them reach, too.
_times = st.integers(-(2**80), 2**80)
states = st.builds(
    FileState,
    size=st.integers(0, 2**64 - 1),
    mtime_ns=_times,
    inode=st.integers(0, 2**64 - 1),
    ctime_ns=_times,
    content_hash=st.binary(max_size=16),
)


@st.composite
def units_of(draw: st.DrawFn, path: str, most: int = 4) -> tuple[Unit, ...]:
    """The units of a file, in key order, with distinct keys."""
    places = draw(st.lists(st.integers(0, 39), max_size=most, unique=True))
    units = []
    for place in places:
        line, column, kind = place // 8, place // 4 % 2, KINDS[place % 4]
        start = Position(line, column, column, column)
        end = Position(line + place, 7, 8, 9)
        units.append(
            Unit(
                UnitKey(path, line, column, kind),
                name=draw(texts(2)).replace(" ", "_"),
                container=draw(st.sampled_from(["", "GitHub", "copy > files"])),
                doc=draw(texts(3)),
                body=draw(texts(8)),
                multiplier=draw(st.sampled_from(MULTIPLIERS)),
                language=draw(st.sampled_from(LANGUAGES)),
                range=Span(start, end),
                selection=Span(start, start),
            )
        )
    return tuple(sorted(units, key=lambda unit: unit.key))


@st.composite
def units(draw: st.DrawFn, paths: Sequence[str] = PATHS) -> list[Unit]:
    """The units of a small corpus, with distinct keys, in key order."""
    chosen = draw(st.lists(st.sampled_from(paths), unique=True))
    return [unit for path in sorted(chosen) for unit in draw(units_of(path))]


@st.composite
def source_files(draw: st.DrawFn, path: str) -> SourceFile:
    """A file: with units, empty, or with a reason why it is skipped or its text alone searched."""
    state = draw(states)
    if draw(st.integers(0, 7)) == 0:
        return SourceFile(path, state, reason=draw(st.sampled_from(["binary", "too large"])))
    reason = "only its text" if draw(st.integers(0, 7)) == 0 else ""
    return SourceFile(path, state, reason, draw(units_of(path)))


@st.composite
def edit_scripts(draw: st.DrawFn, paths: Sequence[str] = PATHS, most: int = 8) -> tuple[Edit, ...]:
    """Edits: files added, changed, renamed, deleted, reverted, touched, in batches of any size."""
    now: dict[str, SourceFile] = {}
    before: list[SourceFile] = []
    script = []
    for _ in range(draw(st.integers(1, most))):
        batches, removed = _draw_changes(draw, paths, now, before)
        touched = draw(st.dictionaries(st.sampled_from(paths), states, max_size=2))
        after = draw(st.sampled_from([After.NOTHING, After.NOTHING, After.TIDY, After.REOPEN]))
        edit = Edit(batches, removed, touched or None, after)
        script.append(edit)
        before += now.values()
        now = apply(now, edit)
    return tuple(script)


def apply(files: Mapping[str, SourceFile], edit: Edit) -> dict[str, SourceFile]:
    """The files after an edit, by path."""
    left = {path: file for path, file in files.items() if path not in edit.removed}
    for path, state in (edit.touched or {}).items():
        if path in left:
            left[path] = replace(left[path], state=state)
    return left | {file.path: file for batch in edit.batches for file in batch}


def _draw_changes(
    draw: st.DrawFn,
    paths: Sequence[str],
    now: Mapping[str, SourceFile],
    before: Sequence[SourceFile],
) -> tuple[tuple[tuple[SourceFile, ...], ...], tuple[str, ...]]:
    kind = draw(st.sampled_from(["write", "write", "write", "delete", "rename", "revert"]))
    if kind == "rename" and now:
        old = now[draw(st.sampled_from(sorted(now)))]
        return ((_renamed(old, draw(st.sampled_from(paths))),),), (old.path,)
    if kind == "revert" and before:
        return ((draw(st.sampled_from(before)),),), ()
    if kind == "delete":
        return (), tuple(draw(st.lists(st.sampled_from(paths), unique=True)))
    chosen = draw(st.lists(st.sampled_from(paths), unique=True))
    files = tuple(draw(source_files(path)) for path in chosen)
    cut = draw(st.integers(0, len(files)))
    return tuple(batch for batch in (files[:cut], files[cut:]) if batch), ()


def _renamed(file: SourceFile, path: str) -> SourceFile:
    moved = tuple(replace(unit, key=unit.key._replace(path=path)) for unit in file.units)
    return replace(file, path=path, units=moved)
