"""What universal-ctags sees in files."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

PROGRAM = "ctags"


@dataclass(frozen=True, slots=True)
class Tag:
    """A definition as ctags sees it; `line` counts from 1, `lines` are those of its file."""

    path: Path
    name: str
    kind: str
    line: int
    scope: str
    scope_kind: str
    lines: Sequence[str]

    @property
    def text(self) -> str:
        """The line that it is on."""
        return self.lines[self.line - 1]

    @property
    def before(self) -> str:
        """The line above that, "" if there is none."""
        return self.lines[self.line - 2] if self.line > 1 else ""


def version() -> str:
    """What ctags calls itself, with its version."""
    said = subprocess.run([PROGRAM, "--version"], check=True, capture_output=True, text=True).stdout
    return said.partition(",")[0]


def tags_of(files: Sequence[Path], language: str) -> list[Tag]:
    """All tags of files, read as of one language of ctags."""
    command = [PROGRAM, "--output-format=json", "--fields=+nKsZ", "--sort=no", "--extras=-F"]
    command += [f"--language-force={language}", "-f", "-", "-L", "-"]
    asked = "\n".join(map(str, files)).encode()
    answer = subprocess.run(command, input=asked, capture_output=True, check=True).stdout
    lines = {str(file): _lines(file) for file in files}
    return [
        Tag(
            Path(tag["path"]),
            tag["name"],
            tag["kind"],
            tag["line"],
            tag.get("scope", ""),
            tag.get("scopeKind", ""),
            lines[tag["path"]],
        )
        for tag in map(json.loads, answer.decode("utf-8", "replace").splitlines())
        if tag["_type"] == "tag"
    ]


def _lines(file: Path) -> list[str]:
    return file.read_bytes().decode("utf-8", "replace").split("\n")
