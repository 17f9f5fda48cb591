// Tested by tests/source/early_look_test.cpp.
#include "source/early_look.hpp"

#include <algorithm>
#include <chrono>

#include "explore/decisions.hpp"
#include "explore/estimate.hpp"
#include "explore/interleavings.hpp"
#include "explore/sample.hpp"
#include "explore/watch.hpp"
#include "source/execution_tally.hpp"

namespace ringcheck::source {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kSeed = 1;
/// Most steps of one interleaving.
constexpr int kLongestInterleaving = 1000;
/// Steps between states in a search for threads that go round for ever.
constexpr std::uint64_t kRoundSteps = 200'000;

/// Steps of a search through interleavings. A step takes 2 µs or 3.
constexpr std::uint64_t kFewSteps = 300'000;
constexpr std::uint64_t kManySteps = 1'500'000;
/// Executions that are looked at between the two.
constexpr std::uint64_t kMoreExecutions = 2'000;

/// Programs with no more executions than this are not searched: all of them take a second or two.
constexpr double kFewExecutions = 2'000'000;
/// Probes that estimate the size of a program.
constexpr int kProbes = 512;

/// Looks at a program.
class Look {
 public:
  Look(Subject& subject, const CheckOptions& options, const ExploreLimits& limits)
      : subject_(subject), options_(options), limits_(limits) {}

  EarlyLook run() {
    EarlyLook look;
    look.result = find();
    look.learnt = learnt_;
    look.goes_deeper = !look.result && !ended_ && !options_.termination;
    return look;
  }

  EarlyLook run_deeper() {
    EarlyLook look;
    look.result = find_deeper();
    look.learnt = learnt_;
    return look;
  }

 private:
  std::optional<CheckResult> find() {
    // Threads take turns here, and the kernel's grace periods wait for them.
    if (options_.termination && subject_.model().name() != "lkmm")
      if (CheckResult round = look_for_rounds(); round.error) return round;
    if (auto all = look_at_first(kFirstExecutions)) return all;
    if (ended_) return {};
    CheckResult walked = judge([this](Program& program, const ExecutionVisitor& visit) {
      program.symmetric.clear();  // Which of them did what is drawn too.
      return sample(program, subject_.model(), {kEarlyWalks, kSeed}, limits(), visit);
    });
    if (walked.error) return walked;
    return {};
  }

  std::optional<CheckResult> find_deeper() {
    if (has_cheap_states(subject_)) {
      if (is_soon_explored()) return {};
      return find_in_interleavings(kManySteps);
    }
    if (auto found = find_in_interleavings(kFewSteps); found || ended_) return found;
    if (auto all = look_at_first(kMoreExecutions); all || ended_) return all;
    return find_in_interleavings(kManySteps);
  }

  /// True iff a nearly certain estimate gives few executions. Where errors lie deep, few probes
  /// reach an execution, and nothing is certain.
  [[nodiscard]] bool is_soon_explored() const {
    const SizeEstimate size = estimate_size(subject_.program(), subject_.model(), kProbes, kSeed);
    return 3 * size.error < size.executions && size.executions + 2 * size.error < kFewExecutions;
  }

  /// What is wrong with one of the first executions, or the whole result if there are no more.
  std::optional<CheckResult> look_at_first(std::uint64_t executions) {
    CheckResult first = judge([&](const Program& program, const ExecutionVisitor& visit) {
      std::uint64_t seen = 0;
      return explore(program, subject_.model(), limits(), [&](const Execution& execution) {
        return ++seen <= executions && visit(execution);
      });
    });
    if (first.error || first.counts.ended_by == EndedBy::nothing) return first;
    ended_ = first.counts.limit_reached();
    return {};
  }

  /// Judges the executions that `hand_on(program, visitor)` hands on, and starts again each time
  /// that something was learnt.
  template <class HandOn>
  CheckResult judge(const HandOn& hand_on) {
    for (;; ++learnt_) {
      Program program = subject_.program();
      ExecutionTally tally(subject_, program, subject_.model(), options_);
      const ExploreCounts counts =
          hand_on(program, [&](const Execution& execution) { return tally.visit(execution); });
      if (tally.demand()) {
        subject_.learn(*tally.demand());
        continue;
      }
      CheckResult found = tally.take();
      found.counts = counts;
      return found;
    }
  }

