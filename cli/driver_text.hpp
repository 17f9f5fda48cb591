#pragma once
// What each driver needs, as a person reads it.

#include <string>
#include <vector>

#include "check/driver_study.hpp"

namespace ringcheck {

/// The results as a table, a row a point and a column a model: what is violated, - for nothing,
/// empty where the point is not looked at; the device's own machine is marked.
/// `markdown`: as a Markdown table.
std::string driver_table(const std::vector<DriverResult>& results, bool markdown);

/// A line for each point: whether its own machine needs it, and why.
std::string driver_reasons(const std::vector<DriverResult>& results, bool markdown);

/// The witnesses for the points that their own machine needs.
std::string driver_witnesses(const std::vector<DriverResult>& results, bool markdown);

}  // namespace ringcheck
