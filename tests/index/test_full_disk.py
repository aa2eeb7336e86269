"""A disk without room for the index: a real one of 1 MB, in a mount namespace of the test's own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = """
import sys
from pathlib import Path
from stemguard import Workspace
with Workspace.open(sys.argv[1], cache=Path(sys.argv[2]), workers=1) as workspace:
    workspace.sync()
    print(len(workspace.search("rotating", limit=1000).hits))
    print(workspace.status()[0].notices)
"""


def test_an_index_that_finds_no_room_is_kept_for_the_session(tmp_path: Path) -> None:
    root, small = tmp_path / "root", tmp_path / "small"
    root.mkdir()
    small.mkdir()
    for number in range(60):
        words = "".join(f"w{number}x{i}\n" for i in range(4000))
        (root / f"f{number}.py").write_text(f"def rotate_{number}():\n    '''{words}'''\n")
    mount = 'mount -t tmpfs -o size=1m none "$2" && exec "$3" -c "$4" "$1" "$2"'
    inside = ["sh", "-c", mount, "sh", str(root), str(small), sys.executable, SCRIPT]
    run = subprocess.run(
        ["unshare", "--user", "--map-root-user", "--mount", *inside],
        capture_output=True,
        text=True,
        check=True,
    )
    found, notices = run.stdout.splitlines()
    assert found == "60"
    assert "kept for this session only" in notices
    assert "full" in notices
