#pragma once
// What each memory order of a program is for.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "source/check_program.hpp"
#include "source/order_sites.hpp"

namespace ringcheck::source {

/// The result with a weaker order at one site, and the others as they are written.
struct WeakenedSite {
  std::size_t site = 0;
  OrderParts parts = 0;
  CheckResult result;  ///< with the execution that shows it, when the order is not enough
  [[nodiscard]] bool enough() const { return !result.error; }
};

/// The orders of a program under one model, or under several at a time.
struct OrderStudy {
  std::string model;  ///< "all of them": under each of several
  /// For the program as it is; under several models only the verdict.
  CheckResult own;
  std::vector<WeakenedSite> alone;  ///< under one model: by site, the strongest first
  std::vector<OrderPlan> weakest;   ///< empty when the program is not right as it is
  std::uint64_t checks = 0;         ///< that were made for this
  bool limited = false;             ///< a limit ended a check: what it would find is not known
};

/// A program whose orders are studied.
struct StudiedProgram {
  std::shared_ptr<const Code> code;
  std::vector<OrderSite> sites;
  CheckOptions options;
};

/// Studies `program` under `models`, one after the other and, when there are several, under all of
/// them at a time. A plan is enough when no error is found with it; if the program reaches a bound
/// of its own loops, only up to this bound. `progress` is told how many checks were made. Errors:
/// InputError for what is not modelled.
std::vector<OrderStudy> study_orders(const StudiedProgram& program,
                                     const std::vector<Model>& models, const ParallelOptions& how,
                                     const std::function<void(std::uint64_t)>& progress);

}  // namespace ringcheck::source
