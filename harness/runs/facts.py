"""What decides results besides the options: the code, the sites, the prompt, fonts, packages.

The manifest of a run holds these facts as they were when it began. Whoever runs an episode of it compares
them with its own: half a run by other code is no run. Files are read when a process starts; before each
episode only their sizes and times are looked at, and files are read again where those differ.
"""

import hashlib
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import harness
from harness.doctor import ocr_languages
from harness.errors import LoWAgentError
from harness.pictures import IMAGES_FOLDER, pictures_root
from harness.records import Manifest, git_commit, installed_versions
from images.manifest import MANIFEST

ROOT = Path(harness.__file__).resolve().parents[1]
"""Holds the packages: the repository, or where an installed wheel lies."""
CODE = (
    "harness",
    "som",
    "disruptions",
    "sites/kit",
    *(f"{package}/*.py" for package in ("sites", "tasks", IMAGES_FOLDER)),
)
"""Folders, or patterns, of what runs whichever sites are asked for. Tasks have a digest of their own."""
FONTS = ("sites/kit/static/fonts", "som/fonts")
NOT_READ = frozenset({"README.md", "__pycache__"})
TESSERACT = "tesseract"
TESSERACT_LIMIT_S = 30
BROWSER = "chromium"
ABSENT = "not there"
"""What is told of a package that is not installed, or of a commit where there is no repository."""

Signature = tuple[tuple[str, int, int], ...]
"""(path, size in bytes, time of the last change in ns) of files, in order."""


class RunChangedError(LoWAgentError):
    """Something that decides results is not as it was when the run began."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a process would run with, or what a run was begun with."""

    git_commit: str | None
    versions: Mapping[str, str]
    """Package -> version; Chromium's where it is known."""
    hashes: Mapping[str, str]
    """What -> SHA-256 of its files."""

    @classmethod
    def of(cls, manifest: Manifest) -> "Facts":
        """Those that a run was begun with."""
        return cls(manifest.git_commit, manifest.versions, manifest.hashes)


def hashes_now(sites: Sequence[str], *, prompt: str | None) -> dict[str, str]:
    """What -> SHA-256 (hex) of its files, as they lie on disk now.

    Args:
        sites: sites of the run.
        prompt: hash of what models are told; None where there is no model.
    """
    hashes = {name: _hash(files) for name, files in _sources(sites).items()}
    return hashes | ({"prompt": prompt} if prompt else {})


def differences(before: Facts, now: Facts) -> list[str]:
    """What differs, with its value before and now. A browser's build that only one side knows is let pass."""
    versions = {name for name in before.versions.keys() | now.versions.keys() if name != BROWSER}
    versions |= before.versions.keys() & now.versions.keys()
    pairs = (
        ("git commit", before.git_commit, now.git_commit),
        *((f"version of {name}", before.versions.get(name), now.versions.get(name)) for name in versions),
        *(
            (f"hash of {name}", before.hashes.get(name), now.hashes.get(name))
            for name in before.hashes.keys() | now.hashes.keys()
        ),
    )
    found = sorted((name, old or ABSENT, new or ABSENT) for name, old, new in pairs if old != new)
    return [f"{name}: {old} before, {new} now" for name, old, new in found]


class FactsWatch:
    """Compares what this process runs with to what its run was begun with."""

    def __init__(self, manifest: Manifest, *, prompt: str | None) -> None:
        """Compare everything but the browser, which has not been started.

        Args:
            manifest: of the run.
            prompt: as for `hashes_now`.

        Raises:
            RunChangedError: something differs; the message names it, before and now.
        """
        self._begun = Facts.of(manifest)
        self._sites = manifest.sites
        self._prompt = prompt
        self._compared: Signature = ()
        self.check()

    def check(self) -> None:
        """Compare again, if a file has another size or time than when it was last read.

        Raises:
            RunChangedError: something differs.
        """
        signature = _signature(self._sites)
        if signature != self._compared:
            hashes = hashes_now(self._sites, prompt=self._prompt)
            _refuse(differences(self._begun, Facts(git_commit(), installed_versions(), hashes)))
            self._compared = signature

    def check_browser(self, chromium: str) -> None:
        """Compare the build of the browser that was started.

        Raises:
            RunChangedError: it is another one.
        """
        begun = self._begun.versions.get(BROWSER)
        if begun is not None and begun != chromium:
            _refuse([f"version of {BROWSER}: {begun} before, {chromium} now"])


def _refuse(changes: Sequence[str]) -> None:
    if changes:
        listed = "".join(f"\n  {change}" for change in changes)
        raise RunChangedError(
            f"what decides results has changed since the run began:{listed}\n"
            "put it back and go on with --resume, or begin another run"
        )


def _sources(sites: Sequence[str]) -> dict[str, list[Path]]:
    """What has a hash -> its files."""
    sources = {
        "code": [file for pattern in CODE for file in _files(pattern)],
        **{f"site {site}": list(_files(f"sites/{site}")) for site in sites},
        "fonts": [file for folder in FONTS for file in _files(folder)],
        "pictures": [file for file in (pictures_root() / MANIFEST,) if file.is_file()],
        TESSERACT: _tesseract_data(),
    }
    return {name: files for name, files in sources.items() if files}


def _files(pattern: str) -> Iterator[Path]:
    """The files of a folder, or those that match; in order."""
    for path in sorted(ROOT.glob(pattern)):
        for file in sorted(path.rglob("*")) if path.is_dir() else (path,):
            if file.is_file() and not NOT_READ.intersection(file.parts):
                yield file


def _hash(files: Sequence[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        name = file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else file.name
        digest.update(f"{name}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _signature(sites: Sequence[str]) -> Signature:
    files = dict.fromkeys(file for files in _sources(sites).values() for file in files)
    stats = ((str(file), file.stat()) for file in files)
    return tuple((path, stat.st_size, stat.st_mtime_ns) for path, stat in stats)


@cache
def _tesseract_data() -> list[Path]:
    """Files of the languages that tesseract reads for us; empty where it is not installed."""
    program = shutil.which(TESSERACT)
    if program is None:
        return []
    asked = (program, "--list-langs")
    try:
        done = subprocess.run(asked, capture_output=True, text=True, timeout=TESSERACT_LIMIT_S, check=False)
    except (OSError, subprocess.SubprocessError):
        return []
    folder = re.search(r'"(.+?)"', done.stdout + done.stderr)
    files = [Path(folder[1]) / f"{name}.traineddata" for name in ocr_languages()] if folder else []
    return [file for file in files if file.is_file()]
