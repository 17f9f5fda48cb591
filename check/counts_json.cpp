// Tested by tests/properties/core/checkpoint_test.cpp and tests/shards.
#include "check/counts_json.hpp"

#include <array>
#include <nlohmann/json.hpp>

namespace ringcheck {

namespace {

struct NamedCount {
  const char* name;
  std::uint64_t ExploreCounts::*count;
};
constexpr std::array<NamedCount, 9> kCounts = {{{"complete", &ExploreCounts::complete},
                                                {"blocked", &ExploreCounts::blocked},
                                                {"cut", &ExploreCounts::cut},
                                                {"faults", &ExploreCounts::faults},
                                                {"discarded", &ExploreCounts::discarded},
                                                {"dead", &ExploreCounts::dead},
                                                {"nodes", &ExploreCounts::nodes},
                                                {"checks", &ExploreCounts::checks},
                                                {"events", &ExploreCounts::events}}};

}  // namespace

nlohmann::ordered_json counts_json(const ExploreCounts& counts) {
  nlohmann::ordered_json json;
  for (const NamedCount& named : kCounts) json[named.name] = counts.*named.count;
  return json;
}

void counts_from(const nlohmann::ordered_json& json, ExploreCounts& counts) {
  for (const NamedCount& named : kCounts) json.at(named.name).get_to(counts.*named.count);
}

}  // namespace ringcheck
