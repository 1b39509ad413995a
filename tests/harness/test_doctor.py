import os
import stat

import pytest

from harness import doctor
from harness.doctor import Finding


class Programs:
    """A folder of programs, written by calling it with a name; each notes how it was called."""

    def __init__(self, folder):
        self.folder, self.noted = folder / "bin", folder / "calls"
        self.folder.mkdir()
        self.noted.touch()

    def __call__(self, name, script=""):
        path = self.folder / name
        path.write_text(f'#!/bin/sh\necho "{name} $*" >> {self.noted}\n{script}\n')
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def calls(self):
        return self.noted.read_text().splitlines()


@pytest.fixture
def programs(tmp_path, monkeypatch):
    """A PATH that holds only what the test writes."""
    written = Programs(tmp_path)
    # Absolute, because the new PATH has no env, which is what sudo and apt are called through.
    written("env", 'while case "$1" in *=*) true;; *) false;; esac; do shift; done; exec "$@"')
    monkeypatch.setenv("PATH", str(written.folder))
    return written


TESSERACT = """case "$1" in
--list-langs) echo "List of available languages"; printf "%s\n" {} ;;
*) echo "tesseract 5.3.0" ;;
esac"""


def test_tesseract_with_every_language_is_well(programs):
    programs("tesseract", TESSERACT.format("amh ben eng hin osd urd"))
    finding = doctor.check_tesseract()
    assert finding == Finding("tesseract", True, "5.3.0 with eng ben hin urd amh")


def test_tesseract_without_a_language_names_it_and_the_remedy(programs):
    programs("tesseract", TESSERACT.format("amh ben eng hin osd"))
    finding = doctor.check_tesseract()
    assert not finding.ok
    assert finding.found.endswith("lacks urd")
    assert "tesseract-ocr-urd" in finding.remedy


def test_missing_tesseract_is_found_missing(programs):
    finding = doctor.check_tesseract()
    assert (finding.ok, finding.found) == (False, "not found")


def test_named_chromium_that_is_not_there_is_told(monkeypatch):
    monkeypatch.setenv("LOWAGENT_CHROMIUM", "no-such-chromium")
    finding = doctor.check_chromium()
    assert not finding.ok
    assert "no-such-chromium" in finding.found


def test_mending_tesseract_installs_every_language_as_root(programs, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    programs("apt-get")
    doctor.mend([Finding("tesseract", False, "not found")], say=lambda _: None)
    update, install = (call for call in programs.calls() if call.startswith("apt-get"))
    assert update == "apt-get -qq update"
    assert install.endswith(
        "tesseract-ocr tesseract-ocr-eng tesseract-ocr-ben tesseract-ocr-hin "
        "tesseract-ocr-urd tesseract-ocr-amh"
    )


def test_mending_uses_sudo_that_asks_nothing(programs, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    programs("sudo", 'shift; exec "$@"')
    programs("true")
    programs("apt-get")
    doctor.mend([Finding("tesseract", False, "not found")], say=lambda _: None)
    assert sum(call.startswith("sudo -n env") for call in programs.calls()) == 2


def test_mending_without_rights_says_so_and_installs_nothing(programs, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    programs("apt-get")
    said = []
    doctor.mend([Finding("tesseract", False, "not found")], said.append)
    assert programs.calls() == []
    assert any("root" in line for line in said)


def test_playwright_without_its_libraries_is_told_and_gets_them(programs, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(doctor.sys, "executable", "bare-python")
    programs("bare-python", "echo node: libatomic.so.1: cannot open shared object file; exit 127")
    programs("apt-get")
    finding = doctor.check_chromium()
    assert "libatomic.so.1" in finding.found
    assert finding.remedy == "sudo apt-get install libatomic1 libstdc++6"
    doctor.mend([finding], say=lambda _: None)
    assert "apt-get -qq install -y --no-install-recommends libatomic1 libstdc++6" in programs.calls()


def test_chromium_comes_from_the_distribution_where_playwright_can_not_download(programs, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(doctor.sys, "executable", "python-without-network")
    programs("python-without-network", 'case "$*" in *install*) echo Download failed; exit 1 ;; esac')
    programs("apt-get")
    said = []
    doctor.mend([Finding("chromium", False, "none found")], said.append)
    assert "python-without-network -m playwright install chromium" in programs.calls()
    assert programs.calls()[-1] == "apt-get -qq install -y --no-install-recommends chromium"
    assert any("Download failed" in line for line in said)


def test_nothing_is_mended_where_nothing_is_missing(programs):
    said = []
    doctor.mend([Finding("chromium", True, "there"), Finding("tesseract", True, "there")], said.append)
    assert (programs.calls(), said) == ([], [])
