"""What lies still: the wooden table, the sheet of A4 and the ArUco marker, as colours of (u, v)."""

from dataclasses import dataclass

import numpy as np

from .camera import IMAGE_HEIGHT, IMAGE_WIDTH
from .noise import LatticeNoise, smoothstep

SHEET_WIDTH = 297.0
SHEET_HEIGHT = 210.0
SHEET_CORNERS = np.array([[0, 0], [SHEET_WIDTH, 0], [SHEET_WIDTH, SHEET_HEIGHT], [0, SHEET_HEIGHT]], float)

MARKER_SIDE = 40.0
MARKER_QUIET_ZONE = 9.0
MARKER_CENTRE = np.array([-47.0, 66.0])
MARKER_TURN_DEGREES = -13.0
# DICT_4X4_50, identity 0: the four rows of its inner cells, 1 is white.
MARKER_CELLS = np.array([[1, 0, 1, 1], [0, 1, 0, 1], [0, 0, 1, 1], [0, 0, 1, 0]])

PAPER = np.array([0.83, 0.825, 0.80])
PRINTED_RULE = np.array([0.60, 0.66, 0.74])
MARKER_INK = np.array([0.075, 0.075, 0.077])
WOOD_LIGHT = np.array([0.335, 0.205, 0.118])
WOOD_DARK = np.array([0.155, 0.082, 0.043])

SAMPLES_PER_PIXEL_SIDE = 3


@dataclass(frozen=True)
class StillPicture:
    """Per pixel, averaged over the pixel's area, linear light, shape (height, width, ...).

    albedo: diffuse colour, RGB; gloss: how much of the table's varnish shows, 0..1; paper_uv: the point of
    the paper's plane at the pixel's centre, mm.
    """

    albedo: np.ndarray
    gloss: np.ndarray
    paper_uv: np.ndarray


def marker_corners():
    """The marker's corners in (u, v), in ArUco's order: its own top-left, then clockwise as seen."""
    half = MARKER_SIDE / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    angle = np.radians(MARKER_TURN_DEGREES)
    c, s = np.cos(angle), np.sin(angle)
    return square @ np.array([[c, s], [-s, c]]) + MARKER_CENTRE


def wood(u, v, grain):
    """The table's colour: boards along u, each with its own tone, growth rings, fibres and pores."""
    angle = np.radians(4.0)
    along = u * np.cos(angle) + v * np.sin(angle)
    across = -u * np.sin(angle) + v * np.cos(angle) + 23.0
    board_width = 118.0
    board = np.floor(across / board_width)
    tone = np.sin(board * 12.9898) * 43758.5453
    tone = tone - np.floor(tone)
    along = along + board * 517.0
    rings = across / 7.0 + 3.2 * grain.fractal(along / 210.0, across / 46.0, 3)
    ring_shade = 0.5 + 0.5 * np.sin(2 * np.pi * rings)
    broad = grain.fractal(along / 130.0 + 40, across / 18.0, 3)
    fibres = grain.fractal(along / 30.0 + 9, across / 0.8, 2)
    pores = smoothstep(0.45, 0.8, grain(along / 9.0 + 77, across / 0.55))
    mix = np.clip(0.36 + 0.25 * ring_shade**2 + 0.20 * broad + 0.13 * fibres + 0.28 * (tone - 0.5), 0, 1)
    colour = WOOD_LIGHT + (WOOD_DARK - WOOD_LIGHT) * mix[..., None]
    seam = np.abs(across - board * board_width - 0.5)
    darkening = (1 - 0.30 * pores) * (1 - 0.6 * smoothstep(0.7, 0.2, seam))
    return colour * darkening[..., None]


def sheet(u, v, grain):
    """The sheet's colour: off-white, faintly uneven, with printed rules and the trace of a fold."""
    uneven = 1 + 0.012 * grain.fractal(u / 70.0, v / 70.0, 2) + 0.010 * grain(u / 1.1, v / 1.1)
    fold = v - SHEET_HEIGHT / 2
    uneven = uneven + 0.022 * np.exp(-((fold + 1.2) ** 2) / 2.0) - 0.030 * np.exp(-((fold - 0.8) ** 2) / 1.6)
    colour = PAPER * uneven[..., None]
    row = np.abs((v - 30.0 + 4.0) % 8.0 - 4.0)
    ruled = (row < 0.17) & (v > 26) & (v < 200) & (u > 12) & (u < 285)
    margin = (np.abs(u - 26.0) < 0.2) & (v > 8) & (v < 204)
    colour = np.where(ruled[..., None], PRINTED_RULE * uneven[..., None], colour)
    return np.where(margin[..., None], np.array([0.74, 0.58, 0.56]), colour)


