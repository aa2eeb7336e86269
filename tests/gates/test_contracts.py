"""Every import contract goes red when what it forbids is done: a rule nobody saw fail is none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"][
    "contracts"
]

#: By contract: a module, and the import that it must not have.
VIOLATIONS = {
    "core-layers": ("index/stemguard/store/memory.py", "import stemguard.search.request"),
    "domain-order": ("index/stemguard/domain/stem.py", "import stemguard.domain.ranking"),
    "sync-order": ("index/stemguard/sync/secrets.py", "import stemguard.sync.walk"),
    "server-layers": ("server/stemguard_ls/convert.py", "import stemguard_ls.session"),
    "features-independent": (
        "server/stemguard_ls/features/search.py",
        "import stemguard_ls.features.commands",
    ),
    "words-know-no-screen": ("server/stemguard_ls/wording/status.py", "import rich.text"),
    "core-knows-no-lsp": ("index/stemguard/search/request.py", "import lsprotocol.types"),
    "domain-is-pure": ("index/stemguard/domain/posting.py", "import time"),
    "one-namer-of-the-store": ("index/stemguard/workspace.py", "import stemguard.store.memory"),
    "clients-stay-confined": ("index/stemguard/units/lines.py", "import tree_sitter"),
    "server-reaches-core-through-its-face": (
        "server/stemguard_ls/session.py",
        "import stemguard.sync.walk",
    ),
    "suites-see-ports-and-domain": (
        "index/stemguard/testing/oracle.py",
        "import stemguard.units.lines",
    ),
    "the-oracle-reads-the-rules-itself": (
        "index/stemguard/testing/oracle.py",
        "import stemguard.domain.bm25",
    ),
    "acyclic": ("index/stemguard/ports/posting_store.py", "import stemguard.store.memory"),
}


def test_every_contract_has_a_violation_to_be_seen_red_with() -> None:
    assert set(VIOLATIONS) == {contract["id"] for contract in CONTRACTS}


@pytest.mark.parametrize("contract", sorted(VIOLATIONS))
def test_the_contract_goes_red(contract: str, tmp_path: Path) -> None:
    for name in ("index", "server"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    assert _lint(tmp_path, contract) == 0
    path, forbidden = VIOLATIONS[contract]
    source = (tmp_path / path).read_text()
    (tmp_path / path).write_text(f"{source}\n\ndef _violation() -> None:\n    {forbidden}\n")
    assert _lint(tmp_path, contract) == 1


def _lint(tree: Path, contract: str) -> int:
    roots = os.pathsep.join(str(tree / name) for name in ("index", "server"))
    return subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--contract", contract, "--no-cache"],
        cwd=tree,
        env=os.environ | {"PYTHONPATH": roots, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        check=False,
    ).returncode
