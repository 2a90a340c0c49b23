#!/usr/bin/env python3
"""Writes the sample sessions in `traces`: what a phone or a test would record, without any camera.

Each is a list of events as `Sources/AirSession` describes them. Run it from anywhere; it needs Python 3 alone.
"""

import json
import math
from pathlib import Path

FOLDER = Path(__file__).parent / "traces"
RATE = 30


class Trace:
    """A session that is being written, one event a line."""

    def __init__(self, source, width, height):
        self.time = 0.0
        self.frame = 0
        self.lines = []
        self.add("header", version=1, image=[width, height], source=source)

    def add(self, kind, **fields):
        self.lines.append(json.dumps({"kind": kind, "t": round(self.time, 6), **fields}, ensure_ascii=False))

    def track(self, x, y, size=48, confidence=0.9):
        """The tracker saw the fingertip with its centre at (x, y)."""
        self.frame += 1
        self.time = self.frame / RATE
        box = [round(x - (size - 1) / 2, 3), round(y - (size - 1) / 2, 3), size, size]
        self.add("track", frame=self.frame, box=box, confidence=confidence, state="tracking")

    def lose(self):
        """The tracker let go."""
        self.frame += 1
        self.time = self.frame / RATE
        self.add("track", frame=self.frame, box=None, confidence=0.1, state="lost")

    def flat_surface(self, millimetres_per_pixel):
        """The picture is seen from straight above, on paper of known size."""
        scale = millimetres_per_pixel / 1000
        self.add(
            "plane", action="added", id="paper", homography=[scale, 0, 0, 0, scale, 0, 0, 0, 1], interior=[320, 240],
            extent=[0, 0, 0.297, 0.21], scale="the sheet of a4 paper, 210 × 297 mm")

    def write(self, name):
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{name}.airdraw").write_text("\n".join(self.lines) + "\n", encoding="utf-8")


def spiral():
    """One stroke, a spiral of three turns."""
    trace = Trace("spiral", 640, 480)
    trace.flat_surface(0.4)
    trace.add("pen", down=True, color="#1f6feb")
    for step in range(181):
        angle = step / 180 * 6 * math.pi
        radius = 20 + 140 * step / 180
        trace.track(320 + radius * math.cos(angle), 240 + radius * math.sin(angle))
    trace.add("pen", down=False)
    trace.write("spiral")


def rings():
    """Three rings in three colours that overlap, one more that is taken back, and a dot."""
    trace = Trace("rings", 640, 480)
    trace.flat_surface(0.4)
    circles = [(220, 200, "#d73a49"), (320, 280, "#28a745"), (420, 200, "#1f6feb"), (320, 120, "#6f42c1")]
    for x, y, color in circles:
        trace.add("pen", down=True, color=color)
        for step in range(61):
            angle = step / 60 * 2 * math.pi
            trace.track(x + 80 * math.cos(angle), y + 80 * math.sin(angle))
        trace.add("pen", down=False)
    trace.add("undo")
    trace.add("note", text="the fourth ring was one too many")
    trace.add("pen", down=True, color="#f9c513")
    trace.track(320, 225)
    trace.add("pen", down=False)
    trace.write("rings")


def lost():
    """A zigzag during which the tracker lets go twice; seen at a slant by a known camera that stands still."""
    trace = Trace("lost", 1280, 720)
    trace.add("camera", image=[1280, 720], fx=1000, fy=1000, cx=639.5, cy=359.5, distortion=[-0.08, 0.02, 0, 0])
    # The camera stands 0.5 m from the surface's origin and looks down at it by 50°.
    pitch = math.radians(50)
    s, c = math.sin(pitch), math.cos(pitch)
    trace.add(
        "plane", action="added", id="marker",
        camera={"rotation": [1, 0, 0, 0, -c, -s, 0, s, -c], "origin": [0, 0.5 * s, 0.5 * c]},
        extent=[-0.02, -0.02, 0.02, 0.02], residual_px=0.2, scale="the marker 4X4_50 of 40 mm")
    trace.add("pen", down=True)
    for step in range(160):
        if step in (60, 61, 62, 110):
            trace.lose()
            continue
        phase = step % 40 / 20
        height = phase if phase < 1 else 2 - phase
        trace.track(340 + 600 * step / 160, 260 + 200 * height)
    trace.write("lost")


if __name__ == "__main__":
    spiral()
    rings()
    lost()
