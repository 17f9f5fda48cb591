// Critical cycles, by search.
// The search builds a cycle composite by composite, and keeps it if it is the least of its
// rotations by the composites' numbers in the list. So it builds each cycle once. Two cycles may
// still make the same test (PosWW and Coi); the canonical form of the test shows that. Tested by
// tests/litmus/critical_cycles_test.cpp.
#include "litmus/generate/critical_cycles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "graph/diagnostic.hpp"

namespace ringcheck::litmus {

namespace {

/// Whether `next` may follow `edge` at all.
bool fits(const Relaxation& edge, const Relaxation& next) {
  if (edge.to != next.from) return false;
  return !edge.to_mark || !next.from_mark || *edge.to_mark == *next.from_mark;
}

/// Whether `next` may follow `edge` in a critical cycle.
bool follows(const Relaxation& edge, const Relaxation& next) {
  if (!fits(edge, next) || (!edge.external && !next.external)) return false;
  if (!communicates(edge) || !communicates(next)) return true;
  return edge.kind != RelaxationKind::reads_from && next.kind == RelaxationKind::reads_from;
}

/// True iff the edges of `composite` fit each other.
bool is_sequence(const Composite& composite) {
  for (std::size_t i = 1; i < composite.size(); ++i)
    if (!fits(composite[i - 1], composite[i])) return false;
  return true;
}

class Search {
 public:
  Search(const std::vector<Composite>& composites, std::size_t size)
      : composites_(composites), size_(size) {}

  std::vector<std::vector<Relaxation>> run() {
    extend(0);
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool is_least_rotation() const {
    std::vector<std::size_t> turned = path_;
    for (std::size_t i = 1; i < path_.size(); ++i) {
      std::ranges::rotate(turned, turned.begin() + 1);
      if (turned < path_) return false;
    }
    return true;
  }

  /// The edges of the path; `inside` says for each whether it is in the middle of a composite.
  [[nodiscard]] std::vector<Relaxation> edges(std::vector<bool>& inside) const {
    std::vector<Relaxation> all;
    for (const std::size_t i : path_)
      for (const Relaxation& r : composites_[i]) {
        inside.push_back(&r != &composites_[i].front() && &r != &composites_[i].back());
        all.push_back(r);
      }
    return all;
  }

  [[nodiscard]] bool is_cycle() const {
    if (!follows(composites_[path_.back()].back(), composites_[path_.front()].front()))
      return false;
    std::vector<bool> inside;
    const std::vector<Relaxation> all = edges(inside);
    if (std::ranges::count(all, true, &Relaxation::external) < 2 ||
        std::ranges::count(all, false, &Relaxation::same_location) < 2)
      return false;
    // No sequence has three communications in a row, though each two of them may be one.
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto at = [&](std::size_t k) { return (i + k) % all.size(); };
      if (!inside[at(1)] && communicates(all[i]) && communicates(all[at(1)]) &&
          communicates(all[at(2)]))
        return false;
    }
    return is_least_rotation();
  }

  /// `length`: edges of the path.
  void extend(std::size_t length) {
    if (length > 2 && is_cycle()) {
      std::vector<bool> inside;
      found_.push_back(edges(inside));
    }
    for (std::size_t i = path_.empty() ? 0 : path_[0]; i < composites_.size(); ++i) {
      if (length + composites_[i].size() > size_) continue;
      if (!path_.empty() && !follows(composites_[path_.back()].back(), composites_[i].front()))
        continue;
      path_.push_back(i);
      extend(length + composites_[i].size());
      path_.pop_back();
    }
  }

  const std::vector<Composite>& composites_;
  std::size_t size_;
  std::vector<std::size_t> path_;
  std::vector<std::vector<Relaxation>> found_;
};

/// `composites` without duplicates and those whose edges do not fit, in the order of their texts:
/// what is found does not depend on how they were listed.
std::vector<Composite> sorted(std::vector<Composite> composites, const CycleLanguage& language) {
  const auto text = [&](const Composite& composite) { return text_of(composite, language); };
  std::erase_if(composites, [](const Composite& composite) { return !is_sequence(composite); });
  std::ranges::sort(composites, {}, text);
  const auto same = [&](const Composite& a, const Composite& b) { return text(a) == text(b); };
  composites.erase(std::ranges::unique(composites, same).begin(), composites.end());
  return composites;
}

}  // namespace

CycleTests critical_cycle_tests(const std::vector<Composite>& composites, std::size_t size,
                                const CycleLanguage& language, Observers observers) {
  std::vector<Cycle> cycles;
  for (auto& edges : Search(sorted(composites, language), size).run())
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
      test = test_of_cycle(cycle, language, "--relax", observers);
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