  /// What is wrong with the end of an interleaving. The decisions of each make an execution under the
  /// model; only one that has an error is held against the model.
  std::optional<CheckResult> find_in_interleavings(std::uint64_t steps) {
    for (; !subject_.has_mixed_sizes(); ++learnt_) {
      const Program program = subject_.stepwise_program(Rounds::bounded);
      Program shown = subject_.program();
      shown.symmetric.clear();
      ExecutionTally tally(subject_, shown, subject_.model(), options_);
      InterleavingVisitors visit;
      visit.end = [&](const Execution& end) {
        const ExecutionGraph graph = rebuild(shown, decisions_of(end.graph), subject_.dependence());
        return tally.visit({.graph = graph, .ending = end.ending, .text = end.text});
      };
      const EndedBy ended =
          search_interleavings(program, {limits(), steps, kLongestInterleaving}, visit);
      // When all interleavings were seen, nothing is left.
      ended_ = ended != EndedBy::executions && ended != EndedBy::visitor;
      if (tally.demand()) {
        subject_.learn(*tally.demand());
        continue;
      }
      CheckResult found = tally.take();
      if (!found.error || subject_.model().refusal(found.execution->graph)) return {};
      return found;
    }
    return {};
  }

  /// Looks for threads that can go round for ever, each taking its turn. What is learnt here stays
  /// here: where bounds do not count there may be threads that nothing creates within them.
  [[nodiscard]] CheckResult look_for_rounds() const {
    Subject subject = Subject::afresh(subject_);
    while (!subject.has_mixed_sizes()) {
      const Program program = subject.stepwise_program(Rounds::endless);
      CheckResult result;
      std::optional<Demand> demand;
      InterleavingVisitors visit;
      visit.end = [&](const Execution& end) {
        if (end.ending != Ending::fault) return true;
        const Fault& fault = subject.faults().find(end.text);
        if (fault.kind == Fault::Kind::demand) demand = fault.demand;
        return !demand;
      };
      visit.round = [&](const Round& round) { return !tell(subject, round, result); };
      search_interleavings(program, {limits(), kRoundSteps, kLongestInterleaving}, visit);
      // The first thread may do, between its joins, what the others wait for.
      if (!demand && result.error && !subject.layout().joins_are_events())
        demand = Demand{.kind = Demand::Kind::join};
      if (!demand) return result;
      subject.learn(*demand);
    }
    return {};
  }

  /// Makes `round` of `subject` the error of `result`. Returns false for threads that are in no loop,
  /// and for threads that only wait: an execution shows these. A thread that is meant to go round
  /// for ever, as a server does, says nothing about those that wait for it.
  static bool tell(const Subject& subject, const Round& round, CheckResult& result) {
    std::vector<std::uint32_t> loops;
    bool all_wait = true;
    for (const std::vector<const char*>& places : round.places) {
      if (places.front() == kInNoLoop) continue;
      for (const char* text : places) {
        if (text == kInNoLoop) continue;
        const Fault& loop = subject.faults().find(text);
        if (loop.what == kRoundWithoutEnd) return false;
        all_wait = all_wait && loop.what == kWaitingRound;
      }
      loops.push_back(subject.faults().find(places.front()).place);
    }
    if (all_wait) return false;
    result.error = error_of(subject, ErrorKind::termination, loops.front(), kGoesRound);
    if (loops.size() > 1) result.error->other_where = subject.code().where(loops[1]);
    return true;
  }

  /// The limits of what begins now.
  [[nodiscard]] ExploreLimits limits() const {
    ExploreLimits left = limits_;
    left.seconds = seconds_left(limits_.seconds, start_);
    return left;
  }

  Subject& subject_;
  const CheckOptions& options_;
  const ExploreLimits& limits_;
  Clock::time_point start_ = Clock::now();
  std::uint64_t learnt_ = 0;
  bool ended_ = false;  ///< nothing more is to be looked at
};

}  // namespace

EarlyLook look_early(Subject& subject, const CheckOptions& options, const ExploreLimits& limits) {
  return Look(subject, options, limits).run();
}

bool has_cheap_states(const Subject& subject) {
  return subject.dependence() == Dependence::program_order;
}

EarlyLook look_deeper(Subject& subject, const CheckOptions& options, const ExploreLimits& limits) {
  return Look(subject, options, limits).run_deeper();
}

}  // namespace ringcheck::source
