#include "CVisionStorage.h"

#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>

#include "guard.hpp"

using airvision::guarded;

namespace {

void append_text(const std::string &text, std::string &json) {
  json += '"';
  for (unsigned char byte : text) {
    if (byte == '"' || byte == '\\') {
      json += '\\';
      json += static_cast<char>(byte);
    } else if (byte < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", byte);
      json += escape;
    } else {
      json += static_cast<char>(byte);
    }
  }
  json += '"';
}

void append_number(double value, std::string &json) {
  if (!std::isfinite(value)) {
    json += "null";
    return;
  }
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.17g", value);
  json += digits;
}

void append(const cv::FileNode &node, int level, std::string &json) {
  if (level > 64) throw std::runtime_error("it is nested more deeply than 64 levels");
  if (node.isMap()) {
    json += '{';
    bool is_first = true;
    for (const cv::FileNode &child : node) {
      if (!is_first) json += ',';
      is_first = false;
      append_text(child.name(), json);
      json += ':';
      append(child, level + 1, json);
    }
    json += '}';
  } else if (node.isSeq()) {
    json += '[';
    bool is_first = true;
    for (const cv::FileNode &child : node) {
      if (!is_first) json += ',';
      is_first = false;
      append(child, level + 1, json);
    }
    json += ']';
  } else if (node.isString()) {
    append_text(static_cast<std::string>(node), json);
  } else if (node.isInt() || node.isReal()) {
    append_number(static_cast<double>(node), json);
  } else {
    json += "null";
  }
}

}  // namespace

airvision_status airvision_storage_json(
    const char *text, void *context, void (*take)(void *context, const char *json, size_t length)) {
  return guarded([&] {
    cv::FileStorage storage(text, cv::FileStorage::READ | cv::FileStorage::MEMORY);
    const cv::FileNode root = storage.root();
    if (root.empty() || !root.isMap()) throw std::runtime_error("it holds no named values");
    std::string json;
    append(root, 0, json);
    take(context, json.data(), json.size());
  });
}
