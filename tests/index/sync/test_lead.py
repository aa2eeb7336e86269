from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from stemguard.sync.lead import Lead, Leadership

_LEADS = """
import sys
from pathlib import Path
from stemguard.sync.lead import Lead, Leadership
leadership = Leadership(Path(sys.argv[1]), Lead.WATCH)
print(leadership.try_to_lead(0.0), flush=True)
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
    first, second = Leadership(tmp_path, Lead.WATCH), Leadership(tmp_path, Lead.WATCH)
    assert first.try_to_lead(0.0)
    assert not second.try_to_lead(0.0)
    assert first.try_to_lead(0.0)
    first.give_up()
    assert second.try_to_lead(0.0)
    second.give_up()


def test_the_death_of_the_leader_lets_another_lead(tmp_path: Path) -> None:
    leader = _leader(tmp_path)
    mine = Leadership(tmp_path, Lead.WATCH)
    assert not mine.try_to_lead(0.0)
    leader.send_signal(signal.SIGKILL)
    leader.communicate()
    assert mine.try_to_lead(0.0)
    mine.give_up()


def test_without_a_folder_everybody_leads() -> None:
    first, second = Leadership(None, Lead.WATCH), Leadership(None, Lead.WATCH)
    assert first.try_to_lead(0.0)
    assert second.try_to_lead(0.0)


def test_where_no_lock_can_be_made_everybody_leads(tmp_path: Path) -> None:
    assert Leadership(tmp_path / "missing", Lead.WATCH).try_to_lead(0.0)


def test_a_lead_goes_with_the_file_of_its_lock(tmp_path: Path) -> None:
    first, second = Leadership(tmp_path, Lead.WATCH), Leadership(tmp_path, Lead.WATCH)
    assert first.try_to_lead(0.0)
    (tmp_path / "leader").unlink()
    assert second.try_to_lead(0.0)
    assert not first.try_to_lead(0.0)
    second.give_up()
    assert first.try_to_lead(0.0)
    first.give_up()


def test_one_that_leads_and_gives_no_sign_for_five_seconds_has_another_beside_it(
    tmp_path: Path,
) -> None:
    silent, other = Leadership(tmp_path, Lead.WATCH), Leadership(tmp_path, Lead.WATCH)
    assert silent.try_to_lead(0.0)
    assert [other.try_to_lead(now) for now in (100.0, 105.0, 105.1, 200.0)] == [
        False,
        False,
        True,
        True,
    ]
    os.utime(tmp_path / "leader", ns=(1, 1))
    assert silent.try_to_lead(300.0)
    assert (tmp_path / "leader").stat().st_mtime_ns > 1
    assert [other.try_to_lead(now) for now in (300.5, 305.5, 305.6)] == [False, False, True]


def test_a_lead_of_sweeps_is_none_of_watching(tmp_path: Path) -> None:
    sweeps, watches = Leadership(tmp_path, Lead.SWEEP), Leadership(tmp_path, Lead.WATCH)
    assert sweeps.try_to_lead(0.0)
    assert watches.try_to_lead(0.0)
    sweeps.give_up()
    watches.give_up()
