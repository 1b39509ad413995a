import pytest

from images.kinds import view
from images.rendering.backdrops import ROOMS
from images.shots import ROOMS as OFFERED
from images.shots import TABLES, catalogue_shot, reference_shot

IDS = [f"P{number:04}" for number in range(1, 200)]


@pytest.mark.parametrize("kind", ["mug", "sandal", "sofa", "ring"])
def test_catalogue_shots_keep_near_the_view_of_the_kind(kind):
    azimuth, elevation = view(kind)
    shots = [catalogue_shot(product, kind) for product in IDS]
    assert all(abs(shot.azimuth - azimuth) <= 6 and shot.elevation == elevation for shot in shots)
    assert len({shot.azimuth for shot in shots}) > 100


@pytest.mark.parametrize("kind", ["mug", "sandal", "sofa", "ring"])
def test_reference_shots_are_others_than_the_catalogue_s(kind):
    azimuth, _ = view(kind)
    for product in IDS:
        catalogue, reference = catalogue_shot(product, kind), reference_shot(product, kind)
        assert 20 <= abs(reference.azimuth - azimuth) <= 45
        assert abs(reference.azimuth + 90) <= 58
        assert reference.light != catalogue.light
        assert reference.background != catalogue.background
        assert reference.field_of_view != catalogue.field_of_view
        assert 0 < reference.elevation < 70


def test_reference_shots_use_every_background():
    used = {reference_shot(product, "mug").background for product in IDS}
    assert used == {*TABLES, *(f"room:{name}" for name in OFFERED)}
    assert set(OFFERED) == set(ROOMS)


def test_another_seed_is_another_shot():
    assert reference_shot("P0001", "mug", 0) != reference_shot("P0001", "mug", 1)
    assert reference_shot("P0001", "mug", 1) == reference_shot("P0001", "mug", 1)
