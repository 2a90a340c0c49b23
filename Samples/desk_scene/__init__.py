"""The parts of the rendered desk recording: camera, table, hand, motion, light and sensor.

World frame, used everywhere: a point is (u, v, z) in millimetres with (u, v) on the sheet of paper,
u to the right along its top edge, v down along its left edge, and z = -height above the paper, which
makes the frame right-handed with z pointing away from the camera, as OpenCV's own plane frames do.
"""
