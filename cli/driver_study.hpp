#pragma once
// What each driver of the AUX area needs: one of its ordering points dropped at a time.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/model.hpp"
#include "properties/check_scenario.hpp"
#include "properties/witness.hpp"

namespace ringcheck {

/// An ordering point of a driver, and what it is to be without it.
struct DriverPoint {
  std::string_view driver{};
  std::string_view architecture{};  ///< that has the device
  std::string_view machine{};       ///< the model of that architecture
  std::string_view point{};         ///< as in `--site`, or a name of its own
  std::string_view linux{};         ///< what Linux 6.1 has there
  std::string_view scenario{};
  std::string_view
      parameters{};            ///< NAME=VALUE, separated by spaces; all properties hold with these
  std::string_view site{};     ///< SITE=STRENGTH: the point dropped
  std::string_view without{};  ///< NAME=VALUE: … or these parameters on top
  Defects defects{};           ///< … or the protocol with these
  std::string_view models{};   ///< to look at, separated by spaces; empty: all
  std::string_view reason;     ///< why it is needed, or what makes it dispensable where it is not
};

/// All of them, driver by driver.
std::span<const DriverPoint> driver_points();

/// A point under one model.
struct DriverResult {
  const DriverPoint* point;
  std::string model;
  /// What is violated without it; empty: nothing, so that it is not needed.
  std::string violated;
  std::optional<Witness> witness;  ///< when needed
  [[nodiscard]] bool needed() const { return !violated.empty(); }
  /// Whether the model is that of the machine which has the device.
  [[nodiscard]] bool own_machine() const { return model == point->machine; }
};

/// Drops each point under each model, on all cores; point by point. Errors: InputError if a
/// scenario does not hold with the point, or reaches a bound.
std::vector<DriverResult> study_drivers(const std::vector<Model>& models);

/// The results as a table, a row a point and a column a model: what is violated, - for nothing,
/// empty where the point is not looked at; the device's own machine is marked.
/// `markdown`: as a Markdown table.
std::string driver_table(const std::vector<DriverResult>& results, bool markdown);

/// A line for each point: whether its own machine needs it, and why.
std::string driver_reasons(const std::vector<DriverResult>& results, bool markdown);

/// The witnesses for the points that their own machine needs.
std::string driver_witnesses(const std::vector<DriverResult>& results, bool markdown);

}  // namespace ringcheck
