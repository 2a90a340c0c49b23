"""From light to the bytes of a webcam: lens blur, vignette, exposure, noise, sharpening, tone curve."""

import cv2
import numpy as np

from .camera import IMAGE_HEIGHT, IMAGE_WIDTH

LENS_BLUR = 0.45  # pixels, standard deviation
GLARE = 0.015  # share of the picture's mean light that the lens spreads over all of it
READ_NOISE = 0.0032  # of full scale, linear
SHOT_NOISE = 0.00014  # variance to signal, linear
SHARPENING = 0.25
EXPOSURE = 0.90


def exposure_gain(time, covered):
    """The automatic exposure's gain: slow hunting of a few per cent, and an answer to the darker hand."""
    return (
        EXPOSURE
        * (1 + 0.022 * np.sin(2 * np.pi * (time / 5.3 + 0.15)) + 0.018 * np.sin(2 * np.pi * time / 1.9))
        * (1 + 0.22 * covered)
    )


def tone(linear):
    """Linear light to display values 0..1: the BT.709 curve with a soft shoulder instead of clipping."""
    knee = 0.80
    rolled = np.where(linear > knee, knee + (1 - knee) * np.tanh((linear - knee) / (1 - knee)), linear)
    rolled = np.clip(rolled, 0, 1)
    return np.where(rolled < 0.018, 4.5 * rolled, 1.099 * np.power(np.maximum(rolled, 0.018), 0.45) - 0.099)


class Sensor:
    """Turns radiance into 8-bit BGR frames; the noise of a frame depends on the seed and its number alone."""

    def __init__(self, camera, seed):
        self.seed = seed
        x = (np.arange(IMAGE_WIDTH) - camera.cx) / camera.fx
        y = (np.arange(IMAGE_HEIGHT) - camera.cy) / camera.fy
        cosine_squared = 1 / (1 + x[None, :] ** 2 + y[:, None] ** 2)
        # Cos^2, half way to the natural cos^4 law: webcams correct part of it.
        self.vignette = cosine_squared.astype(np.float32)[..., None]

    def frame(self, radiance, number, gain):
        """An 8-bit BGR frame (height, width, 3)."""
        light = cv2.GaussianBlur(radiance, (0, 0), LENS_BLUR) * self.vignette
        light = (light + np.float32(GLARE) * light.mean((0, 1))) * np.float32(gain)
        rng = np.random.default_rng([self.seed, 20, number])
        noise = rng.standard_normal(light.shape, np.float32)
        # Reading colours through a mosaic correlates neighbouring pixels.
        noise = cv2.GaussianBlur(noise, (0, 0), 0.55) * 1.75
        light = light + noise * np.sqrt(READ_NOISE**2 + SHOT_NOISE * np.maximum(light, 0))
        display = tone(light).astype(np.float32)
        display += SHARPENING * (display - cv2.GaussianBlur(display, (0, 0), 1.1))
        return np.round(np.clip(display, 0, 1) * 255).astype(np.uint8)[..., ::-1]
