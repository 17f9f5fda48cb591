// The documents and their sections, and the rows of all areas in that order.
// Tested by tests/properties/core/coverage_test.cpp.
#include "properties/core/coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <string>

#include "properties/core/area.hpp"

namespace ringcheck {
namespace {

constexpr std::array kSections = {
    CoverageSection{"1", "Leo Yan, “Diving into Linux Perf Ring Buffer”, May 2021"},
    CoverageSection{"1.1", "Basic algorithm"},
    CoverageSection{"1.2", "Ring buffer allocation for different modes"},
    CoverageSection{"1.3", "Writing samples into the buffer"},
    CoverageSection{"1.4", "Reading samples from the buffer, and memory synchronization"},
    CoverageSection{"1.5", "The AUX ring buffer and its events"},
    CoverageSection{"1.6", "Snapshot mode"},
    CoverageSection{"1.7", "Arm CoreSight, and three memory modes of the TMC"},
    CoverageSection{"1.8", "The AUX ring buffer for Arm CoreSight"},
    CoverageSection{"1.9", "Thoughts for further optimization"},
    CoverageSection{"2", "Linux, Documentation/userspace-api/perf_ring_buffer.rst"},
    CoverageSection{"2.1", "Ring buffer implementation, and tracing modes"},
    CoverageSection{"2.2", "Accessing the buffer"},
    CoverageSection{"2.3", "The mechanism of the AUX ring buffer"},
    CoverageSection{"3", "A draft of the first document in LaTeX: nothing that is not in 1"},
    CoverageSection{"4",
                    "“Processor tracing mechanism to read from perf (perf + Intel PT / ARM "
                    "CoreSight)”, of Linux 5.5"},
    CoverageSection{"4.1", "How perf record works"},
    CoverageSection{"4.2", "perf and the AUX buffer"},
    CoverageSection{"4.3", "PMU drivers: Intel PT"},
    CoverageSection{"4.4", "PMU drivers: Arm CoreSight"},
    CoverageSection{"4.5", "Address filters"},
    CoverageSection{"5",
                    "“[RFC PATCH 09/10] drivers/perf: Add support for ARMv8.2 Statistical "
                    "Profiling Extension”, W. Deacon and P. Zijlstra, January 2017"},
    CoverageSection{"5.1", "Statistical profiling"},
    CoverageSection{"5.2", "What it is compared with"},
};

/// The last number of a place, and what stands before it.
std::pair<std::string_view, unsigned> split(std::string_view place) {
  const std::size_t dot = place.rfind('.');
  unsigned number = 0;
  const std::string_view last = place.substr(dot == std::string_view::npos ? 0 : dot + 1);
  const auto [end, error] = std::from_chars(last.data(), last.data() + last.size(), number);
  if (dot == std::string_view::npos || error != std::errc() || end != last.data() + last.size())
    throw std::logic_error(fmt::format("no place: {}", place));
  return {place.substr(0, dot), number};
}

std::vector<const Coverage*> rows_of(std::string_view section) {
  std::vector<const Coverage*> rows;
  for (const Area* area : all_areas())
    for (const Coverage& row : area->coverage)
      if (split(row.place).first == section) rows.push_back(&row);
  std::ranges::sort(rows, {}, [](const Coverage* row) { return split(row->place).second; });
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (split(rows[i]->place).second != i + 1)
      throw std::logic_error(fmt::format("{}: expected number {}", rows[i]->place, i + 1));
  return rows;
}

std::vector<const Coverage*> gather_rows() {
  std::vector<const Coverage*> all;
  for (const CoverageSection& section : kSections) {
    const auto rows = rows_of(section.number);
    all.insert(all.end(), rows.begin(), rows.end());
  }
  std::size_t written = 0;
  for (const Area* area : all_areas()) written += area->coverage.size();
  if (written != all.size()) throw std::logic_error("a row of coverage is of no section");
  return all;
}

}  // namespace

std::string_view coverage_state_name(CoverageState state) {
  constexpr std::array<std::string_view, 4> kNames = {"real", "partial", "missing", "out of scope"};
  return kNames.at(static_cast<std::size_t>(state));
}

CoverageState Coverage::state() const {
  if (!outside.empty()) return CoverageState::outside;
  if (specified.empty()) return CoverageState::missing;
  return lacks.empty() ? CoverageState::real : CoverageState::partial;
}

std::span<const CoverageSection> all_coverage_sections() {
  return kSections;
}

const std::vector<const Coverage*>& all_coverage() {
  static const std::vector<const Coverage*> rows = gather_rows();
  return rows;
}

std::vector<std::string_view> coverage_list(std::string_view list) {
  std::vector<std::string_view> parts;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(", "), list.size());
    parts.push_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 2, list.size()));
  }
  return parts;
}

}  // namespace ringcheck
