// trbe-transactions: starts, interrupts and stops of an Arm TRBE whose stores are on their way
// until it is drained, on four small pages, with a reader. Some units write where they should not.
//
// Positions near 2^64 are left out: there wakeups come late (docs/findings.md V-15). The driver of
// trbe-transactions repairs what Linux 6.1 does with errors that the unit reports, and when its CPU
// goes offline; each machine that is named for one of these repairs lacks that repair (V-39, V-42,
// V-43, V-45).
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "properties/trbe/sequences.hpp"

#include "properties/trbe/trbe_machine.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 10> kProperties = {"I-23", "I-24", "I-25", "I-26",  "I-27",
                                                          "I-28", "I-31", "I-73", "I-103", "I-105"};
constexpr std::array kSetup = {
    Dial{"origin", 0, 2},
    Dial{"snapshot", 0, 1},
    Dial{"overwrites after a fill", 0, 1},
    Dial{"beyond the limit", 0, 1},
    Dial{"alignment 2^", 0, 3},
    Dial{"watermark", 1, TrbeTransactions::kSize},
    Dial{"head before the area's start", 0, 7},
    Dial{"room at first and one, or all", 0, 17},
    Dial{"other errors", 0, 1},
    Dial{"drained once it is off (1), synchronised twice once it is on (2)", 0, 3},
};
constexpr std::array kSteps = {
    Dial{"start"},
    Dial{"stop"},
    Dial{"interrupt"},
    Dial{"device, to about a run before a page's end (285 on), or an error: of its memory or a "
         "trigger (301 on), an external abort (307), others (315)",
         0, 322},
    Dial{"read, or up to a page (257 on) or a byte after it (279 on)", 0, 300},
    Dial{"offline"},
};

constexpr std::array kShares = {
    Share{"opened", 60}, Share{"ended", 60},      Share{"refused", 30},
    Share{"padded", 20}, Share{"filled", 30},     Share{"interrupted", 15},
    Share{"fails", 4},   Share{"for nobody", 30}, Share{"offline", 20}};

/// The driver with the repairs of `Lacks::kRepairs`.
template <class Lacks>
class TrbeLacking : public TrbeTransactions {
 public:
  TrbeLacking(const AuxCase& example, DefectSet defects, AuxJudge& judge)
      : TrbeTransactions(example, defects, judge, Lacks::kRepairs) {}
};

/// All repairs but one.
constexpr TrbeRepairs without(bool TrbeRepairs::*repair) {
  TrbeRepairs repairs = TrbeTransactions::kRepaired;
  repairs.*repair = false;
  return repairs;
}

struct ErrorIsNotTold {
  static constexpr TrbeRepairs kRepairs = without(&TrbeRepairs::error_is_loss);
};
struct AbortStays {
  static constexpr TrbeRepairs kRepairs = without(&TrbeRepairs::abort_is_forgotten);
};
struct StopIsSpurious {
  static constexpr TrbeRepairs kRepairs = without(&TrbeRepairs::other_is_fatal);
};
struct UnitGoesFirst {
  static constexpr TrbeRepairs kRepairs = without(&TrbeRepairs::perf_goes_first);
};

}  // namespace

const AuxSequence kTrbeTransactions = {
    "trbe-transactions",
    "an Arm TRBE whose stores are on their way until drained, and a reader",
    kProperties,
    kSetup,
    kSteps,
    false,
    run_steps<TrbeTransactions>,
    12000,
    kShares};
const AuxSequence kTrbeErrorAsItIs = {"trbe-error-as-it-is",
                                      "an Arm TRBE that comes upon an error of its memory",
                                      kProperties,
                                      kSetup,
                                      kSteps,
                                      false,
                                      run_steps<TrbeLacking<ErrorIsNotTold>>,
                                      4000,
                                      kShares};
const AuxSequence kTrbeAbortAsItIs = {"trbe-abort-as-it-is",
                                      "an Arm TRBE that goes on after an external abort",
                                      kProperties,
                                      kSetup,
                                      kSteps,
                                      false,
                                      run_steps<TrbeLacking<AbortStays>>,
                                      12000,
                                      kShares};
const AuxSequence kTrbeStopAsItIs = {"trbe-stop-as-it-is",
                                     "an Arm TRBE that goes on after what has stopped it",
                                     kProperties,
                                     kSetup,
                                     kSteps,
                                     false,
                                     run_steps<TrbeLacking<StopIsSpurious>>,
                                     12000,
                                     kShares};
const AuxSequence kTrbeOfflineAsItIs = {"trbe-offline-as-it-is",
                                        "an Arm TRBE whose CPU goes offline while it traces",
                                        kProperties,
                                        kSetup,
                                        kSteps,
                                        false,
                                        run_steps<TrbeLacking<UnitGoesFirst>>,
                                        4000,
                                        kShares};

}  // namespace ringcheck
