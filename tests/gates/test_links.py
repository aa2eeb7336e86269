"""Every link of the documentation leads somewhere."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = subprocess.run(
    ["git", "ls-files", "*.md", ":!tests/index/units/languages"],
    cwd=ROOT,
    capture_output=True,
    text=True,
    check=True,
).stdout.split()


@pytest.mark.parametrize("page", PAGES)
def test_every_link_of_the_page_leads_to_a_file(page: str) -> None:
    text = re.sub(r"```.*?```", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.DOTALL)
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", text)
    missing = [link for link in links if not (ROOT / page).parent.joinpath(link).exists()]
    assert missing == []


def test_there_are_pages_to_look_at() -> None:
    assert {"README.md", "ARCHITECTURE.md", "CHANGELOG.md"} <= set(PAGES)
