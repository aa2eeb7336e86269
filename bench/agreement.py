"""How far our outlines agree with those of universal-ctags, on real packages of each language.

`python -m bench.agreement [LANGUAGE...]` prints tables; with `--missed`, each tag that we
have not. `--write` puts those of all languages into docs/agreement.md. A tag of ctags is found if a
unit of ours has its name and a kind that answers its kind, and holds its line.

It fails if less than 97 % of the tags of a language are found, if more than 1 % of the files in
which ctags sees a definition have none of ours, or if a file gives neither units nor a reason.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.compared import COMPARED, Compared
from bench.ctags import Tag, tags_of, version
from bench.outlines import Outlined, outlined
from bench.packages import ALL, DATA, files_of
from stemguard.domain.unit import FILE, Unit
from stemguard.units.decode import decode
from stemguard.units.extract import extract

PAGE = Path(__file__).parents[1] / "docs" / "agreement.md"
LEAST_FOUND = 0.97
LEAST_FILES = 0.99


@dataclass(slots=True)
class Agreement:
    """What was compared of one language: the tags, the files in which ctags sees a definition, and
    those of them without one of ours; `set_aside` are files that give no units but a reason."""

    language: str
    files: int
    tags: int = 0
    missed: list[Tag] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    seen: int = 0
    without: list[Path] = field(default_factory=list)
    set_aside: int = 0
    unexplained: list[Path] = field(default_factory=list)

    @property
    def share(self) -> float:
        return 1 - len(self.missed) / self.tags

    @property
    def share_of_files(self) -> float:
        return 1 - len(self.without) / self.seen

    @property
    def agrees(self) -> bool:
        enough = self.share >= LEAST_FOUND and self.share_of_files >= LEAST_FILES
        return enough and not self.unexplained


def agreement(language: str, files: Sequence[Path]) -> Agreement:
    """Compares what both see in files of a language."""
    found = Agreement(language, len(files))
    ours: dict[Path, tuple[Unit, ...]] = {}
    for file in files:
        decoded = decode(file.read_bytes(), file.name)
        if decoded.reason:
            found.set_aside += 1
            continue
        ours[file] = extract(file.name, decoded.text, language).units
        if not ours[file]:
            found.unexplained.append(file)
    how = COMPARED[language]
    compare(tags_of(list(ours), how.language), ours, how, found)
    return found


def compare(
    tags: Iterable[Tag], ours: Mapping[Path, Sequence[Unit]], how: Compared, found: Agreement
) -> None:
    """Adds to `found` how the tags of files are answered by our units of them."""
    named = {file: _by_name(units, how) for file, units in ours.items()}
    seen: set[Path] = set()
    for tag in tags:
        kinds = how.kinds.get(tag.kind)
        if kinds is None:
            continue
        why = next((one.why for one in how.left_out if one.holds(tag)), "")
        if why:
            found.left_out[why] += 1
            continue
        seen.add(tag.path)
        found.tags += 1
        units = named[tag.path].get(how.spelled(tag), [])
        if not any(unit.kind in kinds and _holds(unit, tag.line) for unit in units):
            found.missed.append(tag)
    found.seen = len(seen)
    found.without = sorted(file for file in seen if not named[file])


def _by_name(units: Iterable[Unit], how: Compared) -> dict[str, list[Unit]]:
    named = defaultdict(list)
    for unit in units:
        if unit.kind != FILE:
            for name in how.known_as(unit.name):
                named[name].append(unit)
    return named


def _holds(unit: Unit, line: int) -> bool:
    return unit.range.start.line < line <= unit.range.end.line + 1


def _table(found: Iterable[Agreement]) -> list[str]:
    lines = [
        "| language | packages | files | definitions | found | files with a symbol | left out |",
        "|---|---|---|---|---|---|---|",
    ]
    for one in found:
        cells = [
            one.language,
            _packages(one.language),
            f"{one.files:,}",
            f"{one.tags:,}",
            f"{one.share:.2%}",
            f"{one.share_of_files:.1%} of {one.seen:,}",
            f"{one.left_out.total():,}",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _packages(language: str) -> str:
    packages = (package for package in ALL if package.language == language)
    return ", ".join(f"{package.name} {package.version}" for package in packages)


def _differences(found: Iterable[Agreement]) -> list[str]:
    differs = tomllib.loads((DATA / "differences.toml").read_text("utf-8"))
    lines = ["| language | left out of the comparison | what else differs |", "|---|---|---|"]
    for one in found:
        why = "; ".join(f"{why} ({count:,})" for why, count in one.left_out.most_common())
        lines.append(f"| {one.language} | {why} | {differs.get(one.language, '')} |")
    return lines


def _outlines(found: Iterable[Outlined]) -> list[str]:
    lines = ["| language | packages | files | definitions | found | ours besides |"]
    lines.append("|---|---|---|---|---|---|")
    for one in found:
        cells = [one.language, _packages(one.language), f"{one.files}", f"{one.expected}"]
        cells += [f"{one.share:.2%}", f"{len(one.besides)}"]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def main() -> None:
    """Compares the languages named, or all."""
    named = [one for one in sys.argv[1:] if not one.startswith("-")]
    found = []
    for language in named or sorted(COMPARED):
        if language in COMPARED:
            found.append(agreement(language, files_of(language)))
            print(f"{language}: {found[-1].share:.2%}", file=sys.stderr)
    by_hand = [one for one in outlined() if not named or one.language in named]
    if "--missed" in sys.argv:
        for one in found:
            for tag in one.missed:
                print(f"  {tag.kind} {tag.name} {tag.path}:{tag.line} {tag.text.strip()}")
            for file in one.without:
                print(f"  without a definition of ours: {file}")
        for known in by_hand:
            for miss in (*known.missed, *known.besides):
                print(f"  {miss}")
    parts = {
        "ctags": [f"Compared with {version()}.", "", *_table(found)],
        "differences": _differences(found),
        "by hand": _outlines(by_hand),
    }
    print("\n\n".join("\n".join(lines) for lines in parts.values()))
    if "--write" in sys.argv and not named:
        text = PAGE.read_text("utf-8")
        for part, lines in parts.items():
            before, begin, rest = text.partition(f"<!-- {part} -->\n")
            after = rest.partition("<!-- end -->")[2]
            text = "".join([before, begin, "\n".join(lines), "\n<!-- end -->", after])
        PAGE.write_text(text, "utf-8")
    worse = [one.language for one in found if not one.agrees]
    worse += [known.language for known in by_hand if known.share < LEAST_FOUND]
    if worse:
        sys.exit(f"Too little agreement: {', '.join(worse)}")


if __name__ == "__main__":
    main()
