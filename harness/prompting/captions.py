"""Pictures in words, for models that can't see: a captioner of the BLIP family through transformers.

A caption is made once an image, whatever page shows it: captions are remembered by the image's hash.
Captioning is greedy, so the same captioner says the same of the same image.
"""

import hashlib
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Protocol

from PIL import Image

from harness.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable

DEFAULT_CAPTIONER = "Salesforce/blip-image-captioning-base"
CAPTION_TOKENS = 40
UNREADABLE = "a picture that can't be read"
NOTHING_SAID = "a picture that the program found no words for"
REQUIRED = ("transformers", "torch")


class Captioner(Protocol):
    """Tells what an image shows."""

    def describe(self, image: bytes) -> str:
        """What the image (PNG, JPEG, WebP) shows, in one line of English."""
        ...


class RememberingCaptioner:
    """A captioner that looks at each image once."""

    def __init__(self, describe: "Callable[[Image.Image], str]") -> None:
        self._describe = describe
        self._said: dict[str, str] = {}

    def describe(self, image: bytes) -> str:
        """What the image shows; a sentence that says so where it can't be decoded."""
        key = hashlib.sha256(image).hexdigest()
        if key not in self._said:
            self._said[key] = self._look(image)
        return self._said[key]

    def _look(self, image: bytes) -> str:
        try:
            with Image.open(BytesIO(image)) as opened:
                picture = opened.convert("RGB")
        except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
            return UNREADABLE
        return " ".join(self._describe(picture).split()) or NOTHING_SAID


class BlipCaptioner:
    """A captioner of the BLIP family (BLIP, BLIP-2); its weights are loaded when it first looks."""

    def __init__(self, name: str = DEFAULT_CAPTIONER) -> None:
        """Prepare.

        Args:
            name: a name on the Hugging Face hub, or a folder.

        Raises:
            ConfigError: transformers or torch is not installed.
        """
        require_captions()
        self._name = name
        self._generate: Callable[[Image.Image], str] | None = None

    def __call__(self, picture: Image.Image) -> str:
        """What an RGB picture shows.

        Raises:
            ConfigError: the weights can't be loaded.
        """
        if self._generate is None:
            self._generate = _load(self._name)
        return self._generate(picture)


def require_captions() -> None:
    """Refuse captions on a machine that can't make any. Nothing is loaded: ask it before a run.

    Raises:
        ConfigError: transformers or torch is not installed.
    """
    missing = [package for package in REQUIRED if find_spec(package) is None]
    if missing:
        raise ConfigError(
            f"captions of pictures need {' and '.join(missing)}: pip install 'lowagent[hf]', "
            "or show pages otherwise than with --obs caption"
        )


def open_captioner(name: str = DEFAULT_CAPTIONER) -> Captioner:
    """A captioner that looks at each image once.

    Args:
        name: as for `BlipCaptioner`.

    Raises:
        ConfigError: transformers or torch is not installed.
    """
    return RememberingCaptioner(BlipCaptioner(name))


def _load(name: str) -> "Callable[[Image.Image], str]":
    import torch  # pyright: ignore[reportMissingImports]  # noqa: PLC0415 - seconds, and only captions need it
    from transformers import (  # pyright: ignore[reportMissingImports]  # noqa: PLC0415
        AutoModelForImageTextToText,
        AutoProcessor,
    )

    try:
        processor = AutoProcessor.from_pretrained(name)
        model = AutoModelForImageTextToText.from_pretrained(name, device_map=None).eval()
    except (OSError, ValueError) as error:
        raise ConfigError(
            f"the captioner {name!r} can't be loaded: {error}; "
            "--model-option captioner=NAME_OR_FOLDER names one of the BLIP family"
        ) from error
    model.to("cuda" if torch.cuda.is_available() else "cpu")

    def generate(picture: Image.Image) -> str:
        inputs = processor(images=picture, return_tensors="pt").to(model.device, model.dtype)
        with torch.inference_mode():
            tokens = model.generate(**inputs, do_sample=False, num_beams=1, max_new_tokens=CAPTION_TOKENS)
        return processor.batch_decode(tokens, skip_special_tokens=True)[0]

    return generate
