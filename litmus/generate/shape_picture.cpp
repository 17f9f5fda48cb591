// Drawing shapes in text.
// Tested by tests/litmus/catalogue_test.cpp.
#include <fmt/format.h>

#include <algorithm>

#include "litmus/generate/shape.hpp"

namespace ringcheck::litmus {

namespace {

std::string access_text(const StraightTest& test, const StraightAccess& access) {
  const std::string& name = test.locations[access.location].name;
  if (access.kind == AccessKind::write) return fmt::format("{} = {}", name, access.value);
  return fmt::format("{} sees {}{}", name, access.seen ? std::to_string(*access.seen) : "any",
                     access.mark == Mark::acquire ? " (acquire)" : "");
}

/// The points before an access, in the order of the shape's list.
std::string points_before(const Shape& shape, std::size_t thread, std::size_t access) {
  std::string text;
  for (const ShapePoint& point : shape.points)
    for (const PointPlace place : point.places)
      if (place.thread == thread && place.access == access)
        text += fmt::format("{}({})", text.empty() ? "" : " ", point.site);
  return text;
}

/// What stands before an access in every variant.
std::string fixed_before(const StraightAccess& access) {
  std::string text;
  for (const std::string& fence : access.fences) text += (text.empty() ? "" : " ") + fence;
  constexpr std::string_view kKinds[] = {"address", "data", "control"};
  for (const StraightDependency& dependency : access.dependencies)
    text += fmt::format("{}{}", text.empty() ? "" : " ",
                        kKinds[static_cast<std::size_t>(dependency.kind)]);
  return text;
}

/// Each write to the location: which thread makes it, and its value.
struct Written {
  std::int64_t value;
  std::size_t thread;
};

std::vector<Written> writes_to(const StraightTest& test, std::size_t location) {
  std::vector<Written> writes;
  for (std::size_t t = 0; t < test.threads.size(); ++t)
    for (const StraightAccess& access : test.threads[t])
      if (access.location == location && access.kind != AccessKind::read)
        writes.push_back({access.value, t});
  std::ranges::sort(writes, {}, &Written::value);
  return writes;
}

/// Adds rf, fr and co that the condition asks for, a line each.
void add_communication(const Shape& shape, std::vector<std::string>& lines) {
  const StraightTest& test = shape.base;
  for (std::size_t l = 0; l < test.locations.size(); ++l) {
    const std::string& name = test.locations[l].name;
    const std::vector<Written> writes = writes_to(test, l);
    for (std::size_t t = 0; t < test.threads.size(); ++t)
      for (const StraightAccess& access : test.threads[t]) {
        if (access.location != l || access.kind == AccessKind::write || !access.seen) continue;
        for (const Written& write : writes) {
          const std::string text = fmt::format("{} = {}", name, write.value);
          if (write.value == *access.seen) {
            lines.push_back(fmt::format("  rf  {} by {} -> {}", text, shape.threads[write.thread],
                                        shape.threads[t]));
          } else if (write.value > *access.seen) {
            lines.push_back(fmt::format("  fr  {} sees {} -> {} by {}", shape.threads[t],
                                        *access.seen, text, shape.threads[write.thread]));
            break;
          }
        }
      }
    if (!test.locations[l].final_value) continue;
    for (const Written& write : writes)
      if (write.value != *test.locations[l].final_value)
        lines.push_back(fmt::format("  co  {0} = {1} -> {0} = {2}", name, write.value,
                                    *test.locations[l].final_value));
  }
}

}  // namespace

std::vector<std::string> picture_of(const Shape& shape) {
  const StraightTest& test = shape.base;
  std::vector<std::vector<std::string>> columns;
  std::size_t rows = 0;
  for (std::size_t t = 0; t < test.threads.size(); ++t) {
    auto& column = columns.emplace_back();
    column.push_back(fmt::format("P{} {}", t, shape.threads[t]));
    column.emplace_back(column.front().size(), '-');
    for (std::size_t i = 0; i < test.threads[t].size(); ++i) {
      if (const auto fixed = fixed_before(test.threads[t][i]); !fixed.empty())
        column.push_back("    " + fixed);
      if (const auto points = points_before(shape, t, i); !points.empty())
        column.push_back("    " + points);
      column.push_back(access_text(test, test.threads[t][i]));
    }
    rows = std::max(rows, column.size());
  }
  std::vector<std::string> lines(rows);
  for (auto& column : columns) {
    std::size_t width = 0;
    for (const std::string& cell : column) width = std::max(width, cell.size());
    column.resize(rows);
    for (std::size_t r = 0; r < rows; ++r) lines[r] += fmt::format("  {:{}}", column[r], width + 4);
  }
  add_communication(shape, lines);
  for (std::string& line : lines) line.erase(line.find_last_not_of(' ') + 1);
  return lines;
}

}  // namespace ringcheck::litmus
