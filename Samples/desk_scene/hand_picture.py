"""Draws the hand at one instant: its mesh to triangles of the picture, each pixel traced and shaded."""

from dataclasses import dataclass

import cv2
import numpy as np

from .camera import IMAGE_HEIGHT, IMAGE_WIDTH
from .hand_shape import INDEX_FINGER
from .hand_skin import GRAIN_TEXELS, GRAIN_TEXELS_PER_MM, SKIN, FingerMap
from .lighting import WINDOW_COLOUR, light_the_skin, normalized

SCALE = 2  # fine pixels to a pixel, each way
MARGIN = 24  # pixels kept around the hand and around the picture, for the motion during one exposure
SUBPIXEL_BITS = 5


@dataclass(frozen=True)
class HandLayer:
    """The hand on its own: premultiplied RGB and coverage (h, w, 4), fine pixels of a part of the picture."""

    left: int
    top: int
    colour: np.ndarray


def fine_pixels(pixels, left, top):
    """Pixel coordinates to coordinates of the fine grid whose first pixel is (left, top)."""
    return (pixels - [left, top]) * SCALE + (SCALE - 1) / 2


def in_front(points):
    """Which camera points (n, 3) the lens maps one to one; far aside its distortion polynomial folds over."""
    return (points[:, 2] > 50) & (np.hypot(points[:, 0], points[:, 1]) < 1.2 * points[:, 2])


class HandPainter:
    """Holds what does not change from frame to frame, and paints the hand in a given pose."""

    def __init__(self, camera, mesh, finger, grain):
        self.camera, self.mesh, self.finger, self.grain = camera, mesh, finger, grain
        self.fine_attributes = np.hstack([mesh.normals, mesh.lit[:, None], mesh.openness[:, None]])
        columns = np.arange(-MARGIN * SCALE, (IMAGE_WIDTH + MARGIN) * SCALE)
        rows = np.arange(-MARGIN * SCALE, (IMAGE_HEIGHT + MARGIN) * SCALE)
        pixels = (np.stack(np.meshgrid(columns, rows), axis=-1) - (SCALE - 1) / 2) / SCALE
        ideal = camera.normalized(pixels, iterations=8).astype(np.float32)
        self.rays = np.concatenate([ideal, np.ones_like(ideal[..., :1])], axis=-1)

    def paint(self, rotation, place):
        """The hand with its contact point at `place` in the world, or None where nothing of it is seen."""
        seen = self.camera.to_camera(self.mesh.vertices @ rotation.T + place)
        pixels = self.camera.pixels_of_camera_points(seen)
        front = pixels[in_front(seen)]
        if len(front) == 0:
            return None
        low = np.floor(front.min(0)).astype(int) - MARGIN
        high = np.ceil(front.max(0)).astype(int) + MARGIN
        end = np.array([IMAGE_WIDTH + MARGIN, IMAGE_HEIGHT + MARGIN])
        left, top = np.clip(low, -MARGIN, end)
        right, bottom = np.clip(high, -MARGIN, end)
        if right - left < 2 or bottom - top < 2:
            return None
        faces = self._front_faces(seen, pixels, (left, top, right, bottom))
        if len(faces) == 0:
            return None
        identity = self._draw(faces, seen, fine_pixels(pixels, left, top), (right - left, bottom - top))
        covered = identity >= 0
        rows = slice((top + MARGIN) * SCALE, (bottom + MARGIN) * SCALE)
        columns = slice((left + MARGIN) * SCALE, (right + MARGIN) * SCALE)
        rays = self.rays[rows, columns][covered]
        colour = np.zeros((*identity.shape, 4), np.float32)
        colour[covered, :3] = self._shade(faces, identity[covered], seen, rays, rotation, place)
        colour[covered, 3] = 1
        return HandLayer(left, top, colour)

    def _front_faces(self, seen, pixels, window):
        """Indices of vertices of the triangles that face the camera and may touch the window."""
        faces = self.mesh.triangles
        a, b, c = (pixels[faces[:, k]] for k in range(3))
        ab, ac = b - a, c - a
        # Outward triangles turn anticlockwise to the eye: a negative area with y down.
        front = ab[:, 0] * ac[:, 1] - ab[:, 1] * ac[:, 0] < 0
        left, top, right, bottom = window
        inside = (pixels >= [left - 8, top - 8]) & (pixels <= [right + 8, bottom + 8])
        inside = inside.all(-1) & in_front(seen)
        return faces[front & inside[faces].all(-1)]

    def _draw(self, faces, seen, fine, size):
        """The number of the nearest face at each fine pixel, -1 for none: the far ones are drawn first."""
        order = np.argsort(-seen[faces, 2].mean(1), kind="stable")
        corners = np.round(fine[faces] * (1 << SUBPIXEL_BITS)).astype(np.int32)
        identity = np.full((size[1] * SCALE, size[0] * SCALE), -1, np.int32)
        for number in order.tolist():
            cv2.fillConvexPoly(identity, corners[number], number, cv2.LINE_8, SUBPIXEL_BITS)
        return identity

    def _shade(self, faces, hits, seen, rays, rotation, place):
        """Radiance where rays (n, 3) meet the faces of the given numbers (n).

        The light is reckoned at the vertices and blended, but on the index finger, whose nail and creases
        bend it finely, it is reckoned again at every pixel.
        """
        rotation, place = rotation.astype(np.float32), place.astype(np.float32)
        mesh = self.mesh
        incoming, shine = self._light(
            mesh.vertices, mesh.normals, mesh.lit, mesh.openness, np.float32(0), rotation, place
        )
        weights = ray_weights(faces, hits, seen, rays)
        corners = faces[hits]
        position, incoming, shine, finger = np.split(
            blend(np.hstack([mesh.vertices, incoming, shine[:, None], mesh.finger]), corners, weights),
            [3, 6, 7],
            axis=1,
        )
        x = (position[:, 0] + 0.3 * position[:, 2]) * GRAIN_TEXELS_PER_MM % GRAIN_TEXELS
        y = (position[:, 1] + 0.6 * position[:, 2]) * GRAIN_TEXELS_PER_MM % GRAIN_TEXELS
        albedo = sample(self.grain, x, y, cv2.BORDER_WRAP)[:, None] * SKIN.astype(np.float32)

        on = np.flatnonzero(finger[:, 2] > 0.01)
        s, c, part = finger[on].T
        where = FingerMap.coordinates(s, c)
        normal, lit, openness = np.split(
            blend(self.fine_attributes, corners[on], weights[on]), [3, 4], axis=1
        )
        normal = bumped(normal, finger_axis(s), sample(self.finger.slope, *where) * part[:, None])
        gloss = sample(self.finger.gloss, *where)
        fine = self._light(position[on], normal, lit[:, 0], openness[:, 0], gloss, rotation, place)
        part = part[:, None]
        incoming[on] += part * (fine[0] - incoming[on])
        shine[on] += part * (fine[1][:, None] - shine[on])
        albedo[on] += part * (SKIN * sample(self.finger.tint, *where) - albedo[on])
        return albedo * incoming + shine * WINDOW_COLOUR

    def _light(self, position, normal, lit, openness, gloss, rotation, place):
        """What falls on and shines back from points of the hand frame, in the given pose."""
        world = position @ rotation.T + place
        toward_camera = normalized(self.camera.centre.astype(np.float32) - world)
        return light_the_skin(normal @ rotation.T, toward_camera, lit, openness, -world[:, 2], gloss)


