// What calibrating a camera takes from OpenCV: the detectors of boards, and the solver.
#ifndef AIRDRAW_CVISION_CALIBRATION_H
#define AIRDRAW_CVISION_CALIBRATION_H

#include "CVision.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Finds a chessboard by its inner corners, row by row: `corners` holds x, y pairs of all `columns` · `rows` of them, to
/// about half a pixel. `found` is 0 where it is not wholly seen, which takes some ten times as long to find out when
/// the search is to be thorough.
airvision_status airvision_find_chessboard(
    airvision_image image, int32_t columns, int32_t rows, int32_t is_thorough, double *_Nonnull corners,
    int32_t *_Nonnull found);

/// How many inner corners a chessboard of unknown size has; both are 0 where there is none.
airvision_status airvision_measure_chessboard(
    airvision_image image, int32_t *_Nonnull columns, int32_t *_Nonnull rows);

/// Finds a grid of dark circles, row by row, by their centres. In an asymmetric grid every other row is moved by half
/// the distance of two circles in a row.
airvision_status airvision_find_circles(
    airvision_image image, int32_t columns, int32_t rows, int32_t is_asymmetric, double *_Nonnull centres,
    int32_t *_Nonnull found);

/// The lens models, named by the number of their coefficients.
typedef enum {
  AIRVISION_LENS_FISHEYE = -1,
  AIRVISION_LENS_NONE = 0,
  AIRVISION_LENS_4 = 4,
  AIRVISION_LENS_5 = 5,
  AIRVISION_LENS_8 = 8,
  AIRVISION_LENS_12 = 12,
  AIRVISION_LENS_14 = 14,
} airvision_lens;

/// Views of a flat board: `counts[view]` points each, `seen` and `plane_points` one after the other as x, y pairs.
typedef struct {
  int32_t view_count;
  const int32_t *_Nonnull counts;
  const double *_Nonnull plane_points;
  const double *_Nonnull seen_points;
  int32_t image_width;
  int32_t image_height;
} airvision_board_views;

/// A calibrated camera: fx, fy, cx, cy, then the lens's coefficients in OpenCV's order, and each one's standard
/// deviation.
typedef struct {
  double numbers[18];
  double deviations[18];
} airvision_calibration;

/// Calibrates a camera from views of a flat board.
///
/// - poses: six numbers a view, rotation vector and translation from board to camera.
/// - residuals: x, y pairs, what is seen minus what the calibration predicts, in pixels.
airvision_status airvision_calibrate(
    airvision_board_views views, airvision_lens lens, airvision_calibration *_Nonnull calibration,
    double *_Nonnull poses, double *_Nonnull residuals);

/// The pose of a board seen by a calibrated camera, and its residuals in pixels; `found` is 0 where there is none.
airvision_status airvision_board_pose(
    const double *_Nonnull plane_points, const double *_Nonnull seen_points, int32_t count,
    const double *_Nonnull numbers, airvision_lens lens, double *_Nonnull pose, double *_Nonnull residuals,
    int32_t *_Nonnull found);

/// Where a calibrated camera sees points of a board.
airvision_status airvision_project_board(
    const double *_Nonnull plane_points, int32_t count, const double *_Nonnull numbers, airvision_lens lens,
    const double *_Nonnull pose, double *_Nonnull seen_points);

#ifdef __cplusplus
}
#endif

#endif
