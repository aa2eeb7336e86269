"""What `stemguard units` prints, for the example of every language."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from stemguard import Position, Span, Unit, UnitKey, Workspace
from stemguard_ls.cli.report import print_units

FIXTURES = Path(__file__).parents[1] / "index" / "units" / "languages"
LANGUAGES = sorted(table.parent.name for table in FIXTURES.glob("*/expected.toml"))


@cache
def _units(file: Path) -> list[Unit]:
    with Workspace.open(file.parent, huge_roots=True) as workspace:
        return workspace.units(file)


def _printed(file: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    print_units(_units(file), Path(file.name))
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_units_of_a_fixture_are_shown_as_its_table_has_them(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = FIXTURES / language
    (example,) = folder.glob("example*")
    header, *lines = _printed(example, capsys)
    assert header.startswith(f"{example.name}  {language}, ")
    assert header.endswith(f" {len(lines)} units")
    shown = []
    for line, unit in zip(lines, _units(example), strict=True):
        place, kind, rest = line.split("  ", 2)
        called, _, last = rest.rpartition("  to line ")
        assert place.startswith(f"{example.name}:")
        # The table knows nothing of the name of the file.
        called = re.sub(rf"(^| > ){re.escape(example.name)}$", r"\1example", called)
        # The table has a line of which a range holds nothing.
        more = unit.range.end.column == 0 < unit.range.end.line - unit.range.start.line
        shown.append([kind, called, int(last.partition(",")[0]) + more])
    table = tomllib.loads((folder / "expected.toml").read_text("utf-8"))["units"]
    expected = [
        [kind, f"{container} > {name}" if container else name, int(lines.rpartition("-")[2])]
        for name, kind, container, lines, *_ in table
    ]
    assert [one for one in shown if one[0] != "file"] == [
        one for one in expected if one[0] != "file"
    ]


def test_the_last_line_of_a_unit_is_the_last_that_holds_something_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.md").write_text("# One\n\ntext\n# Two\n")
    assert _printed(tmp_path / "a.md", capsys) == [
        "a.md  markdown, read by sections, 3 units",
        "a.md:1:1  file  a.md  to line 4, 0 + 0 characters",
        "a.md:1:3  section  One  to line 3, 0 + 6 characters",
        "a.md:4:3  section  Two  to line 4, 0 + 0 characters",
    ]


def test_a_file_that_is_read_as_text_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.klingon").write_text("nuqneH")
    assert _printed(tmp_path / "a.klingon", capsys) == [
        "a.klingon  a language that is not known, read as text, in pieces, 1 unit",
        "a.klingon:1:1  file  a.klingon  to line 1, 0 + 6 characters",
    ]


def test_a_unit_in_another_language_than_its_file_says_which(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def unit(line: int, kind: str, language: str) -> Unit:
        at = Span(Position(line, 0, 0, 0), Position(line, 3, 3, 3))
        return Unit(UnitKey("a.vue", line, 0, kind), "f", language=language, range=at, selection=at)

    print_units([unit(0, "file", "bat"), unit(2, "function", "go")], Path("a.vue"))
    assert capsys.readouterr().out.splitlines() == [
        "a.vue  bat, read as text, in pieces, 2 units",
        "a.vue:1:1  file  f  to line 1, 0 + 0 characters",
        "a.vue:3:1  function  f  to line 3, 0 + 0 characters, go",
    ]
