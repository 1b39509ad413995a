import subprocess
import sys
import tomllib

import pytest

from images.catalogue import ROOT
from images.rendering.backdrops import ROOMS

EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]


def test_the_extra_render_is_bounded_and_no_other_needs_it():
    assert {line.split(">")[0] for line in EXTRAS["render"]} == {"mitsuba", "pyoidn"}
    assert all(">=" in line and "<" in line for line in EXTRAS["render"])
    assert not any("mitsuba" in line for name, lines in EXTRAS.items() if name != "render" for line in lines)


@pytest.mark.parametrize(
    "module",
    ["images.build", "images.check", "images.sheet", "images.pool", "images.kinds", "images.rendering"],
)
def test_images_load_neither_the_renderer_nor_another_room(module):
    code = f"import sys, {module}; print(*sorted({{name.split('.')[0] for name in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "images" in loaded
    assert not loaded & {"mitsuba", "drjit", "pyoidn", "sites", "harness", "tasks", "som", "disruptions"}


def test_every_room_has_its_light_and_its_licence():
    attribution = (ROOT / "images/ATTRIBUTION.md").read_text("utf-8")
    stored = {path.stem for path in (ROOT / "images/rendering/rooms").iterdir()}
    assert stored == set(ROOMS)
    assert all(f"`{name}.npz`" in attribution for name in ROOMS)
