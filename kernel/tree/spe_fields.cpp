// Tested by `make kernel`.
#include "kernel/tree/spe_fields.hpp"

#include <fmt/format.h>

#include <string>

namespace ringcheck {

std::vector<std::string_view> spe_fields() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const char* field :
         {"ts_enable", "pa_enable", "pct_enable", "jitter", "branch_filter", "load_filter",
          "store_filter", "event_filter", "inv_event_filter", "min_latency"})
      for (const char* part : {"CFG", "LO", "HI"})
        names.push_back(fmt::format("ATTR_CFG_FLD_{}_{}", field, part));
    return names;
  }();
  return {kNames.begin(), kNames.end()};
}

}  // namespace ringcheck
