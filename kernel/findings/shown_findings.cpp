// Tested by tests/kernel/kernel_repairs_test.cpp and `make kernel`.
#include <algorithm>
#include <utility>
#include <vector>

#include "kernel/findings/findings_by_area.hpp"

namespace ringcheck {

std::span<const ShownFinding> all_shown_findings() {
  static const std::vector<ShownFinding> kAll = [] {
    constexpr std::string_view kLetters = "FDV";
    std::vector<ShownFinding> all;
    for (const std::span<const ShownFinding> area :
         {ring_findings(), sample_findings(), mapping_findings(), reader_findings(),
          finder_findings(), filter_findings(), open_findings(), etf_findings(), etr_findings()})
      all.insert(all.end(), area.begin(), area.end());
    std::ranges::sort(all, {}, [&](const ShownFinding& finding) {
      return std::pair(kLetters.find(finding.id.front()), finding.id);
    });
    return all;
  }();
  return kAll;
}

}  // namespace ringcheck
