"""From the domain to what clients read: positions, kinds, URIs and the objects of `protocol`.

Needs no LSP library, so that the command line prints the same objects.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote_from_bytes, unquote_to_bytes, urlsplit

from stemguard.domain.ranking import WordReport
from stemguard.domain.unit import FILE, Position, Span, Unit
from stemguard.search.request import Answer, Hit, SearchRequest
from stemguard.search.request import Preview as FoundPreview
from stemguard.search.searcher import Placed
from stemguard.understood import Language
from stemguard.workspace import IndexState, RootStatus, SkippedFiles, SyncReport
from stemguard_ls.protocol import (
    ExplainResult,
    Index,
    Location,
    Place,
    Preview,
    Range,
    Root,
    SearchItem,
    SearchResult,
    Skipped,
    StatusResult,
    SyncResult,
    Word,
)
from stemguard_ls.strict import camel_case
from stemguard_ls.wording.explanation import NO_UNIT, explanation_lines
from stemguard_ls.wording.hits import SCORES_NOTE
from stemguard_ls.wording.lines import PAGE_WIDTH, as_text
from stemguard_ls.wording.remarks import remarks
from stemguard_ls.wording.status import all_status_lines

Encoding = Literal["utf-8", "utf-16", "utf-32"]

#: The codecs without a byte order mark, and the bytes of one code unit.
_CODE_UNITS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}

#: LSP's numbers of symbol kinds. Pickers hide strings, so a section is a namespace.
_SYMBOL_KINDS = {
    "file": 1,
    "module": 2,
    "section": 3,
    "namespace": 3,
    "extension": 3,
    "package": 4,
    "class": 5,
    "rule": 5,
    "method": 6,
    "test": 6,
    "property": 7,
    "field": 8,
    "constructor": 9,
    "enum": 10,
    "interface": 11,
    "trait": 11,
    "protocol": 11,
    "function": 12,
    "macro": 12,
    "target": 12,
    "variable": 13,
    "constant": 14,
    "object": 19,
    "impl": 19,
    "instance": 19,
    "key": 20,
    "index": 20,
    "member": 22,
    "struct": 23,
    "table": 23,
    "view": 23,
    "union": 23,
    "event": 24,
    "trigger": 24,
    "operator": 25,
    "type": 26,
}
_VARIABLE = 13

#: Enough for the files of the answers that a picker asks for while its user types.
_MOST_URIS = 4096

_START: Range = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}


def symbol_kind(kind: str) -> int:
    """The number of a unit's kind; a variable's for one that LSP has no word for."""
    return _SYMBOL_KINDS.get(kind, _VARIABLE)


def uri_of(path: Path) -> str:
    """The file URI of an absolute path, percent-encoded from its bytes on disk."""
    encoded = quote_from_bytes(os.fsencode(path.as_posix()), safe="/")
    return f"file://{encoded}" if encoded.startswith("/") else f"file:///{encoded}"


def path_of(uri: str) -> Path | None:
    """The path of a file URI; None for one that names no file of this machine.

    A `#` or `?` that a client left unescaped belongs to the path: files have no fragments.
    """
    try:
        parts = urlsplit(uri)
        path = os.fsdecode(unquote_to_bytes(uri.partition(":")[2].removeprefix("//")))
    except ValueError:
        return None
    if parts.scheme != "file" or parts.netloc not in ("", "localhost") or "\0" in path:
        return None
    path = path.removeprefix(parts.netloc)
    if os.name == "nt":
        path = path.lstrip("/")
    return Path(path) if Path(path).is_absolute() else None


def place(position: Position, encoding: Encoding) -> Place:
    """A position in an encoding."""
    if encoding == "utf-16":
        return {"line": position.line, "character": position.utf16}
    if encoding == "utf-8":
        return {"line": position.line, "character": position.utf8}
    return {"line": position.line, "character": position.column}


def range_of(span: Span, encoding: Encoding) -> Range:
    """A span in an encoding."""
    return {"start": place(span.start, encoding), "end": place(span.end, encoding)}


def code_units(text: str, encoding: Encoding) -> int:
    """The length of a text in the code units of an encoding."""
    codec, size = _CODE_UNITS[encoding]
    return len(text.encode(codec, "surrogatepass")) // size


def column_of(line: str, character: int, encoding: Encoding) -> int:
    """The character of a line at a number of code units; the line's end where it is shorter.

    Within a character it is that one. No two halves of a pair may stand side by side in the line.
    """
    if encoding == "utf-32" or line.isascii():
        return min(character, len(line))
    codec, size = _CODE_UNITS[encoding]
    encoded = line.encode(codec, "surrogatepass")
    end = min(size * character, len(encoded))
    while end < len(encoded) and _is_within(encoded, end, encoding):
        end -= size
    return len(encoded[:end].decode(codec, "surrogatepass"))


def symbol(hit: Hit, roots: Sequence[Path], encoding: Encoding) -> dict[str, Any]:
    """A `WorkspaceSymbol`; its range is the name, so that jumping lands there."""
    is_file = hit.kind == FILE
    return {
        "name": hit.name,
        "kind": symbol_kind(hit.kind),
        "containerName": hit.container,
        "location": {
            "uri": _uri(hit, roots),
            "range": _START if is_file else range_of(hit.selection, encoding),
        },
    }


def item(hit: Hit, roots: Sequence[Path], encoding: Encoding) -> SearchItem:
    """A hit of a search."""
    found: SearchItem = {
        "name": hit.name,
        "kind": hit.kind,
        "container": hit.container,
        "folder": uri_of(roots[hit.folder]) if hit.folder < len(roots) else None,
        "location": _location(hit, roots, encoding),
        "selectionRange": range_of(hit.selection, encoding),
        "tier": hit.tier,
        "held": hit.held,
        "named": hit.named,
        "score": hit.score,
        "evidence": {word: found.rung.value for word, found in hit.evidence.items()},
        "preview": None if hit.preview is None else _preview(hit.preview, encoding),
    }
    if hit.explanation is not None:
        found["explanation"] = plain(hit.explanation)
    return found


def search_result(
    answer: Answer,
    request: SearchRequest,
    items: list[SearchItem],
    state: IndexState,
    took_ms: float,
) -> SearchResult:
    """The answer to a request around its items."""
    return {
        "items": items,
        "total": answer.total,
        "words": words(answer.words),
        "remarks": list(remarks(answer, request.query, prefix=request.prefix)),
        "tookMs": round(took_ms, 3),
        "index": index(state),
    }


def words(reports: Iterable[WordReport]) -> list[Word]:
    """What became of the words of a query."""
    return [
        {
            "word": report.word,
            "state": report.state.value,
            "units": report.units,
            "stemUnits": report.stem_units,
        }
        for report in reports
    ]


def index(state: IndexState) -> Index:
    """How far the index is."""
    return {
        "state": state.state,
        "files": state.files,
        "units": state.units,
        "pending": state.pending,
        "generation": state.generation,
    }


def status_result(roots: Sequence[RootStatus], documents: Sequence[SkippedFiles]) -> StatusResult:
    """What is known of all roots, and of open documents in none of them."""
    return {
        "roots": [root(status) for status in roots],
        "skipped": _skipped(documents),
        "text": as_text(all_status_lines(roots, documents)),
    }


def root(status: RootStatus) -> Root:
    """What is known of a root."""
    return {
        "root": os.fspath(status.root),
        "state": status.state,
        "files": status.files,
        "units": status.units,
        "words": status.words,
        "bytesOnDisk": status.bytes_on_disk,
        "bytesRemembered": status.bytes_remembered,
        "parsed": status.parsed,
        "recalled": status.recalled,
        "generation": status.generation,
        "pending": status.pending,
        "pendingExamples": list(status.pending_examples),
        "skipped": _skipped(status.skipped),
        "watch": status.watch,
        "lastChange": status.last_change,
        "versions": dict(status.versions),
        "notices": list(status.notices),
        "indexFolder": None if status.index_folder is None else os.fspath(status.index_folder),
    }


def _skipped(kinds: Sequence[SkippedFiles]) -> list[Skipped]:
    return [
        {"reason": kind.reason, "count": kind.count, "examples": list(kind.examples)}
        for kind in kinds
    ]


def explain_result(
    placed: Placed | None, roots: Sequence[Path], encoding: Encoding
) -> ExplainResult:
    """Why a unit stands where it does."""
    if placed is None:
        return {"unit": None, "position": 0, "total": 0, "missing": NO_UNIT, "text": NO_UNIT}
    found = item(placed.hit, roots, encoding)
    found["explanation"] = plain(placed.explanation)
    path = _path_among(placed.hit, roots)
    return {
        "unit": found,
        "position": placed.position,
        "total": placed.total,
        "missing": placed.missing,
        "text": as_text([*explanation_lines(placed, path, PAGE_WIDTH), (SCORES_NOTE,)]),
    }


def sync_result(report: SyncReport) -> SyncResult:
    """What a sync did."""
    return {
        "parsed": report.parsed,
        "recalled": report.recalled,
        "touched": report.touched,
        "removed": report.removed,
        "unchanged": report.unchanged,
        "skipped": report.skipped,
        "seconds": round(report.seconds, 3),
    }


def unit(found: Unit, encoding: Encoding) -> dict[str, Any]:
    """A unit with its texts, as `Unit.from_dict` reads it."""
    return {
        "key": list(found.key),
        "name": found.name,
        "kind": found.kind,
        "container": found.container,
        "doc": found.doc,
        "body": found.body,
        "multiplier": found.multiplier,
        "language": found.language,
        "range": range_of(found.range, encoding),
        "selectionRange": range_of(found.selection, encoding),
    }


def language_result(found: Language) -> dict[str, Any]:
    """A language, and whether what reads it is installed."""
    return {
        "name": found.name,
        "readBy": found.read_by,
        "kinds": list(found.kinds),
        "embeds": list(found.embeds),
        "extensions": list(found.extensions),
        "names": list(found.names),
        "interpreters": list(found.interpreters),
        "grammar": found.grammar or None,
        "grammarVersion": found.grammar_version or None,
        "trouble": found.trouble or None,
        "install": found.installed_by if found.lacks_grammar else None,
    }


def plain(value: object) -> Any:  # noqa: ANN401 - JSON has no narrower type
    """A value of the domain as JSON, its field names in camelCase."""
    if is_dataclass(value):
        return {camel_case(f.name): plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    return value


def _path_among(hit: Hit, roots: Sequence[Path]) -> str:
    """The path in the folder, after the folder's name where there are several."""
    if len(roots) > 1 and hit.folder < len(roots):
        return f"{roots[hit.folder].name}/{hit.path}"
    return hit.path


