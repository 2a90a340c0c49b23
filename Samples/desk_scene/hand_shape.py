"""The shape of a right hand that points with its index finger, as a distance field and as a mesh.

Hand frame, mm: the origin is the point of the fingertip's pulp that touches the paper; x runs back from
the tip along the finger, y away from the thumb, z up. The whole hand and forearm is one rigid body.
"""

from dataclasses import dataclass

import numpy as np

VOXEL = 2.0
GRID_MINIMUM = np.array([-9.0, -58.0, -6.0])
GRID_MAXIMUM = np.array([500.0, 92.0, 92.0])

# Chains of balls, (x, y, z, radius), joined by cones. The index finger, from its tip to its knuckle.
INDEX_FINGER = np.array(
    [
        (3.6, 0.0, 6.0, 6.1),
        (11.5, 0.2, 10.9, 7.3),
        (21.5, 0.45, 17.1, 7.5),
        (31.0, 0.6, 24.0, 7.6),
        (42.0, 1.0, 32.5, 8.7),
        (60.0, 1.0, 42.0, 8.9),
        (85.0, 1.0, 50.0, 11.2),
    ]
)
CURLED_FINGERS = [
    [
        (88, 22, 51, 11.5),
        (70, 23.5, 42, 9.7),
        (49, 24, 31, 9.4),
        (57, 23, 20, 8.3),
        (67, 22, 11, 8.2),
        (83, 22, 12, 7.5),
    ],
    [
        (93, 42, 47, 11),
        (76, 43, 38, 9.3),
        (58, 45, 28, 9.0),
        (65, 44, 18, 8.0),
        (74, 43, 10.5, 7.8),
        (90, 42, 11, 7.0),
    ],
    [
        (101, 60, 41, 10),
        (88, 62, 34, 8.2),
        (73, 63, 26, 7.8),
        (78, 62, 17, 7.0),
        (85, 61, 9.5, 6.8),
        (98, 58, 10, 6.2),
    ],
]
THUMB = [
    (152, -14, 33, 15),
    (130, -25, 31, 14),
    (112, -29, 30, 11.8),
    (97, -27, 28, 9.8),
    (84, -21, 26, 10),
    (72, -12, 24, 9),
    (63, -3, 22, 7.8),
]
PALM = [
    [(85, 1, 50, 10.8), (122, 5, 48, 14), (164, 8, 44, 17)],
    [(88, 22, 51, 11.2), (124, 20, 49, 14), (166, 15, 44, 17)],
    [(93, 42, 47, 10.5), (126, 34, 46, 13.5), (166, 23, 43, 16)],
    [(101, 60, 41, 9.8), (130, 46, 41, 13), (168, 30, 41, 15.5)],
]
FOREARM = [
    [(164, 8, 43, 17), (190, 6, 42, 18), (260, 2, 45, 25), (345, 2, 47, 31), (520, 4, 50, 35)],
    [(166, 28, 42, 16), (192, 32, 41, 17), (260, 38, 43, 23), (345, 42, 46, 29), (520, 46, 50, 35)],
]


@dataclass(frozen=True)
class HandMesh:
    """Triangles of the hand's skin with what shading needs at each vertex.

    vertices, normals: (n, 3); triangles: (m, 3), outward by the right hand; openness: share of the sky not
    hidden by the hand itself, 0..1; lit: share of the window's light that reaches the vertex, 0..1;
    finger: (n, 3) of distance s from the fingertip along the index finger, arc length c across its back
    (both mm), and 1 on the index finger, 0 elsewhere.
    """

    vertices: np.ndarray
    normals: np.ndarray
    triangles: np.ndarray
    openness: np.ndarray
    lit: np.ndarray
    finger: np.ndarray


def smooth_minimum(a, b, width):
    """The lesser of two distances with a rounded valley, after I. Quilez's polynomial smooth minimum."""
    h = np.maximum(width - np.abs(a - b), 0) / width
    return np.minimum(a, b) - h * h * width * 0.25


