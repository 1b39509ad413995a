import pytest
from PIL import Image

from images.check import chunks
from images.colors import PAINTS
from images.importers.photos import shown
from images.importers.words import color_of, kind_of, kinds_named, materials_of
from sites.ministore.catalogue import load_catalogue
from tests.published_pictures import color_at, is_like, picture


def test_a_photograph_is_fitted_on_white_without_metadata(tmp_path):
    exif = Image.Exif()
    exif[0x0112] = 6
    path = tmp_path / "shown.webp"
    path.write_bytes(shown(picture("blue", (200, 50), exif=exif)))
    with Image.open(path) as image:
        assert (image.format, image.size) == ("WEBP", (480, 360))
    assert chunks(path.read_bytes()) <= {b"VP8 ", b"VP8L"}
    assert is_like(color_at(path, (240, 5)), (0, 0, 255)), "turned upright, it is as high as the sheet"
    assert is_like(color_at(path, (180, 180)), (255, 255, 255))


def test_what_is_clear_is_white(tmp_path):
    path = tmp_path / "shown.webp"
    path.write_bytes(shown(picture((255, 0, 0, 0), kind="PNG")))
    assert is_like(color_at(path), (255, 255, 255))


@pytest.mark.parametrize("data", [b"", b"no picture", picture("red")[:300]])
def test_what_is_no_whole_picture_is_refused(data):
    with pytest.raises(OSError):
        shown(data)


@pytest.mark.parametrize(
    ("text", "color"),
    [
        ("Havana Tan", "beige"),
        ("Navy Blue", "navy"),
        ("Off-White", "cream"),
        ("Light Gray", "grey"),
        ("Black and White", None),
        ("Rose Gold", None),
        ("Multicolor Red", None),
        ("Blackened", None),
        ("", None),
    ],
)
def test_colors_are_told_only_where_there_is_one(text, color):
    assert color_of(text) == color


@pytest.mark.parametrize(
    ("product_type", "name", "kind"),
    [
        ("CELLULAR_PHONE_CASE", "Designer Back Cover", "phone_case"),
        ("SHOES", "Slide Slip-on Loafer", "loafer"),
        ("SHOES", "Heels", None),
        ("TABLE", "Round Coffee Table", "coffee_table"),
        ("TABLE", "Console", None),
        ("GROCERY", "Green Tea, 20 bags", "tea"),
        ("GROCERY", "Steak", None),
        ("BATHMAT", "Bath Mat", "bath_mat"),
    ],
)
def test_kinds_are_told_by_type_and_name(product_type, name, kind):
    assert kind_of(product_type, name) == kind


def test_the_tables_name_only_what_the_shop_has():
    shop = load_catalogue()
    assert kinds_named() == set(shop.kinds)
    assert all(color_of(color) == color for color in PAINTS)
    assert materials_of(" ".join(shop.materials).replace("_", " ")) == set(shop.materials)
    assert materials_of("Solid Wood") == {"oak", "teak", "pine"}
