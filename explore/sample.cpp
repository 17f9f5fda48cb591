// Tested by tests/source/sample_check_test.cpp.
#include "explore/sample.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <variant>
#include <vector>

#include "explore/picker.hpp"
#include "explore/stepper.hpp"
#include "explore/watch.hpp"
#include "models/any_checker.hpp"

namespace ringcheck {

namespace {

/// Random numbers, without the library's distributions, which differ between libraries.
class Dice {
 public:
  /// The dice of walk `walk`.
  Dice(std::uint64_t seed, std::uint64_t walk) {
    std::seed_seq both{low(seed), low(seed >> 32U), low(walk), low(walk >> 32U)};
    random_.seed(both);
  }
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_() % count); }

 private:
  static std::uint32_t low(std::uint64_t word) { return static_cast<std::uint32_t>(word); }
  std::mt19937_64 random_;
};

/// What one walk chooses.
class Choices {
 public:
  /// `length`: that of the walks so far, in states with several options.
  Choices(const Program& program, std::size_t length, bool by_priority, Dice& dice)
      : program_(program), dice_(dice), by_priority_(by_priority), rank_(program.threads.size()) {
    constexpr std::size_t kMostChanges = 3;
    std::iota(rank_.begin(), rank_.end(), 0);
    for (std::size_t t = rank_.size(); t > 1; --t) std::swap(rank_[t - 1], rank_[dice_.below(t)]);
    const std::size_t changes = dice_.below(kMostChanges + 1);
    for (std::size_t n = 0; n < changes; ++n) changes_.push_back(dice_.below(length + 1));
  }

  /// The number of the option to take.
  std::size_t choose(const State& state, const Options& options) {
    const auto count = static_cast<std::size_t>(options.count);
    const bool change = std::ranges::find(changes_, made_++) != changes_.end();
    if (by_priority_ && change) come_last(state.graph, options);
    if (!by_priority_ || change) return dice_.below(count);
    if (options.event == kNoEvent) return dice_.below(count);
    const Event& event = state.graph[options.event];
    const bool is_access = event.kind == EventKind::read || event.kind == EventKind::write;
    return is_access ? behind_those_before(state, options, event) : dice_.below(count);
  }
  /// States with several options so far.
  [[nodiscard]] std::size_t made() const { return made_; }

 private:
  void come_last(const ExecutionGraph& graph, const Options& options) {
    const std::size_t thread = options.event != kNoEvent
                                   ? graph[options.event].id.thread
                                   : static_cast<std::size_t>(std::max(options.thread, 0));
    if (thread >= rank_.size()) return;
    for (std::size_t& rank : rank_)
      if (rank > rank_[thread]) --rank;
    rank_[thread] = rank_.size() - 1;
  }

  /// Takes what threads of higher priority have done as done before: reads or follows the last of
  /// their writes, or of the thread's own.
  std::size_t behind_those_before(const State& state, const Options& options, const Event& event) {
    const std::size_t self = event.id.thread;
    std::size_t oldest = 0;
    for (std::size_t n = 0; n < static_cast<std::size_t>(options.count); ++n) {
      const EventNumber target = options.targets[n];
      if (target == kNoEvent) continue;
      oldest = n;
      if (state.graph.is_init(target)) continue;
      const std::size_t writer = state.graph[target].id.thread;
      if (writer != self && rank_[writer] > rank_[self]) continue;
      return is_awaited(state, options, event) ? static_cast<std::size_t>(options.count) - 1 : n;
    }
    return is_awaited(state, options, event) ? static_cast<std::size_t>(options.count) - 1 : oldest;
  }

  /// True iff a read can be deferred, and a thread of higher priority may still write what it
  /// reads.
  [[nodiscard]] bool is_awaited(const State& state, const Options& options,
                                const Event& event) const {
    const EventNumber last = options.targets[static_cast<std::size_t>(options.count) - 1];
    if (event.kind != EventKind::read || last != kNoEvent) return false;
    for (std::size_t t = 0; t < rank_.size(); ++t)
      if (rank_[t] < rank_[event.id.thread] &&
          state.threads[t].stop.reason != StopReason::finished &&
          program_.threads[t].may_write.test(event.location))
        return true;
    return false;
  }

