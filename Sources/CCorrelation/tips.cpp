// The ends of fingers in a mask: places as deep as half a finger whose surroundings are the hand's on one side only.
#include <algorithm>
#include <cmath>

#include "silhouette.hpp"

namespace aircorr {

namespace {

constexpr int probe_count = 48;
constexpr double turn = 6.283185307179586;

/// What a circle around a place meets of the mask.
struct Ring {
  /// The arc's length.
  double length;
  /// The arc's middle, as a direction.
  double direction;
  /// The share of the circle that lies beyond the picture.
  double unseen;
};

/// A circle of probes.
struct Circle {
  double radius;
  int x[probe_count];
  int y[probe_count];

  explicit Circle(double radius) : radius(radius) {
    for (int index = 0; index < probe_count; ++index) {
      x[index] = int(std::lround(radius * std::cos(turn * index / probe_count)));
      y[index] = int(std::lround(radius * std::sin(turn * index / probe_count)));
    }
  }

  /// Whether the circle meets the mask in one arc whose length lies in a range.
  bool meets_one_arc(
      const Cutout &cutout, int center_x, int center_y, double shortest, double longest, Ring &ring) const {
    bool hits[probe_count];
    int unseen = 0;
    const int reach = int(radius) + 1, stride = cutout.columns + 2;
    const uint8_t *middle = cutout.mask_row(center_y) + center_x;
    if (center_x >= reach && center_y >= reach && center_x + reach < cutout.columns && center_y + reach < cutout.rows) {
      for (int index = 0; index < probe_count; ++index) hits[index] = middle[y[index] * stride + x[index]];
    } else {
      for (int index = 0; index < probe_count; ++index) {
        const int column = center_x + x[index], row = center_y + y[index];
        hits[index] = cutout.holds(column, row);
        unseen += (column < 0 && cutout.ends_left) || (row < 0 && cutout.ends_top) ||
                  (column >= cutout.columns && cutout.ends_right) || (row >= cutout.rows && cutout.ends_bottom);
      }
    }
    ring.unseen = double(unseen) / probe_count;
    int count = 0, changes = 0;
    for (int index = 0, before = probe_count - 1; index < probe_count; before = index++) {
      count += hits[index];
      changes += hits[index] != hits[before];
    }
    ring.length = turn * radius * count / probe_count;
    if (changes != 2 || ring.length < shortest || ring.length > longest) return false;
    double sum_x = 0, sum_y = 0;
    for (int index = 0; index < probe_count; ++index)
      if (hits[index]) {
        sum_x += x[index];
        sum_y += y[index];
      }
    ring.direction = std::atan2(sum_y, sum_x);
    return true;
  }
};

double angle_between(double one, double other) { return std::abs(std::remainder(one - other, turn)); }

/// Where the blurred chance falls below one half on a ray, in cells from its start; at most `limit`.
double length_inside(const Cutout &cutout, double x, double y, double direction, double limit) {
  const double step_x = std::cos(direction), step_y = std::sin(direction);
  const auto chance = [&](double distance) -> double {
    const double at_x = x + step_x * distance, at_y = y + step_y * distance;
    if (at_x < 0 || at_y < 0 || at_x > cutout.columns - 1 || at_y > cutout.rows - 1) return 0;
    const int left = std::min(int(at_x), cutout.columns - 2), top = std::min(int(at_y), cutout.rows - 2);
    const double right = at_x - left, down = at_y - top;
    const float *upper = cutout.blurred + top * cutout.columns + left, *lower = upper + cutout.columns;
    return (upper[0] * (1 - right) + upper[1] * right) * (1 - down) +
           (lower[0] * (1 - right) + lower[1] * right) * down;
  };
  double before = chance(0);
  for (double distance = 0.5; distance <= limit; distance += 0.5) {
    const double here = chance(distance);
    if (here < 0.5) return distance - 0.5 * (before > here ? (0.5 - here) / (before - here) : 0);
    before = here;
  }
  return limit;
}

/// How thick a finger is, in the mean of three places behind its outermost point.
double measure_width(const Cutout &cutout, double apex_x, double apex_y, double inward, double expected) {
  double sum = 0;
  for (double back : {0.6, 0.85, 1.1}) {
    const double x = apex_x + back * expected * std::cos(inward), y = apex_y + back * expected * std::sin(inward);
    for (double side : {turn / 4, -turn / 4}) sum += length_inside(cutout, x, y, inward + side, 1.2 * expected);
  }
  return std::max(sum / 3, 0.3 * expected);
}

/// Passes after which a tip's place changes no more.
constexpr int refinements = 3;

/// Measures a tip again from where it is.
void refine(const Cutout &cutout, const Circle &circle, CellTip &tip) {
  Ring ring;
  const int x = std::clamp(int(std::lround(tip.x)), 0, cutout.columns - 1);
  const int y = std::clamp(int(std::lround(tip.y)), 0, cutout.rows - 1);
  if (circle.meets_one_arc(cutout, x, y, 0, 2 * turn * circle.radius, ring)) tip.direction = ring.direction;
  const double cosine = std::cos(tip.direction), sine = std::sin(tip.direction);
  const double reach = length_inside(cutout, tip.x, tip.y, tip.direction + turn / 2, 3 * tip.width);
  const double apex_x = tip.x - reach * cosine, apex_y = tip.y - reach * sine;
  tip.width = measure_width(cutout, apex_x, apex_y, tip.direction, tip.width);
  // Half a width behind the outermost point: the middle of the nail.
  tip.x = apex_x + 0.5 * tip.width * cosine;
  tip.y = apex_y + 0.5 * tip.width * sine;
}

/// From this difference of chances on a tip stands out from its surroundings fully.
constexpr double full_contrast = 0.7;

/// How much likelier the tip is the hand's than what lies around its end.
double measure_contrast(const Cutout &cutout, const Circle &circle, const CellTip &tip) {
  const int center_x = int(std::lround(tip.x)), center_y = int(std::lround(tip.y));
  double inside = 0, outside = 0;
  int inside_count = 0, outside_count = 0;
  const auto chance = [&](int column, int row, double &sum, int &count) {
    if (column < 0 || row < 0 || column >= cutout.columns || row >= cutout.rows) return;
    sum += cutout.blurred[row * cutout.columns + column];
    ++count;
  };
  for (int index = 0; index < probe_count; ++index) {
    const int dx = circle.x[index], dy = circle.y[index];
    chance(center_x + dx / 4, center_y + dy / 4, inside, inside_count);
    // Behind the tip the finger goes on.
    if (dx * std::cos(tip.direction) + dy * std::sin(tip.direction) > 0.3 * circle.radius) continue;
    chance(center_x + dx, center_y + dy, outside, outside_count);
  }
  if (inside_count == 0 || outside_count == 0) return 0;
  return std::max(inside / inside_count - outside / outside_count, 0.0);
}

/// Sums over the places of one cluster.
struct Cluster {
  int count = 0;
  double x = 0, y = 0, cosine = 0, sine = 0, near = 0, far = 0, depth = 0, unseen = 0;
};

void keep_apart(const CellTip &tip, CellTip *found, int &count, int capacity) {
  const auto is_same = [&](const CellTip &other) {
    return std::hypot(tip.x - other.x, tip.y - other.y) < 0.6 * std::max(tip.width, other.width);
  };
  for (int index = 0; index < count; ++index)
    if (is_same(found[index]) && found[index].score >= tip.score) return;
  count = int(std::remove_if(found, found + count, is_same) - found);
  int position = count;
  while (position > 0 && found[position - 1].score < tip.score) --position;
  if (position >= capacity) return;
  count = std::min(count + 1, capacity);
  std::copy_backward(found + position, found + count - 1, found + count);
  found[position] = tip;
}

}  // namespace

void measure_depth(Cutout &cutout) {
  // Weights of the chamfer distance of 3 × 3 cells (G. Borgefors, "Distance Transformations in Digital Images",
  // CVGIP 1986).
  constexpr float straight = 0.955f, diagonal = 1.3693f;
  constexpr float far = 1e6f;
  const int columns = cutout.columns, rows = cutout.rows;
  float *depth = cutout.depth;
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x) depth[y * columns + x] = cutout.mask_row(y)[x] ? far : 0;
  const auto relax = [&](int x, int y, int dx, int dy, float weight) {
    const int from_x = x + dx, from_y = y + dy;
    if (from_x < 0 || from_y < 0 || from_x >= columns || from_y >= rows) return;
    float &here = depth[y * columns + x];
    here = std::min(here, depth[from_y * columns + from_x] + weight);
  };
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x) {
      relax(x, y, -1, 0, straight);
      relax(x, y, -1, -1, diagonal);
      relax(x, y, 0, -1, straight);
      relax(x, y, 1, -1, diagonal);
    }
  for (int y = rows - 1; y >= 0; --y)
    for (int x = columns - 1; x >= 0; --x) {
      relax(x, y, 1, 0, straight);
      relax(x, y, 1, 1, diagonal);
      relax(x, y, 0, 1, straight);
      relax(x, y, -1, 1, diagonal);
    }
}

