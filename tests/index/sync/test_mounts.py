from __future__ import annotations

from pathlib import Path

import pytest

from stemguard.sync.mounts import read_mounts, shared_file_system

MOUNTS = r"""22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
31 22 0:40 / /home rw - nfs4 server:/home rw,vers=4.2
32 31 0:41 / /home/me/local rw - ext4 /dev/sdb1 rw
33 22 0:42 / /data/with\040space rw - fuse.sshfs host: rw
34 22 0:43 / /mnt/twice rw - 9p host rw
35 22 0:44 / /mnt/twice rw master:3 - tmpfs tmpfs rw
36 22 0:45 / /homestead rw - fuseblk /dev/sdc1 rw
a line that is none
"""


@pytest.mark.parametrize(
    ("root", "kind"),
    [
        ("/srv/project", None),
        ("/home/me", "nfs4"),
        ("/home/me/local/project", None),
        ("/data/with space/project", "fuse.sshfs"),
        ("/mnt/twice/project", None),
        ("/homestead", None),
        ("/data", "fuse.sshfs"),
    ],
)
def test_the_nearest_mount_and_those_inside_decide(root: str, kind: str | None) -> None:
    assert shared_file_system(Path(root), MOUNTS) == kind


def test_the_mounts_of_this_machine_are_read() -> None:
    assert " - proc " in read_mounts()
