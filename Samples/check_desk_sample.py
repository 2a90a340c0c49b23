#!/usr/bin/env python3
"""Measures desk.mp4 against its own ground truth and prints how far they part, in pixels.

Needs Python 3 with numpy and OpenCV 4.7 or later (for ArUco). It ends with 1 where a limit is passed.
"""

import csv
import json
import sys
from pathlib import Path

import cv2
import numpy as np

import make_desk_sample
from desk_scene.hand_skin import NAIL_CENTRE_S, FingerMap

FOLDER = Path(__file__).parent
SPOT_FRAMES = (46, 62, 70, 84, 100, 120, 150, 165)  # at rest, drawing and lifted


def frames_of(path):
    """Every frame of a video, BGR."""
    capture = cv2.VideoCapture(str(path))
    frames = []
    while True:
        ok, frame = capture.read()
        if not ok:
            return frames
        frames.append(frame)


def edge_point(grey, start, across):
    """Where brightness passes half way between its two sides on a short line through a picture point."""
    steps = np.arange(-7, 7.01, 0.1)
    line = (start + steps[:, None] * across).astype(np.float32)
    profile = cv2.remap(grey, line[None, :, 0], line[None, :, 1], cv2.INTER_LINEAR)[0].astype(float)
    level = (profile[:25].mean() + profile[-25:].mean()) / 2
    crossing = np.flatnonzero(np.diff(np.sign(profile - level)))
    place = crossing[np.argmin(np.abs(steps[crossing]))]
    part = (level - profile[place]) / (profile[place + 1] - profile[place])
    return start + (steps[place] + 0.1 * part) * across


def corners_by_edges(grey, camera, corners):
    """The corners (4, 2) of a bright quadrilateral of the paper's plane, as meets of its fitted edges."""
    lines = []
    for a, b in zip(corners, np.roll(corners, -1, axis=0)):
        along = np.linspace(0.06, 0.94, 60)[:, None]
        points = np.concatenate([a + (b - a) * along, np.zeros((60, 1))], axis=1)
        pixels = camera.project(points)
        tangent = np.gradient(pixels, axis=0)
        across = np.stack([-tangent[:, 1], tangent[:, 0]], axis=1) / np.linalg.norm(tangent, axis=1)[:, None]
        found = np.array([edge_point(grey, p, d) for p, d in zip(pixels, across)])
        ideal = camera.normalized(found)
        centre = ideal.mean(0)
        normal = np.linalg.svd(ideal - centre)[2][1]
        lines.append(np.append(normal, -normal @ centre))
    meets = [np.cross(lines[k - 1], lines[k]) for k in range(4)]
    return camera.pixels_of_camera_points(np.array(meets) / np.array(meets)[:, 2:])


def spot_errors(recording, truth):
    """Distance from the truth to the centroid of a faint spot painted on the nail's centre, per frame."""
    painter = recording.exposure.painter
    plain = painter.finger
    spot = np.zeros(plain.gloss.shape, np.float32)
    x, y = FingerMap.coordinates(np.float64(NAIL_CENTRE_S), np.float64(0))
    spot[round(float(y)), round(float(x))] = 1
    spot = cv2.GaussianBlur(spot, (0, 0), 5)
    marked = FingerMap(plain.tint + (spot / spot.max())[..., None], plain.gloss, plain.slope)
    errors = []
    for number in SPOT_FRAMES:
        time = (number - 1) / 30
        painter.finger = plain
        before, _ = recording.exposure.radiance(time)
        painter.finger = marked
        difference = (recording.exposure.radiance(time)[0] - before).sum(-1)
        ys, xs = np.indices(difference.shape)
        centroid = np.array([(xs * difference).sum(), (ys * difference).sum()]) / difference.sum()
        errors.append(np.linalg.norm(centroid - truth[number]))
    painter.finger = plain
    return errors


