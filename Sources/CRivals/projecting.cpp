#include <opencv2/calib3d.hpp>
#include <vector>

#include "CRivals.h"

int32_t airrivals_opencv_project(
    const double *points, int32_t count, const double *matrix, const double *coefficients,
    int32_t coefficient_count, int32_t is_fisheye, double *pixels) {
  try {
    std::vector<cv::Point3d> object;
    for (int32_t i = 0; i < count; i++)
      object.emplace_back(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
    const cv::Matx33d camera(matrix);
    const std::vector<double> distortion(coefficients, coefficients + coefficient_count);
    std::vector<cv::Point2d> seen;
    if (is_fisheye) {
      // OpenCV takes a fisheye's skew as a share of its focal length.
      cv::fisheye::projectPoints(
          object, seen, cv::Vec3d(), cv::Vec3d(), camera, distortion, camera(0, 1) / camera(0, 0));
    } else {
      cv::projectPoints(object, cv::Vec3d(), cv::Vec3d(), camera, distortion, seen);
    }
    for (int32_t i = 0; i < count; i++) {
      pixels[2 * i] = seen[i].x;
      pixels[2 * i + 1] = seen[i].y;
    }
    return 0;
  } catch (...) {
    return -1;
  }
}