def marker_local(u, v):
    """(u, v) in the marker's own axes, mm from its centre."""
    angle = np.radians(MARKER_TURN_DEGREES)
    c, s = np.cos(angle), np.sin(angle)
    du, dv = u - MARKER_CENTRE[0], v - MARKER_CENTRE[1]
    return du * c + dv * s, -du * s + dv * c


def marker_card(x, y, grain):
    """The marker's printed card: six by six cells with a black border one cell wide, white around."""
    cells = np.zeros((6, 6))
    cells[1:5, 1:5] = MARKER_CELLS
    column = np.floor((x / MARKER_SIDE + 0.5) * 6).astype(int)
    row = np.floor((y / MARKER_SIDE + 0.5) * 6).astype(int)
    inside = (column >= 0) & (column < 6) & (row >= 0) & (row < 6)
    white = np.where(inside, cells[np.clip(row, 0, 5), np.clip(column, 0, 5)], 1.0)[..., None]
    paper = PAPER * (1.0 + 0.01 * grain(x / 9.0, y / 9.0))[..., None]
    return MARKER_INK + (paper - MARKER_INK) * white


def edge_shade(u, v, left, top, right, bottom):
    """The thin shadow that a sheet's own thickness throws to the right and towards the camera."""
    outside_u = np.maximum(left + 0.6 - u, u - right)
    outside_v = np.maximum(top + 0.6 - v, v - bottom)
    distance = np.maximum(outside_u, outside_v)
    return 1 - 0.28 * np.exp(-np.clip(distance, 0, None) / 0.8) * (distance > 0)


def surface_colour(u, v, grain):
    """Albedo (..., 3) and gloss (...) of the scene's plane at (u, v)."""
    x, y = marker_local(u, v)
    half = MARKER_SIDE / 2 + MARKER_QUIET_ZONE
    on_sheet = (u >= 0) & (u <= SHEET_WIDTH) & (v >= 0) & (v <= SHEET_HEIGHT)
    on_card = (np.abs(x) <= half) & (np.abs(y) <= half)
    shade = edge_shade(u, v, 0, 0, SHEET_WIDTH, SHEET_HEIGHT) * edge_shade(x, y, -half, -half, half, half)
    colour = wood(u, v, grain) * shade[..., None]
    colour[on_sheet] = sheet(u[on_sheet], v[on_sheet], grain)
    colour[on_card] = marker_card(x[on_card], y[on_card], grain)
    return colour, np.where(on_sheet | on_card, 0.0, 1.0) * shade


def still_picture(camera, seed):
    """Renders the plane without light or hand, each pixel the mean of a regular grid of samples."""
    grain = LatticeNoise([seed, 1])
    albedo = np.empty((IMAGE_HEIGHT, IMAGE_WIDTH, 3), np.float32)
    gloss = np.empty((IMAGE_HEIGHT, IMAGE_WIDTH), np.float32)
    n = SAMPLES_PER_PIXEL_SIDE
    offsets = (np.arange(n) + 0.5) / n - 0.5
    xs = (np.arange(IMAGE_WIDTH)[:, None] + offsets).ravel()
    rows_at_once = 24
    for top in range(0, IMAGE_HEIGHT, rows_at_once):
        ys = (np.arange(top, top + rows_at_once)[:, None] + offsets).ravel()
        grid = np.stack(np.meshgrid(xs, ys), axis=-1)
        uv = camera.on_paper(grid, iterations=8).astype(np.float32)
        colour, shine = surface_colour(uv[..., 0], uv[..., 1], grain)
        blocks = (rows_at_once, n, IMAGE_WIDTH, n)
        albedo[top : top + rows_at_once] = colour.reshape(*blocks, 3).mean(axis=(1, 3))
        gloss[top : top + rows_at_once] = shine.reshape(blocks).mean(axis=(1, 3))
    centres = np.stack(np.meshgrid(np.arange(IMAGE_WIDTH), np.arange(IMAGE_HEIGHT)), axis=-1).astype(float)
    return StillPicture(albedo, gloss, camera.on_paper(centres))
