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
#: What apt reads on Debian; of the same distributions the sources are asked for, too.
_APT_SOURCES = Path("/etc/apt/sources.list.d/debian.sources")


class Registry(Enum):
    """Where a package comes from, and in which form."""

    DEBIAN = "Debian"
    DEBIAN_SOURCE = "Debian, source"
    NPM = "npm"
    SDIST = "PyPI, source"
    WHEEL = "PyPI, wheel"


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


_EXPO = (
    "expo-modules-core",
    "58.1.0",
    "expo-modules-core-58.1.0.tgz",
    "bb1bcaac52c1409fa58bb7268bae8eed9b472acb91c1653687013890e1a27524",
)

ALL = (
    Package(
        "c",
        Registry.DEBIAN_SOURCE,
        "libuv1",
        "1.44.2-1+deb12u1",
        "libuv1_1.44.2.orig.tar.gz",
        "d79b4b06ef04be85fb890bf39d55942cc64c2e15fd14eaa32dae5dce94485484",
        ("src/*", "include/*"),
    ),
    Package(
        "cmake",
        Registry.DEBIAN_SOURCE,
        "extra-cmake-modules",
        "5.103.0-1",
        "extra-cmake-modules_5.103.0.orig.tar.xz",
        "92ca2e55cb38956fbdeaf254231f074647173ccfd12dc9664989c6fa9e9c4346",
    ),
    Package(
        "cpp",
        Registry.DEBIAN_SOURCE,
        "fmtlib",
        "9.1.0+ds1-2",
        "fmtlib_9.1.0+ds1.orig.tar.gz",
        "84ce1c2d0be3a9863935137969dcec6970125caac032f82474640bfc81463583",
        ("include/*.h", "src/*.cc", "test/*.cc", "test/*.h"),
        others=True,
    ),
    Package(
        "cpp",
        Registry.DEBIAN_SOURCE,
        "leveldb",
        "1.23-4",
        "leveldb_1.23.orig.tar.gz",
        "9a37f8a6174f09bd622bc723b55881dc541cd50747cbd08831c2a82d620f6d76",
        ("db/*.cc", "db/*.h", "include/*.h", "table/*.cc", "table/*.h", "util/*.cc", "util/*.h"),
        others=True,
    ),
    Package(
        "csharp",
        Registry.DEBIAN_SOURCE,
        "newtonsoft-json",
        "6.0.8+dfsg-1.1",
        "newtonsoft-json_6.0.8+dfsg.orig.tar.gz",
        "3b7c77da971bbe1c6fdbb5cbb634d106a86aa30c82647abd9b23d2f31be0c630",
        ("Src/Newtonsoft.Json/*", "Src/Newtonsoft.Json.Tests/*"),
    ),
    Package(
        "css",
        Registry.NPM,
        "bootstrap",
        "5.3.3",
        "bootstrap-5.3.3.tgz",
        "38cee936dbd80138de6775683149f22e9226fc2d654392337a921f53000c789e",
        ("dist/css/bootstrap*[!n].css",),
    ),
    Package(
        "elixir",
        Registry.DEBIAN_SOURCE,
        "elixir-lang",
        "1.14.0.dfsg-2",
        "elixir-lang_1.14.0.dfsg.orig.tar.xz",
        "3dfa724f36b90d1bc41b9626a8ea0c293255c3a21a4d608c576ce39e2a23e5c9",
        ("lib/*/lib/*",),
    ),
    Package(
        "go",
        Registry.DEBIAN_SOURCE,
        "golang-golang-x-tools",
        "1:0.5.0+ds-1",
        "golang-golang-x-tools_0.5.0+ds.orig.tar.gz",
        "081c21e3dad908e907156df9c44daf54cab6c870eaeb3e17753f29a2d4e535bf",
        ("go/*", "cmd/*"),
    ),
    Package(
        "haskell",
        Registry.DEBIAN_SOURCE,
        "haskell-aeson",
        "2.0.3.0-1",
        "haskell-aeson_2.0.3.0.orig.tar.gz",
        "19760a2b84764fa3cee65c63df0c80d45497e2f0c3b95d4e6dc2083b8604b325",
    ),
    Package(
        "java",
        Registry.DEBIAN_SOURCE,
        "libcommons-lang3-java",
        "3.12.0-2+deb12u1",
        "libcommons-lang3-java_3.12.0.orig.tar.xz",
        "f7c22574707611b63bae19ff17f59e24cdd32e2b0e61a50ec9b1b525fbc909d1",
    ),
    Package(
        "javascript",
        Registry.NPM,
        "mocha",
        "10.7.3",
        "mocha-10.7.3.tgz",
        "6ae75159720a11d18883f87f1400e7e3e923a6b5437f5c75131790378d3e9338",
        ("lib/*",),
    ),
    Package("kotlin", Registry.NPM, *_EXPO, ("android/src/*",)),
    Package(
        "lua",
        Registry.DEBIAN,
        "lua-penlight",
        "1.13.1-3",
        "lua-penlight_1.13.1-3_all.deb",
        "69918434ee650d06aa470d49ba05a1a16ae43e66b8216e135cc5075f7d5d9ff3",
        ("usr/share/lua/5.1/*",),
    ),
    Package(
        "lua",
        Registry.DEBIAN_SOURCE,
        "luarocks",
        "3.8.0+dfsg1-1",
        "luarocks_3.8.0+dfsg1.orig.tar.xz",
        "6c691772a341d1873d9bcfb63c91ad0ae213df56a002067f1f9619a8f09e0f77",
    ),
    Package(
        "makefile",
        Registry.DEBIAN_SOURCE,
        "busybox",
        "1:1.35.0-4+deb12u1",
        "busybox_1.35.0.orig.tar.bz2",
        "faeeb244c35a348a334f4a59e44626ee870fb07b6884d68c10ae8bc19f83a694",
        ("*Makefile*", "*.mk"),
    ),
    Package(
        "ocaml",
        Registry.DEBIAN_SOURCE,
        "ocaml-dune",
        "2.9.3-1",
        "ocaml-dune_2.9.3.orig.tar.bz2",
        "3e65ec73ab2c80d50d4ffd6c46cbfb22eacd0e5587a4be8af8ae69547d5f88d6",
        ("src/*", "otherlibs/*"),
    ),
    Package(
        "php",
        Registry.DEBIAN,
        "php-doctrine-dbal",
        "3.6.1+dfsg-1",
        "php-doctrine-dbal_3.6.1+dfsg-1_all.deb",
        "735ec7daf33658e7defecced1b4bb76eb2bf6883283747366f743ada25f5dd7f",
    ),
    Package(
        "proto",
        Registry.DEBIAN_SOURCE,
        "protobuf",
        "3.21.12-3+deb12u1",
        "protobuf_3.21.12.orig.tar.gz",
        "930c2c3b5ecc6c9c12615cf5ad93f1cd6e12d0aba862b572e076259970ac3a53",
        ("*.proto",),
    ),
    Package(
        "python",
        Registry.SDIST,
        "networkx",
        "3.2.1",
        "networkx-3.2.1.tar.gz",
        "9f1bb5cf3409bf324e0a722c20bdb4c20ee39bf1c30ce8ae499c8502b0b5e0c6",
        ("networkx/*",),
    ),
    Package(
        "restructuredtext",
        Registry.SDIST,
        "networkx",
        "3.2.1",
        "networkx-3.2.1.tar.gz",
        "9f1bb5cf3409bf324e0a722c20bdb4c20ee39bf1c30ce8ae499c8502b0b5e0c6",
        ("*.rst",),
    ),
    Package(
        "ruby",
        Registry.DEBIAN,
        "ruby-sequel",
        "5.63.0-1",
        "ruby-sequel_5.63.0-1_all.deb",
        "2aa39e0a84fd91a802f28223e8146d5d43d9f742e5d6e33c13381edc28a42d85",
    ),
    Package(
        "rust",
        Registry.DEBIAN_SOURCE,
        "rust-clap",
        "4.0.32-1",
        "rust-clap_4.0.32.orig.tar.gz",
        "a7db700bc935f9e43e88d00b0850dae18a63773cfbec6d8e070fccf7fef89a39",
    ),
    Package(
        "rust",
        Registry.DEBIAN_SOURCE,
        "rust-rand",
        "0.8.5-1",
        "rust-rand_0.8.5.orig.tar.gz",
        "34af8d1a0e25924bc5b7c43c079c942339d8f0a8b57c39049bef581b46327404",
    ),
    Package(
        "scala",
        Registry.DEBIAN_SOURCE,
        "scala",
        "2.11.12-5",
        "scala_2.11.12.orig.tar.xz",
        "b8db9faffd136d376a1885c04b2cced1b25fee5e61295c1c2a66bceaf99e7301",
        ("src/library/scala/collection/*", "src/library/scala/util/*"),
    ),
    Package(
        "shellscript",
        Registry.DEBIAN_SOURCE,
        "bash-completion",
        "1:2.11-6",
        "bash-completion_2.11.orig.tar.gz",
        "16adefabf43ec8ffb473704f5724d775c2f47e9f750d7d608f0251ec21fe8813",
        ("bash_completion", "completions/[a-z]*"),
        others=True,
    ),
    Package(
        "sql",
        Registry.DEBIAN,
        "davical",
        "1.1.12-2",
        "davical_1.1.12-2_all.deb",
        "1dfaf4d822cfb300c596fe430b4c6f0d8c83a79782d0053c119474ab64c292d0",
        ("usr/share/davical/dba/*",),
    ),
    Package(
        "sql",
        Registry.DEBIAN,
        "ledgersmb",
        "1.6.33+ds-2.1",
        "ledgersmb_1.6.33+ds-2.1_all.deb",
        "3ee14f6a20877d033b9e8a6c90d9d964b1cfd8ac9b3cef959ec247d53d2e2946",
        ("usr/share/ledgersmb/sql/*",),
    ),
    Package("swift", Registry.NPM, *_EXPO, ("ios/*",)),
    Package(
        "swift",
        Registry.NPM,
        "@capacitor/ios",
        "8.5.2",
        "capacitor-ios-8.5.2.tgz",
        "e81986966d6ab96083351ca686b179f1d952b1d037368e9c21b531ea0c935e51",
        ("Capacitor/*",),
    ),
    Package(
        "troff",
        Registry.DEBIAN_SOURCE,
        "manpages",
        "6.03-2",
        "manpages_6.03.orig.tar.xz",
        "c675c1aa561daa95dae29a7c30cd20b16b38aae5360a3278919ac882ff91c066",
        ("man2/*", "man7/*"),
        others=True,
    ),
    Package(
        "typescript",
        Registry.NPM,
        "rxjs",
        "7.8.1",
        "rxjs-7.8.1.tgz",
        "c532167725ab7d085123209156c93cef22f2479cb9c8527060f1cd903aa9d149",
        ("src/*",),
    ),
    Package(
        "typescriptreact",
        Registry.NPM,
        "react-native-paper",
        "5.12.5",
        "react-native-paper-5.12.5.tgz",
        "328bbae8a42e6c2477bac218c6a63f8130d6f8f746a0a99a175deac2ab243626",
        ("src/*",),
    ),
    Package(
        "zig",
        Registry.WHEEL,
        "ziglang",
        "0.13.0",
        "ziglang-0.13.0-py3-none-"
        "manylinux_2_12_x86_64.manylinux2010_x86_64.musllinux_1_1_x86_64.whl",
        "3ce0c9f16547e5d61b32e0d226926e9a2552ef4b91fccf7ab5ea1a623a77824b",
        ("lib/std/*.zig",),
    ),
)


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
