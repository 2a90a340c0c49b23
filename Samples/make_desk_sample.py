#!/usr/bin/env python3
"""Renders Samples/desk.mp4, a finger that draws on a sheet of paper, with its ground truth.

Needs Python 3 with numpy and OpenCV, and ffmpeg with libx264. The recording in the repository was made
once by this script; nothing in the build runs it. The same versions give the same frames on every run.
"""

import argparse
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import cv2

from desk_scene.camera import IMAGE_HEIGHT, IMAGE_WIDTH, desk_camera
from desk_scene.exposure import Exposure
from desk_scene.ground_truth import FRAME_RATE, NailTruth, camera_json, camera_yaml, scene_json, truth_table
from desk_scene.hand_picture import HandPainter
from desk_scene.hand_shape import hand_mesh
from desk_scene.hand_skin import finger_map, skin_grain
from desk_scene.lighting import WINDOW_DIRECTION
from desk_scene.motion import HOVER_UNTIL, DeskMotion
from desk_scene.sensor import Sensor, exposure_gain
from desk_scene.tabletop import still_picture

SEED = 20250
CRF = 19


class Recording:
    """Everything needed to make any frame of the recording."""

    def __init__(self, seed):
        self.camera, self.motion = desk_camera(), DeskMotion()
        self.frame_count = round(self.motion.duration * FRAME_RATE)
        rest, _ = self.motion.pose(HOVER_UNTIL)
        mesh = hand_mesh(rest.T @ WINDOW_DIRECTION)
        painter = HandPainter(self.camera, mesh, finger_map(seed), skin_grain(seed))
        self.exposure = Exposure(self.camera, still_picture(self.camera, seed), painter, self.motion)
        self.sensor = Sensor(self.camera, seed)

    def frame(self, number):
        """The frame of a number from 1: BGR, 8 bits."""
        time = (number - 1) / FRAME_RATE
        radiance, covered = self.exposure.radiance(time)
        return self.sensor.frame(radiance, number, exposure_gain(time, covered))


def encoder(path):
    """A running ffmpeg that takes raw BGR frames and writes H.264 without dates, names or sound."""
    source = [
        "-f",
        "rawvideo",
        "-pix_fmt",
        "bgr24",
        "-s",
        f"{IMAGE_WIDTH}x{IMAGE_HEIGHT}",
        "-r",
        str(FRAME_RATE),
    ]
    colours = [
        "-colorspace",
        "bt709",
        "-color_primaries",
        "bt709",
        "-color_trc",
        "bt709",
        "-color_range",
        "tv",
    ]
    plain = [
        "-map_metadata",
        "-1",
        "-fflags",
        "+bitexact",
        "-flags:v",
        "+bitexact",
        "-movflags",
        "+faststart",
    ]
    command = ["ffmpeg", "-v", "error", "-y", *source, "-i", "-", "-an"]
    command += [
        "-vf",
        "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,format=yuv420p",
    ]
    command += ["-c:v", "libx264", "-preset", "medium", "-crf", str(CRF), "-g", "60", "-threads", "2"]
    command += [*colours, *plain, "-f", "mp4", str(path)]
    return subprocess.Popen(command, stdin=subprocess.PIPE)


def write_video(recording, path):
    """Renders and encodes every frame; the file appears whole or not at all. Returns the frames' SHA-256."""
    digest = hashlib.sha256()
    unfinished = path.with_suffix(".part")
    with encoder(unfinished) as process:
        for number in range(1, recording.frame_count + 1):
            pixels = recording.frame(number).tobytes()
            digest.update(pixels)
            process.stdin.write(pixels)
            print(f"\rframe {number} of {recording.frame_count}", end="", file=sys.stderr)
        process.stdin.close()
    print(file=sys.stderr)
    if process.returncode != 0:
        unfinished.unlink(missing_ok=True)
        sys.exit("make_desk_sample: ffmpeg failed; is it built with libx264?")
    os.replace(unfinished, path)
    return digest.hexdigest()


def write_truth(recording, folder):
    """Writes the path, the camera (two formats) and the scene beside the video."""
    truth = NailTruth(recording.camera, recording.motion)
    texts = {
        "desk.truth.csv": truth_table(truth, recording.frame_count),
        "desk.camera.json": camera_json(recording.camera),
        "desk.camera.yml": camera_yaml(recording.camera),
        "desk.scene.json": scene_json(recording.camera, recording.motion, truth, SEED, recording.frame_count),
    }
    for name, text in texts.items():
        (folder / name).write_text(text)


def main():
    """Reads the command line and does what it asks."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, default=Path(__file__).parent, help="folder to write into")
    parser.add_argument("--preview", type=int, metavar="FRAME", help="write this one frame as a PNG instead")
    arguments = parser.parse_args()
    recording = Recording(SEED)
    if arguments.preview is not None:
        cv2.imwrite(
            str(arguments.output / f"desk-{arguments.preview:03}.png"), recording.frame(arguments.preview)
        )
        return
    write_truth(recording, arguments.output)
    digest = write_video(recording, arguments.output / "desk.mp4")
    print(f"{recording.frame_count} frames, SHA-256 of their pixels {digest}")


if __name__ == "__main__":
    main()