def cone_distance(points, a, b):
    """Distance to the cone between balls a and b, each (x, y, z, radius); near enough for slow tapers."""
    axis = np.asarray(b[:3], np.float32) - np.asarray(a[:3], np.float32)
    offset = points - np.asarray(a[:3], np.float32)
    t = np.clip(offset @ axis / (axis @ axis), 0, 1)
    rest = offset - t[..., None] * axis
    return np.sqrt((rest * rest).sum(-1)) - (a[3] + t * (b[3] - a[3]))


def chain_distance(points, balls, width):
    """Distance to a chain of balls, its links blended over the given width."""
    distance = cone_distance(points, balls[0], balls[1])
    for a, b in zip(balls[1:-1], balls[2:]):
        distance = smooth_minimum(distance, cone_distance(points, a, b), width)
    return distance


def hand_distance(points):
    """Signed distance (about) from points (..., 3) to the hand's skin, negative inside."""
    points = np.asarray(points, np.float32)
    # A fingertip is broader than it is thick: squeeze space across it.
    squeezed = points / np.array([1, 1.08, 1], np.float32)
    distance = chain_distance(squeezed, INDEX_FINGER, 2.0)
    fingers = chain_distance(points, CURLED_FINGERS[0], 3.0)
    for finger in CURLED_FINGERS[1:]:
        fingers = smooth_minimum(fingers, chain_distance(points, finger, 3.0), 2.5)
    distance = smooth_minimum(distance, fingers, 2.5)
    palm = chain_distance(points, PALM[0], 4.0)
    for bone in PALM[1:]:
        palm = smooth_minimum(palm, chain_distance(points, bone, 4.0), 13.0)
    arm = smooth_minimum(
        chain_distance(points, FOREARM[0], 12.0), chain_distance(points, FOREARM[1], 12.0), 26.0
    )
    body = smooth_minimum(palm, arm, 16.0)
    body = smooth_minimum(body, chain_distance(points, THUMB, 5.0), 9.0)
    return smooth_minimum(distance, body, 6.0)


def gradient(points, step=0.25):
    """Unit outward normals of the distance field at points (n, 3)."""
    columns = []
    for axis in np.eye(3, dtype=np.float32) * step:
        columns.append(hand_distance(points + axis) - hand_distance(points - axis))
    slope = np.stack(columns, axis=-1)
    return slope / np.linalg.norm(slope, axis=-1, keepdims=True)


def onto_skin(points, steps=4):
    """Moves points near the skin onto it, by Newton steps along the field's gradient."""
    for _ in range(steps):
        points = points - hand_distance(points)[:, None] * gradient(points)
    return points


def surface_nets(values, origin, spacing):
    """Vertices and outward triangles of the zero level of a grid (S. F. Gibson, surface nets, 1998).

    One vertex to each cell that the surface crosses, one quad to each grid edge that it crosses.
    """
    inside = values < 0
    shape = np.array(values.shape) - 1
    total, crossings = np.zeros((*shape, 3), np.float32), np.zeros(shape, np.int32)
    corner = np.stack(np.meshgrid(*map(np.arange, shape), indexing="ij"), axis=-1).astype(np.float32)
    edges = [(axis, i, j) for axis in range(3) for i in (0, 1) for j in (0, 1)]
    for axis, i, j in edges:
        others = [k for k in range(3) if k != axis]
        start = [0, 0, 0]
        start[others[0]], start[others[1]] = i, j
        end = list(start)
        end[axis] = 1
        low = tuple(slice(s, s + n) for s, n in zip(start, shape))
        high = tuple(slice(s, s + n) for s, n in zip(end, shape))
        crossed = inside[low] != inside[high]
        a, b = values[low][crossed], values[high][crossed]
        point = np.tile(np.array(start, np.float32), (len(a), 1))
        point[:, axis] += a / (a - b)
        total[crossed] += point
        crossings[crossed] += 1
    active = crossings > 0
    index = np.full(shape, -1)
    index[active] = np.arange(active.sum())
    vertices = (corner[active] + total[active] / crossings[active][:, None]) * spacing + origin
    triangles = []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        low, high = [slice(None)] * 3, [slice(None)] * 3
        low[axis], high[axis] = slice(0, -1), slice(1, None)
        crossed = inside[tuple(low)] != inside[tuple(high)]
        crossed &= _interior(crossed.shape, u) & _interior(crossed.shape, v)
        cells = np.argwhere(crossed)
        outward = inside[tuple(low)][crossed]
        step_u, step_v = np.eye(3, dtype=int)[u], np.eye(3, dtype=int)[v]
        quad = [index[tuple((cells - back).T)] for back in (step_u + step_v, step_v, 0, step_u)]
        quad = np.stack(quad, axis=-1)
        quad = np.where(outward[:, None], quad, quad[:, ::-1])
        triangles += [quad[:, [0, 1, 2]], quad[:, [0, 2, 3]]]
    return vertices, np.concatenate(triangles)


