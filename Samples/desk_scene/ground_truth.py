"""What is true of the recording, by calculation: the path, the camera and where things are."""

import csv
import io
import json

import cv2
import numpy as np

from .camera import IMAGE_HEIGHT, IMAGE_WIDTH
from .hand_skin import nail_centre
from .tabletop import MARKER_SIDE, SHEET_CORNERS, SHEET_HEIGHT, SHEET_WIDTH, marker_corners

FRAME_RATE = 30
TAP_TIME = 1.5
COLUMNS = [
    "frame",
    "time",
    "pen",
    "u_mm",
    "v_mm",
    "contact_u_mm",
    "contact_v_mm",
    "nail_height_mm",
    "image_x",
    "image_y",
]


class NailTruth:
    """Where the nail's centre is, at any time."""

    def __init__(self, camera, motion):
        self.camera, self.motion, self.nail = camera, motion, nail_centre()

    def world(self, time):
        """The nail's centre in the world, mm."""
        rotation, place = self.motion.pose(time)
        return rotation @ self.nail + place

    def image(self, time):
        """The nail's centre in the picture, distorted pixels."""
        return self.camera.project(self.world(time))

    def row(self, number):
        """One row of the table for the frame of a number from 1, as texts."""
        time = (number - 1) / FRAME_RATE
        start = [str(number), f"{time:.6f}", str(int(self.motion.pen_is_down(time)))]
        nail = self.world(time)
        x, y = self.image(time)
        if not (0 <= x <= IMAGE_WIDTH - 1 and 0 <= y <= IMAGE_HEIGHT - 1):
            return start + [""] * (len(COLUMNS) - len(start))
        u, v = self.camera.through_to_paper(nail)
        contact = self.motion.tip(time)
        return start + [f"{value:.4f}" for value in (u, v, contact[0], contact[1], -nail[2], x, y)]


def truth_table(truth, frames):
    """The text of the CSV file."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(truth.row(number) for number in range(1, frames + 1))
    return text.getvalue()


def camera_json(camera):
    """The camera in AirDraw's own JSON."""
    return (
        json.dumps(
            {
                "format": "airdraw-camera",
                "version": 1,
                "image_width": IMAGE_WIDTH,
                "image_height": IMAGE_HEIGHT,
                "model": "brown-conrady",
                "fx": camera.fx,
                "fy": camera.fy,
                "cx": camera.cx,
                "cy": camera.cy,
                "distortion": list(camera.distortion),
            },
            indent=2,
        )
        + "\n"
    )


def camera_yaml(camera):
    """The camera as OpenCV's calibration samples write it."""
    matrix = [camera.fx, 0.0, camera.cx, 0.0, camera.fy, camera.cy, 0.0, 0.0, 1.0]

    def block(name, rows, columns, values):
        """One matrix in OpenCV's dialect of YAML."""
        listed = ", ".join(repr(float(value)) for value in values)
        return (
            f"{name}: !!opencv-matrix\n   rows: {rows}\n   cols: {columns}\n   dt: d\n   data: [ {listed} ]\n"
        )

    return (
        "%YAML:1.0\n---\n"
        f"image_width: {IMAGE_WIDTH}\nimage_height: {IMAGE_HEIGHT}\n"
        + block("camera_matrix", 3, 3, matrix)
        + block("distortion_coefficients", 5, 1, camera.distortion)
    )


def scene_json(camera, motion, truth, seed, frames):
    """Pose, sheet, marker, tap and pen ranges, at full precision."""
    on_plane = np.concatenate([marker_corners(), np.zeros((4, 1))], axis=1)
    sheet = np.concatenate([SHEET_CORNERS, np.zeros((4, 1))], axis=1)
    scene = {
        "format": "airdraw-sample-scene",
        "version": 1,
        "seed": seed,
        "frames": frames,
        "frame_rate": FRAME_RATE,
        "pose": {
            "rotation_world_to_camera": camera.rotation.tolist(),
            "rotation_vector": cv2.Rodrigues(camera.rotation)[0].ravel().tolist(),
            "translation_mm": camera.translation.tolist(),
            "camera_centre_mm": camera.centre.tolist(),
        },
        "sheet": {
            "size_mm": [SHEET_WIDTH, SHEET_HEIGHT],
            "corners_mm": SHEET_CORNERS.tolist(),
            "corners_image": camera.project(sheet).tolist(),
        },
        "marker": {
            "dictionary": "DICT_4X4_50",
            "id": 0,
            "side_mm": MARKER_SIDE,
            "corners_mm": marker_corners().tolist(),
            "corners_image": camera.project(on_plane).tolist(),
        },
        "tap": {"time": TAP_TIME, "image": np.round(truth.image(TAP_TIME), 1).tolist()},
        "pen_ranges": [list(stroke.pen_range) for stroke in motion.strokes],
        "nail_centre_in_hand_mm": truth.nail.tolist(),
    }
    return json.dumps(scene, indent=2) + "\n"