def ray_weights(faces, hits, seen, rays):
    """Barycentric weights (n, 3) of the points where rays meet the faces of the given numbers.

    A ray r meets a face where wa a + wb b + wc c lies along r; by Cramer's rule wa is in proportion to
    r . (b x c), and so round. The weights are then made to sum to 1.
    """
    a, b, c = (seen[faces[:, k]] for k in range(3))
    sides = [np.cross(p, q).astype(np.float32) for p, q in ((b, c), (c, a), (a, b))]
    weights = np.stack([np.einsum("ij,ij->i", side[hits], rays) for side in sides], axis=1)
    weights = np.clip(weights / weights.sum(1, keepdims=True), 0, 1)
    return weights / weights.sum(1, keepdims=True)


def blend(attributes, corners, weights):
    """Attributes (vertices, m) blended at points with the given corners and weights (n, 3): (n, m)."""
    attributes = np.ascontiguousarray(attributes, np.float32)
    total = attributes[corners[:, 0]] * weights[:, :1]
    total += attributes[corners[:, 1]] * weights[:, 1:2]
    total += attributes[corners[:, 2]] * weights[:, 2:]
    return total


def bumped(normal, axis, slope):
    """Normals (n, 3) tilted against the slopes (n, 2) along the finger's axis and across it."""
    return normalized(normal - slope[:, :1] * axis - slope[:, 1:] * np.cross(normal, axis))


def finger_axis(s):
    """The index finger's direction, away from the tip, at distances s along it: (n, 3)."""
    steps = np.diff(INDEX_FINGER[:, :3], axis=0)
    lengths = np.linalg.norm(steps, axis=1)
    middles = INDEX_FINGER[0, 3] + np.cumsum(lengths) - lengths / 2
    axes = steps / lengths[:, None]
    return np.stack([np.interp(s, middles, axes[:, k]) for k in range(3)], axis=-1).astype(np.float32)


def sample(image, x, y, border=cv2.BORDER_REPLICATE):
    """Bilinear samples of an image at n points, in chunks that OpenCV's remap can address."""
    x, y = x.astype(np.float32), y.astype(np.float32)
    chunk = 16384
    parts = [
        cv2.remap(image, x[i : i + chunk, None], y[i : i + chunk, None], cv2.INTER_LINEAR, borderMode=border)
        for i in range(0, len(x), chunk)
    ]
    return np.concatenate(parts)[:, 0] if parts else np.zeros((0, *image.shape[2:]), image.dtype)
