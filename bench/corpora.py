"""Public source trees, fetched by package name into `.cache/` and unpacked there.

`python -m bench.corpora` fetches all of them; a tree that is there already is not fetched again.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tarfile
import tempfile
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

CACHE = Path(__file__).resolve().parents[1] / ".cache"


@dataclass(frozen=True, slots=True)
class Source:
    """A source distribution: what the package index calls it, and the digest of its archive."""

    project: str
    version: str
    archive: str
    sha256: str

    @property
    def folder(self) -> str:
        """The one folder that the archive unpacks to."""
        return self.archive.removesuffix(".tar.gz")


ANSIBLE = Source(
    "ansible-core",
    "2.14.3",
    "ansible-core-2.14.3.tar.gz",
    "093a4bc4a1259eaeb56ea37ec1d33cf1836c88f39281d89197f8d3480e068a58",
)
#: Code with documents beside it, from different hands; with the standard library of the running
#: interpreter they make about 10,000 files.
OTHERS = (
    Source(
        "networkx",
        "3.2.1",
        "networkx-3.2.1.tar.gz",
        "9f1bb5cf3409bf324e0a722c20bdb4c20ee39bf1c30ce8ae499c8502b0b5e0c6",
    ),
    Source(
        "sphinx",
        "7.2.6",
        "sphinx-7.2.6.tar.gz",
        "9a5160e1ea90688d5963ba09a2dcd8bdd526620edbb65c328728f1b2228d5ab5",
    ),
    Source(
        "SQLAlchemy",
        "2.0.25",
        "SQLAlchemy-2.0.25.tar.gz",
        "a2c69a7664fb2d54b8682dd774c3b54f67f84fa123cf84dda2a5f40dcaa04e08",
    ),
)


#: What Debian calls the kernel's source, and the archive in its package.
LINUX = "linux-source-6.1"
#: Every fourth file, of those that an index reads, holds about a million units.
_LINUX_SHARE = 4
_LARGEST_FILE = 1_000_000


class BadArchive(Exception):
    """What came is not what was pinned."""


def ansible(cache: Path = CACHE) -> Path:
    """The folder of ansible-core 2.14.3."""
    return fetch(ANSIBLE, cache)


def mixed(cache: Path = CACHE) -> list[Path]:
    """The folders of all trees, the interpreter's own library last."""
    return [*(fetch(source, cache) for source in (ANSIBLE, *OTHERS)), standard_library()]


def linux_quarter(cache: Path = CACHE) -> Path:
    """Every fourth file of the kernel that Debian ships now, from its package; needs `apt-get`.

    Nothing pins its version, which moves with Debian's.
    """
    folder = cache / f"{LINUX}-quarter"
    if folder.is_dir():
        return folder
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as beside:
        subprocess.run(["apt-get", "download", LINUX], cwd=beside, check=True)
        (package,) = Path(beside).glob("*.deb")
        subprocess.run(["dpkg-deb", "-x", str(package), beside], check=True)
        (archive,) = Path(beside).rglob(f"{LINUX}.tar.*")
        subprocess.run(["tar", "-xf", str(archive), "-C", beside], check=True)
        whole = Path(beside) / LINUX
        some = Path(beside) / "some"
        files = sorted(
            path
            for path in whole.rglob("*")
            if path.is_file() and not path.is_symlink() and path.stat().st_size <= _LARGEST_FILE
        )
        for path in files[::_LINUX_SHARE]:
            new = some / path.relative_to(whole)
            new.parent.mkdir(parents=True, exist_ok=True)
            path.rename(new)
        some.rename(folder)
    return folder


def standard_library() -> Path:
    """The library of the running interpreter; its version is part of a figure."""
    return Path(sysconfig.get_path("stdlib"))


def fetch(source: Source, cache: Path) -> Path:
    """The unpacked folder of a source distribution, downloaded if it is not there.

    Raises BadArchive where the digest differs, and CalledProcessError where pip fails.
    """
    folder = cache / source.folder
    if folder.is_dir():
        return folder
    cache.mkdir(parents=True, exist_ok=True)
    archive = cache / source.archive
    if not archive.is_file():
        _download(source, cache)
    found = sha256(archive.read_bytes()).hexdigest()
    if found != source.sha256:
        raise BadArchive(f"{archive} has the digest {found}, not {source.sha256}.")
    # Unpacked beside its place and moved: half a tree is never taken for one.
    with tempfile.TemporaryDirectory(dir=cache) as beside:
        with tarfile.open(archive) as tar:
            tar.extractall(beside, filter="data")
        (Path(beside) / source.folder).rename(folder)
    return folder


def _download(source: Source, cache: Path) -> None:
    wanted = f"{source.project}=={source.version}"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    # The package alone as source: what builds its metadata may come as wheels.
    command += ["--no-binary", source.project, "--dest", str(cache), wanted]
    subprocess.run(command, check=True)


def main() -> None:
    """Fetches every tree and says where it is."""
    for folder in mixed():
        print(folder)


if __name__ == "__main__":
    main()
