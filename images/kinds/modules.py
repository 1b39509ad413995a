"""Imports every module of kinds, so that each registers its kinds."""

from images.kinds import mugs

__all__ = ["mugs"]
