"""The light in the room: a window to the far left, a bright ceiling, and what the table throws back."""

import numpy as np

WINDOW_DIRECTION = np.array([-0.52, -0.36, -0.77])
WINDOW_DIRECTION = WINDOW_DIRECTION / np.linalg.norm(WINDOW_DIRECTION)
WINDOW_SPREAD = 0.16  # tangent of the window's half angle: how soft its shadows are
WINDOW_COLOUR = np.array([0.98, 1.0, 1.03]) * 0.80
CEILING_COLOUR = np.array([1.03, 1.0, 0.95]) * 0.40
UP = np.array([0.0, 0.0, -1.0])

WINDOW_SAMPLES = 20
CEILING_SAMPLES = 20


def spiral(count):
    """Points spread evenly over the unit disc (H. Vogel's sunflower, 1979): (count, 2)."""
    k = np.arange(count) + 0.5
    radius, angle = np.sqrt(k / count), k * np.pi * (3 - np.sqrt(5))
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=-1)


def window_directions():
    """Directions to points of the window, each as the shift (du, dv) of a shadow for 1 mm of height."""
    slope = -WINDOW_DIRECTION[:2] / -WINDOW_DIRECTION[2]
    return slope + WINDOW_SPREAD * spiral(WINDOW_SAMPLES)


def ceiling_directions():
    """Directions over the upper half space, dense as their cosine, as shadow shifts for 1 mm of height."""
    disc = spiral(CEILING_SAMPLES) * 0.96
    return disc / np.sqrt(1 - (disc**2).sum(-1, keepdims=True))


def falloff(u, v):
    """The window's strength over the table, 1 at the sheet's middle: it wanes away from the window."""
    distance = ((u - 148.5) * WINDOW_DIRECTION[0] + (v - 105.0) * WINDOW_DIRECTION[1]) / 1000.0
    return 1.0 / (1.0 - 0.75 * distance) ** 2


def light_the_plane(still, toward_camera):
    """Radiance of the still picture due to the window alone and to the ceiling alone: (height, width, 3)."""
    u, v = still.paper_uv[..., 0], still.paper_uv[..., 1]
    half = WINDOW_DIRECTION + toward_camera
    cosine = np.clip(half @ UP / np.linalg.norm(half, axis=-1), 0, 1)
    varnish = still.gloss[..., None]
    strength = (falloff(u, v) * -WINDOW_DIRECTION[2])[..., None]
    by_window = WINDOW_COLOUR * (still.albedo * strength + varnish * 0.010 * cosine[..., None] ** 24)
    by_ceiling = CEILING_COLOUR * (still.albedo + varnish * 0.016)
    return by_window.astype(np.float32), by_ceiling.astype(np.float32)


def light_the_skin(normal, toward_camera, lit, openness, height, gloss):
    """What falls on skin and what shines back, (n, 3) and (n): to be combined as albedo * first + second.

    Light that enters skin leaves it nearby, red most of all: the terminator is soft and reddish. That is
    imitated by letting the cosine wrap round, a different amount for each colour. The light from below is
    thrown back by the white sheet; close to it the hand shades the paper and itself.
    """
    window, ceiling, direction, up = (
        x.astype(np.float32) for x in (WINDOW_COLOUR, CEILING_COLOUR, WINDOW_DIRECTION, UP)
    )
    wrap = np.array([0.34, 0.20, 0.14], np.float32)
    diffuse = np.clip(((normal @ direction)[:, None] + wrap) / (1 + wrap), 0, 1)
    diffuse *= lit[:, None] ** np.array([0.75, 0.95, 1.05], np.float32)
    upward = normal @ up
    from_below = np.sqrt(openness) * (0.5 - 0.5 * upward) * np.clip(height / 22.0, 0.12, 1)
    incoming = diffuse * window + (openness * (0.55 + 0.45 * upward))[:, None] * ceiling
    incoming += from_below[:, None] * (0.42 * (window + ceiling))

    half = normalized(direction + toward_camera)
    facing = np.clip(np.einsum("ij,ij->i", normal, half), 0, 1)
    grazing = np.clip(1 - np.einsum("ij,ij->i", half, toward_camera), 0, 1)
    skin_shine = 0.055 * facing**14 + 0.03 * facing**45
    nail_shine = 0.05 * facing**18 + 0.27 * facing**70
    shine = skin_shine + gloss * (nail_shine - skin_shine)
    return incoming, shine * lit * (1 + 8 * grazing**3)


def normalized(vectors):
    """Vectors (n, 3) at unit length."""
    return vectors / np.sqrt(np.einsum("ij,ij->i", vectors, vectors))[:, None]
