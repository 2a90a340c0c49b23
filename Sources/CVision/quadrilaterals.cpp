#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "CVisionSurface.h"
#include "guard.hpp"

using airvision::guarded;
using airvision::view;

namespace {

/// The smallest of each pixel's colours, so that white paper stands out from a coloured table; a grey picture is taken as
/// it is.
cv::Mat whiteness_of(const cv::Mat &picture) {
  if (picture.channels() == 1) return picture;
  cv::Mat channels[3], smallest;
  cv::split(picture, channels);
  cv::min(channels[0], channels[1], smallest);
  cv::min(smallest, channels[2], smallest);
  return smallest;
}

/// A straight part of an outline, or several of one line, with the bright side on its right as one goes on.
struct Side {
  cv::Point2d normal;  // to the outside
  double offset;       // normal · p = offset on the line
  double seen;         // pixels of the outline that lie on it
};

double cross(const cv::Point2d &a, const cv::Point2d &b) { return a.x * b.y - a.y * b.x; }

/// The line nearest to points of an outline that runs clockwise in the picture.
Side side_through(const std::vector<cv::Point> &points) {
  cv::Vec4f line;
  cv::fitLine(points, line, cv::DIST_HUBER, 0, 0.01, 0.01);
  cv::Point2d along(line[0], line[1]);
  const cv::Point2d way(points.back() - points.front());
  if (along.dot(way) < 0) along = -along;
  const cv::Point2d normal(along.y, -along.x);
  return {normal, normal.dot(cv::Point2d(line[2], line[3])), static_cast<double>(points.size())};
}

/// The straight parts of an outline that do not lie on the picture's border, parts of one line joined.
std::vector<Side> straight_sides(const std::vector<cv::Point> &outline, cv::Size size) {
  std::vector<int> bends;
  {
    std::vector<cv::Point> polygon;
    cv::approxPolyDP(outline, polygon, 2.5, true);
    // The polygon's points are points of the outline, in its order.
    size_t next = 0;
    for (const cv::Point &corner : polygon) {
      for (size_t i = 0; i < outline.size(); i++) {
        const size_t at = (next + i) % outline.size();
        if (outline[at] == corner) {
          bends.push_back(static_cast<int>(at));
          next = at + 1;
          break;
        }
      }
    }
  }
  std::vector<Side> sides;
  const int count = static_cast<int>(outline.size());
  for (size_t i = 0; i < bends.size() && bends.size() > 2; i++) {
    const int start = bends[i];
    const int length = (bends[(i + 1) % bends.size()] - start + count) % count;
    if (length < 12) continue;
    std::vector<cv::Point> points;
    // The ends are left out: corners are round.
    for (int k = length / 10 + 1; k < length - length / 10; k++) {
      const cv::Point &p = outline[(start + k) % count];
      if (p.x > 1 && p.y > 1 && p.x < size.width - 2 && p.y < size.height - 2) points.push_back(p);
    }
    if (points.size() < 10) continue;
    Side side = side_through(points);
    const auto same = std::find_if(sides.begin(), sides.end(), [&](const Side &other) {
      const cv::Point2d middle = (cv::Point2d(points.front()) + cv::Point2d(points.back())) / 2;
      return other.normal.dot(side.normal) > 0.997 && std::abs(other.normal.dot(middle) - other.offset) < 3;
    });
    if (same == sides.end()) {
      sides.push_back(side);
    } else {
      const double seen = same->seen + side.seen;
      if (side.seen > same->seen) *same = side;
      same->seen = seen;
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Side &a, const Side &b) { return a.seen > b.seen; });
  if (sides.size() > 9) sides.resize(9);
  return sides;
}

bool meet(const Side &a, const Side &b, cv::Point2d &point) {
  const double determinant = cross(a.normal, b.normal);
  if (std::abs(determinant) < 0.05) return false;
  point.x = (a.offset * b.normal.y - a.normal.y * b.offset) / determinant;
  point.y = (a.normal.x * b.offset - a.offset * b.normal.x) / determinant;
  return true;
}

struct Candidate {
  cv::Point2d corners[4];
  double support;
  double score;
};

/// The best four of an outline's sides, if they bound about what the outline bounds.
void add_best_four(
    const std::vector<Side> &sides, const cv::Mat &mask, double outline_area, std::vector<Candidate> &candidates) {
  Candidate best = {};
  const int count = static_cast<int>(sides.size());
  const cv::Size size = mask.size();
  for (int a = 0; a < count; a++)
    for (int b = a + 1; b < count; b++)
      for (int c = b + 1; c < count; c++)
        for (int d = c + 1; d < count; d++) {
          std::vector<Side> four = {sides[a], sides[b], sides[c], sides[d]};
          std::sort(four.begin(), four.end(), [](const Side &p, const Side &q) {
            return std::atan2(p.normal.y, p.normal.x) < std::atan2(q.normal.y, q.normal.x);
          });
          Candidate tried = {};
          bool is_convex = true;
          for (int i = 0; i < 4 && is_convex; i++) {
            const Side &before = four[(i + 3) % 4];
            // Going clockwise, each side's outside turns on by less than half a turn.
            is_convex = cross(before.normal, four[i].normal) > 0.1 && meet(before, four[i], tried.corners[i]);
          }
          if (!is_convex) continue;
          double perimeter = 0, seen = 0, area = 0;
          for (int i = 0; i < 4 && is_convex; i++) {
            const cv::Point2d way = tried.corners[(i + 1) % 4] - tried.corners[i];
            const double length = cv::norm(way);
            // The way must go along the side, not back.
            is_convex = cross(four[i].normal, way) > 0 && length > 20 && four[i].seen > 0.15 * length;
            perimeter += length;
            seen += std::min(four[i].seen, length);
            area += cross(tried.corners[i], tried.corners[(i + 1) % 4]) / 2;
          }
          if (!is_convex || area < 0.004 * size.area() || area > 2.0 * size.area()) continue;
          tried.support = seen / perimeter;
          tried.score = tried.support * tried.support * std::sqrt(area);
          if (tried.score <= best.score) continue;
          std::vector<cv::Point> polygon(tried.corners, tried.corners + 4);
          cv::Mat inside = cv::Mat::zeros(size, CV_8U);
          cv::fillConvexPoly(inside, polygon, 255);
          const double visible = cv::countNonZero(inside);
          if (visible < 1 || cv::countNonZero(inside & mask) < 0.6 * visible) continue;
          if (visible < 0.5 * outline_area) continue;
          best = tried;
        }
  if (best.score > 0 && best.support > 0.45) candidates.push_back(best);
}

}  // namespace

