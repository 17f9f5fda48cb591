// Tested by tests/source/early_look_test.cpp.
#include "source/early_look.hpp"

#include "explore/sample.hpp"
#include "source/execution_tally.hpp"

namespace ringcheck::source {

namespace {

constexpr std::uint64_t kSeed = 1;

/// Looks at a program.
class Look {
 public:
  Look(Subject& subject, const CheckOptions& options, const ExploreLimits& limits)
      : subject_(subject), options_(options), limits_(limits) {}

  EarlyLook run() {
    EarlyLook look;
    CheckResult first = judge([this](const Program& program, const ExecutionVisitor& visit) {
      return explore_first(program, visit);
    });
    if (first.error || first.counts.ended_by == EndedBy::nothing) {
      look.result = std::move(first);
    } else if (first.counts.ended_by == EndedBy::visitor) {
      CheckResult walked = judge([this](Program& program, const ExecutionVisitor& visit) {
        program.symmetric.clear();  // Which of them did what is drawn too.
        return sample(program, subject_.model(), {kEarlyWalks, kSeed}, limits_, visit);
      });
      if (walked.error) look.result = std::move(walked);
    }
    look.learnt = learnt_;
    return look;
  }

 private:
  /// Judges the executions that `hand_on(program, visitor)` hands on: again each time that something
  /// was learnt.
  template <class HandOn>
  CheckResult judge(const HandOn& hand_on) {
    for (;; ++learnt_) {
      Program program = subject_.program();
      ExecutionTally tally(subject_, program, subject_.model(), options_);
      const ExploreCounts counts =
          hand_on(program, [&](const Execution& execution) { return tally.visit(execution); });
      tally.found().counts = counts;
      if (!tally.demand()) return std::move(tally.found());
      subject_.learn(*tally.demand());
    }
  }

  ExploreCounts explore_first(const Program& program, const ExecutionVisitor& visit) const {
    std::uint64_t seen = 0;
    return explore(program, subject_.model(), limits_, [&](const Execution& execution) {
      return ++seen <= kFirstExecutions && visit(execution);
    });
  }

  Subject& subject_;
  const CheckOptions& options_;
  const ExploreLimits& limits_;
  std::uint64_t learnt_ = 0;
};

}  // namespace

EarlyLook look_early(Subject& subject, const CheckOptions& options, const ExploreLimits& limits) {
  return Look(subject, options, limits).run();
}

}  // namespace ringcheck::source
