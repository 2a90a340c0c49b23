#include "CVisionText.h"

#include <opencv2/imgproc.hpp>

#include "guard.hpp"

using airvision::guarded;

namespace {

constexpr int face = cv::FONT_HERSHEY_SIMPLEX;

double scale_of(const airvision_text_style &style) {
  return cv::getFontScaleFromHeight(face, int(style.cap_height + 0.5), style.thickness);
}

}  // namespace

airvision_status airvision_measure_text(
    const char *text, airvision_text_style style, int32_t *width, int32_t *descent) {
  return guarded([&] {
    int below = 0;
    *width = cv::getTextSize(text, face, scale_of(style), style.thickness, &below).width;
    *descent = below;
  });
}

airvision_status airvision_draw_text(
    uint8_t *bgr, int32_t width, int32_t height, size_t bytes_per_row, const char *text, int32_t x, int32_t y,
    airvision_text_style style) {
  return guarded([&] {
    CV_Assert(width > 0 && height > 0);
    cv::Mat picture(height, width, CV_8UC3, bgr, bytes_per_row);
    cv::putText(
        picture, text, {x, y}, face, scale_of(style), cv::Scalar(style.blue, style.green, style.red), style.thickness,
        cv::LINE_AA);
  });
}
