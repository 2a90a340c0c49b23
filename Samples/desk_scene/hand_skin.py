"""The skin of the hand: a painted map for the index finger with its nail, and fine grain for the rest."""

from dataclasses import dataclass

import cv2
import numpy as np

from .hand_shape import INDEX_FINGER, onto_skin
from .noise import LatticeNoise, smoothstep

SKIN = np.array([0.56, 0.335, 0.225])
FLUSH = np.array([1.06, 0.86, 0.82])

TEXELS_PER_MM = 8.0
MAP_LENGTH = 96.0  # mm along the finger
MAP_HALF_WIDTH = 17.0  # mm across it, each way

# The nail on the map: centre and half axes in mm, its outline a superellipse.
NAIL_CENTRE_S = 9.7
NAIL_HALF_LENGTH = 6.3
NAIL_HALF_WIDTH = 5.6
NAIL_EXPONENT = 2.7

GRAIN_TEXELS = 1024
GRAIN_TEXELS_PER_MM = 5.0


@dataclass(frozen=True)
class FingerMap:
    """Painted maps over (s, c), rows along c: tint (h, w, 3) times SKIN, gloss (h, w), slopes (h, w, 2)."""

    tint: np.ndarray
    gloss: np.ndarray
    slope: np.ndarray

    @staticmethod
    def coordinates(s, c):
        """Texel coordinates (x, y) of map positions in mm."""
        return (
            (s * TEXELS_PER_MM).astype(np.float32),
            ((c + MAP_HALF_WIDTH) * TEXELS_PER_MM).astype(np.float32),
        )


def nail_radius(s, c):
    """The superellipse's level at map positions: 0 at the nail's centre, 1 on its outline."""
    a = np.abs(s - NAIL_CENTRE_S) / NAIL_HALF_LENGTH
    b = np.abs(c) / NAIL_HALF_WIDTH
    return (a**NAIL_EXPONENT + b**NAIL_EXPONENT) ** (1 / NAIL_EXPONENT)


def nail_centre():
    """The nail's centre in the hand frame, mm: a fixed material point of the rigid fingertip."""
    centres, radii = INDEX_FINGER[:, :3], INDEX_FINGER[:, 3]
    axis = centres[1] - centres[0]
    length = np.linalg.norm(axis)
    along = NAIL_CENTRE_S - radii[0]
    axis = axis / length
    side = np.cross([0.0, 0.0, 1.0], axis)
    back = np.cross(axis, side / np.linalg.norm(side))
    radius = radii[0] + (radii[1] - radii[0]) * along / length
    return onto_skin((centres[0] + along * axis + radius * back)[None])[0].astype(float)


def creases(s, c, seed):
    """Depth 0..1 of the folds of skin over the two finger joints: wavy lines across the back."""
    wave = LatticeNoise([seed, 11])
    rng = np.random.default_rng([seed, 12])
    depth = np.zeros_like(s)
    for joint, spread, count in ((27.5, 2.6, 4), (59.0, 5.5, 8)):
        for offset in np.linspace(-spread, spread, count):
            place = joint + offset + rng.uniform(-0.4, 0.4)
            # Folds bow away from the joint's middle, as over a knuckle.
            bow = -0.022 * offset * np.clip(c * c, 0, 60) / 4
            line = s - place - bow - 0.5 * wave(c / 2.2 + 31 * place, s * 0 + place)
            strength = rng.uniform(0.5, 1.0) * np.exp(-((c / (7.5 - abs(offset) * 0.4)) ** 2))
            depth = np.maximum(depth, strength * np.exp(-((line / 0.34) ** 2)))
    return depth


def slopes(height):
    """Slopes along s and c of a height map in mm."""
    return np.stack([np.gradient(height, axis=1), np.gradient(height, axis=0)], axis=-1) * TEXELS_PER_MM


