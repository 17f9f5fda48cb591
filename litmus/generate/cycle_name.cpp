// Names of cycles.
// Source: herdtools7, manual, "A note on test names"; nicknames from the table in "The Semantics of
// Power and ARM Multiprocessors: systematic families" that it cites, for one location from "Herding
// cats", figure 6. Tested by tests/litmus/cycle_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "litmus/generate/cycle.hpp"

namespace ringcheck::litmus {

namespace {

struct Nickname {
  std::string_view family;
  std::string_view name;
};
constexpr auto kNicknames = std::to_array<Nickname>({
    {"WW+WW", "2+2W"},       {"RW+RW", "LB"},        {"WW+RR", "MP"},       {"WW+WR", "R"},
    {"WW+RW", "S"},          {"WR+WR", "SB"},        {"WW+WW+WW", "3.2W"},  {"RW+RW+RW", "3.LB"},
    {"WR+WR+WR", "3.SB"},    {"WW+RW+RR", "ISA2"},   {"W+RW+RR", "WRC"},    {"W+RR+WR", "RWC"},
    {"WW+RR+WR", "W+RWC"},   {"W+RW+RW", "WWC"},     {"W+RW+WR", "WRW+WR"}, {"W+RR+WW", "WRR+2W"},
    {"W+RW+WW", "WRW+2W"},   {"WW+RW+WR", "Z6.0"},   {"WW+WW+RW", "Z6.1"},  {"WW+RW+RW", "Z6.2"},
    {"WW+WW+RR", "Z6.3"},    {"WW+WR+WR", "Z6.4"},   {"WW+WW+WR", "Z6.5"},  {"W+RR+W+RR", "IRIW"},
    {"W+RR+W+RW", "IRRWIW"}, {"W+RW+W+RW", "IRWIW"},
});
constexpr auto kNicknamesOfOneLocation = std::to_array<Nickname>({
    {"W+RR", "CoRR"},
    {"W+RW", "CoRW2"},
    {"W+WR", "CoWR"},
    {"W+RR+W+RR", "CoIRIW"},
});

/// What stands within each thread of two or more accesses.
std::vector<std::string> tags_of_threads(const std::vector<Relaxation>& edges,
                                         const CycleLanguage& language) {
  std::vector<std::string> tags;
  std::string tag;
  for (const Relaxation& edge : edges) {
    if (!edge.external)
      tag += (tag.empty() ? "" : "-") + tag_of(edge, language);
    else if (!tag.empty())
      tags.push_back(std::exchange(tag, {}));
  }
  return tags;
}

}  // namespace

std::string name_of_cycle(const Cycle& cycle, const CycleLanguage& language) {
  const auto& edges = cycle.edges;
  const bool one_location = std::ranges::all_of(edges, &Relaxation::same_location);
  std::string name = family_of_cycle(cycle);
  const auto nickname = [&](const auto& table) {
    const auto row = std::ranges::find(table, name, &Nickname::family);
    if (row != table.end()) name = row->name;
  };
  if (one_location)
    nickname(kNicknamesOfOneLocation);
  else
    nickname(kNicknames);

  std::vector<std::string> tags = tags_of_threads(edges, language);
  std::string lone_marks;  // of threads with one access
  for (std::size_t i = 0; i < edges.size(); ++i)
    if (edges[i].external && edges[(i + edges.size() - 1) % edges.size()].external &&
        edges[i].from_mark)
      lone_marks += name_of(language, *edges[i].from_mark);
  const bool same = std::ranges::all_of(tags, [&](const std::string& t) { return t == tags[0]; });
  const std::string_view usual = one_location ? "pos" : "po";
  if (same && tags[0] == usual)
    tags.clear();
  else if (same && tags.size() > 1)
    tags = {tags[0] + "s"};
  for (const std::string& t : tags) name += "+" + t;
  if (!lone_marks.empty()) name += "+" + lone_marks;
  return name;
}

}  // namespace ringcheck::litmus