int find_tips(Cutout &cutout, double width, CellTip *found, int count, int capacity) {
  const int columns = cutout.columns, rows = cutout.rows;
  const Circle near(1.1 * width), far(1.7 * width);
  // Marks the places that end a finger, and remembers what their circles met.
  std::fill(cutout.marks, cutout.marks + cutout.area(), uint8_t(0));
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x) {
      const float depth = cutout.depth[y * columns + x];
      if (depth <= 0.3 * width || depth >= 0.8 * width) continue;
      Ring first, second;
      if (!near.meets_one_arc(cutout, x, y, 0.4 * width, 1.7 * width, first)) continue;
      if (!far.meets_one_arc(cutout, x, y, 0.3 * width, 2.2 * width, second)) continue;
      if (angle_between(first.direction, second.direction) > 0.7) continue;
      cutout.marks[y * columns + x] = 1;
    }
  for (int start = 0; start < cutout.area(); ++start) {
    if (cutout.marks[start] != 1) continue;
    Cluster cluster;
    int open = 0;
    cutout.stack[open++] = start;
    cutout.marks[start] = 2;
    while (open > 0) {
      const int index = cutout.stack[--open], x = index % columns, y = index / columns;
      Ring first, second;
      near.meets_one_arc(cutout, x, y, 0, 2 * turn * width, first);
      far.meets_one_arc(cutout, x, y, 0, 2 * turn * width, second);
      ++cluster.count;
      cluster.x += x;
      cluster.y += y;
      cluster.cosine += std::cos(second.direction);
      cluster.sine += std::sin(second.direction);
      cluster.unseen += first.unseen;
      cluster.near += first.length;
      cluster.far += second.length;
      cluster.depth = std::max(cluster.depth, double(cutout.depth[index]));
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          if (x + dx < 0 || y + dy < 0 || x + dx >= columns || y + dy >= rows) continue;
          const int next = index + dy * columns + dx;
          if (cutout.marks[next] != 1) continue;
          cutout.marks[next] = 2;
          cutout.stack[open++] = next;
        }
    }
    CellTip tip;
    tip.direction = std::atan2(cluster.sine, cluster.cosine);
    tip.width = width;
    tip.x = cluster.x / cluster.count;
    tip.y = cluster.y / cluster.count;
    for (int pass = 0; pass < refinements; ++pass) refine(cutout, far, tip);
    const double contrast = measure_contrast(cutout, near, tip);
    tip.unseen = cluster.unseen / cluster.count;
    tip.score = std::min(contrast / full_contrast, 1.0) * std::exp(
        -std::abs(cluster.near / cluster.count / width - 1) - 0.5 * std::abs(cluster.far / cluster.count / width - 1) -
        std::abs(std::log(2 * cluster.depth / width)));
    keep_apart(tip, found, count, capacity);
  }
  return count;
}

}  // namespace aircorr