def _interior(shape, axis):
    """True where a grid edge has cells on both sides along an axis."""
    inner = np.ones(shape[axis], bool)
    inner[0] = inner[-1] = False
    return inner.reshape([-1 if k == axis else 1 for k in range(3)])


def finger_coordinates(points):
    """(s, c, membership) of points on the index finger; see HandMesh."""
    centres, radii = INDEX_FINGER[:, :3], INDEX_FINGER[:, 3]
    nearest, above_skin = np.full(len(points), np.inf), np.full(len(points), np.inf)
    s, c = np.zeros(len(points)), np.zeros(len(points))
    start = radii[0]
    for k, (a, b) in enumerate(zip(centres[:-1], centres[1:])):
        length = np.linalg.norm(b - a)
        axis = (b - a) / length
        side = np.cross(np.array([0.0, 0.0, 1.0]), axis)
        side /= np.linalg.norm(side)
        back = np.cross(axis, side)
        offset = points - a
        along = offset @ axis
        bounded = np.clip(along, 0, length)
        gap = np.linalg.norm(offset - bounded[:, None] * axis, axis=-1)
        radius = radii[k] + (radii[k + 1] - radii[k]) * bounded / length
        nearer = gap < nearest
        nearest = np.where(nearer, gap, nearest)
        above_skin = np.minimum(above_skin, gap - radius)
        # Ahead of the first centre the pulp rounds off: there s goes on along the first axis.
        reach = along if k == 0 else bounded
        s = np.where(nearer, start + np.minimum(reach, length), s)
        c = np.where(nearer, np.arctan2(offset @ side, offset @ back) * radius, c)
        start += length
    member = (above_skin < 2.2) & (s < start - 12) & (hand_distance(points) < 1)
    return np.stack([s, c, member], axis=-1)


def ambient_openness(points, normals):
    """How open the sky is above each point, by five samples of the field along its normal."""
    hidden = np.zeros(len(points))
    for reach, weight in ((2, 0.30), (5, 0.25), (10, 0.20), (18, 0.15), (30, 0.10)):
        free = np.clip(hand_distance(points + normals * reach) / reach, 0, 1)
        hidden += weight * (1 - free)
    return 1 - hidden


def window_light(points, normals, direction, softness=5.0):
    """Share of a broad light in the given direction that the hand itself lets through, by sphere tracing."""
    share = np.ones(len(points))
    travelled = np.full(len(points), 1.5)
    start = points + 1.0 * normals
    for _ in range(22):
        distance = hand_distance(start + travelled[:, None] * direction)
        share = np.minimum(share, np.clip(0.5 + 0.5 * softness * distance / travelled, 0, 1))
        travelled = travelled + np.clip(distance, 1.0, 12.0)
    return share * share * (3 - 2 * share)


def hand_mesh(light_direction):
    """The hand's mesh; light_direction points to the light, in the hand frame at rest."""
    axes = [np.arange(low, high, VOXEL, dtype=np.float32) for low, high in zip(GRID_MINIMUM, GRID_MAXIMUM)]
    values = np.stack(
        [
            hand_distance(np.stack(np.meshgrid([x], axes[1], axes[2], indexing="ij"), axis=-1))[0]
            for x in axes[0]
        ]
    )
    vertices, triangles = surface_nets(values, GRID_MINIMUM, VOXEL)
    vertices = onto_skin(vertices)
    normals = gradient(vertices)
    return HandMesh(
        vertices=vertices.astype(np.float32),
        normals=normals.astype(np.float32),
        triangles=triangles,
        openness=ambient_openness(vertices, normals).astype(np.float32),
        lit=window_light(vertices, normals, light_direction).astype(np.float32),
        finger=finger_coordinates(vertices).astype(np.float32),
    )