  const Program& program_;
  Dice& dice_;
  bool by_priority_;
  std::vector<std::size_t> rank_;  ///< by thread: 0 comes first
  std::vector<std::size_t> changes_;
  std::size_t made_ = 0;
};

void count(ExploreCounts& counts, const ExecutionGraph& graph, Ending ending) {
  const int events = graph.size() - graph.locations();
  counts.events_max = std::max(counts.events_max, events);
  if (ending == Ending::complete) {
    ++counts.complete;
    counts.events += static_cast<std::uint64_t>(events);
  }
  if (ending == Ending::blocked) ++counts.blocked;
  if (ending == Ending::cut) ++counts.cut;
  if (ending == Ending::fault) ++counts.faults;
}

template <ConsistencyChecker Checker>
class Sampler {
 public:
  Sampler(Checker& checker, const Program& program, Dependence dependence)
      : program_(program),
        stepper_(program, checker, dependence),
        picker_(program, checker, dependence, counts_.checks) {}

  ExploreCounts run(const SampleOptions& options, const ExploreLimits& limits,
                    const ExecutionVisitor& visit) {
    constexpr std::uint64_t kUniform = 4;  // one of this many walks
    Watch watch(limits);
    for (std::uint64_t n = 0; n < options.walks; ++n) {
      if (counts_.ended_by = watch.look(); counts_.ended_by != EndedBy::nothing) return counts_;
      // Each walk has dice of its own: its result does not depend on the length of others.
      Dice dice(options.seed, n);
      Choices choices(program_, length_, n % kUniform != kUniform - 1, dice);
      const bool more = walk(choices, watch, visit);
      if (length_ == 0) length_ = choices.made();
      if (counts_.ended_by != EndedBy::nothing) return counts_;
      if (!more) {
        counts_.ended_by = EndedBy::visitor;
        return counts_;
      }
      if (limits.executions != 0 && counts_.complete >= limits.executions) {
        counts_.ended_by = EndedBy::executions;
        return counts_;
      }
    }
    return counts_;
  }

 private:
  /// One walk. Returns false when the visitor has seen enough. A limit may end it, which
  /// counts_.ended_by then tells.
  bool walk(Choices& choices, Watch& watch, const ExecutionVisitor& visit) {
    Node<Checker>& here = *node_;
    stepper_.start(here);
    for (;;) {
      if (!picker_.reach(here, stepper_)) {
        ++counts_.dead;
        return true;
      }
      if (!picker_.pick(here)) break;
      if (++counts_.nodes % kStatesBetweenLooks == 0) counts_.ended_by = watch.look();
      if (counts_.ended_by != EndedBy::nothing) return true;
      const Options& options = here.options;
      if (options.count == 0) {
        ++counts_.dead;
        return true;
      }
      const std::size_t taken = options.count > 1 ? choices.choose(here.state, options) : 0;
      stepper_.step(here, options, options.targets[taken]);
    }
    const Leaf leaf = stepper_.leaf(here, counts_.checks);
    if (leaf.dead) {
      ++counts_.dead;
      return true;
    }
    count(counts_, here.state.graph, leaf.ending);
    return visit(Execution{here.state.graph, leaf.ending, leaf.text, 1});
  }

  const Program& program_;
  ExploreCounts counts_;
  Stepper<Checker> stepper_;
  Picker<Checker> picker_;
  std::unique_ptr<Node<Checker>> node_ = std::make_unique<Node<Checker>>();
  std::size_t length_ = 0;  ///< of the first walk
};

}  // namespace

ExploreCounts sample(const Program& program, const Model& model, const SampleOptions& options,
                     const ExploreLimits& limits, const ExecutionVisitor& visit) {
  require_capacity(program);
  Program all = program;
  all.symmetric.clear();  // the draw decides which of them did what, too
  AnyChecker checker = make_checker(model, program.threads.size(), program.seq_cst);
  return std::visit(
      [&](auto& its) {
        return Sampler<std::remove_cvref_t<decltype(its)>>(its, all, model.dependence())
            .run(options, limits, visit);
      },
      checker);
}

}  // namespace ringcheck
