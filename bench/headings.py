"""How far the headings that we find agree with those of the formats' own readers, on any documents.

`python -m bench.headings FOLDER...` prints, for each language, how many headings the other reader
shows in the documents in which both see text, how many of those we have, and how many more. With
`--differences` it prints what either has alone. Headings are compared in their order, by their
letters and digits. Other readers are docutils, markdown-it-py and, where they are installed,
asciidoctor, Emacs, mandoc and pandoc; what none is there for is left out.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from html.parser import HTMLParser
from pathlib import Path

from docutils.core import publish_string
from markdown_it import MarkdownIt

from stemguard.domain.unit import SECTION
from stemguard.units.decode import decode
from stemguard.units.extract import extract
from stemguard.units.languages import language_of

#: How long another reader may take for a document.
_PATIENCE_S = 20
_HEADINGS = frozenset(f"h{level}" for level in range(1, 7))
#: What Org itself takes for headlines, without what stands around their titles.
_ORG = """(progn (require 'org) (insert-file-contents "/dev/stdin") (org-mode)
  (org-element-map (org-element-parse-buffer 'headline) 'headline
    (lambda (it) (princ (format "<h1>%s</h1>" (replace-regexp-in-string "[<&]" " "
      (org-link-display-format (org-element-property :raw-value it))))))) (princ " "))"""
_PROGRAMS: Mapping[str, tuple[str, ...]] = {
    "asciidoc": ("asciidoctor", "-S", "secure", "-d", "book", "-q", "-o", "-", "-"),
    "latex": ("pandoc", "-f", "latex", "-t", "html"),
    "org": ("emacs", "-Q", "--batch", "--eval", _ORG),
    "troff": ("mandoc", "-T", "html", "-O", "fragment"),
}


@dataclass(slots=True)
class Agreement:
    """Documents of a language, and headings: those of the other reader, those of both, and those
    that one has alone, with their documents."""

    documents: int = 0
    theirs: int = 0
    both: int = 0
    missed: list[tuple[Path, str]] = field(default_factory=list)
    more: list[tuple[Path, str]] = field(default_factory=list)

    def add(self, path: Path, theirs: Sequence[str], ours: Sequence[str]) -> None:
        self.documents += 1
        self.theirs += len(theirs)
        matcher = SequenceMatcher(None, [*map(_bare, theirs)], [*map(_bare, ours)], autojunk=False)
        for what, begin, end, other, other_end in matcher.get_opcodes():
            if what == "equal":
                self.both += end - begin
            else:
                self.missed += ((path, title) for title in theirs[begin:end])
                self.more += ((path, title) for title in ours[other:other_end])


def main(arguments: Sequence[str]) -> None:
    folders = [Path(argument) for argument in arguments if not argument.startswith("-")]
    paths = sorted({path for folder in folders for path in folder.rglob("*") if path.is_file()})
    agreements: dict[str, Agreement] = {}
    with ThreadPoolExecutor(2) as pool:
        for path, language, theirs, ours in pool.map(_compared, paths):
            if theirs is not None:
                agreements.setdefault(language, Agreement()).add(path, theirs, ours)
    print(f"{'language':18}{'documents':>10}{'headings':>10}{'ours too':>10}{'ours alone':>12}")
    for language, found in sorted(agreements.items()):
        share = found.both / found.theirs if found.theirs else 1.0
        print(
            f"{language:18}{found.documents:10}{found.theirs:10}{share:10.2%}{len(found.more):12}"
        )
        if "--differences" in arguments:
            for sign, titles in (("-", found.missed), ("+", found.more)):
                for path, title in titles:
                    print(f"  {sign} {path}: {title}")


def _compared(path: Path) -> tuple[Path, str, list[str] | None, list[str]]:
    """The headings of another reader, None where there is none or it fails, and ours."""
    decoded = decode(path.read_bytes(), path.name)
    language = language_of(path.name, {}, decoded.text)
    read = _READERS.get(language)
    if read is None or decoded.reason:
        return path, language, None, []
    units = extract(path.name, decoded.text, language).units
    ours = [unit.name for unit in units if unit.kind == SECTION and unit.name != path.name]
    return path, language, read(decoded.text), ours


def _by_program(command: Sequence[str]) -> Callable[[str], list[str] | None]:
    def read(text: str) -> list[str] | None:
        try:
            made = subprocess.run(
                command, input=text.encode(), capture_output=True, timeout=_PATIENCE_S, check=False
            )
        except subprocess.TimeoutExpired:
            return None
        return _in_html(made.stdout.decode("utf-8", "replace")) if made.stdout else None

    return read


def _markdown(text: str) -> list[str]:
    return _in_html(MarkdownIt("commonmark").render(text))


def _restructuredtext(text: str) -> list[str] | None:
    settings = {"report_level": 5, "halt_level": 6, "file_insertion_enabled": False}
    settings |= {"raw_enabled": False, "doctitle_xform": False, "initial_header_level": 1}
    try:
        made = publish_string(text, writer="html5", settings_overrides=settings)
    except Exception:  # docutils fails in many ways, of which none is ours
        return None
    return _in_html(made.decode())


class _Titles(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _HEADINGS:
            self._inside = True
            self.found.append("")
        elif tag == "img" and self._inside:
            self.found[-1] += dict(attrs).get("alt") or ""

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag not in _HEADINGS

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.found[-1] += data


def _in_html(text: str) -> list[str]:
    titles = _Titles()
    titles.feed(text)
    return [shown for title in titles.found if (shown := " ".join(title.split()))]


def _bare(title: str) -> str:
    folded = unicodedata.normalize("NFKC", title).casefold()
    return "".join(filter(str.isalnum, folded))


_READERS: Mapping[str, Callable[[str], list[str] | None]] = {
    "markdown": _markdown,
    "restructuredtext": _restructuredtext,
    **{
        language: _by_program(command)
        for language, command in _PROGRAMS.items()
        if shutil.which(command[0])
    },
}

if __name__ == "__main__":
    main(sys.argv[1:])
