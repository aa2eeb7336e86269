from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from stemguard.sync.lead import Leadership

_LEADS = """
import sys
from pathlib import Path
from stemguard.sync.lead import Leadership
leadership = Leadership(Path(sys.argv[1]))
print(leadership.try_to_lead(), flush=True)
sys.stdin.read()
"""


def _leader(folder: Path) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", _LEADS, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "True\n"
    return process


def test_one_leads_until_it_gives_up(tmp_path: Path) -> None:
    first, second = Leadership(tmp_path), Leadership(tmp_path)
    assert first.try_to_lead()
    assert not second.try_to_lead()
    assert first.try_to_lead()
    first.give_up()
    assert second.try_to_lead()
    second.give_up()


def test_the_death_of_the_leader_lets_another_lead(tmp_path: Path) -> None:
    leader = _leader(tmp_path)
    mine = Leadership(tmp_path)
    assert not mine.try_to_lead()
    leader.send_signal(signal.SIGKILL)
    leader.communicate()
    assert mine.try_to_lead()
    mine.give_up()


def test_without_a_folder_everybody_leads() -> None:
    first, second = Leadership(None), Leadership(None)
    assert first.try_to_lead()
    assert second.try_to_lead()


def test_where_no_lock_can_be_made_everybody_leads(tmp_path: Path) -> None:
    assert Leadership(tmp_path / "missing").try_to_lead()


def test_a_lead_goes_with_the_file_of_its_lock(tmp_path: Path) -> None:
    first, second = Leadership(tmp_path), Leadership(tmp_path)
    assert first.try_to_lead()
    (tmp_path / "leader").unlink()
    assert second.try_to_lead()
    assert not first.try_to_lead()
    second.give_up()
    assert first.try_to_lead()
    first.give_up()
