#pragma once
// Mutant: a known mistake that can be put into the specification, and what is to find it there.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "check/check.hpp"
#include "check/defects.hpp"

namespace ringcheck {

/// How a mutant is looked for.
enum class Technique : std::uint8_t {
  exploration,  ///< every execution of a scenario under a memory model
  sequences,    ///< random sequences of steps on plain memory, shrunk to the shortest that shows it
  values,       ///< a function held against a plain computation, for chosen or random values
};
/// "exploration", "sequences" or "values".
std::string_view technique_name(Technique technique);

/// What a row shows as the model when no memory model was explored.
inline constexpr std::string_view kSequential = "sequential";

/// A scenario that is explored twice: with the mutation, and as a control without it.
struct ExplorationHunt {
  std::string_view scenario{};
  std::string_view settings{};  ///< of both runs, as Check::with takes them
  Change mutation{};
  Names found{};      ///< models under which it must be found
  Names not_found{};  ///< models that are too strong for it
};

/// What a hunt function is to try.
struct HuntTask {
  Defects defects{};          ///< none for the control
  std::string_view property;  ///< only its violation counts; empty: that of any
  std::uint64_t seed = 1;     ///< of everything random
  std::uint64_t cases = 0;    ///< how many at most; 0: the function chooses
  bool each = false;          ///< all are tried, and Hunted::violating and Hunted::ways told
  bool mainline = false;      ///< of any property: what the original violates itself counts, too
};

/// What a hunt function found.
struct Hunted {
  bool found = false;
  std::string shown;        ///< the shortest case that shows it, a step a line; empty if not found
  std::uint64_t cases = 0;  ///< tried: up to the one that shows it, without those of shrinking
  std::vector<std::uint64_t> violating{};  ///< HuntTask::each: numbers of cases, from 0 on
  std::vector<std::string> ways{};         ///< HuntTask::each: what is wrong in them, each once
};

/// A function that tries cases: random ones (Technique::sequences), or chosen ones
/// (Technique::values). The same task gives the same answer on every machine.
using HuntFunction = Hunted (*)(const HuntTask& task);

/// A function that is called twice: with the mutation, and as a control without it.
struct FunctionHunt {
  Technique technique = Technique::sequences;
  HuntFunction hunt = nullptr;
  Defects defects{};  ///< the mutation
  /// For a mistake that mainline has: tries the same on code that repairs it. Null: `hunt` without
  /// defects.
  HuntFunction repaired = nullptr;
  /// For such a mistake: ids of all properties that `hunt` judges. Given if it tells of each case.
  std::span<const std::string_view> (*judged)() = nullptr;
};

/// A known mistake, and the property that sees it.
struct Mutant {
  /// The entry of the catalogue of real defects, such as "N-03"; several mutations of one entry
  /// have a letter more: "N-03a".
  std::string_view id;
  std::string_view title;     ///< what is changed, in one sentence
  std::string_view property;  ///< id of the one that must be violated
  std::variant<ExplorationHunt, FunctionHunt> hunt;
  bool in_mainline = false;  ///< Linux 6.1 is like this: its specification has it unless repaired

  [[nodiscard]] Technique technique() const;
  /// "N" of "N-03a".
  [[nodiscard]] std::string_view section() const { return id.substr(0, id.find('-')); }
};

}  // namespace ringcheck
