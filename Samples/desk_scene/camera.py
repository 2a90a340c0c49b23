"""A pinhole camera with Brown-Conrady distortion, and the pose of the recording."""

from dataclasses import dataclass

import numpy as np

IMAGE_WIDTH = 1280
IMAGE_HEIGHT = 720


@dataclass(frozen=True)
class Camera:
    """Intrinsics in pixels (pixel centres at integers), distortion, and the pose world -> camera.

    Distortion follows D. C. Brown, "Close-range camera calibration" (1971) in OpenCV's order
    (k1, k2, p1, p2, k3): x' = x (1 + k1 r2 + k2 r4 + k3 r6) + 2 p1 x y + p2 (r2 + 2 x2), and likewise y'.
    """

    fx: float
    fy: float
    cx: float
    cy: float
    distortion: tuple
    rotation: np.ndarray
    translation: np.ndarray

    @property
    def centre(self):
        """The camera's centre in the world, mm."""
        return -self.rotation.T @ self.translation

    def distort(self, x, y):
        """Ideal normalized coordinates to distorted ones."""
        k1, k2, p1, p2, k3 = self.distortion
        r2 = x * x + y * y
        radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
        return (
            x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x),
            y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y,
        )

    def normalized(self, pixels, iterations=25):
        """Pixels (..., 2) to ideal normalized coordinates (..., 2), by fixed-point iteration.

        Each step shrinks the error about tenfold for this lens, so 25 steps exhaust a double.
        """
        xd = (pixels[..., 0] - self.cx) / self.fx
        yd = (pixels[..., 1] - self.cy) / self.fy
        x, y = xd, yd
        for _ in range(iterations):
            x1, y1 = self.distort(x, y)
            x, y = x + (xd - x1), y + (yd - y1)
        return np.stack([x, y], axis=-1)

    def to_camera(self, world):
        """World points (..., 3) to camera coordinates, mm."""
        return world @ self.rotation.T + self.translation

    def pixels_of_camera_points(self, points):
        """Camera coordinates (..., 3) to distorted pixels (..., 2)."""
        x, y = self.distort(points[..., 0] / points[..., 2], points[..., 1] / points[..., 2])
        return np.stack([self.fx * x + self.cx, self.fy * y + self.cy], axis=-1)

    def project(self, world):
        """World points (..., 3) to distorted pixels (..., 2)."""
        return self.pixels_of_camera_points(self.to_camera(world))

    def on_paper(self, pixels, iterations=25):
        """The points (u, v) of the paper's plane seen at the given pixels (..., 2)."""
        ideal = self.normalized(pixels, iterations)
        rays = np.concatenate([ideal, np.ones_like(ideal[..., :1])], axis=-1) @ self.rotation
        centre = self.centre
        return centre[:2] - rays[..., :2] * (centre[2] / rays[..., 2:])

    def through_to_paper(self, world):
        """Where the ray from the camera through world points (..., 3) meets the paper's plane: (..., 2)."""
        centre = self.centre
        direction = world - centre
        return centre[:2] - direction[..., :2] * (centre[2] / direction[..., 2:])


def looking_at(target, distance, elevation_degrees, azimuth_degrees, roll_degrees):
    """The pose (rotation, translation) of a camera that looks at a point (u, v) of the paper.

    Elevation is the angle of the line of sight above the table; a positive azimuth carries the camera
    to the right round the target; roll turns it about its line of sight.
    """
    elevation, azimuth, roll = np.radians([elevation_degrees, azimuth_degrees, roll_degrees])
    target = np.array([target[0], target[1], 0.0])
    towards_camera = np.array(
        [
            np.sin(azimuth) * np.cos(elevation),
            np.cos(azimuth) * np.cos(elevation),
            -np.sin(elevation),
        ]
    )
    centre = target + distance * towards_camera
    forward = -towards_camera
    right = np.cross(np.array([0.0, 0.0, 1.0]), forward)
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    level = np.stack([right, down, forward])
    c, s = np.cos(roll), np.sin(roll)
    rotation = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) @ level
    return rotation, -rotation @ centre


def desk_camera():
    """The camera of the desk recording: a 720p webcam on an arm, about 0.6 m from the sheet."""
    rotation, translation = looking_at(
        target=(128.0, 105.0),
        distance=590.0,
        elevation_degrees=53.0,
        azimuth_degrees=-9.0,
        roll_degrees=1.4,
    )
    return Camera(
        fx=1342.6,
        fy=1340.9,
        cx=644.7,
        cy=355.2,
        distortion=(-0.0823, 0.0517, 0.00071, -0.00094, -0.0126),
        rotation=rotation,
        translation=translation,
    )
