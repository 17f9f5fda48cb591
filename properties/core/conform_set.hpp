#pragma once
// ConformSet: recorded answers of one kind, and how the specification is compared with one of them.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "properties/core/fields.hpp"

namespace ringcheck {

/// Where the specification and a recorded answer first differ.
struct Difference {
  std::uint64_t step = 0;  ///< in the row's list of steps, from 0; 0 for a row without steps
  std::string what;        ///< what differs: a field or a state, in words
  Json expected;           ///< as recorded
  Json actual;             ///< as the specification has it
  Json prefix;             ///< the row cut after that step: the shortest that shows it
};

/// A set of recorded answers. The name is that of its file, without .jsonl.
struct ConformSet {
  std::string_view name;
  std::string_view what;  ///< what a row records, in one line
  /// Runs the specification on the input in `row`. Returns the first difference from what `row`
  /// records, if there is one. Errors: RowError, NotModelled.
  std::optional<Difference> (*check)(const Json& row);
};

/// What became of a row.
struct RowAgrees {};
struct RowRefused {
  std::string why;
};
using RowOutcome = std::variant<RowAgrees, Difference, RowRefused>;

/// Parses line `line` (from 1) of `file` and compares the specification with it.
/// Errors: InputError with file, line and column for a line that cannot be used.
RowOutcome conform_row(const ConformSet& set, const std::string& file, int line,
                       std::string_view text);

/// What became of the rows of a file.
struct ConformTally {
  std::uint64_t rows = 0, agree = 0, differ = 0, refused = 0;
  std::optional<Difference> first;  ///< the first difference
  int first_line = 0;               ///< of the first difference, from 1
  std::string refused_for;          ///< why the first refused row was
};

/// Adds the outcome of line `line`. Pre: rows are added in order.
void add(ConformTally& tally, int line, RowOutcome outcome);

/// The row `json` with the steps after `step` left out of its list `steps`.
Json cut_after(const Json& json, std::uint64_t step);

/// Traces of programs and real buffers. In no area's list: such rows come in a file of their own.
extern const ConformSet kLiveTraceSet;

}  // namespace ringcheck
