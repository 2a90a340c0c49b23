"""How the hand moves: two strokes at a human speed, and the way in, between and out again."""

from dataclasses import dataclass

import numpy as np

from .noise import smoothstep

PEAK_SPEED = 275.0  # mm/s
ACCELERATION = 2600.0  # mm/s2
PATH_STEP = 0.25  # mm
REST = 0.09  # seconds that the finger rests on the paper before and after a stroke
HOVER_HEIGHT = 15.0  # mm
LIFT_HEIGHT = 48.0  # mm
OUTSIDE = np.array([500.0, 300.0])  # (u, v) where the hand waits, out of the picture, mm
SHOULDER = np.array([900.0, 420.0])  # mm
BASE_HEADING_DEGREES = 24.0
BASE_ROLL_DEGREES = 9.0

# The course of events, seconds: three instants, then four lengths of time.
EMPTY_UNTIL = 0.22
ARRIVAL = 1.12
HOVER_UNTIL = 1.60
LOWERING = 0.20
TRANSFER = 0.85
LEAVING = 0.90
EMPTY_AT_END = 0.40


def heart():
    """A heart 112 mm wide, from its notch round to its notch."""
    angle = np.linspace(0, 2 * np.pi, 4001)
    u = 16 * np.sin(angle) ** 3
    v = -(13 * np.cos(angle) - 5 * np.cos(2 * angle) - 2 * np.cos(3 * angle) - np.cos(4 * angle))
    return np.stack([119 + 3.5 * u, 84 + 3.5 * v], axis=-1)


def looped_line():
    """A line underneath, 125 mm long, that makes one loop and crosses itself."""
    tau = np.linspace(0, 1, 4001)
    turn = 2 * np.pi * smoothstep(0.22, 0.78, tau)
    u = 58 + 125 * tau + 17 * np.sin(turn)
    v = 185 - 7 * tau - 12 * (1 - np.cos(turn))
    return np.stack([u, v], axis=-1)


def evenly_spaced(points, smoothing):
    """A path resampled every PATH_STEP mm; Gaussian smoothing (mm) rounds corners as a hand does."""
    lengths = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    stations = np.linspace(0, lengths[-1], int(lengths[-1] / PATH_STEP) + 1)
    path = np.stack([np.interp(stations, lengths, points[:, k]) for k in (0, 1)], axis=-1)
    reach = int(4 * smoothing / PATH_STEP)
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) * PATH_STEP / smoothing) ** 2)
    padded = np.pad(path, ((reach, reach), (0, 0)), mode="edge")
    return np.stack([np.convolve(padded[:, k], kernel / kernel.sum(), "valid") for k in (0, 1)], axis=-1)


def times_along(path):
    """The time, s, at each point of an evenly spaced path that starts and ends at rest.

    Speed follows the two-thirds power law (Lacquaniti, Terzuolo and Viviani, 1983): proportional to the
    radius of curvature to the power 1/3, held below PEAK_SPEED and to the given acceleration.
    """
    first = np.gradient(path, axis=0)
    second = np.gradient(first, axis=0)
    steps = np.linalg.norm(first, axis=1) + 1e-9
    curvature = np.abs(first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]) / steps**3
    speed = np.minimum(PEAK_SPEED, 62.0 * np.cbrt(1 / np.maximum(curvature, 1e-6)))
    speed[0] = speed[-1] = 6.0
    lengths = np.linalg.norm(np.diff(path, axis=0), axis=1)
    for k in range(len(lengths)):
        speed[k + 1] = min(speed[k + 1], np.sqrt(speed[k] ** 2 + 2 * ACCELERATION * lengths[k]))
    for k in reversed(range(len(lengths))):
        speed[k] = min(speed[k], np.sqrt(speed[k + 1] ** 2 + 2 * ACCELERATION * lengths[k]))
    return np.concatenate([[0], np.cumsum(2 * lengths / (speed[1:] + speed[:-1]))])


def minimum_jerk(x):
    """From 0 to 1 with no speed and no acceleration at either end (T. Flash and N. Hogan, 1985)."""
    x = np.clip(x, 0, 1)
    return x**3 * (10 - 15 * x + 6 * x * x)


@dataclass(frozen=True)
class Stroke:
    """A drawn path: the finger touches from `touch` to `leave` and moves from `start` to `end`, seconds."""

    path: np.ndarray
    times: np.ndarray
    touch: float
    start: float
    end: float
    leave: float

    @property
    def pen_range(self):
        """The stretch in which the pen counts as down, in whole hundredths of a second."""
        return round(self.start - REST / 2, 2), round(self.end + REST / 2, 2)

    def point(self, time):
        """The finger's contact at a time, held at the ends of the path."""
        return np.array([np.interp(time - self.start, self.times, self.path[:, k]) for k in (0, 1)])