def patch_offsets(frames, numbers, truth, tap, side=33):
    """How far the tap's patch, fitted anew to each frame by an affine map (ECC), lands from the truth.

    G. D. Evangelidis and E. Z. Psarakis, "Parametric image alignment using enhanced correlation
    coefficient maximization" (2008). It starts at the truth, so it measures the picture, not a search.
    """
    margin = 12
    patch = cv2.getRectSubPix(frames[tap - 1], (side, side), truth[tap])
    middle = np.array([side // 2, side // 2, 1.0])
    stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 80, 1e-4)
    offsets = []
    for number in numbers:
        window = cv2.getRectSubPix(frames[number - 1], (side + 2 * margin, side + 2 * margin), truth[number])
        start = np.array([[1, 0, margin], [0, 1, margin]], np.float32)
        _, fitted = cv2.findTransformECC(patch, window, start, cv2.MOTION_AFFINE, stop, None, 3)
        offsets.append(np.linalg.norm(fitted @ middle - middle[:2] - margin))
    return offsets


def marker_corners_by_aruco(grey, identity):
    """The marker's corners (4, 2) as ArUco finds them, or None."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, identities, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(grey)
    if identities is None or identities.ravel().tolist() != [identity]:
        return None
    return corners[0][0]


def project_by_opencv(scene, points):
    """OpenCV's own projection of plane points (4, 2), from the written camera file and pose."""
    storage = cv2.FileStorage(str(FOLDER / "desk.camera.yml"), cv2.FILE_STORAGE_READ)
    matrix = storage.getNode("camera_matrix").mat()
    distortion = storage.getNode("distortion_coefficients").mat()
    on_plane = np.concatenate([np.array(points), np.zeros((len(points), 1))], axis=1)
    pose = scene["pose"]
    rotation, translation = np.array(pose["rotation_vector"]), np.array(pose["translation_mm"])
    return cv2.projectPoints(on_plane, rotation, translation, matrix, distortion)[0][:, 0]


def main():
    """Runs every check and prints one line for each."""
    scene = json.loads((FOLDER / "desk.scene.json").read_text())
    rows = list(csv.DictReader((FOLDER / "desk.truth.csv").open()))
    truth = {int(r["frame"]): (float(r["image_x"]), float(r["image_y"])) for r in rows if r["image_x"]}
    frames = [cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY) for frame in frames_of(FOLDER / "desk.mp4")]
    recording = make_desk_sample.Recording(scene["seed"])
    results = []

    def check(what, value, limit):
        results.append(value <= limit)
        print(f"{'ok  ' if results[-1] else 'FAIL'} {what}: {value:.3f} (limit {limit})")

    check("frames missing in the video", abs(len(frames) - scene["frames"]) + abs(len(rows) - len(frames)), 0)
    for name in ("sheet", "marker"):
        corners = np.array(scene[name]["corners_image"])
        projected = project_by_opencv(scene, scene[name]["corners_mm"])
        check(f"{name} corners as OpenCV projects them, worst px", distance(projected, corners), 1e-6)
        found = corners_by_edges(frames[2], recording.camera, np.array(scene[name]["corners_mm"]))
        check(f"{name} corners by their edges in frame 3, worst px", distance(found, corners), 0.5)
    corners = np.array(scene["marker"]["corners_image"])
    found = [marker_corners_by_aruco(frame, scene["marker"]["id"]) for frame in frames]
    check("frames without the marker", sum(f is None for f in found), 0)
    errors = [distance(f, corners) for f in found if f is not None]
    check("marker corners by ArUco, worst of four in the median frame, px", np.median(errors), 0.5)
    check("marker corners by ArUco, worst of all frames, px", max(errors), 0.6)

    check("painted spot on the nail against the truth, worst px", max(spot_errors(recording, truth)), 0.25)
    tap = round(scene["tap"]["time"] * scene["frame_rate"]) + 1
    offsets = patch_offsets(frames, [int(r["frame"]) for r in rows if r["pen"] == "1"], truth, tap)
    check("tap's patch fitted while drawing, median px", np.median(offsets), 1.0)
    check("tap's patch fitted while drawing, worst px", max(offsets), 3.0)
    sys.exit(0 if all(results) else 1)


def distance(a, b):
    """The greatest distance between points of the same number, (n, 2) each."""
    return np.linalg.norm(a - b, axis=1).max()


if __name__ == "__main__":
    main()
