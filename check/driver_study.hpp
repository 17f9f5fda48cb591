#pragma once
// What drivers need: their ordering points are dropped one at a time.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/barrier_study.hpp"
#include "check/run_check.hpp"

namespace ringcheck {

/// An ordering point of a driver, and how to check the driver without it.
struct DriverPoint {
  std::string_view driver;
  std::string_view architecture;         ///< that has the device
  std::string_view machine;              ///< the model of that architecture
  std::string_view point;                ///< as in `--site`, or a name of its own
  std::string_view linux;                ///< what Linux 6.1 has there
  Check check;                           ///< with the point: all properties hold
  Change without;                        ///< the point dropped
  std::vector<std::string_view> models;  ///< to look at; empty: all
  std::string_view reason;  ///< why it is needed, or what makes it dispensable where it is not
};

/// A point under one model.
struct DriverResult {
  const DriverPoint* point;
  std::string model;
  /// What is violated without it; empty: nothing, and it is not needed.
  std::string violated;
  std::optional<Witness> witness;  ///< when needed
  [[nodiscard]] bool needed() const { return !violated.empty(); }
  /// Whether the model is that of the machine that has the device.
  [[nodiscard]] bool own_machine() const { return model == point->machine; }
};

/// Drops each point, one after the other, under each model, on all cores. Pre: `points` outlive the
/// results. Errors: InputError if a scenario does not hold with the point, or reaches a bound.
std::vector<DriverResult> study_drivers(const std::vector<DriverPoint>& points,
                                        const std::vector<Model>& models,
                                        const StudyProgress& progress = {});

}  // namespace ringcheck