def stroke(points, smoothing, touch):
    """A stroke along given points that touches the paper at a given time."""
    path = evenly_spaced(points, smoothing)
    times = times_along(path)
    start = touch + REST
    end = start + times[-1]
    return Stroke(path, times, touch, start, end, end + REST)


class DeskMotion:
    """The whole performance: the hand's pose at any time."""

    def __init__(self):
        self.first = stroke(heart(), 1.2, HOVER_UNTIL + LOWERING)
        self.second = stroke(looped_line(), 0.8, self.first.leave + TRANSFER)
        self.gone = self.second.leave + LEAVING
        self.duration = self.gone + EMPTY_AT_END

    @property
    def strokes(self):
        """The strokes in the order of drawing."""
        return [self.first, self.second]

    def pen_is_down(self, time):
        """Whether a time lies in a stroke's pen range."""
        return any(a <= time <= b for a, b in (s.pen_range for s in self.strokes))

    def tip(self, time):
        """(u, v, height) in mm of the contact point of the fingertip."""
        return self._way(time) + self._unsteadiness(time)

    def _way(self, time):
        first, second = self.first, self.second
        beginning, ending = first.path[0], second.path[-1]
        if time < HOVER_UNTIL:
            x = minimum_jerk((time - EMPTY_UNTIL) / (ARRIVAL - EMPTY_UNTIL))
            return np.array([*(OUTSIDE + (beginning - OUTSIDE) * x), HOVER_HEIGHT + 55 * (1 - x)])
        if time < first.touch:
            x = minimum_jerk((time - HOVER_UNTIL) / LOWERING)
            return np.array([*beginning, HOVER_HEIGHT * (1 - x)])
        if time < first.leave:
            return np.array([*first.point(time), 0.0])
        if time < second.touch:
            x = (time - first.leave) / TRANSFER
            across = minimum_jerk((x - 0.12) / 0.76)
            height = LIFT_HEIGHT * 64 * (x * (1 - x)) ** 3
            return np.array([*(first.path[-1] + (second.path[0] - first.path[-1]) * across), height])
        if time < second.leave:
            return np.array([*second.point(time), 0.0])
        x = (time - second.leave) / LEAVING
        away = minimum_jerk((x - 0.08) / 0.92)
        return np.array([*(ending + (OUTSIDE - ending) * away), 55 * minimum_jerk(x / 0.6)])

    def _unsteadiness(self, time):
        """The tremor of a hand, about 0.1 mm at 6 to 9 Hz, and its slow drift while it hovers."""
        fast = 0.07 * np.sin(2 * np.pi * (6.7 * time + np.array([0.1, 0.6])))
        slow = 0.08 * np.sin(2 * np.pi * (1.1 * time + np.array([0.35, 0.8])))
        return np.array([*(fast + slow), 0.0])

    def pose(self, time):
        """The hand's rotation (hand frame to world) and the place of its contact point in the world."""
        u, v, height = self.tip(time)
        rest, here = self.first.path[0], np.array([u, v])
        swing = 0.6 * (heading(here) - heading(rest))
        yaw = np.radians(BASE_HEADING_DEGREES + 1.0 * np.sin(2 * np.pi * (0.43 * time + 0.1))) + swing
        pitch = np.radians(1.2 * np.sin(2 * np.pi * (0.51 * time + 0.4)) + 0.07 * min(height, 50.0))
        roll = np.radians(BASE_ROLL_DEGREES + 1.3 * np.sin(2 * np.pi * (0.37 * time + 0.7)))
        rotation = hand_axes(yaw) @ about_y(pitch) @ about_x(roll)
        return rotation, np.array([u, v, -height])


def heading(point):
    """The angle, radians, of the line from a point of the paper to the shoulder, where the arm turns."""
    return np.arctan2(SHOULDER[1] - point[1], SHOULDER[0] - point[0])


def hand_axes(yaw):
    """The hand frame's axes in the world when the finger lies back at an angle `yaw` from u towards v."""
    c, s = np.cos(yaw), np.sin(yaw)
    return np.array([[c, s, 0], [s, -c, 0], [0, 0, -1]])


def about_x(angle):
    """A turn about the hand's x axis; positive lifts the side of the little finger."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def about_y(angle):
    """A turn about the hand's y axis; positive raises the wrist."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, 0, -s], [0, 1, 0], [s, 0, c]])
