# ruff: noqa: RUF009 - `given` declares a field, as attrs.field does
"""What goes over the wire beyond the standard: methods, commands, params and results.

Results are the JSON objects themselves; the command line prints the same ones.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

import attrs

from stemguard_ls.strict import (
    a_list,
    an_object,
    anything,
    flag,
    given,
    integer,
    number_from,
    objects,
    one_of,
    refuse,
    text,
    texts,
    token,
)

SEARCH = "stemguard/search"
STATUS = "stemguard/status"
EXPLAIN = "stemguard/explain"
INDEX_CHANGED = "stemguard/indexChanged"

SEARCH_COMMAND = "stemguard.search"
RESCAN_COMMAND = "stemguard.rescan"
REBUILD_COMMAND = "stemguard.rebuild"
STATUS_COMMAND = "stemguard.status"
COMMANDS = (SEARCH_COMMAND, RESCAN_COMMAND, REBUILD_COMMAND, STATUS_COMMAND)

#: What a person reads of an answer at once, and what a picker asks for.
DEFAULT_LIMIT = 50
DEFAULT_SYMBOL_LIMIT = 100
#: A page of more rows is refused.
MOST_ROWS = 1000
#: So many of the files that wait are named.
MOST_EXAMPLES = 20

Token = int | str


def match(value: object) -> Literal["any", "all"] | int:
    """`"any"`, `"all"` or `{"atLeast": n}`."""
    if value == "any":
        return "any"
    if value == "all":
        return "all"
    if isinstance(value, dict) and list(value) == ["atLeast"]:
        try:
            return integer(value["atLeast"])
        except Exception:
            pass
    raise refuse("must be 'any', 'all' or {\"atLeast\": n}")


@attrs.frozen
class SearchParams:
    """The params of a search; where `sources` or `limit` is None the setting or default counts."""

    query: str = given(text)
    match: Literal["any", "all"] | int = given(match, "any")
    view: str = given(one_of("all", "names"), "all")
    prefix: bool = given(flag, False)
    tiers: str | None = given(one_of("words", "whole"), None)
    kinds: tuple[str, ...] = given(texts, ())
    languages: tuple[str, ...] = given(texts, ())
    paths: tuple[str, ...] = given(texts, ())
    sources: str | None = given(one_of("both", "code", "documents"), None)
    limit: int | None = given(number_from(1, MOST_ROWS), None)
    offset: int = given(number_from(0), 0)
    explain: bool = given(flag, False)
    work_done_token: Token | None = given(token, None)
    partial_result_token: Token | None = given(token, None)


@attrs.frozen
class SymbolParams:
    """The params of `workspace/symbol`."""

    query: str = given(text)
    work_done_token: Token | None = given(token, None)
    partial_result_token: Token | None = given(token, None)


@attrs.frozen
class StatusParams:
    """There are none."""


@attrs.frozen
class PlaceParams:
    """A place in a text."""

    line: int = given(number_from(0))
    character: int = given(number_from(0))


@attrs.frozen
class RangeParams:
    """A stretch of a text."""

    start: PlaceParams = given(an_object(PlaceParams))
    end: PlaceParams = given(an_object(PlaceParams))


@attrs.frozen
class LocationParams:
    """A stretch of a file."""

    uri: str = given(text)
    range: RangeParams = given(an_object(RangeParams))


@attrs.frozen
class VersionedDocument:
    """A document after some changes; a client may not say how many."""

    uri: str = given(text)
    version: int | None = given(integer, None)


@attrs.frozen
class ContentChange:
    """A new text, for the whole document where there is no range."""

    text: str = given(text)
    range: RangeParams | None = given(an_object(RangeParams), None)


@attrs.frozen
class ChangeParams:
    """The params of `textDocument/didChange`, which must not be lost for an odd field."""

    text_document: VersionedDocument = given(an_object(VersionedDocument))
    content_changes: tuple[ContentChange, ...] = given(objects(ContentChange))


@attrs.frozen
class ExplainParams:
    """The params of an explanation; the unit is the innermost one at the start of the location."""

    query: str = given(text)
    location: LocationParams = given(an_object(LocationParams))
    match: Literal["any", "all"] | int = given(match, "any")
    view: str = given(one_of("all", "names"), "all")
    prefix: bool = given(flag, False)
    sources: str | None = given(one_of("both", "code", "documents"), None)


@attrs.frozen
class CommandParams:
    """The params of `workspace/executeCommand`."""

    command: str = given(text)
    arguments: tuple[Any, ...] = given(a_list, ())
    work_done_token: Token | None = given(token, None)


@attrs.frozen
class InitializeParams:
    """What is read of `initialize`; the rest may hold what a newer client sends."""

    capabilities: dict[str, Any] = given(anything)
    process_id: int | None = given(integer, None)
    root_uri: str | None = given(text, None)
    root_path: str | None = given(text, None)
    workspace_folders: tuple[Any, ...] | None = given(a_list, None)
    initialization_options: object = given(anything, None)


class Place(TypedDict):
    """A place in a text, from 0, in the encoding agreed on."""

    line: int
    character: int


class Range(TypedDict):
    """A stretch of a text."""

    start: Place
    end: Place


class Location(TypedDict):
    """A stretch of a file."""

    uri: str
    range: Range


class Preview(TypedDict):
    """The line that shows the evidence; `highlights` are in it."""

    line: int
    text: str
    highlights: list[Range]


class SearchItem(TypedDict):
    """A hit. `explanation` is there where one was asked for.

    `folder` is the URI of the workspace folder it is in; null where it is in none.
    """

    name: str
    kind: str
    container: str
    folder: str | None
    location: Location
    selectionRange: Range
    tier: int
    held: int
    named: int
    score: float
    evidence: dict[str, str]
    preview: Preview | None
    explanation: NotRequired[dict[str, Any]]


class Word(TypedDict):
    """What became of a word of the query."""

    word: str
    state: str
    units: int
    stemUnits: int


class Index(TypedDict):
    """How far the index is; `pending` files are known to have changed and are not in yet."""

    state: str
    files: int
    units: int
    pending: int
    generation: int


class SearchResult(TypedDict):
    """An answer; `total` counts all units that qualify."""

    items: list[SearchItem]
    total: int
    words: list[Word]
    remarks: list[str]
    tookMs: float
    index: Index


class Skipped(TypedDict):
    """Files that are not searched, or only as text, for one reason."""

    reason: str
    count: int
    examples: list[str]


class Root(TypedDict):
    """What is known of a root; `lastChange` is a Unix time, `watch` how changes come in."""

    root: str
    state: str
    files: int
    units: int
    words: int
    bytesOnDisk: int
    bytesRemembered: int
    parsed: int
    recalled: int
    generation: int
    pending: int
    pendingExamples: list[str]
    skipped: list[Skipped]
    watch: str
    lastChange: float | None
    versions: dict[str, str]
    notices: list[str]
    indexFolder: str | None


class StatusResult(TypedDict):
    """What is known of all roots, in order, and the lines of it for a person.

    `skipped` are open documents outside of all roots, by their URIs.
    """

    roots: list[Root]
    skipped: list[Skipped]
    text: str


class ExplainResult(TypedDict):
    """Why a unit stands where it does: `position` from 1, or 0 and why it is `missing`.

    `unit` is null where no unit is at the location. `text` are the lines of it for a person.
    """

    unit: SearchItem | None
    position: int
    total: int
    missing: str
    text: str


class IndexChanged(TypedDict):
    """The params of the notification after each committed batch."""

    generation: int
    files: int


class SyncResult(TypedDict):
    """What a rescan or a rebuild did, in files."""

    parsed: int
    recalled: int
    touched: int
    removed: int
    unchanged: int
    skipped: int
    seconds: float


#: Requests whose params are read into classes of ours; the other standard ones are lsprotocol's.
PARAMS: dict[str, type[attrs.AttrsInstance]] = {
    "initialize": InitializeParams,
    "workspace/symbol": SymbolParams,
    "workspace/executeCommand": CommandParams,
    "textDocument/didChange": ChangeParams,
    SEARCH: SearchParams,
    STATUS: StatusParams,
    EXPLAIN: ExplainParams,
}
