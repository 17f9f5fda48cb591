#pragma once
// What each driver needs, for people to read.

#include <string>
#include <vector>

#include "check/driver_study.hpp"

namespace ringcheck {

/// The results as a table, one row per point and one column per model: what is violated, - for
/// nothing, empty where the point was not studied; the device's own machine is marked.
/// `markdown`: as a Markdown table.
std::string driver_table(const std::vector<DriverResult>& results, bool markdown);

/// A line for each point: whether the device's own machine needs it, and why.
std::string driver_reasons(const std::vector<DriverResult>& results, bool markdown);

/// The witnesses for the points that the device's own machine needs.
std::string driver_witnesses(const std::vector<DriverResult>& results, bool markdown);

}  // namespace ringcheck