def _uri(hit: Hit, roots: Sequence[Path]) -> str:
    # Outside of all folders there are open documents alone, by their URIs.
    return _uri_of(roots[hit.folder], hit.path) if hit.folder < len(roots) else hit.path


@lru_cache(maxsize=_MOST_URIS)
def _uri_of(root: Path, path: str) -> str:
    return uri_of(root / path)


def _location(hit: Hit, roots: Sequence[Path], encoding: Encoding) -> Location:
    return {
        "uri": _uri(hit, roots),
        "range": range_of(hit.range, encoding),
    }


def _preview(preview: FoundPreview, encoding: Encoding) -> Preview:
    def at(character: int) -> Place:
        return {
            "line": preview.line,
            "character": code_units(preview.text[:character], encoding),
        }

    return {
        "line": preview.line,
        "text": preview.text,
        "highlights": [{"start": at(start), "end": at(end)} for start, end in preview.highlights],
    }


def _is_within(encoded: bytes, at: int, encoding: Encoding) -> bool:
    """Whether a character of UTF-8 or of UTF-16 goes on at a place, and does not begin there."""
    if encoding == "utf-8":
        return encoded[at] & 0xC0 == 0x80
    # The second half of a pair follows the first.
    return at >= 2 and encoded[at + 1] & 0xFC == 0xDC and encoded[at - 1] & 0xFC == 0xD8
