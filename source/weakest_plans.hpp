#pragma once
// The weakest orders that are enough: a search that asks about few of all combinations.

#include <functional>
#include <vector>

#include "source/order_sites.hpp"

namespace ringcheck::source {

/// All plans, each no stronger than `own`, that are enough and stop being so when any one order is
/// weakened further. `enough(plan)` must be true of `own`, and of what is stronger than a plan of
/// which it is true; it is asked about each plan once at most.
///
/// What a plan that is not enough lacks is narrowed down to a set of parts of which one has to be
/// kept; the smallest choices that keep one part of each known set are asked about, until all of
/// them are enough. They are all there are: each plan that is enough keeps a part of each set.
/// Source: the duality of minimal hitting sets, as in Liffiton, Previti, Malik and Marques-Silva,
/// "Fast, flexible MUS enumeration", Constraints 21 (2016).
std::vector<OrderPlan> weakest_plans(const OrderPlan& own,
                                     const std::function<bool(const OrderPlan&)>& enough);

/// Plans that differ from `own` at site `site` alone, the strongest first.
std::vector<OrderPlan> weakened_alone(const OrderPlan& own, std::size_t site);

}  // namespace ringcheck::source
