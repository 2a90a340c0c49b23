"""One exposure: the hand's blur and shadow over the time that the shutter is open, over the still scene."""

import cv2
import numpy as np

from .camera import IMAGE_HEIGHT, IMAGE_WIDTH
from .hand_picture import SCALE, fine_pixels, in_front
from .lighting import ceiling_directions, light_the_plane, window_directions

SHUTTER = 1 / 75  # seconds open, centred on the frame's time
MOMENTS = 7  # samples of one exposure
MOMENTS_WHEN_FAST = 19
FAST = 350.0  # mm/s
REACH = 300  # fine pixels round a layer in which the hand's motion is fitted

SHADOW_CELL = 1.5  # mm
SHADOW_ORIGIN = np.array([-300.0, -330.0], np.float32)
SHADOW_SIZE = (640, 480)  # cells


def moments(time, motion):
    """The instants at which one exposure is sampled, even and symmetric about the frame's time."""
    travel = np.linalg.norm(motion.tip(time + SHUTTER / 2) - motion.tip(time - SHUTTER / 2))
    count = MOMENTS if travel < FAST * SHUTTER else MOMENTS_WHEN_FAST
    return time + SHUTTER * ((np.arange(count) + 0.5) / count - 0.5)


def blurred_hand(layer, vertices, camera, poses, middle):
    """Coverage-weighted RGB and coverage (height, width, 4) of a hand layer, averaged over the exposure.

    `middle` is the pose that was painted. The rigid motion from it to each other moment is, over the few
    millimetres of one exposure, an affine map of the picture to within hundredths of a pixel at the tip;
    it is fitted to the part of the hand in and near the layer; what is nearest to the fingertip weighs most.
    """
    probes = vertices[:: max(1, len(vertices) // 6000)]
    start = fine_pixels(camera.project(probes @ middle[0].T + middle[1]), layer.left, layer.top)
    seen = in_front(camera.to_camera(probes @ middle[0].T + middle[1]))
    seen &= ((start >= -REACH) & (start < np.array(layer.colour.shape[1::-1]) + REACH)).all(-1)
    probes, start = probes[seen], start[seen]
    weight = np.exp(-(probes[:, 0] - probes[:, 0].min()) / 14.0) + 0.002
    design = np.concatenate([start, np.ones((len(start), 1))], axis=1)
    weighted = design * weight[:, None]
    total = np.zeros_like(layer.colour)
    size = layer.colour.shape[1::-1]
    for rotation, place in poses:
        end = fine_pixels(camera.project(probes @ rotation.T + place), layer.left, layer.top)
        motion = np.linalg.solve(design.T @ weighted, weighted.T @ end).T
        total += cv2.warpAffine(layer.colour, motion, size, flags=cv2.INTER_LINEAR)
    total /= len(poses)
    rows, columns = total.shape[0] // SCALE, total.shape[1] // SCALE
    pixels = cv2.resize(total, (columns, rows), interpolation=cv2.INTER_AREA)
    picture = np.zeros((IMAGE_HEIGHT, IMAGE_WIDTH, 4), np.float32)
    left, top = max(layer.left, 0), max(layer.top, 0)
    inside = pixels[top - layer.top :, left - layer.left :]
    inside = inside[: IMAGE_HEIGHT - top, : IMAGE_WIDTH - left]
    picture[top : top + inside.shape[0], left : left + inside.shape[1]] = inside
    return picture


def shadow_maps(vertices, poses):
    """Shares of window and ceiling that reach each cell of the plane: two arrays over SHADOW_SIZE.

    The skin's points are thrown onto the plane along every direction of light; the directions are dealt
    out over the exposure's moments, so that a moving shadow is blurred as well.
    """
    shares = []
    placed = [(vertices @ rotation.T + place).astype(np.float32) for rotation, place in poses]
    width, height = SHADOW_SIZE
    closing = np.ones((3, 3), np.uint8)
    for directions in (window_directions(), ceiling_directions()):
        hidden = np.zeros((height, width), np.float32)
        for k, direction in enumerate(directions.astype(np.float32)):
            u, v, z = placed[(k * 3) % len(placed)].T
            # Points beyond the map gather in its outermost cells, far from the picture.
            column = np.clip((u - z * direction[0] - SHADOW_ORIGIN[0]) / SHADOW_CELL, 0, width - 1).astype(
                np.int32
            )
            row = np.clip((v - z * direction[1] - SHADOW_ORIGIN[1]) / SHADOW_CELL, 0, height - 1).astype(
                np.int32
            )
            mask = np.zeros((height, width), np.uint8)
            mask.ravel()[row * width + column] = 1
            hidden += cv2.morphologyEx(mask, cv2.MORPH_CLOSE, closing)
        shares.append(1 - cv2.GaussianBlur(hidden / len(directions), (0, 0), 0.9))
    return shares


class Exposure:
    """Composes frames in linear light over one still picture."""

    def __init__(self, camera, still, painter, motion):
        self.camera, self.painter, self.motion = camera, painter, motion
        cells = (still.paper_uv - SHADOW_ORIGIN) / SHADOW_CELL - 0.5
        self.shadow_x, self.shadow_y = np.moveaxis(cells.astype(np.float32), -1, 0)
        points = np.concatenate([still.paper_uv, np.zeros_like(still.paper_uv[..., :1])], axis=-1)
        toward = camera.centre - points
        toward /= np.linalg.norm(toward, axis=-1, keepdims=True)
        self.by_window, self.by_ceiling = light_the_plane(still, toward)

    def radiance(self, time):
        """The exposure centred on a time: (height, width, 3) in linear light, and the hand's share of it."""
        poses = [self.motion.pose(moment) for moment in moments(time, self.motion)]
        middle = self.motion.pose(time)
        layer = self.painter.paint(*middle)
        if layer is None:
            return self.by_window + self.by_ceiling, 0.0
        vertices = self.painter.mesh.vertices
        window, ceiling = (
            cv2.remap(share, self.shadow_x, self.shadow_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)[
                ..., None
            ]
            for share in shadow_maps(vertices, poses)
        )
        plane = window * self.by_window + ceiling * self.by_ceiling
        hand = blurred_hand(layer, vertices, self.camera, poses, middle)
        return plane * (1 - hand[..., 3:]) + hand[..., :3], float(hand[..., 3].mean())