airvision_status airvision_find_quadrilaterals(
    airvision_image image, int32_t reduction, airvision_quadrilateral *quadrilaterals, int32_t capacity,
    int32_t *count) {
  return guarded([&] {
    *count = 0;
    cv::Mat small = view(image);
    if (reduction > 1) {
      const cv::Size size(small.cols / reduction, small.rows / reduction);
      cv::Mat reduced;
      cv::resize(
          small(cv::Rect(0, 0, size.width * reduction, size.height * reduction)), reduced, size, 0, 0,
          cv::INTER_AREA);
      small = reduced;
    }
    cv::Mat white;
    cv::GaussianBlur(whiteness_of(small), white, cv::Size(3, 3), 0);
    cv::Mat unused;
    const double otsu = cv::threshold(white, unused, 0, 255, cv::THRESH_BINARY | cv::THRESH_OTSU);
    std::vector<Candidate> candidates;
    // Otsu's threshold parts the sheet from a plain table; the others part it from things nearly as bright beside it,
    // and from a table where most of the picture is darker still.
    for (double share : {-0.35, -0.15, 0.0, 0.15, 0.3, 0.45, 0.6}) {
      const double threshold = share < 0 ? otsu * (1 + share) : otsu + (255 - otsu) * share;
      cv::Mat bright;
      cv::threshold(white, bright, threshold, 255, cv::THRESH_BINARY);
      cv::morphologyEx(bright, bright, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_RECT, {3, 3}));
      std::vector<std::vector<cv::Point>> outlines;
      cv::findContours(bright.clone(), outlines, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE);
      for (auto &outline : outlines) {
        const double area = cv::contourArea(outline);
        if (area < 0.004 * white.total()) continue;
        // Clockwise in the picture, so that the outside is on the left.
        if (cv::contourArea(outline, true) < 0) std::reverse(outline.begin(), outline.end());
        add_best_four(straight_sides(outline, white.size()), bright, area, candidates);
      }
    }
    std::sort(candidates.begin(), candidates.end(), [](const Candidate &a, const Candidate &b) {
      return a.score != b.score ? a.score > b.score : a.corners[0].x < b.corners[0].x;
    });
    std::vector<Candidate> distinct;
    for (const Candidate &candidate : candidates) {
      const bool is_known = std::any_of(distinct.begin(), distinct.end(), [&](const Candidate &other) {
        double furthest = 0;
        for (int i = 0; i < 4; i++) {
          double nearest = 1e9;
          for (int k = 0; k < 4; k++)
            nearest = std::min(nearest, cv::norm(candidate.corners[i] - other.corners[k]));
          furthest = std::max(furthest, nearest);
        }
        return furthest < 4;
      });
      if (!is_known) distinct.push_back(candidate);
    }
    *count = std::min(static_cast<int32_t>(distinct.size()), capacity);
    for (int32_t i = 0; i < *count; i++) {
      for (int corner = 0; corner < 4; corner++) {
        quadrilaterals[i].corners[2 * corner] = (distinct[i].corners[corner].x + 0.5) * reduction - 0.5;
        quadrilaterals[i].corners[2 * corner + 1] = (distinct[i].corners[corner].y + 0.5) * reduction - 0.5;
      }
      quadrilaterals[i].support = distinct[i].support;
    }
  });
}
