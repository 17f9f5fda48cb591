// Critical cycles, by search.
// A cycle is built edge by edge, and kept if it is the least of its rotations, by the numbers of
// its edges in the list: so each is built once. Two cycles may still make one test (PosWW and Coi);
// the canonical form of the test tells. Tested by tests/litmus/critical_cycles_test.cpp.
#include "litmus/generate/critical_cycles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "graph/diagnostic.hpp"

namespace ringcheck::litmus {

namespace {

class Search {
 public:
  Search(const std::vector<Relaxation>& relaxations, std::size_t size)
      : relaxations_(relaxations), size_(size) {}

  std::vector<std::vector<Relaxation>> run() {
    extend();
    return std::move(found_);
  }

 private:
  [[nodiscard]] const Relaxation& edge(std::size_t i) const { return relaxations_[path_[i]]; }

  /// Whether `next` may follow `edge` in a critical cycle.
  static bool follows(const Relaxation& edge, const Relaxation& next) {
    if (edge.to != next.from) return false;
    if (edge.to_mark && next.from_mark && *edge.to_mark != *next.from_mark) return false;
    if (!edge.external && !next.external) return false;
    if (!communicates(edge) || !communicates(next)) return true;
    return edge.kind != RelaxationKind::reads_from && next.kind == RelaxationKind::reads_from;
  }

  [[nodiscard]] bool is_least_rotation() const {
    std::vector<std::size_t> turned = path_;
    for (std::size_t i = 1; i < path_.size(); ++i) {
      std::rotate(turned.begin(), turned.begin() + 1, turned.end());
      if (turned < path_) return false;
    }
    return true;
  }

  [[nodiscard]] bool is_cycle() const {
    std::size_t external = 0, away = 0;
    for (std::size_t i = 0; i < path_.size(); ++i) {
      external += edge(i).external ? 1 : 0;
      away += edge(i).same_location ? 0 : 1;
    }
    if (external < 2 || away < 2) return false;
    const Relaxation& last = edge(path_.size() - 1);
    if (!follows(last, edge(0))) return false;
    // Three communications in a row are none of the sequences, though each two may be.
    for (std::size_t i = 0; i < path_.size(); ++i) {
      const auto at = [&](std::size_t k) -> const Relaxation& {
        return edge((i + k) % path_.size());
      };
      if (communicates(at(0)) && communicates(at(1)) && communicates(at(2))) return false;
    }
    return is_least_rotation();
  }

  void extend() {
    if (path_.size() > 2 && is_cycle()) {
      std::vector<Relaxation> edges;
      for (const std::size_t i : path_) edges.push_back(relaxations_[i]);
      found_.push_back(std::move(edges));
    }
    if (path_.size() == size_) return;
    for (std::size_t i = path_.empty() ? 0 : path_[0]; i < relaxations_.size(); ++i) {
      if (!path_.empty() && !follows(relaxations_[path_.back()], relaxations_[i])) continue;
      path_.push_back(i);
      extend();
      path_.pop_back();
    }
  }

  const std::vector<Relaxation>& relaxations_;
  std::size_t size_;
  std::vector<std::size_t> path_;
  std::vector<std::vector<Relaxation>> found_;
};

/// `relaxations` without those that are there twice, in the order of their texts: what is found
/// does not depend on how they were listed.
std::vector<Relaxation> sorted(std::vector<Relaxation> relaxations, const CycleLanguage& language) {
  const auto text = [&](const Relaxation& r) { return text_of(r, language); };
  std::ranges::sort(relaxations, {}, text);
  const auto same = [&](const Relaxation& a, const Relaxation& b) { return text(a) == text(b); };
  relaxations.erase(std::unique(relaxations.begin(), relaxations.end(), same), relaxations.end());
  return relaxations;
}

}  // namespace

CycleTests critical_cycle_tests(const std::vector<Relaxation>& relaxations, std::size_t size,
                                const CycleLanguage& language) {
  std::vector<Cycle> cycles;
  for (auto& edges : Search(sorted(relaxations, language), size).run())
    cycles.push_back(make_cycle(std::move(edges), language, "--relax"));
  std::ranges::sort(cycles, {}, [&](const Cycle& c) {
    return std::tuple(c.edges.size(), family_of_cycle(c), text_of(c.edges, language));
  });
  CycleTests result;
  std::set<std::string> forms;
  std::map<std::string, int> names;
  for (Cycle& cycle : cycles) {
    StraightTest test;
    try {
      test = test_of_cycle(cycle, language, "--relax");
    } catch (const InputError&) {
      result.untold.push_back(text_of(cycle.edges, language));
      continue;
    }
    if (!forms.insert(canonical_form(test)).second) continue;
    test.name = name_of_cycle(cycle, language);
    const int before = names[test.name]++;
    if (before > 0) test.name += fmt::format("{:03}", before);
    result.tests.push_back({std::move(cycle), std::move(test)});
  }
  return result;
}

}  // namespace ringcheck::litmus
