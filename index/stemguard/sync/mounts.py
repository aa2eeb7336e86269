"""Whether the kernel tells of every change in a folder, or hides those of another machine."""

from __future__ import annotations

import re
from pathlib import Path

#: File systems that others write to without this kernel's knowledge: of a network, of the host of
#: a virtual machine or a container.
_SHARED = frozenset(
    {
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ceph", "lustre", "gpfs", "ocfs2", "gfs2",
        "9p", "virtiofs", "vboxsf", "prl_fs", "drvfs", "fakeowner", "grpcfuse", "osxfs", "fuse",
    }
)  # fmt: skip
_MOUNTS = Path("/proc/self/mountinfo")
_ESCAPE = re.compile(r"\\([0-7]{3})")


def read_mounts() -> str:
    """The mounts this process sees, as the kernel writes them; "" where it does not."""
    try:
        return _MOUNTS.read_text("utf-8", "surrogateescape")
    except OSError:
        return ""


def shared_file_system(root: Path, mounts: str) -> str | None:
    """The type of a file system at a root, or mounted in it, whose changes may go untold."""
    around: tuple[int, str] = (0, "")
    for line in mounts.splitlines():
        before, _, after = line.partition(" - ")
        fields = before.split(" ")
        if len(fields) < 5 or not after:
            continue
        point = Path(_ESCAPE.sub(lambda code: chr(int(code[1], 8)), fields[4]))
        kind = after.split(" ")[0]
        if point != root and point.is_relative_to(root):
            if _is_shared(kind):
                return kind
        # Of two mounts at one place the later hides the other.
        elif root.is_relative_to(point) and len(point.parts) >= around[0]:
            around = (len(point.parts), kind)
    return around[1] if _is_shared(around[1]) else None


def _is_shared(kind: str) -> bool:
    return kind in _SHARED or kind.startswith("fuse.")
