"""What is installed is what stands here: editable and as a wheel, data files included."""

import subprocess
import sys
import tomllib
import zipfile
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PACKAGES = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]


@pytest.fixture(scope="module")
def wheel_names(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("lowagent-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.mark.parametrize("name", PACKAGES)
def test_package_resolves_inside_the_repository(name):
    file = import_module(name).__file__
    assert file is not None
    assert Path(file).resolve() == ROOT / name / "__init__.py"


@pytest.mark.parametrize("name", PACKAGES)
def test_wheel_holds_every_file_of_the_package(name, wheel_names):
    files = {path.relative_to(ROOT).as_posix() for path in (ROOT / name).rglob("*") if path.is_file()}
    shipped = {file for file in files if "__pycache__" not in file}
    assert shipped <= wheel_names, sorted(shipped - wheel_names)


@pytest.mark.parametrize("kind", [".sql", ".yaml", ".html", ".css", ".woff2", ".ttf", ".po", ".js"])
def test_wheel_holds_data_of_each_kind(kind, wheel_names):
    assert any(name.endswith(kind) for name in wheel_names)


def test_wheel_holds_nothing_but_the_packages(wheel_names):
    assert {name.split("/")[0] for name in wheel_names if ".dist-info/" not in name} == set(PACKAGES)


def test_generic_package_names_never_reach_an_index():
    assert "Private :: Do Not Upload" in PROJECT["project"]["classifiers"]


def test_every_dependency_is_bounded():
    groups = [PROJECT["project"]["dependencies"], PROJECT["project"]["optional-dependencies"]["dev"]]
    unbounded = [line for group in groups for line in group if ">=" not in line or "<" not in line]
    assert not unbounded


def test_command_is_installed():
    done = subprocess.run(
        [Path(sys.executable).with_name("lowagent"), "--help"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    for command in ("serve", "tasks", "site", "doctor", "mark", "review", "report", "bench"):
        assert command in done.stdout
