"""Real pictures, as small as can be; without the extra ``render`` only its absence is tested."""

import numpy as np
import pytest

from images.geometry import ball, box, merge
from images.rendering import backend, render
from images.rendering.backend import MissingRendererError, require_renderer
from images.spec import Shot
from images.surfaces import glass, plain

SHOT = Shot(azimuth=-70, elevation=18, width=64, height=48, background="#dcdee2")


@pytest.fixture
def renderer():
    try:
        require_renderer()
    except MissingRendererError as error:
        pytest.skip(f"pictures are shipped, so who runs the benchmark needs no renderer: {error}")


def test_what_is_missing_is_told_with_the_command_that_installs_it(monkeypatch):
    monkeypatch.setattr(backend, "_MODULES", ("mitsuba_that_is_not_there",))
    with pytest.raises(
        MissingRendererError, match=r"mitsuba_that_is_not_there.*pip install 'lowagent\[render\]'"
    ):
        require_renderer()


def test_a_missing_llvm_is_told_with_the_command_that_installs_it(monkeypatch):
    monkeypatch.setattr(backend, "_MODULES", ())
    monkeypatch.delenv("DRJIT_LIBLLVM_PATH", raising=False)
    monkeypatch.setattr(backend.ctypes.util, "find_library", lambda _: None)
    with pytest.raises(MissingRendererError, match="apt-get install libllvm19"):
        require_renderer()


def test_a_picture_shows_the_thing_on_its_background(renderer):
    red = plain("#c2272d", roughness=0.8)
    meshes = [
        merge([ball(0.1, red).moved(z=0.1)]),
        box(0.05, 0.05, 0.05, glass("#2bb0ad")).moved(x=0.2, z=0.03),
    ]
    picture = render(meshes, SHOT)
    assert (picture.mode, picture.size) == ("RGB", (64, 48))
    pixels = np.asarray(picture, int)
    corner, middle = pixels[2, 2], pixels[24, 20]
    assert corner.min() > 180
    assert np.ptp(corner) < 20
    assert middle[0] > 120
    assert middle[0] > 2 * max(middle[1:])
    assert np.array_equal(pixels, np.asarray(render(meshes, SHOT), int))
