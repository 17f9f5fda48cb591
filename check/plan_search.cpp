// Tested by tests/check/plan_search_test.cpp.
#include "check/plan_search.hpp"

#include <algorithm>
#include <iterator>

namespace ringcheck {

bool no_more_order(const Site&, std::string_view a, std::string_view b) {
  if (a == b || a == "none") return true;
  if (a == "control") return b == "acquire" || b == "mb";
  return b == "mb" && (a == "wmb" || a == "rmb");
}

PlanSearch::PlanSearch(const std::vector<Plan>& plans, const Plan& base,
                       const std::vector<SiteChoice>& sites, const NoMoreOrder& order)
    : knowledge_(plans.size()), decided_by_(plans.size()) {
  for (const SiteChoice& choice : sites) {
    auto& table = order_.emplace_back();
    for (const std::string_view a : choice.site->strengths) {
      table.emplace_back();
      for (const std::string_view b : choice.site->strengths)
        table.back().push_back(order(*choice.site, a, b));
    }
  }
  for (std::size_t i = 0; i < plans.size(); ++i) {
    Strengths& strengths = plans_.emplace_back();
    std::size_t differ = 0;
    for (const SiteChoice& choice : sites) {
      const std::string_view strength = plans[i][choice.site->name];
      const auto& known = choice.site->strengths;
      strengths.push_back(
          static_cast<std::uint8_t>(std::ranges::find(known, strength) - known.begin()));
      differ += strength != base[choice.site->name] ? 1U : 0U;
    }
    if (differ == 0 && !base_) base_ = i;
    if (differ <= 1) near_base_.push_back(i);
  }
}

bool PlanSearch::orders_no_more(std::size_t a, std::size_t b) const {
  for (std::size_t site = 0; site < order_.size(); ++site)
    if (!order_[site][plans_[a][site]][plans_[b][site]]) return false;
  return true;
}

std::vector<std::size_t> PlanSearch::outermost(const std::vector<std::size_t>& some,
                                               bool most) const {
  const auto beyond = [&](std::size_t a, std::size_t b) {
    return most ? orders_no_more(b, a) : orders_no_more(a, b);
  };
  std::vector<std::size_t> found;
  for (const std::size_t i : some)
    if (std::ranges::none_of(some, [&](std::size_t other) {
          return other != i && beyond(other, i) && (other < i || !beyond(i, other));
        }))
      found.push_back(i);
  return found;
}

bool PlanSearch::near_base(std::size_t i) const {
  return std::ranges::binary_search(near_base_, i);
}

bool PlanSearch::expected_to_hold(std::size_t i) const {
  if (!base_ || knowledge_[*base_] != PlanKnowledge::holds) return false;
  return std::ranges::none_of(near_base_, [&](std::size_t near) {
    if (knowledge_[near] == PlanKnowledge::holds) return false;
    // `i` has the same as `near` at the one site where `near` is not the plan of the study.
    for (std::size_t site = 0; site < order_.size(); ++site)
      if (plans_[near][site] != plans_[*base_][site]) return plans_[near][site] == plans_[i][site];
    return false;
  });
}

std::vector<std::size_t> PlanSearch::next() const {
  if (base_ && knowledge_[*base_] == PlanKnowledge::unknown) return {*base_};
  const bool base_holds = base_ && knowledge_[*base_] == PlanKnowledge::holds;
  std::vector<std::size_t> near;
  std::vector<std::size_t> holding;
  std::vector<std::size_t> violated;
  for (std::size_t i = 0; i < plans_.size(); ++i) {
    if (knowledge_[i] != PlanKnowledge::unknown) continue;
    if (base_holds && near_base(i)) near.push_back(i);
    (expected_to_hold(i) ? holding : violated).push_back(i);
  }
  if (!near.empty()) return outermost(near, false);
  std::vector<std::size_t> chosen = outermost(holding, false);
  std::ranges::copy(outermost(violated, true), std::back_inserter(chosen));
  std::ranges::sort(chosen);
  return chosen;
}

void PlanSearch::take(std::size_t i, PlanKnowledge knowledge) {
  knowledge_[i] = knowledge;
  decided_by_[i] = i;
  if (knowledge == PlanKnowledge::neither) return;
  const bool holds = knowledge == PlanKnowledge::holds;
  for (std::size_t other = 0; other < plans_.size(); ++other) {
    if (knowledge_[other] != PlanKnowledge::unknown) continue;
    if (holds ? !orders_no_more(i, other) : !orders_no_more(other, i)) continue;
    knowledge_[other] = knowledge;
    decided_by_[other] = i;
  }
}

std::size_t PlanSearch::known() const {
  return plans_.size() -
         static_cast<std::size_t>(std::ranges::count(knowledge_, PlanKnowledge::unknown));
}

}  // namespace ringcheck
