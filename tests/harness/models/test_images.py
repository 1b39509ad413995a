"""Images as they are sent."""

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from harness.errors import ConfigError
from harness.models import ImageLimit, ImagePart, Message, TextPart
from harness.models.images import ImageFormat, fit_messages

WIDE = ImageLimit(2048, 2_560_000)


def picture(size, fmt="PNG", mode="RGB", colour=(200, 30, 30)):
    out = BytesIO()
    Image.new(mode, size, colour).save(out, fmt)
    return out.getvalue()


def sent(data, limit=WIDE, image_format: ImageFormat = "png"):
    (message,) = fit_messages(
        [Message("user", (TextPart("look"), ImagePart(data, "shot")))], limit, image_format
    )
    text, image = message.parts
    assert text == TextPart("look")
    assert isinstance(image, ImagePart)
    assert image.what == "shot"
    return image.data


def opened(data):
    return Image.open(BytesIO(data))


@given(st.integers(1, 20_000), st.integers(1, 20_000), st.integers(1, 4000), st.integers(1, 10_000_000))
def test_fitted_size_keeps_the_shape_and_the_limit(width, height, side, pixels):
    w, h = ImageLimit(side, pixels).fit(width, height)
    assert 1 <= w <= max(1, min(width, side))
    assert 1 <= h <= max(1, min(height, side))
    assert w * h <= max(pixels, w, h)  # one pixel wide or high is the least
    if w > 50 and h > 50:
        assert w / h == pytest.approx(width / height, rel=0.03)


def test_image_within_the_limit_is_sent_as_it_is():
    data = picture((1280, 2000))
    assert sent(data) is data


def test_larger_image_is_scaled_to_the_limit():
    assert opened(sent(picture((1280, 4000)))).size == (655, 2048)
    assert opened(sent(picture((2000, 2000)))).size == (1600, 1600)
    assert opened(sent(picture((1200, 1200)), ImageLimit(896, 896 * 896))).size == (896, 896)


def test_other_format_is_converted():
    out = opened(sent(picture((40, 30), "WEBP")))
    assert (out.format, out.size) == ("PNG", (40, 30))
    assert opened(sent(picture((40, 30)), image_format="jpeg")).format == "JPEG"
    assert opened(sent(picture((40, 30)), image_format="webp")).format == "WEBP"


def test_what_is_transparent_shows_white():
    clear = picture((4000, 10), "PNG", "RGBA", (0, 0, 0, 0))
    assert opened(sent(clear)).convert("RGB").getpixel((5, 2)) == (255, 255, 255)


def test_scaling_is_the_same_every_time():
    data = picture((3000, 3000))
    assert sent(data) == sent(bytes(bytearray(data)))


@pytest.mark.parametrize("data", [b"", b"no image", picture((50, 50))[:60]])
def test_what_is_no_image_is_named(data):
    with pytest.raises(ConfigError, match=r"shot: an image of \d+ bytes can't be read"):
        sent(data)
