// Tested by tests/source/order_study_test.cpp.
#include "source/weakest_plans.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace ringcheck::source {

namespace {

/// A part of the order of one site.
struct Part {
  std::size_t site;
  OrderParts part;
};

bool no_stronger(const OrderPlan& a, const OrderPlan& b) {
  for (std::size_t s = 0; s < a.size(); ++s)
    if ((a[s] & ~b[s]) != 0) return false;
  return true;
}

class Search {
 public:
  Search(const OrderPlan& own, const std::function<bool(const OrderPlan&)>& enough)
      : own_(own), enough_(enough) {}

  std::vector<OrderPlan> run() {
    // The smallest plans that keep a part of each known set.
    std::vector<OrderPlan> candidates{OrderPlan(own_.size(), 0)};
    for (;;) {
      const auto lacking = std::ranges::find_if(
          candidates, [&](const OrderPlan& candidate) { return !is_enough(candidate); });
      if (lacking == candidates.end()) return candidates;
      candidates = keep_one_of(needed_by(*lacking), candidates);
    }
  }

 private:
  bool is_enough(const OrderPlan& plan) {
    const auto [at, fresh] = known_.try_emplace(plan);
    if (fresh) at->second = enough_(plan);
    return at->second;
  }

  /// `plan` with one more part, and what that part includes.
  [[nodiscard]] OrderPlan with(OrderPlan plan, const Part& more) const {
    plan[more.site] |= more.part == kTotal ? own_[more.site] : more.part;
    return plan;
  }

  /// Parts that `lacking`, which is not enough, leaves out; every plan that is enough has one of
  /// them.
  std::vector<Part> needed_by(OrderPlan lacking) {
    for (std::size_t s = 0; s < own_.size(); ++s) {
      for (const OrderParts part : {kAcquires, kReleases, kTotal}) {
        if ((own_[s] & ~lacking[s] & part) == 0) continue;
        OrderPlan stronger = with(lacking, {s, part});
        if (stronger != own_ && !is_enough(stronger)) lacking = std::move(stronger);
      }
    }
    std::vector<Part> needed;
    for (std::size_t s = 0; s < own_.size(); ++s) {
      const OrderParts gone = own_[s] & static_cast<OrderParts>(~lacking[s]);
      for (const OrderParts part : {kAcquires, kReleases})
        if ((gone & part) != 0) needed.push_back({s, part});
      if (gone == kTotal) needed.push_back({s, kTotal});
    }
    return needed;
  }

  /// The smallest plans that have what some of `plans` have, and one of `parts`.
  [[nodiscard]] std::vector<OrderPlan> keep_one_of(const std::vector<Part>& parts,
                                                   const std::vector<OrderPlan>& plans) const {
    std::set<OrderPlan> all;
    for (const OrderPlan& plan : plans) {
      const bool has_one = std::ranges::any_of(
          parts, [&](const Part& part) { return (plan[part.site] & part.part) != 0; });
      if (has_one) {
        all.insert(plan);
        continue;
      }
      for (const Part& part : parts) all.insert(with(plan, part));
    }
    std::vector<OrderPlan> smallest;
    for (const OrderPlan& plan : all) {
      const bool beaten = std::ranges::any_of(
          all, [&](const OrderPlan& other) { return other != plan && no_stronger(other, plan); });
      if (!beaten) smallest.push_back(plan);
    }
    return smallest;
  }

  const OrderPlan& own_;
  const std::function<bool(const OrderPlan&)>& enough_;
  std::map<OrderPlan, bool> known_;
};

}  // namespace

std::vector<OrderPlan> weakest_plans(const OrderPlan& own,
                                     const std::function<bool(const OrderPlan&)>& enough) {
  return Search(own, enough).run();
}

std::vector<OrderPlan> weakened_alone(const OrderPlan& own, std::size_t site) {
  std::vector<OrderPlan> plans;
  const auto add = [&](OrderParts parts) {
    if (parts == own[site] || (parts & ~own[site]) != 0) return;
    plans.push_back(own);
    plans.back()[site] = parts;
  };
  constexpr OrderParts kFromStrong[] = {kAcquires | kReleases, kReleases, kAcquires, 0};
  for (const OrderParts parts : kFromStrong) add(parts);
  return plans;
}

}  // namespace ringcheck::source
