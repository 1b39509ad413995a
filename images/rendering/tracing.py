"""Follows light from the camera through a scene, and notes on the way what the denoiser wants to know.

A plain path tracer with next-event estimation and multiple importance sampling, but for two things. Bounces
on clear glass are free: only scattering counts towards the longest path, so that a carafe is not black. And
all opaque parts are one mesh on an atlas (:mod:`images.rendering.atlas`), whose texture coordinates are
resolved here.

Source: the path integrator of Mitsuba 3; multi-jittered samples after Kensler, "Correlated multi-jittered
sampling", 2013.
"""

from typing import Any

import drjit as dr  # pyright: ignore[reportMissingImports] - of the extra ``render``, as the next
import mitsuba as mi  # pyright: ignore[reportMissingImports]
import numpy as np
from numpy.typing import NDArray

from images.rendering.atlas import CELL, COLUMNS, MARGIN, ROWS, SPAN

SCATTERINGS = 4
"""Longest path: so many segments, not counting those that end on clear glass."""
ROULETTE_AFTER = 2
"""From this scattering on, dim paths may end early."""
STEPS = 14
"""Longest path with glass and all."""
_BRIGHTEST = 40.0
"""A sample is never brighter, so that no speck outlives the denoiser."""


def traced(
    scene: Any, width: int, height: int, field_of_view: float, *, samples: int, seed: int
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Light, albedo and normals that a camera at the origin sees, each (height, width, 3), linear.

    Args:
        scene: A loaded scene of Mitsuba; its opaque parts are one mesh on an atlas.
        width: In pixels.
        height: In pixels.
        field_of_view: Horizontal, in degrees.
        samples: Paths a pixel; a product of two near numbers (4, 6, 9) spreads best.
        seed: Of the random numbers.
    """
    count = width * height * samples
    sampler = mi.load_dict({"type": "multijitter", "sample_count": samples})
    sampler.set_samples_per_wavefront(samples)
    sampler.seed(seed, count)
    pixel = dr.arange(mi.UInt, count) // dr.opaque(mi.UInt, samples)
    columns = dr.opaque(mi.UInt, width)
    row = pixel // columns
    column = pixel - row * columns
    jitter = sampler.next_2d()
    half = dr.opaque(mi.Float, np.tan(np.radians(field_of_view / 2)))
    x = ((mi.Float(column) + jitter.x) * (2 / width) - 1) * half
    y = (1 - (mi.Float(row) + jitter.y) * (2 / height)) * half * (height / width)
    ray = mi.Ray3f(mi.Point3f(0), dr.normalize(mi.Vector3f(x, y, -1)))
    light, albedo, normal = _followed(scene, ray, sampler)
    light = dr.minimum(light, _BRIGHTEST)
    dr.eval(light, albedo, normal)

    def plane(values: Any) -> NDArray[np.float32]:
        mean = [np.asarray(channel).reshape(height, width, samples).mean(-1) for channel in values]
        return np.nan_to_num(np.stack(mean, -1)).astype(np.float32)

    return plane(light), plane(albedo), plane(normal)


@dr.syntax
def _followed(scene: Any, ray: Any, sampler: Any) -> tuple[Any, Any, Any]:
    light, weight = mi.Color3f(0), mi.Color3f(1)
    albedo, normal, unseen = mi.Color3f(0), mi.Vector3f(0), mi.Bool(True)
    scatterings, steps = mi.UInt(0), mi.UInt(0)
    before = dr.zeros(mi.Interaction3f)
    before_density, before_clear = mi.Float(1), mi.Bool(True)
    context = mi.BSDFContext()
    active = mi.Bool(True)
    while active:
        hit = scene.ray_intersect(ray, ray_flags=mi.RayFlags.All, coherent=steps == 0)
        # light that the ray ends on, weighed against the chance that the last scattering aimed at it
        found = mi.DirectionSample3f(scene, hit, before)
        density = scene.pdf_emitter_direction(before, found, ~before_clear)
        share = dr.select(before_clear, 1, before_density / (before_density + density))
        shining = found.emitter.eval(hit)
        light = dr.fma(weight, shining * share, light)

        _resolve(hit)
        bsdf = hit.bsdf(ray)
        scatters = mi.has_flag(bsdf.flags(), mi.BSDFFlags.Smooth)
        met = unseen & (scatters | ~hit.is_valid())
        albedo = dr.select(
            met, dr.select(hit.is_valid(), bsdf.eval_diffuse_reflectance(hit), dr.minimum(shining, 1)), albedo
        )
        normal = dr.select(met & hit.is_valid(), mi.Vector3f(hit.sh_frame.n), normal)
        unseen &= ~met

        further = active & hit.is_valid() & (scatterings + 1 < SCATTERINGS) & (steps + 1 < STEPS)
        aim = further & scatters
        lamp, arriving = scene.sample_emitter_direction(hit, sampler.next_2d(), True, aim)
        aim &= lamp.pdf != 0
        towards = hit.to_local(lamp.d)
        value, value_density, onward, onward_weight = bsdf.eval_pdf_sample(
            context, hit, towards, sampler.next_1d(), sampler.next_2d(), further
        )
        lit = value * arriving * (lamp.pdf / (lamp.pdf + value_density))
        light[aim] = dr.fma(weight, lit, light)

        ray = hit.spawn_ray(hit.to_world(onward.wo))
        weight *= onward_weight
        before = mi.Interaction3f(hit)
        before_density = onward.pdf
        before_clear = mi.has_flag(onward.sampled_type, mi.BSDFFlags.Delta)
        scatterings = dr.select(before_clear, scatterings, scatterings + 1)
        steps += 1
        strongest = dr.max(weight)
        lives = dr.minimum(strongest, 0.95)
        gambles = further & (scatterings >= ROULETTE_AFTER)
        weight[gambles] *= dr.rcp(lives)
        active = further & (strongest > 0) & (~gambles | (sampler.next_1d() < lives))
    return light, albedo, normal


def _resolve(hit: Any) -> None:
    """From cell and repeated coordinates to a place on the atlas, with the derivatives that bumps need."""
    cell = dr.floor(hit.uv.x / SPAN)
    u = hit.uv.x - cell * SPAN
    row = dr.floor(cell / COLUMNS)
    inner = (CELL - 2 * MARGIN) / CELL
    edge = MARGIN / CELL
    across, down = inner / COLUMNS, inner / ROWS
    hit.uv = mi.Point2f(
        (cell - row * COLUMNS + edge + inner * (u - dr.floor(u))) / COLUMNS,
        (row + edge + inner * (hit.uv.y - dr.floor(hit.uv.y))) / ROWS,
    )
    hit.dp_du /= across
    hit.dp_dv /= down
