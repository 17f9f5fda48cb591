#pragma once
// docs/coverage.md: each mechanism of the documents, and how much of it there is.

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace ringcheck {

/// What `ringcheck list` calls it.
inline constexpr std::string_view kCoverageKind = "coverage";

/// The page, in Markdown: a table for each section of the documents.
std::string coverage_page();
/// The same for people at a terminal: place, state and mechanism.
std::string coverage_text();
/// A row for each mechanism.
nlohmann::ordered_json coverage_json();

}  // namespace ringcheck
