#include "CVisionSurface.h"

#include <algorithm>
#include <opencv2/aruco.hpp>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "guard.hpp"

using airvision::guarded;
using airvision::view;

namespace {

cv::Mat grey_of(const airvision_image &image) {
  cv::Mat picture = view(image);
  if (picture.channels() == 1) return picture;
  cv::Mat grey;
  cv::cvtColor(picture, grey, cv::COLOR_BGR2GRAY);
  return grey;
}

/// The outline's four corners when it is a convex quadrilateral, whatever small steps its sides have.
bool as_quadrilateral(const std::vector<cv::Point> &outline, std::vector<cv::Point> &corners) {
  std::vector<cv::Point> hull;
  cv::convexHull(outline, hull);
  const double length = cv::arcLength(hull, true);
  for (double tolerance : {0.01, 0.02, 0.03}) {
    cv::approxPolyDP(hull, corners, tolerance * length, true);
    if (corners.size() == 4) return cv::isContourConvex(corners);
    if (corners.size() < 4) return false;
  }
  return false;
}

/// Mean grey just inside and just outside of a quadrilateral.
std::pair<double, double> brightness_across(const cv::Mat &grey, const std::vector<cv::Point> &corners) {
  cv::Mat filled = cv::Mat::zeros(grey.size(), CV_8U);
  cv::fillConvexPoly(filled, corners, 255);
  const cv::Mat brush = cv::getStructuringElement(cv::MORPH_RECT, {13, 13});
  cv::Mat grown, shrunk;
  cv::dilate(filled, grown, brush);
  cv::erode(filled, shrunk, brush);
  return {cv::mean(grey, filled - shrunk)[0], cv::mean(grey, grown - filled)[0]};
}

}  // namespace

airvision_status airvision_find_markers(
    airvision_image image, int32_t dictionary, airvision_marker *markers, int32_t capacity, int32_t *count) {
  return guarded([&] {
    const cv::Mat grey = grey_of(image);
    auto parameters = cv::aruco::DetectorParameters::create();
    parameters->cornerRefinementMethod = cv::aruco::CORNER_REFINE_SUBPIX;
    std::vector<int> identifiers;
    std::vector<std::vector<cv::Point2f>> corners;
    cv::aruco::detectMarkers(
        grey, cv::aruco::getPredefinedDictionary(dictionary), corners, identifiers, parameters);
    *count = static_cast<int32_t>(identifiers.size());
    for (int32_t i = 0; i < std::min(*count, capacity); i++) {
      markers[i].identifier = identifiers[i];
      for (int corner = 0; corner < 4; corner++) {
        markers[i].corners[2 * corner] = corners[i][corner].x;
        markers[i].corners[2 * corner + 1] = corners[i][corner].y;
      }
    }
  });
}

airvision_status airvision_find_sheet(airvision_image image, double *corners, int32_t *found) {
  return guarded([&] {
    *found = 0;
    const cv::Mat grey = grey_of(image);
    // Half size halves the noise and quarters the time; the corners are refined on the full picture afterwards.
    cv::Mat small;
    cv::resize(grey, small, {}, 0.5, 0.5, cv::INTER_AREA);
    cv::Mat histogram_threshold;
    const double otsu = cv::threshold(small, histogram_threshold, 0, 255, cv::THRESH_BINARY | cv::THRESH_OTSU);
    double best_area = 0.02 * small.total();
    std::vector<cv::Point> best;
    // Otsu's threshold parts the sheet from a plain table; the higher ones part it from bright things beside it.
    for (double threshold : {otsu, otsu + (255 - otsu) * 0.25, otsu + (255 - otsu) * 0.5}) {
      cv::Mat bright;
      cv::threshold(small, bright, threshold, 255, cv::THRESH_BINARY);
      cv::morphologyEx(bright, bright, cv::MORPH_CLOSE, cv::getStructuringElement(cv::MORPH_RECT, {5, 5}));
      std::vector<std::vector<cv::Point>> outlines;
      cv::findContours(bright, outlines, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE);
      for (const auto &outline : outlines) {
        const double area = cv::contourArea(outline);
        if (area <= best_area) continue;
        std::vector<cv::Point> quadrilateral;
        if (!as_quadrilateral(outline, quadrilateral)) continue;
        // An outline that leaves a part of its quadrilateral empty is something else, or covered by a hand.
        if (area < 0.97 * cv::contourArea(quadrilateral)) continue;
        const cv::Rect inner(2, 2, small.cols - 4, small.rows - 4);
        if (!std::all_of(quadrilateral.begin(), quadrilateral.end(), [&](const cv::Point &p) {
              return inner.contains(p);
            }))
          continue;
        const auto [inside, outside] = brightness_across(small, quadrilateral);
        if (inside < outside + 15) continue;
        best_area = area;
        best = quadrilateral;
      }
    }
    if (best.size() != 4) return;
    *found = 1;
    for (int corner = 0; corner < 4; corner++) {
      // A pixel of the half-sized picture covers two: its centre lies half a pixel beyond the first one's.
      corners[2 * corner] = 2 * best[corner].x + 0.5;
      corners[2 * corner + 1] = 2 * best[corner].y + 0.5;
    }
  });
}

airvision_status airvision_grey(airvision_image image, uint8_t *grey) {
  return guarded([&] {
    cv::Mat result(image.height, image.width, CV_8U, grey);
    grey_of(image).copyTo(result);
  });
}

airvision_status airvision_plane_pose(
    const double *plane_points, const double *seen_points, int32_t count, double *rotation,
    double *translation, int32_t *found) {
  return guarded([&] {
    *found = 0;
    std::vector<cv::Point3d> object;
    std::vector<cv::Point2d> seen;
    for (int32_t i = 0; i < count; i++) {
      object.emplace_back(plane_points[2 * i], plane_points[2 * i + 1], 0);
      seen.emplace_back(seen_points[2 * i], seen_points[2 * i + 1]);
    }
    const cv::Matx33d ideal = cv::Matx33d::eye();
    std::vector<cv::Mat> turns, shifts;
    std::vector<double> errors;
    // Both poses that explain a plane (T. Collins, A. Bartoli, "Infinitesimal Plane-Based Pose Estimation", IJCV
    // 2014), the better one first.
    cv::solvePnPGeneric(
        object, seen, ideal, cv::noArray(), turns, shifts, false, cv::SOLVEPNP_IPPE, cv::noArray(), cv::noArray(),
        errors);
    if (turns.empty()) return;
    cv::Mat turn = turns[0], shift = shifts[0];
    cv::solvePnPRefineLM(object, seen, ideal, cv::noArray(), turn, shift);
    cv::Mat matrix;
    cv::Rodrigues(turn, matrix);
    for (const auto &point : object) {
      const cv::Mat placed = matrix * cv::Mat(cv::Vec3d(point.x, point.y, point.z)) + shift;
      if (!(placed.at<double>(2) > 0)) return;
    }
    std::copy_n(matrix.ptr<double>(), 9, rotation);
    std::copy_n(shift.ptr<double>(), 3, translation);
    *found = 1;
  });
}
