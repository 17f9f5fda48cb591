#pragma once
// Hunting outsiders: changes of the specification's text, drawn at random, and what notices them.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "check/mutant.hpp"
#include "properties/core/outsider_check.hpp"
#include "protocol/core/outsider.hpp"

namespace ringcheck {

/// The changes that this build can turn on; none if its specification is as it is written.
std::span<const outsider::Place> outsider_places();

/// "ring" of "ring/perf_output.hpp".
std::string_view area_of(const outsider::Place& place);

/// The fate of a change.
enum class OutsiderFate : std::uint8_t {
  killed,      ///< a property is violated; kProgress if no run ends, or the process breaks
  gone,        ///< a property that Linux 6.1 violates is no longer violated
  vacuous,     ///< a property that said something no longer says anything
  bound,       ///< a loop reaches its bound
  crashes,     ///< a check ends in an error of its own
  equivalent,  ///< nothing notices it, and docs/outsiders.md says why
  alive,       ///< nothing notices it
};
inline constexpr std::size_t kOutsiderFates = 7;
/// "killed", "gone", and so on.
std::string_view fate_name(OutsiderFate fate);

/// A change that was tried.
struct TriedOutsider {
  unsigned place = 0;  ///< index in outsider_places()
  OutsiderFate fate = OutsiderFate::alive;
  std::string property;  ///< the one that is violated, gone or vacuous
  std::string check;     ///< that notices it
  std::string model;
  unsigned checks = 0;  ///< that visit its place
};

/// A check of the specification without a change.
struct OutsiderBaseline {
  OutsiderCheck check;
  OutsiderAnswer answer;
  std::vector<std::uint8_t> marks;  ///< outsider::Mark bits by place
  std::uint64_t visits = 0;         ///< how often it visited a place
  bool usable = false;              ///< it ended, and was complete

  /// Cases on plain memory that violate what they do not violate without the switches for changes,
  /// or that do not find what they should.
  [[nodiscard]] bool not_as_known() const {
    return check.model == kSequential && answer.complete &&
           answer.violated.empty() != check.known.empty();
  }
};

/// How outsiders are hunted.
struct OutsiderOptions {
  unsigned workers = 1;  ///< processes at a time
  unsigned most_seconds =
      60;  ///< CPU time of a check, after which it counts as one that does not end
};

/// Runs each check once without a change, in a process of its own. Leaves out checks that reach a
/// bound, and those that repeat another.
std::vector<OutsiderBaseline> run_baselines(std::span<const outsider::Place> places,
                                            std::vector<OutsiderCheck> checks,
                                            const OutsiderOptions& options);

/// The places that some check visits and that can be changed.
std::vector<unsigned> reached_places(std::size_t places,
                                     const std::vector<OutsiderBaseline>& baselines);

/// `count` of `from`, which are numbers of `places`, drawn by `seed`, in ascending order; all if
/// there are no more. Whether a place is drawn depends on its text, not on where it stands: if few
/// places come or go, the draw is nearly the same.
std::vector<unsigned> drawn(std::span<const outsider::Place> places, std::vector<unsigned> from,
                            std::size_t count, std::uint64_t seed);

/// Tries each change with the checks that visit its place, the quickest first, until a property is
/// violated that holds without the change. Calls `tell` for one change after the other. The answer
/// is the same for any number of workers.
void hunt_outsiders(const std::vector<unsigned>& chosen,
                    const std::vector<OutsiderBaseline>& baselines, const OutsiderOptions& options,
                    const std::function<void(const TriedOutsider&)>& tell);

}  // namespace ringcheck
