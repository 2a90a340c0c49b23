#include "CVisionSurface.h"

#include <algorithm>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "guard.hpp"

using airvision::guarded;
using airvision::view;

airvision_status airvision_grey(airvision_image image, airvision_region region, uint8_t *grey) {
  return guarded([&] {
    const cv::Mat part = view(image)(cv::Rect(region.x, region.y, region.width, region.height));
    cv::Mat result(region.height, region.width, CV_8U, grey);
    if (part.channels() == 1)
      part.copyTo(result);
    else
      cv::cvtColor(part, result, cv::COLOR_BGR2GRAY);
  });
}

airvision_status airvision_plane_poses(
    const double *plane_points, const double *seen_points, int32_t count, double *rotations,
    double *translations, int32_t *found) {
  return guarded([&] {
    *found = 0;
    std::vector<cv::Point3d> object;
    std::vector<cv::Point2d> seen;
    for (int32_t i = 0; i < count; i++) {
      object.emplace_back(plane_points[2 * i], plane_points[2 * i + 1], 0);
      seen.emplace_back(seen_points[2 * i], seen_points[2 * i + 1]);
    }
    std::vector<cv::Mat> turns, shifts;
    // Both poses that explain a plane (T. Collins, A. Bartoli, "Infinitesimal Plane-Based Pose Estimation", IJCV
    // 2014), the better one first.
    cv::solvePnPGeneric(
        object, seen, cv::Matx33d::eye(), cv::noArray(), turns, shifts, false, cv::SOLVEPNP_IPPE);
    for (size_t i = 0; i < std::min<size_t>(turns.size(), 2); i++) {
      cv::Mat matrix;
      cv::Rodrigues(turns[i], matrix);
      std::copy_n(matrix.ptr<double>(), 9, rotations + 9 * *found);
      std::copy_n(shifts[i].ptr<double>(), 3, translations + 3 * *found);
      ++*found;
    }
  });
}