def finger_map(seed):
    """Paints the index finger."""
    width, rows = int(MAP_LENGTH * TEXELS_PER_MM), int(2 * MAP_HALF_WIDTH * TEXELS_PER_MM) + 1
    s, c = np.meshgrid(np.arange(width) / TEXELS_PER_MM, np.arange(rows) / TEXELS_PER_MM - MAP_HALF_WIDTH)
    noise = LatticeNoise([seed, 10])

    mottle = noise.fractal(s / 5.5, c / 5.5, 4)
    lines = noise(s / 0.55, c / 1.7) + noise(s / 1.5 + 50, c / 0.6)
    fold = creases(s, c, seed)
    shade = 1 + 0.11 * mottle + 0.045 * lines - 0.48 * fold
    flush = (
        0.9 * smoothstep(19, 4, s)
        + 0.6 * np.exp(-(((s - 27.5) / 5) ** 2))
        + 0.7 * np.exp(-(((s - 59) / 7) ** 2))
    )
    flush = np.clip(flush + 0.35 * noise.fractal(s / 9 + 90, c / 9, 2), 0, 1.3)
    tint = shade[..., None] * (1 + flush[..., None] * (FLUSH - 1))
    height = 0.045 * lines - 0.22 * fold + 0.04 * mottle

    level = nail_radius(s, c + 0.12 * noise(s / 2.5, c * 0))
    nail = smoothstep(1.02, 0.95, level)
    groove = np.exp(-(((level - 1.05) / 0.055) ** 2))
    cuticle = np.exp(-(((level - 1.16) / 0.09) ** 2)) * smoothstep(NAIL_CENTRE_S - 2, NAIL_CENTRE_S + 3, s)
    edge_place = NAIL_CENTRE_S - NAIL_HALF_LENGTH + 1.5 + 0.045 * c * c * 0.5
    free_edge = nail * smoothstep(edge_place + 0.25, edge_place - 0.25, s)
    moon_centre = NAIL_CENTRE_S + NAIL_HALF_LENGTH + 0.4
    moon = nail * smoothstep(1.08, 0.85, np.hypot((s - moon_centre) / 3.4, c / 3.6))
    ridges = noise(s / 14, c / 0.55)
    plate = np.array([1.22, 1.02, 1.04]) * (1 + 0.018 * ridges + 0.03 * noise(s / 2.2, c / 2.2))[..., None]
    plate = plate + moon[..., None] * np.array([0.14, 0.30, 0.36])
    plate = plate + free_edge[..., None] * (np.array([1.42, 1.95, 2.35]) - plate)
    under_edge = np.exp(-(((s - edge_place) / 0.28) ** 2)) * nail
    plate = plate * (1 - 0.14 * under_edge[..., None])
    tint = tint + nail[..., None] * (plate - tint)
    tint = tint * (1 - 0.50 * groove - 0.16 * cuticle)[..., None]
    height = height * (1 - nail) + 0.30 * nail - 0.25 * groove + 0.18 * cuticle + 0.006 * ridges * nail
    # The plate bends over its length, so that the window shines back from one part of it.
    height = height - 0.016 * nail * (s - NAIL_CENTRE_S) ** 2

    gloss = np.clip(nail - 0.5 * free_edge, 0, 1)
    maps = [cv2.GaussianBlur(m.astype(np.float32), (0, 0), 1.2) for m in (tint, gloss, slopes(height))]
    return FingerMap(*maps)


def skin_grain(seed):
    """A small tile of skin that repeats, for the rest of the hand: its shade (n, n), about 1."""
    n = GRAIN_TEXELS
    x, y = np.meshgrid(np.arange(n), np.arange(n))

    def layer(cells):
        """Noise with a whole number of cells to the tile, so that the tile joins itself."""
        return LatticeNoise([seed, 14, cells], cells)(x * (cells / n), y * (cells / n))

    blotches = 0.6 * layer(16) + 0.3 * layer(32) + 0.3 * layer(64)
    fine = 0.6 * layer(170) + 0.4 * layer(340)
    return (1 + 0.06 * blotches + 0.06 * fine).astype(np.float32)
