"""Renders the meshes of a product as a photograph. Needs the extra ``render``, imported when it is used."""

from collections.abc import Sequence

from PIL import Image

from images.geometry import Mesh
from images.rendering.backend import MissingRendererError, photograph, require_renderer
from images.rendering.scene import Scene, compose
from images.spec import Shot

__all__ = ["MissingRendererError", "Scene", "compose", "render", "require_renderer"]


def render(meshes: Sequence[Mesh], shot: Shot) -> Image.Image:
    """Photograph meshes.

    Returns:
        RGB, of the shot's width and height; the thing fills about four fifths of it and is never cut.

    Raises:
        ValueError: nothing to render, a surface too many, or a background that is no colour and no room.
        MissingRendererError: the extra ``render`` or LLVM is not installed; the message says what to type.
    """
    return photograph(compose(meshes, shot))
