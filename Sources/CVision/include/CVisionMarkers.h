// Square markers (OpenCV's ArUco and the AprilTag library's families) and chessboards.
#ifndef AIRDRAW_CVISION_MARKERS_H
#define AIRDRAW_CVISION_MARKERS_H

#include "CVision.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A square marker as it was seen: corners x0, y0 … x3, y3 clockwise from its own top-left, in pixels whose centres
/// are whole numbers.
typedef struct {
  int32_t identifier;
  double corners[8];
} airvision_marker;

/// What finds the markers of one dictionary. Not to be used by two threads at once.
typedef struct airvision_marker_detector airvision_marker_detector;

/// Makes a detector of one of OpenCV's predefined ArUco dictionaries, by its number there.
airvision_status airvision_aruco_detector_create(
    int32_t dictionary, airvision_marker_detector *_Nullable *_Nonnull detector);

/// Makes a detector of an AprilTag family by the library's own name, for example `tag36h11`.
airvision_status airvision_apriltag_detector_create(
    const char *_Nonnull family, airvision_marker_detector *_Nullable *_Nonnull detector);

void airvision_marker_detector_destroy(airvision_marker_detector *_Nullable detector);

/// Finds markers in a part of a picture that is made smaller by the whole number `reduction` first. Writes at most
/// `capacity` of them, in the order of their identifiers, and tells in `count` how many it wrote.
airvision_status airvision_find_markers(
    airvision_marker_detector *_Nonnull detector, airvision_image image, airvision_region region,
    int32_t reduction, airvision_marker *_Nonnull markers, int32_t capacity, int32_t *_Nonnull count);

/// The cells of a marker by rows from the top-left, its black border included: 1 is white. `side` tells how many there
/// are in a row; `cells` holds `capacity` bytes. An identifier that the dictionary has not fails.
airvision_status airvision_marker_cells(
    airvision_marker_detector *_Nonnull detector, int32_t identifier, uint8_t *_Nonnull cells, int32_t capacity,
    int32_t *_Nonnull side);

/// Finds a chessboard of `columns` × `rows` inner corners, quickly enough for each frame of a recording: x, y pairs row by
/// row, refined to a fraction of a pixel.
/// `found` is 0 where not all of them are seen.
airvision_status airvision_find_chessboard_in_frame(
    airvision_image image, int32_t columns, int32_t rows, double *_Nonnull corners, int32_t *_Nonnull found);

#ifdef __cplusplus
}
#endif

#endif
