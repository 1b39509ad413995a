from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from harness.errors import ConfigError
from harness.prompting.captions import BlipCaptioner, RememberingCaptioner, open_captioner
from tests.paper_model import picture


def color_of(image: Image.Image) -> str:
    return f"{image.mode} {image.getpixel((0, 0))}"


def test_an_image_is_looked_at_once_whoever_shows_it():
    looks: list[Image.Image] = []

    def look(image: Image.Image) -> str:
        looks.append(image)
        return f"a  thing\nof {image.width} px"

    captioner = RememberingCaptioner(look)
    assert {captioner.describe(picture("red")) for _ in range(3)} == {"a thing of 4 px"}
    assert captioner.describe(picture("red", (5, 5))) == "a thing of 5 px"
    assert len(looks) == 2


def test_every_picture_is_shown_as_rgb():
    out = BytesIO()
    Image.new("LA", (2, 2), (7, 255)).save(out, "PNG")
    assert RememberingCaptioner(color_of).describe(out.getvalue()) == "RGB (7, 7, 7)"


@pytest.mark.parametrize("data", [b"", b"no picture", picture()[:40], b"<svg/>"])
def test_a_picture_that_can_not_be_read_is_told_in_words(data: bytes):
    assert RememberingCaptioner(color_of).describe(data) == "a picture that can't be read"


def test_a_captioner_without_words_is_told():
    assert "no words" in RememberingCaptioner(lambda image: " \n").describe(picture())


def test_without_transformers_the_extra_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("harness.prompting.captions.find_spec", lambda name: None)
    with pytest.raises(ConfigError, match=r"transformers and torch: pip install 'lowagent\[hf\]'"):
        open_captioner()


@pytest.fixture(scope="module")
def tiny_blip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a BLIP of random weights and 40 words."""
    pytest.importorskip("torch", reason="torch is not installed: pip install 'lowagent[hf]'")
    transformers = pytest.importorskip("transformers", reason="transformers is not installed")
    folder = tmp_path_factory.mktemp("blip")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "[DEC]", "[ENC]", *(f"word{n}" for n in range(33))]
    (folder / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    size = {"hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
    text = {
        "vocab_size": len(words),
        "bos_token_id": 5,
        "sep_token_id": 3,
        "pad_token_id": 0,
        "eos_token_id": 3,
    }
    config = transformers.BlipConfig(
        text_config=size | text | {"encoder_hidden_size": 16},
        vision_config=size | {"image_size": 32, "patch_size": 16},
    )
    transformers.set_seed(1)
    transformers.BlipForConditionalGeneration(config).save_pretrained(folder)
    transformers.BlipProcessor(
        transformers.BlipImageProcessorPil(size={"height": 32, "width": 32}),
        transformers.BertTokenizer(str(folder / "vocab.txt")),
    ).save_pretrained(folder)
    return folder


def test_a_captioner_of_the_family_is_loaded_and_says_the_same_again(tiny_blip: Path):
    captioner = open_captioner(str(tiny_blip))
    said = captioner.describe(picture("red", (64, 48)))
    assert "word" in said
    assert open_captioner(str(tiny_blip)).describe(picture("red", (64, 48))) == said


def test_a_captioner_that_can_not_be_loaded_is_told_by_name(tiny_blip: Path, tmp_path: Path):
    look = BlipCaptioner(str(tmp_path))
    with pytest.raises(ConfigError, match="captioner=NAME_OR_FOLDER"):
        look(Image.new("RGB", (4, 4)))
