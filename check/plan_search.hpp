#pragma once
// Which plans of a study must be checked, and what the others then do.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "check/plan.hpp"

namespace ringcheck {

/// True iff whatever is consistent with `b` at a site is consistent with `a` there.
using NoMoreOrder = std::function<bool(const Site& site, std::string_view a, std::string_view b)>;

/// NoMoreOrder for every model that ships with ringcheck. Nothing is the least of all, a branch is
/// kept where an acquire or a full fence takes its place, and a full fence does what those of loads
/// or of stores do in the same place. An acquire and a full fence do not compare: on Armv8 an
/// acquire alone stays after a release before it.
bool no_more_order(const Site& site, std::string_view a, std::string_view b);

/// What a plan is known to do.
enum class PlanKnowledge : std::uint8_t { unknown, holds, violated, neither };

/// Chooses which plans are to be checked, and infers the others. More order at a site takes
/// executions away and adds none, since the texts of the models speak of fences and of ordering
/// accesses in what orders only. So a plan is violated when one with more order is, and holds when
/// one with less order does.
///
/// First come the plan of the study and those that differ from it at one site. They tell what each
/// site needs; then come the weakest plans that have all of it, and the strongest ones that lack
/// something.
class PlanSearch {
 public:
  /// Pre: `plans` are combinations of `sites`.
  PlanSearch(const std::vector<Plan>& plans, const Plan& base, const std::vector<SiteChoice>& sites,
             const NoMoreOrder& order);

  /// The plans to check next, by their index: none depends on another. Empty when all is known.
  [[nodiscard]] std::vector<std::size_t> next() const;
  /// Takes in what a check of plan `i` came to.
  void take(std::size_t i, PlanKnowledge knowledge);

  [[nodiscard]] PlanKnowledge of(std::size_t i) const { return knowledge_[i]; }
  /// The plan whose check decided plan `i`: itself if it was checked. Pre: plan `i` is known.
  [[nodiscard]] std::size_t decided_by(std::size_t i) const { return *decided_by_[i]; }
  /// True iff plan `i` is that of the study, or differs from it at one site.
  [[nodiscard]] bool near_base(std::size_t i) const;
  /// How many plans are known.
  [[nodiscard]] std::size_t known() const;

 private:
  /// A plan by the strength that it has at each site, as an index into the site's own.
  using Strengths = std::vector<std::uint8_t>;

  [[nodiscard]] bool orders_no_more(std::size_t a, std::size_t b) const;
  [[nodiscard]] bool expected_to_hold(std::size_t i) const;
  /// Of `some`, those beside which none has less order, or with `most` none more. Of several with
  /// the same order, the first.
  [[nodiscard]] std::vector<std::size_t> outermost(const std::vector<std::size_t>& some,
                                                   bool most) const;

  std::vector<Strengths> plans_;
  std::vector<std::vector<std::vector<bool>>> order_;  ///< by site and two strengths: NoMoreOrder
  std::optional<std::size_t> base_;     ///< the plan of the study, if it is one of these
  std::vector<std::size_t> near_base_;  ///< in ascending order
  std::vector<PlanKnowledge> knowledge_;
  std::vector<std::optional<std::size_t>> decided_by_;
};

}  // namespace ringcheck
