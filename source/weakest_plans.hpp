#pragma once
// A search for the weakest orders that are enough. It asks about few of all combinations.

#include <functional>
#include <vector>

#include "source/order_sites.hpp"

namespace ringcheck::source {

/// All plans, each no stronger than `own`, that are enough and stop being so when any one order is
/// weakened further. `enough(plan)` must be true of `own`, and of every plan stronger than one of
/// which it is true; it is called at most once for each plan.
///
/// The search narrows down what an insufficient plan lacks to a set of parts, one of which has to
/// be kept. It then asks about the smallest choices that keep one part of each known set, until all
/// of them are enough. There are no others: each plan that is enough keeps a part of each set.
/// Source: the duality of minimal hitting sets, as in Liffiton, Previti, Malik and Marques-Silva,
/// "Fast, flexible MUS enumeration", Constraints 21 (2016).
std::vector<OrderPlan> weakest_plans(const OrderPlan& own,
                                     const std::function<bool(const OrderPlan&)>& enough);

/// Plans that differ from `own` only at site `site`, the strongest first.
std::vector<OrderPlan> weakened_alone(const OrderPlan& own, std::size_t site);

}  // namespace ringcheck::source
