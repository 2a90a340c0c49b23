"""Smooth lattice noise, sampled at any points; the source of every texture."""

import numpy as np


class LatticeNoise:
    """Periodic value noise in two dimensions, values about -1..1, smooth in its first derivative."""

    def __init__(self, seed, size=256):
        self.size = size
        self.lattice = np.random.default_rng(seed).uniform(-1, 1, (size, size)).astype(np.float32)

    def __call__(self, x, y):
        """The noise at lattice coordinates (arrays of one shape); one unit is one lattice cell."""
        x0, y0 = np.floor(x), np.floor(y)
        fx, fy = (x - x0).astype(np.float32), (y - y0).astype(np.float32)
        fx, fy = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)
        x0, y0 = x0.astype(np.int32) % self.size, y0.astype(np.int32) % self.size
        x1, row0 = (x0 + 1) % self.size, y0 * self.size
        row1 = (y0 + 1) % self.size * self.size
        cells = self.lattice.ravel()
        top = cells.take(row0 + x0)
        top += (cells.take(row0 + x1) - top) * fx
        bottom = cells.take(row1 + x0)
        bottom += (cells.take(row1 + x1) - bottom) * fx
        return top + (bottom - top) * fy

    def fractal(self, x, y, octaves):
        """A sum of octaves, each of twice the frequency and half the weight, about -1..1."""
        total, weight, scale = 0.0, 0.0, 1.0
        for octave in range(octaves):
            amplitude = 0.5**octave
            total = total + amplitude * self(x * scale + 17.3 * octave, y * scale + 5.9 * octave)
            weight, scale = weight + amplitude, scale * 2.03
        return total / weight


def smoothstep(edge0, edge1, x):
    """0 below edge0, 1 above edge1, a cubic between (edge0 > edge1 falls instead)."""
    t = np.clip((x - edge0) / (edge1 - edge0), 0, 1)
    return t * t * (3 - 2 * t)
